"""Maryland's regulations (COMAR Title 36) for the casino itself, by number and summarized in our own words.

The rule book's clauses govern play at a table; these regulations govern the work around it. Refusals cite
both in the same way.
"""

from __future__ import annotations

BOOKS = "COMAR 36.03.10.02B"
APART = "COMAR 36.03.10.10E(2)"
DISPUTES = "COMAR 36.03.10.47"
ACCOUNTS = "COMAR 36.04.01.22B"
DEVICES = "COMAR 36.05.02.17H"
TWO_PERSONS = "COMAR 36.05.02.20B"
LICENSE = "COMAR 36.03.02.12A"
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
    BOOKS: "The casino keeps its books by double entry.",
    APART: "No one may be in a position both to make an error or commit a fraud and to conceal it.",
    DISPUTES: "The casino records, investigates and answers every dispute with a player; the "
    "deadline here is three days.",
    ACCOUNTS: "Each person has their own account. Passwords have a minimum length and a maximum age, and "
    "failed attempts lock the account.",
    DEVICES: "Shoes and shufflers are inspected on every gaming day on which they are used.",
    TWO_PERSONS: "Access to the systems that control the tables requires two people.",
    PERSONNEL: "Dealers operate the tables; floorpersons, pit managers and above supervise them. One "
    "floorperson supervises at most six banking tables or twelve electronic ones.",
    LICENSE: "Everyone who works on the gaming floor has a valid license from the Commission.",
    TRAINING_FIRST: "Dealers complete a training program of the casino.",
    TABLE_TEST: "Before dealing a game on the gaming floor, a dealer passes a table test in that game before "
    "a pit manager or above. Training and test are recorded in the dealer's file.",
    APPROVED_FIRST: "A table operates only under a Rules Submission that was approved in writing.",
    DATED: "Every page of the rules in force shows the date of its approval.",
    KEPT: "The casino retains superseded rules for five years.",
    AMENDMENT: "Rules in force change only by an amendment approved in writing, except for the "
    "limits covered in the next paragraph.",
    LIMITS: "The operator may raise or lower the maximum wager, and lower the minimum wager.",
    SLIPS: "Chips move to and from a table's tray on numbered slips signed by both sides. A tray is counted "
    "when its table opens and closes. Void slips are retained.",
    PAYOUTS: "Surveillance is notified of a payout of $25,000 or more. A payout of $50,000 or more is "
    "made by check and witnessed by a pit manager or above who did not prepare it.",
    METERS: "A meter changes other than through play only under control and on record.",
    LIMITS_EMPTY: "Limits may change at any time while no one is playing at the table.",
    LIMITS_NOTICE: "With players at the table, limits change only after thirty minutes' notice, a sign that "
    "states the change and its time, and an announcement.",
}
