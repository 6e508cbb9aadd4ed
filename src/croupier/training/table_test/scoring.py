"""The score of a table test: errors noticed, false alarms, refusals and pace, with a proposal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier.training.table_test.kinds import ITEMS, Item, kinds
from croupier.training.table_test.plan import LEAST_MINUTES

Outcome = Literal["open", "caught", "late", "missed"]
WEIGHTS: dict[Outcome, Fraction] = {
    "caught": Fraction(1),
    "late": Fraction(1, 2),
    "missed": Fraction(0),
    "open": Fraction(0),
}
BEST = 10  # maximum points of an item
MARKS: tuple[Item, ...] = ITEMS
HOUR = 3600


class ExamTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The casino's terms for passing a table test."""

    noticed_percent: Annotated[int, Meta(ge=0, le=100)] = 70  # share of the errors that count as noticed
    false_alarms: Annotated[int, Meta(ge=0, le=100)] = 4  # most false alarms and wrong reasons together
    payment_errors: Annotated[int, Meta(ge=0, le=100)] = 2  # most wrong payments that went through
    misreads: Annotated[int, Meta(ge=0, le=100)] = 1  # most decisions keyed against the player's signal
    hands_per_hour: Annotated[int, Meta(ge=0, le=1000)] = 60  # least pace, counting each player's hand
    marks: Annotated[int, Meta(ge=1, le=BEST)] = 6  # least mark of the examiner for each item


class ErrorResult(msgspec.Struct, frozen=True):
    kind: str
    outcome: Outcome


class ExamCounts(msgspec.Struct, frozen=True):
    """What the server counted while the examinee dealt."""

    seconds: int = 0
    rounds: int = 0
    hands: int = 0  # players' hands in finished rounds
    acts: int = 0
    refusals: int = 0
    false_alarms: int = 0
    misreads: int = 0  # decisions keyed differently from the player's signal
    misnamed: int = 0  # stops during an open error with a wrong reason

    @property
    def wrong_stops(self) -> int:
        """Return the stops that named no error. A guess costs as much as a false alarm."""
        return self.false_alarms + self.misnamed


class ItemScore(msgspec.Struct, frozen=True):
    item: Item
    planted: int
    caught: int
    late: int
    missed: int
    points: str  # out of ten, with one decimal; empty if nothing was measured


class ExamScore(msgspec.Struct, frozen=True):
    items: tuple[ItemScore, ...]
    planted: int
    caught: int
    late: int
    missed: int
    payment_errors: int
    noticed_percent: int
    hands_per_hour: int
    seconds_per_act: str
    passes: bool  # whether a pass is proposed, before the examiner's marks
    reasons: tuple[str, ...]  # reasons for proposing a fail


def one_decimal(value: Fraction) -> str:
    tenths = round(value * 10)
    return f"{tenths // 10}.{tenths % 10}"


def item_score(item: Item, outcomes: list[Outcome], pace: Fraction | None) -> ItemScore:
    count = {one: outcomes.count(one) for one in ("caught", "late", "missed", "open")}
    points = ""
    if pace is not None:
        points = one_decimal(min(Fraction(BEST), BEST * pace))
    elif outcomes:
        points = one_decimal(BEST * sum((WEIGHTS[one] for one in outcomes), Fraction(0)) / len(outcomes))
    missed = count["missed"] + count["open"]
    return ItemScore(item, len(outcomes), count["caught"], count["late"], missed, points)


def score(errors: Iterable[ErrorResult], counts: ExamCounts, terms: ExamTerms) -> ExamScore:
    """Compute the automatic score of a finished test."""
    every = [(kinds()[error.kind], error.outcome) for error in errors]
    outcomes = [outcome for _, outcome in every]
    hands = counts.hands * HOUR // counts.seconds if counts.seconds else 0
    pace = Fraction(hands, terms.hands_per_hour) if terms.hands_per_hour and counts.hands else None
    items = tuple(
        item_score(
            item,
            [outcome for kind, outcome in every if kind.item == item],
            pace if item == "pace" else None,
        )
        for item in ITEMS
    )
    noticed = sum((WEIGHTS[outcome] for outcome in outcomes), Fraction(0))
    percent = int(100 * noticed / len(outcomes)) if outcomes else 0
    unpaid = [
        outcome for kind, outcome in every if kind.family == "payment" and outcome in ("late", "missed")
    ]
    act = one_decimal(Fraction(counts.seconds, counts.acts)) if counts.acts else ""
    reasons = tuple(faults(percent, len(outcomes), len(unpaid), hands, counts, terms))
    return ExamScore(
        items=items,
        planted=len(outcomes),
        caught=outcomes.count("caught"),
        late=outcomes.count("late"),
        missed=outcomes.count("missed") + outcomes.count("open"),
        payment_errors=len(unpaid),
        noticed_percent=percent,
        hands_per_hour=hands,
        seconds_per_act=act,
        passes=not reasons,
        reasons=reasons,
    )


def faults(
    percent: int, planted: int, payments: int, hands: int, counts: ExamCounts, terms: ExamTerms
) -> Iterable[str]:
    if counts.seconds < 60 * LEAST_MINUTES:
        yield f"The test took {counts.seconds // 60} minutes. A test takes at least {LEAST_MINUTES}."
    if not planted:
        yield "No error was planted."
    elif percent < terms.noticed_percent:
        yield f"Noticed {percent} percent of the errors. The terms require {terms.noticed_percent}."
    if counts.wrong_stops > terms.false_alarms:
        yield f"{counts.wrong_stops} wrong stops. The terms allow {terms.false_alarms}."
    if payments > terms.payment_errors:
        yield f"{payments} wrong payments went through. The terms allow {terms.payment_errors}."
    if counts.misreads > terms.misreads:
        yield f"{counts.misreads} signals misread. The terms allow {terms.misreads}."
    if hands < terms.hands_per_hour:
        yield f"{hands} hands an hour. The terms require {terms.hands_per_hour}."


def passes_with_marks(proposal: bool, marks: Mapping[str, int], terms: ExamTerms) -> bool:
    """Return whether the score and the examiner's marks both meet the terms."""
    return proposal and all(marks.get(item, 0) >= terms.marks for item in MARKS)
