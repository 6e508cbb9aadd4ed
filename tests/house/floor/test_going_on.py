"""Another owner goes on where the last one stopped: what a person was told of the round is counted the same,
wherever the stream was cut into segments meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.house.store import schema as db
from croupier.protocol import Chips
from tests.house.helpers.floor import NOW, Floor, Looker, floor

DAY = 86_400
GAMES = ("uth", "dragon")
Part = Callable[[Floor], Awaitable[Any]]


class Clock:
    now = NOW

    def __call__(self) -> int:
        return self.now


def looks(one: Floor, person: str, after: tuple[int, int] | None = None) -> Looker:
    looker = Looker(one.owner, person)
    one.owner.join(looker, person.title(), after)
    return looker


def cursor(looker: Looker) -> tuple[int, int]:
    number, k = looker.last("frame")["cursor"]
    return number, k


def scenes(address: str, game: str, *parts: Part) -> None:
    """Each part by another owner, who knows what is stored and nothing else; a day later each."""
    clock = Clock()

    async def run() -> None:
        for part in parts:
            async with floor(address, game, clock=clock) as one:
                await part(one)

    asyncio.run(run())


async def a_round(one: Floor, person: str, seat: int) -> None:
    assert (await one.bet(person, seat))["type"] == "done"
    await one.ready(person)
    await one.finish()


@pytest.mark.parametrize("game", GAMES)
def test_a_cursor_is_the_same_after_a_gaming_day_began_between_two_bets(address: str, game: str) -> None:
    told: dict[str, Any] = {}

    async def first(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await a_round(one, "ada", 1)
        await one.seat("ben", 2)  # of the second round, and before the cut
        told["second round"] = cursor(ada)
        one.owner._ahead.clock.now += DAY  # type: ignore[attr-defined]
        await one.seat("cleo", 3)
        told["ada"], told["all"] = cursor(ada), ada.all("frame")
        assert told["ada"][0] == 2 and told["ada"][1] > told["second round"][1] > 0

    async def second(one: Floor) -> None:
        assert one.owner.held.table.round.number == 2
        current = looks(one, "ada", told["ada"])
        assert (current.last("welcome")["outcome"], cursor(current)) == ("current", told["ada"])
        replayed = looks(one, "ada", told["second round"])
        count = told["ada"][1] - told["second round"][1]
        assert replayed.last("welcome")["outcome"] == "replayed"
        assert (replayed.last("welcome")["count"], cursor(replayed)) == (count, told["ada"])
        entries = [entry for frame in told["all"] for entry in frame["entries"]]
        assert replayed.last("frame")["entries"] == entries[-count:]
        fresh = looks(one, "ada")
        assert len(fresh.last("frame")["entries"]) == told["ada"][1]
        assert fresh.last("frame")["sight"] == told["all"][-1]["sight"]
        await a_round(one, "ada", 1)  # with ben's and cleo's seats empty of chips

    async def third(one: Floor) -> None:
        query = sa.select(db.rounds.c.round, db.rounds.c.first, db.rounds.c.last).order_by(db.rounds.c.round)
        rows = await one.committer.read(lambda connection: connection.execute(query).all())
        (_, _, end), (_, begin, _) = rows
        assert begin == end + 1  # the whole of the second round, with what came before the cut

    scenes(address, game, first, second, third)


def test_somebody_who_was_shown_the_end_of_a_round_misses_nothing_across_a_cut(address: str) -> None:
    told: dict[str, Any] = {}

    async def first(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        before = len(ada.all("frame"))
        assert (await one.bet("ada", 1))["type"] == "done"
        told["before"] = cursor(ada)
        await one.ready("ada")
        await one.finish()
        frames = ada.all("frame")[before + 1 :]
        told["entries"], told["cursor"] = (
            [entry for frame in frames for entry in frame["entries"]],
            cursor(ada),
        )
        told["sight"] = frames[-1]["sight"]
        one.owner._ahead.clock.now += DAY  # type: ignore[attr-defined]
        await one.wallet("ben")
        await one.ask("ben", Chips("b", 5_000))

    async def second(one: Floor) -> None:
        ada = looks(one, "ada", told["before"])
        assert ada.last("welcome")["outcome"] == "replayed"
        missed = ada.last("frame")["entries"]
        assert missed[: len(told["entries"])] == told["entries"]
        assert cursor(ada) >= told["cursor"]

    scenes(address, "uth", first, second)


def test_days_on_which_nobody_plays_are_read_over(address: str) -> None:
    """A round that is cut again and again, with one entry a day."""
    told: dict[str, Any] = {}

    async def first(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        for day, name in enumerate(("ben", "cleo", "dan", "eve")):
            one.owner._ahead.clock.now += DAY  # type: ignore[attr-defined]
            await one.seat(name, day + 2)
        told["ada"] = cursor(ada)

    async def second(one: Floor) -> None:
        assert one.store.segments("uth-1") == 5
        assert cursor(looks(one, "ada", told["ada"])) == told["ada"]
        assert looks(one, "ada", told["ada"]).last("welcome")["outcome"] == "current"

    scenes(address, "uth", first, second)
