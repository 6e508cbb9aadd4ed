"""Test practice with games from other packages: Lucky Nines with its solver, and without one."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from croupier.errors import Refused
from croupier.maths.advice import deck_for
from croupier.rulebook import registry
from croupier.server.services.challenges import ChallengeService
from croupier.server.workers import practice_jobs
from croupier.server.workers.practice_jobs import AskedSpot
from croupier.submission import OperatorChoices, partial
from croupier.training.challenge import ChallengeScore, order_of, play_hand, value_of_hand
from croupier.training.decisions.dealing import practice_game
from tests.training.test_challenge_service import with_challenges

pytestmark = pytest.mark.usefixtures("registered")
UNIT = 900  # the Ante pays 2 to 3


def choices_of_nines() -> OperatorChoices:
    return partial({}, "nines", "hand").choices


def test_a_game_with_a_solver_has_practice_strategy_and_challenges() -> None:
    choices = choices_of_nines()
    text = msgspec.json.encode(choices)
    listed = practice_jobs.list_kinds(text)
    assert listed["missing"] == "" and {"any", "0"} <= {kind["id"] for kind in listed["kinds"]}
    spot = practice_jobs.deal_hand(text, "0", 7, ())
    (judged,) = practice_jobs.judge_hands(text, [AskedSpot(0, tuple(spot["hand"].split()))])
    assert spot["choices"] == ["fold", "play"] and judged["best"] in spot["choices"]
    assert (judged["reason"], judged["listed"]) == ("", "")  # its solver has no features for a short strategy
    sheet = practice_jobs.strategy_sheet(text)
    assert sheet["missing"] == "" and sheet["best"] < 0


def test_a_challenge_of_another_package_splits_exactly() -> None:
    game = practice_game(partial({}, "nines", "hand"))
    score, chance = ChallengeScore(), random.Random(3)
    for number in range(8):
        order, answers = order_of(bytes(32), number, deck_for("nines")), list[str]()
        while (hand := play_hand(game, order, answers, UNIT)).spot is not None:
            answers.append(chance.choice(["fold", "play"]))
        score = score.plus(hand, UNIT)
    value = value_of_hand(game.rules)
    assert score.lost > 0 and value < 0
    assert score.net == 8 * value - score.lost + score.luck(value)
    assert (score.net * UNIT).denominator == 1 and isinstance(score.net, Fraction)


@pytest.fixture
def without_solver(monkeypatch: pytest.MonkeyPatch, registered: None) -> None:
    """Install the game with the name of a solver module that its package does not have."""
    place = registry.place("nines")
    bare = msgspec.structs.replace(place, solver_module="lucky_nines.no_solver")
    found = {**registry.places(), "nines": bare}
    monkeypatch.setattr(registry, "places", lambda: found)


@pytest.mark.usefixtures("without_solver")
def test_a_game_without_a_solver_has_a_clear_message(tmp_path: Path) -> None:
    choices = choices_of_nines()
    text = msgspec.json.encode(choices)
    message = "practice is not available for this game: nines has no exact mathematics"
    assert practice_jobs.list_kinds(text)["kinds"] == []
    assert message in practice_jobs.list_kinds(text)["missing"]
    assert message in practice_jobs.strategy_sheet(text)["missing"]

    async def work(service: ChallengeService) -> None:
        with pytest.raises(Refused, match=message):
            await service.create(choices, UNIT, 50, "ann")

    with_challenges(tmp_path, work)
