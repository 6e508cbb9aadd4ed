"""Schedule kinds of questions by spaced repetition, with the FSRS algorithm of the package ``fsrs``.

A card stands for a kind of question, such as a rule of a strategy or the payouts of a wager. Each review of a
card asks a new question of that kind. Players' practice and dealers' drills both use this module.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec
from fsrs import Card, Rating, Scheduler

DAY = 86_400


class TrainingCard(msgspec.Struct, frozen=True):
    """The schedule of one kind of question for one person."""

    subject: str
    card: str  # the JSON document of a `fsrs.Card`
    due: int  # Unix time

    def is_due(self, at: int) -> bool:
        return self.due <= at


class Weight(msgspec.Struct, frozen=True):
    """The importance of a subject: how often it occurs, and the average cost of getting it wrong.

    The unit of the cost is the caller's. The same unit must be used for all subjects of one schedule.
    """

    frequency: float
    cost: float


@cache
def _scheduler() -> Scheduler:
    return Scheduler(enable_fuzzing=False)  # without fuzzing, equal reviews give equal schedules


def rate_answer(
    cost: float, seconds: float | None = None, *, slight: float = 0.0, quick: float = 5.0, slow: float = 30.0
) -> Rating:
    """Return the rating of an answer from its exact cost and its time.

    A cost above ``slight`` is a failed review, and a smaller cost above 0 counts as hard. A correct answer
    counts as easy below ``quick`` seconds and as hard above ``slow`` seconds. ``seconds`` is None if the time
    was not measured.
    """
    if cost > slight:
        return Rating.Again
    if cost > 0:
        return Rating.Hard
    if seconds is None:
        return Rating.Good
    if seconds > slow:
        return Rating.Hard
    return Rating.Easy if seconds < quick else Rating.Good


def review(subject: str, previous: TrainingCard | None, rating: Rating, at: int) -> TrainingCard:
    """Return the card of a subject after a review at the Unix time ``at``."""
    card = Card.from_json(previous.card) if previous is not None else Card(card_id=0, due=_moment(at))
    reviewed, _ = _scheduler().review_card(card, rating, _moment(at))
    return TrainingCard(subject, reviewed.to_json(), int(reviewed.due.timestamp()))


def recall(card: TrainingCard | None, at: int) -> float:
    """Return the estimated probability of a correct answer, or 0 if the subject was never reviewed."""
    if card is None:
        return 0.0
    return float(_scheduler().get_card_retrievability(Card.from_json(card.card), _moment(at)))


def order_subjects(weights: Mapping[str, Weight], cards: Iterable[TrainingCard], at: int) -> list[str]:
    """Return all subjects of ``weights``, the most useful one first.

    Due subjects come first. Both groups are ordered by the expected loss: the probability of forgetting times
    the frequency times the cost.
    """
    by_subject = {card.subject: card for card in cards if card.subject in weights}

    def key(subject: str) -> tuple[bool, float]:
        weight, card = weights[subject], by_subject.get(subject)
        is_due = card is not None and card.is_due(at)
        return not is_due, -(1.0 - recall(card, at)) * weight.frequency * weight.cost

    return sorted(weights, key=key)


def end_of_day(at: int) -> int:
    """Return the time up to which a card counts as due today, the end of the day in UTC."""
    return at - at % DAY + DAY - 1


def _moment(at: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(at, datetime.UTC)
