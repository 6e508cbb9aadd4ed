"""Test that a new actor resumes a stored table with the same cursors, wherever a segment starts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.protocol import Chips
from croupier.store import schema as db
from tests.server.helpers.floor import NOW, Floor, RecordingViewer, floor

DAY = 86_400
GAMES = ("uth", "dragon")
Part = Callable[[Floor], Awaitable[Any]]


class Clock:
    now = NOW

    def __call__(self) -> int:
        return self.now


def looks(one: Floor, person: str, after: tuple[int, int] | None = None) -> RecordingViewer:
    looker = RecordingViewer(one.owner, person)
    one.owner.join(looker, person.title(), after)
    return looker


def cursor(looker: RecordingViewer) -> tuple[int, int]:
    number, k = looker.last("frame")["cursor"]
    return number, k


def scenes(address: str, game: str, *parts: Part) -> None:
    """Run each part one day after the previous part, with a new actor that has only the store."""
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
def test_cursor_is_stable_when_segment_starts_between_bets(address: str, game: str) -> None:
    told: dict[str, Any] = {}

    async def first(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await a_round(one, "ada", 1)
        await one.seat("ben", 2)  # in the second round, before the new segment
        told["second round"] = cursor(ada)
        one.owner._clock.now += DAY  # type: ignore[attr-defined]
        await one.seat("cleo", 3)
        told["ada"], told["all"] = cursor(ada), ada.all("frame")
        assert told["ada"][0] == 2 and told["ada"][1] > told["second round"][1] > 0

    async def second(one: Floor) -> None:
        assert one.owner.full_state.table.round.number == 2
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
        await a_round(one, "ada", 1)  # ben and cleo make no wagers

    async def third(one: Floor) -> None:
        query = sa.select(db.rounds.c.round, db.rounds.c.first, db.rounds.c.last).order_by(db.rounds.c.round)
        rows = await one.committer.read(lambda connection: connection.execute(query).all())
        (_, _, end), (_, begin, _) = rows
        assert begin == end + 1  # the whole second round, including entries before the new segment

    scenes(address, game, first, second, third)


def test_resume_across_segment_start_replays_nothing_twice(address: str) -> None:
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
        one.owner._clock.now += DAY  # type: ignore[attr-defined]
        await one.wallet("ben")
        await one.ask("ben", Chips("b", 5_000))

    async def second(one: Floor) -> None:
        ada = looks(one, "ada", told["before"])
        assert ada.last("welcome")["outcome"] == "replayed"
        missed = ada.last("frame")["entries"]
        assert missed[: len(told["entries"])] == told["entries"]
        assert cursor(ada) >= told["cursor"]

    scenes(address, "uth", first, second)


def test_resume_reads_back_over_idle_days(address: str) -> None:
    """The round has one entry per day, each in a new segment."""
    told: dict[str, Any] = {}

    async def first(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        for day, name in enumerate(("ben", "cleo", "dan", "eve")):
            one.owner._clock.now += DAY  # type: ignore[attr-defined]
            await one.seat(name, day + 2)
        told["ada"] = cursor(ada)

    async def second(one: Floor) -> None:
        assert one.store.segments("uth-1") == 5
        assert cursor(looks(one, "ada", told["ada"])) == told["ada"]
        assert looks(one, "ada", told["ada"]).last("welcome")["outcome"] == "current"

    scenes(address, "uth", first, second)
