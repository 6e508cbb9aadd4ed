"""An evening: stakes as they lay, the expectation of them, and the cost of each decision."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.house.figures import _advice, _figures
from croupier.house.floor.evening import MAIN, RARE, Staked, evening, expected, played, spread
from croupier.house.floor.posted import unit_of
from croupier.house.floor.recall import Befores
from croupier.rulebook import games
from tests.house.floor.test_no_leak import Shift
from tests.house.helpers.evening import example
from tests.house.helpers.floor import floor

ROUNDS = 3


async def some_rounds(path: Path, game: str) -> tuple[list[Staked], list[dict[str, int]]]:
    """Rounds of three people; what ada had laid in each, as the table had it when bets were closed."""
    async with asyncio.timeout(120), floor(f"sqlite:///{path}/h.sqlite", game) as one:
        shift, laid = Shift(one, 5, sides=True), []
        await shift.come()
        for _ in range(ROUNDS):
            await shift.round()
            previous = one.owner.state.previous
            laid.append({each.wager: each.staked for each in previous if each.player == "ada"})
        befores = Befores()
        found = await one.committer.read(lambda c: played(c, "ada", 0, befores))
    return found, laid


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_stakes_are_those_that_lay_there(tmp_path: Path, game: str) -> None:
    rounds, laid = asyncio.run(some_rounds(tmp_path, game))
    assert [one.round.round for one in rounds] == [3, 2, 1]
    for one, settled in zip(rounds, reversed(laid), strict=True):
        ((_, wagers),) = one.seats.items()
        assert wagers and all(settled[wager] == cents for wager, cents in wagers.items())
        assert one.unit == unit_of(example(game)) and one.unit in wagers


@pytest.mark.parametrize("game", games())
def test_expectation_and_cost_are_the_mathematics_own(tmp_path: Path, game: str) -> None:
    rounds, _ = asyncio.run(some_rounds(tmp_path, game))
    choices = msgspec.json.encode(rounds[0].choices)
    figures = _figures(choices)
    of = {result["wager"]: result for result in figures["results"]}

    async def asked(_: bytes) -> dict[str, Any]:
        return figures

    async def advised(given: bytes, hand: tuple[str, ...], board: tuple[str, ...]) -> dict[str, Any]:
        return _advice(given, hand, board)

    told = asyncio.run(evening(rounds, asked, advised))
    for one, document in zip(rounds, told, strict=True):
        ((_, wagers),) = one.seats.items()
        mean = wagers[one.unit] * Fraction(of[MAIN]["ev"])
        mean += sum((cents * Fraction(of[w]["ev"]) for w, cents in wagers.items() if w in of), Fraction(0))
        assert expected(one, figures)[0] == mean and document["expected"] == float(mean)
        assert document["variance"] > 0 and document["cost"] >= 0
        costs = [Fraction(each["cost"]) * each["unit"] for each in document["decisions"]]
        assert len(costs) == len(one.taken) and document["cost"] == float(sum(costs, Fraction(0)))
        for each in document["decisions"]:
            assert (each["choice"] == each["best"]) <= (Fraction(each["cost"]) == 0)


def test_rare_hits_do_not_widen_the_band() -> None:
    """A coin, and a jackpot on either side of what is called rare."""

    def coin(jackpot: Fraction) -> dict[str, Any]:
        half = (1 - jackpot) / 2
        lines = ((half, 1), (half, -1), (jackpot, 1000))
        return {"outcomes": [{"probability": str(often), "net": str(net)} for often, net in lines]}

    assert spread(coin(RARE / 2)) == 1
    assert spread(coin(RARE)) > 100
