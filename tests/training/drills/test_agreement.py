"""Compare the answers of drills with independent code. `tests.proofs.drills` compares 40,000 answers."""

from __future__ import annotations

import random

import pytest

from croupier.records.record import read_record
from croupier.training.drills import generate, kinds_for
from tests.independent import GAMES, random_record

from .second_answers import SECOND, disagreement

SAMPLE = 8  # number of tables for each game
LONG_SAMPLE = 60


def compare(game: str, first: int, last: int) -> tuple[int, list[str]]:
    """Ask one question of each kind at random tables. Return the number of questions, and the differences."""
    asked, different = 0, []
    for number in range(first, last):
        record = random_record(random.Random(f"drills {game} {number}"), game)
        rules = read_record(record).rules
        for kind in kinds_for(rules):
            drill = generate(rules, kind, number)
            asked += 1
            if found := disagreement(drill, record):
                different.append(f"table {number}: {found}")
    return asked, different


@pytest.mark.parametrize("game", GAMES)
def test_answers_agree_with_independent_answers(game: str) -> None:
    asked, different = compare(game, 0, SAMPLE)
    assert different == []
    assert asked > 19 * SAMPLE


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_many_answers_agree_with_independent_answers(game: str) -> None:
    _, different = compare(game, SAMPLE, LONG_SAMPLE)
    assert different == []


def test_every_kind_has_a_second_way() -> None:
    from croupier.training.drills import KINDS

    assert set(KINDS) == set(SECOND)
