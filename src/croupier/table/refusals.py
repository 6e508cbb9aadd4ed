"""Why a table says no: every reason has a code, and each use names its clause and the way out."""

from __future__ import annotations

from enum import StrEnum

from croupier.errors import Refused


class Code(StrEnum):
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
    # the progressive system and banked chips
    CHIPS_MISMATCH = "chips_mismatch"
    NOT_VALIDATED = "not_validated"
    # cards
    OUT_OF_ORDER = "out_of_order"
    DECK_SHORT = "deck_short"
    TOO_MANY_CARDS = "too_many_cards"
    SPLIT_STACK = "split_stack"
    CARD_IMPOSSIBLE = "card_impossible"
    CARD_TWICE = "card_twice"
    CARDS_NOT_NAMED = "cards_not_named"
    # decisions
    OUT_OF_TURN = "out_of_turn"
    NO_SUCH_CHOICE = "no_such_choice"


def refuse(
    code: Code,
    message: str,
    clauses: tuple[str, ...] = (),
    remedy: str = "",
    readings: tuple[str, ...] = (),
) -> Refused:
    return Refused(code.value, message, clauses, remedy, readings)
