"""Test the figures of a player's evening: stakes, expected result, and the cost of each decision."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.rulebook import games
from croupier.server.tables.evening import (
    MAIN,
    RARE,
    PlayedStakes,
    evening,
    expected_result,
    stakes_page,
    variance_of,
)
from croupier.server.tables.player_decisions import DecidedBy, PlayerDecision
from croupier.server.tables.posted_rules import unit_of
from croupier.server.tables.round_history import PlayedRound
from croupier.server.tables.round_replay import SegmentCache
from croupier.server.workers.figures import Cards, Stakes, compute_advice, compute_figures
from croupier.server.workers.maths_answers import AdviceView, FiguresView
from tests.server.helpers.evening import example
from tests.server.helpers.floor import floor
from tests.server.tables.test_no_leak import Shift

ROUNDS = 3
MINE: DecidedBy = "player"
CLOCK: DecidedBy = "time"


async def some_rounds(path: Path, game: str) -> tuple[list[PlayedStakes], list[dict[str, int]]]:
    """Play rounds with three players. Return ada's wagers in each round when bets closed."""
    async with asyncio.timeout(120), floor(f"sqlite:///{path}/h.sqlite", game) as one:
        shift, laid = Shift(one, 5, sides=True), []
        await shift.come()
        for _ in range(ROUNDS):
            await shift.round()
            previous = one.owner.state.previous
            laid.append({each.wager: each.staked for each in previous if each.player == "ada"})
        befores = SegmentCache()
        found = await one.committer.read(lambda c: stakes_page(c, "ada", 0, befores))
    return found, laid


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_stakes_match_wagers_when_bets_closed(tmp_path: Path, game: str) -> None:
    rounds, laid = asyncio.run(some_rounds(tmp_path, game))
    assert [one.round.round for one in rounds] == [3, 2, 1]
    for one, settled in zip(rounds, reversed(laid), strict=True):
        ((_, wagers),) = one.seats.items()
        assert wagers and all(settled[wager] == cents for wager, cents in wagers.items())
        assert one.unit == unit_of(example(game)) and one.unit in wagers


@pytest.mark.parametrize("game", games())
def test_expectation_and_cost_match_maths(tmp_path: Path, game: str) -> None:
    rounds, _ = asyncio.run(some_rounds(tmp_path, game))
    choices = msgspec.json.encode(rounds[0].choices)
    figures = compute_figures(choices)
    of = {result["wager"]: result for result in figures["results"]}

    async def asked(_: bytes) -> FiguresView:
        return figures

    async def advised(given: bytes, hand: Cards, board: Cards, stakes: Stakes, dealer: Cards) -> AdviceView:
        return compute_advice(given, hand, board, stakes, dealer)

    told = asyncio.run(evening(rounds, asked, advised))
    for one, document in zip(rounds, told, strict=True):
        ((_, wagers),) = one.seats.items()
        mean = wagers[one.unit] * Fraction(of[MAIN]["ev"])
        mean += sum((cents * Fraction(of[w]["ev"]) for w, cents in wagers.items() if w in of), Fraction(0))
        assert expected_result(one, figures)[0] == mean and document["expected"] == float(mean)
        assert document["variance"] > 0 and document["cost"] >= 0
        costs = [Fraction(each["cost"]) * each["unit"] for each in document["decisions"]]
        assert len(costs) == len(one.taken) and document["cost"] == float(sum(costs, Fraction(0)))
        for each in document["decisions"]:
            assert (each["choice"] == each["best"]) <= (Fraction(each["cost"]) == 0)


def test_rare_outcomes_do_not_count_in_variance() -> None:
    """The variance is that of a coin toss with a jackpot just below or at the threshold."""

    def coin(jackpot: Fraction) -> dict[str, Any]:
        half = (1 - jackpot) / 2
        lines = ((half, 1), (half, -1), (jackpot, 1000))
        return {"outcomes": [{"probability": str(often), "net": str(net)} for often, net in lines]}

    assert variance_of(coin(RARE / 2)) == 1
    assert variance_of(coin(RARE)) > 100


def test_timed_out_decisions_are_summed_separately() -> None:
    """The test has two folds of equal cost, one by the player and one by timeout."""
    rules = example("uth")
    taken = tuple(PlayerDecision(1, "river", "fold", (), (), 500, (), by=by) for by in (MINE, CLOCK))
    one = PlayedStakes(
        PlayedRound("uth-1", 1, 0, 1000, -1000), {1: {"ante": 500}}, rules.choices, "ante", taken
    )

    async def asked(_: bytes) -> dict[str, Any]:
        return {"results": []}

    async def advised(*_: object) -> dict[str, Any]:
        choices = [
            {"choice": "fold", "value": "-2/1", "cost": "3/1"},
            {"choice": "1x", "value": "1/1", "cost": "0/1"},
        ]
        return {"hand": "", "board": "", "best": "1x", "indifferent": False, "choices": choices}

    (document,) = asyncio.run(evening([one], asked, advised))
    assert (document["cost"], document["acted_for"]) == (1500.0, 1500.0)
    assert [each["by"] for each in document["decisions"]] == ["player", "time"]
