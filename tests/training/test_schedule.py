from __future__ import annotations

import json

import pytest
from fsrs import Rating

from croupier.training.schedule import (
    DAY,
    TrainingCard,
    Weight,
    end_of_day,
    order_subjects,
    rate_answer,
    recall,
    review,
)

NOW = 1_800_000_000


def reviewed(subject: str, *ratings: Rating, at: int = NOW) -> TrainingCard:
    card = None
    for rating in ratings:
        card = review(subject, card, rating, at)
    assert card is not None
    return card


@pytest.mark.parametrize(
    ("cost", "seconds", "rating"),
    [
        (0.0, None, Rating.Good),
        (0.0, 2.0, Rating.Easy),
        (0.0, 5.0, Rating.Good),
        (0.0, 30.0, Rating.Good),
        (0.0, 31.0, Rating.Hard),
        (0.04, 2.0, Rating.Hard),
        (0.05, 2.0, Rating.Hard),
        (0.06, 2.0, Rating.Again),
    ],
)
def test_rating_follows_cost_and_time(cost: float, seconds: float | None, rating: Rating) -> None:
    assert rate_answer(cost, seconds, slight=0.05) is rating


def test_a_wrong_answer_is_due_again_within_minutes() -> None:
    card = reviewed("river", Rating.Again)
    assert card.due == NOW + 60
    assert not card.is_due(NOW) and card.is_due(NOW + 60)


def test_right_answers_lengthen_the_interval() -> None:
    first = reviewed("river", Rating.Easy)
    assert first.due >= NOW + 5 * DAY
    second = review("river", first, Rating.Good, first.due)
    assert second.due - first.due > first.due - NOW


def test_a_card_is_json_and_equal_reviews_give_equal_cards() -> None:
    card = reviewed("flop", Rating.Good)
    assert json.loads(card.card)["stability"] > 0
    assert card == reviewed("flop", Rating.Good)


def test_recall_falls_with_time() -> None:
    card = reviewed("flop", Rating.Easy)
    assert recall(None, NOW) == 0.0
    assert recall(card, NOW) == 1.0 > recall(card, NOW + 10 * DAY) > recall(card, NOW + 100 * DAY) > 0


def test_order_has_due_subjects_first_and_then_the_expected_loss() -> None:
    weights = {
        "rare": Weight(0.01, 1.0),
        "dear": Weight(0.5, 1.0),
        "known": Weight(0.9, 1.0),
        "due": Weight(0.01, 0.01),
    }
    cards = [reviewed("known", Rating.Easy), reviewed("due", Rating.Again), reviewed("gone", Rating.Again)]
    assert order_subjects(weights, cards, NOW + 120) == ["due", "dear", "rare", "known"]


def test_the_day_ends_at_midnight_utc() -> None:
    assert end_of_day(NOW) == NOW - NOW % DAY + DAY - 1
    assert end_of_day(end_of_day(NOW)) == end_of_day(NOW)
