"""Refusal codes of a table. Each refusal also cites its clauses and suggests a remedy."""

from __future__ import annotations

from enum import StrEnum

from croupier.errors import Refused


class TableCode(StrEnum):
    MALFORMED = "malformed"  # the command is unknown or has an invalid field
    STALE = "stale"  # the command is for another round or question
    # people
    NOT_YOUR_ROLE = "not_your_role"
    NOT_YOUR_SEAT = "not_your_seat"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    SECOND_POSITION = "second_position"
    NOT_ADJACENT = "not_adjacent"
    STAY_SEATED = "stay_seated"
    BAD_AMOUNT = "bad_amount"
    TRANSFER_TWICE = "transfer_twice"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    # wagers
    BETS_CLOSED = "bets_closed"
    BETS_OPEN = "bets_open"
    NO_WAGERS = "no_wagers"
    NO_SUCH_WAGER = "no_such_wager"
    WAGER_NOT_OFFERED = "wager_not_offered"
    WAGER_MISSING = "wager_missing"
    WAGER_UNEQUAL = "wager_unequal"
    PREREQUISITE_MISSING = "prerequisite_missing"
    BELOW_MINIMUM = "below_minimum"
    ABOVE_MAXIMUM = "above_maximum"
    OFF_INCREMENT = "off_increment"
    STAKE_FIXED = "stake_fixed"
    NOT_DIVISIBLE = "not_divisible"
    # refusals about the progressive system and banked chips
    CHIPS_MISMATCH = "chips_mismatch"
    NOT_VALIDATED = "not_validated"
    METERS_NOT_READ = "meters_not_read"
    LINK_LOST = "link_lost"
    # cards
    OUT_OF_ORDER = "out_of_order"
    DECK_SHORT = "deck_short"
    TOO_MANY_CARDS = "too_many_cards"
    SPLIT_STACK = "split_stack"
    CARD_IMPOSSIBLE = "card_impossible"
    CARD_TWICE = "card_twice"
    CARDS_NOT_NAMED = "cards_not_named"
    NOTHING_TO_NAME = "nothing_to_name"
    WRONG_REVEAL = "wrong_reveal"
    # refusals about decks (chapters 3 to 5)
    DECK_NOT_READY = "deck_not_ready"
    NO_SUCH_DECK = "no_such_deck"
    TOO_MANY_DECKS = "too_many_decks"
    SAME_BACKS = "same_backs"
    STEP_OUT_OF_ORDER = "step_out_of_order"
    NOT_TO_BE_CUT = "not_to_be_cut"
    CUT_TOO_SHALLOW = "cut_too_shallow"
    MACHINE_NEEDED = "machine_needed"
    NO_SHUFFLER = "no_shuffler"
    COUNT_MISSING = "count_missing"
    NOT_ALTERNATING = "not_alternating"
    RACK_NOT_CLEAR = "rack_not_clear"
    DECK_CHANGE_DUE = "deck_change_due"
    COUNT_DUE = "count_due"
    RECOUNT_DUE = "recount_due"
    # refusals about irregularities and supervision
    NO_SUCH_PLACE = "no_such_place"
    NO_SUCH_DEVICE = "no_such_device"
    DEVICE_OUT_OF_ORDER = "device_out_of_order"
    DEVICE_UNCOVERED = "device_uncovered"
    NOT_APPROVED = "not_approved"
    TOO_LATE = "too_late"
    NOTHING_WRONG = "nothing_wrong"
    RULING_DUE = "ruling_due"
    NO_RULING_ASKED = "no_ruling_asked"
    NO_SUCH_OUTCOME = "no_such_outcome"
    REASON_MISSING = "reason_missing"
    NOT_IN_PLAY = "not_in_play"
    NO_SUCH_SETTLEMENT = "no_such_settlement"
    ROUND_OPEN = "round_open"
    NOT_RECORDED = "not_recorded"
    NOT_ATTESTED = "not_attested"
    CLOCK_BACKWARDS = "clock_backwards"
    CLOCK_ASTRAY = "clock_astray"
    NO_RANDOM_CARDS = "no_random_cards"
    # decisions
    OUT_OF_TURN = "out_of_turn"
    NO_SUCH_CHOICE = "no_such_choice"


def refuse(
    code: TableCode,
    message: str,
    clauses: tuple[str, ...] = (),
    remedy: str = "",
    readings: tuple[str, ...] = (),
) -> Refused:
    return Refused(code.value, message, clauses, remedy, readings)


def with_reason(reason: str, clauses: tuple[str, ...], readings: tuple[str, ...] = ()) -> None:
    """Refuse an act without a reason."""
    if not reason.strip():
        raise refuse(TableCode.REASON_MISSING, "a reason is required", clauses, "Enter the reason.", readings)
