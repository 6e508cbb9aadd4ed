"""What Maryland's regulations (COMAR Title 36) ask of the house itself, in our own words, by their numbers.

The rule book's clauses decide how a table plays; these decide who may do what around it. A refusal cites them
as it cites a clause.
"""

from __future__ import annotations

BOOKS = "COMAR 36.03.10.02B"
APART = "COMAR 36.03.10.10E(2)"
DISPUTES = "COMAR 36.03.10.47"
ACCOUNTS = "COMAR 36.04.01.22B"
DEVICES = "COMAR 36.05.02.17H"
TWO_PERSONS = "COMAR 36.05.02.20B"
LICENCE = "COMAR 36.03.02.12A"
PERSONNEL = "COMAR 36.05.03.01"
TRAINING_FIRST = "COMAR 36.05.03.17"
TABLE_TEST = "COMAR 36.05.03.18"
APPROVED_FIRST = "COMAR 36.05.03.19B"
DATED = "COMAR 36.05.03.19D"
KEPT = "COMAR 36.05.03.19E"
AMENDMENT = "COMAR 36.05.03.21B"
LIMITS = "COMAR 36.05.03.21C"
SLIPS = "COMAR 36.05.03.02-.08"
PAYOUTS = "COMAR 36.05.03.23"
METERS = "COMAR 36.05.03.24F"
LIMITS_EMPTY = "COMAR 36.05.03.21C(1)"
LIMITS_NOTICE = "COMAR 36.05.03.21C(2)"

LAW = {
    BOOKS: "The books are kept by double entry.",
    APART: "No one may be placed so as to make an error or commit a fraud and to conceal it as well.",
    DISPUTES: "A dispute with a player is taken down, looked into and answered; this house keeps three days "
    "for it.",
    ACCOUNTS: "Each person has an account of their own; passwords have length and age, failed tries lock.",
    DEVICES: "Shoes and shufflers are looked over on every gaming day on which they are used.",
    TWO_PERSONS: "What controls the tables is reached by two persons together, never by one.",
    PERSONNEL: "Tables are worked by dealers and supervised by floorpersons, pit managers and above; one "
    "floorperson supervises at most six banking tables, or twelve electronic ones.",
    LICENCE: "Nobody works on the gaming floor without a valid licence of the Commission.",
    TRAINING_FIRST: "Dealers complete a training programme of the house.",
    TABLE_TEST: "Before a dealer deals a game on the gaming floor they pass a table test in it, to the "
    "satisfaction of a pit manager or above; training and test stand in their file.",
    APPROVED_FIRST: "A table runs only under a Rules Submission that has been approved in writing.",
    DATED: "Every page of the rules in force bears the date of its approval.",
    KEPT: "Rules that were replaced are kept for five years.",
    AMENDMENT: "Rules in force change only by an amendment approved in writing; limits alone may change as "
    "the next paragraph says.",
    LIMITS: "The operator may raise or lower the highest wager, and lower the lowest.",
    SLIPS: "Chips come to a table's tray and leave it by numbered slips, signed on both sides; a tray is "
    "counted when its table opens and closes; slips that are void are kept.",
    PAYOUTS: "Of a payout of $25,000 or more surveillance is told; one of $50,000 or more is made by check "
    "and witnessed by a pit manager or above who did not prepare it.",
    METERS: "What a meter holds is changed otherwise than by play only under control, and on record.",
    LIMITS_EMPTY: "With nobody playing at the table limits change at any time.",
    LIMITS_NOTICE: "With players at the table limits change after thirty minutes' notice, a sign that says "
    "what and when, and an announcement.",
}
