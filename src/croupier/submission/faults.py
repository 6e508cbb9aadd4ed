"""The faults of a submission: their codes, and the collector that gathers all of them."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from croupier.submission.rules import OperatorChoices


class FaultCode(StrEnum):
    """Why a submission fails.

    A code of the first group means that a key is not understood. Any other code means that a value is not
    allowed.
    """

    # not understood
    NOT_A_TABLE = "not_a_table"
    UNKNOWN_KEY = "unknown_key"
    WRONG_TYPE = "wrong_type"
    UNKNOWN_NAME = "unknown_name"
    BAD_AMOUNT = "bad_amount"
    BAD_NUMBER = "bad_number"
    BAD_RATE = "bad_rate"
    BAD_TEXT = "bad_text"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_PAYTABLE = "unknown_paytable"
    UNKNOWN_METER = "unknown_meter"
    UNKNOWN_READING = "unknown_reading"
    MISSING_KEY = "missing_key"

    # faults of the game and its dealing
    NOT_IN_THIS_GAME = "not_in_this_game"
    HAND_NEEDS_SHUFFLER = "hand_needs_shuffler"
    MACHINE_NEEDS_SHUFFLER = "machine_needs_shuffler"
    TWO_DECKS_NEED_SHUFFLER = "two_decks_need_shuffler"
    DECK_BACKS_ALIKE = "deck_backs_alike"
    HELD_NEEDS_AUTOMATED = "held_needs_automated"
    STACK_NEEDS_RESHUFFLING = "stack_needs_reshuffling"
    TOO_MANY_SEATS = "too_many_seats"
    TOO_MANY_BOXES = "too_many_boxes"
    BOXES_NOT_STATED = "boxes_not_stated"

    # faults of wagers, limits and paytables
    PAYTABLE_NOT_CHOSEN = "paytable_not_chosen"
    PAYOUT_LIMIT_BELOW_FLOOR = "payout_limit_below_floor"
    LIMITS_CROSSED = "limits_crossed"
    INCREMENT_DOES_NOT_FIT = "increment_does_not_fit"
    LIMIT_NOT_OFFERED = "limit_not_offered"
    PREREQUISITE_NOT_OFFERED = "prerequisite_not_offered"
    LIMIT_FOLLOWS_ANTE = "limit_follows_ante"
    STAKE_IS_FIXED = "stake_is_fixed"

    # the progressive
    PROGRESSIVE_UNDEFINED = "progressive_undefined"
    STAKE_NOT_ALLOWED = "stake_not_allowed"
    TWO_STAKES_ON_ONE_METER = "two_stakes_on_one_meter"
    METER_BELOW_MINIMUM = "meter_below_minimum"
    METER_NOT_STATED = "meter_not_stated"
    RATE_NOT_STATED = "rate_not_stated"
    ENVY_LEFT_OUT = "envy_left_out"
    ENVY_NOT_STATED = "envy_not_stated"
    ENVY_HOLDER_NOT_STATED = "envy_holder_not_stated"
    ENVY_ON_OTHER_CARDS = "envy_on_other_cards"

    # readings
    READING_FIXED = "reading_fixed"
    READING_OF_ANOTHER_GAME = "reading_of_another_game"
    READING_NOT_CHOSEN = "reading_not_chosen"
    WAGER_NEEDS_DEALING = "wager_needs_dealing"

    # faults of the table's layout and equipment (chapter 2), and of attestations
    LAYOUT_AREA_MISSING = "layout_area_missing"
    INSCRIPTION_MISSING = "inscription_missing"
    EQUIPMENT_MISSING = "equipment_missing"
    BOXES_SAME_SIDE = "boxes_same_side"
    APPROVAL_MISSING = "approval_missing"


NOT_UNDERSTOOD = frozenset(
    {
        FaultCode.NOT_A_TABLE,
        FaultCode.UNKNOWN_KEY,
        FaultCode.WRONG_TYPE,
        FaultCode.UNKNOWN_NAME,
        FaultCode.BAD_AMOUNT,
        FaultCode.BAD_NUMBER,
        FaultCode.BAD_RATE,
        FaultCode.BAD_TEXT,
        FaultCode.UNKNOWN_GAME,
        FaultCode.UNKNOWN_PAYTABLE,
        FaultCode.UNKNOWN_METER,
        FaultCode.UNKNOWN_READING,
        FaultCode.MISSING_KEY,
    }
)


class Caution(StrEnum):
    """Why an allowed submission should be reconsidered."""

    BETTER_HAND_PAYS_LESS = "better_hand_pays_less"
    METER_STANDS_STILL = "meter_stands_still"
    METERS_GAIN_MORE_THAN_STAKE = "meters_gain_more_than_stake"
    FIXED_SUM_OUTPAID = "fixed_sum_outpaid"
    STANDARD_WAGER_LEFT_OUT = "standard_wager_left_out"
    FLOOR_WITHOUT_MINIMUM = "floor_without_minimum"
    WAGER_WITHOUT_SPOT = "wager_without_spot"
    MANUAL_SHOE_RESHUFFLES = "manual_shoe_reshuffles"
    READING_WITHOUT_EFFECT = "reading_without_effect"
    AREA_NOT_OFFERED = "area_not_offered"
    LIMITS_NOT_STATED = "limits_not_stated"


class Violation(msgspec.Struct, frozen=True):
    code: str
    clause: str  # empty if no clause applies because the file itself is not understood
    message: str
    remedy: str
    where: str = ""  # path of the faulty key, such as "progressive.reset.main"
    readings: tuple[str, ...] = ()


class SubmissionReport(msgspec.Struct, frozen=True):
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    choices: OperatorChoices | None  # None if there is a violation
    attested: dict[str, str] = {}  # the operator's attestation for each clause


class Faults:
    """Collects every fault instead of stopping at the first."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.warnings: list[Violation] = []

    def note(
        self, code: FaultCode, clause: str, where: str, message: str, remedy: str, *readings: str
    ) -> None:
        placed = f"{where}: {message}" if where else message
        self.violations.append(Violation(code.value, clause, placed, remedy, where, readings))

    def warn(self, code: Caution, clause: str, where: str, message: str, remedy: str, *readings: str) -> None:
        placed = f"{where}: {message}" if where else message
        self.warnings.append(Violation(code.value, clause, placed, remedy, where, readings))

    def first(self, understood: bool) -> Violation | None:
        for violation in self.violations:
            if (FaultCode(violation.code) not in NOT_UNDERSTOOD) is understood:
                return violation
        return None
