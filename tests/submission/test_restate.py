"""Test that restating choices preserves them and that choices that no file can express are refused."""

from __future__ import annotations

import random

import msgspec
import pytest

from croupier.errors import BadInput, Refused
from croupier.submission import OperatorChoices, partial
from croupier.submission.restate import lawful, restate
from tests.independent import GAMES, random_record


@pytest.mark.parametrize("game", GAMES)
def test_restated_choices_are_equal(game: str) -> None:
    rng = random.Random(f"restate {game}")
    for _ in range(200):
        record = random_record(rng, game)
        choices = partial(record.get("submission", {}), game, record["dealing"]).choices
        again = partial(restate(choices), game, choices.dealing).choices
        assert again == choices


UTH = partial({"progressive": {"paytable": "A"}}, "uth", "hand").choices


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"payout_limit": 100}, "payout_limit_below_floor"),
        ({"adjacent_boxes": 4}, "too_many_boxes"),
        ({"seats": 12}, "too_many_seats"),
        ({"shuffler": "none"}, "hand_needs_shuffler"),
    ],
)
def test_rejects_forbidden_choices(change: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        lawful(msgspec.structs.replace(UTH, **change))
    assert refused.value.clauses
    assert refused.value.code == code


@pytest.mark.parametrize("readings", [{"X-02": "R9"}, {"U-99": "R1"}])
def test_rejects_names_unknown_to_the_rule_book(readings: dict[str, str]) -> None:
    with pytest.raises((BadInput, Refused)):
        lawful(msgspec.structs.replace(UTH, readings=readings))


def test_lawful_choices_pass() -> None:
    lawful(UTH)
    lawful(OperatorChoices("dragon", paytables={"ante_bonus": "B"}))
