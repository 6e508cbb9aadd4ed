"""Test that a table's recall screen shows at least ten rounds as spectators saw them, without names."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from croupier.server.surveillance.round_search import SearchQuery, search
from croupier.server.tables.recent_rounds import RecentRounds
from croupier.server.tables.round_replay import SegmentCache
from tests.server.helpers.floor import Floor, floor
from tests.server.surveillance.evening import TABLE, looked_back

PLAYED = 13


def test_recalls_the_last_twelve_rounds(tmp_path: Path) -> None:
    async def scene() -> None:
        async with asyncio.timeout(60), floor(f"sqlite:///{tmp_path}/h.sqlite", "dragon") as one:
            await one.seat("ada", 2)
            for _ in range(PLAYED):
                await one.bet("ada", 2)
                await one.ready("ada")
                await one.finish()
            lately, befores = RecentRounds(), SegmentCache()
            told = await one.committer.read(lambda c: lately.rounds(c, "dragon-1", befores))
            assert [each["round"] for each in told] == list(range(PLAYED, PLAYED - 12, -1))
            assert all(each["seats"][0]["outcomes"] and each["places"] for each in told)
            assert "ada" not in json.dumps(told).lower()
            again = await one.committer.read(lambda c: lately.rounds(c, "dragon-1", SegmentCache()))
            # Each round is replayed only once.
            assert all(one is other for one, other in zip(told, again, strict=True))

    asyncio.run(scene())


def test_void_round_shows_its_reason(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        told = await one.committer.read(lambda c: RecentRounds().rounds(c, TABLE, SegmentCache()))
        voided: dict[int, Any] = {each["round"]: each["voided"] for each in told if "voided" in each}
        assert [*voided] == [3]
        assert voided[3]["words"] == "Round 3 is void: seen on camera 14"
        assert voided[3]["clauses"]

    looked_back(tmp_path, scene)


def test_corrected_round_shows_the_corrected_result(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        told = await one.committer.read(lambda c: RecentRounds().rounds(c, TABLE, SegmentCache()))
        found = (await one.committer.read(lambda c: search(c, SearchQuery()))).rounds[-1]
        first = next(each for each in told if each["round"] == found.round == 1)
        nets = {seat["seat"]: seat.get("net", 0) for seat in first["seats"]}
        assert nets == {seat.seat: seat.net for seat in found.seats}  # the search results include corrections
        assert [seat["seat"] for seat in first["seats"] if seat.get("corrected")] == [2]
        assert not any(seat.get("corrected") for each in told if each is not first for seat in each["seats"])

    looked_back(tmp_path, scene)
