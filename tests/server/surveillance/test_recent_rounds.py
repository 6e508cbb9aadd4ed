"""The table's recall screen shows at least ten rounds as spectators saw them, without names."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from croupier.server.tables.recent_rounds import RecentRounds
from croupier.server.tables.round_replay import SegmentCache
from tests.server.helpers.floor import floor

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
            assert all(one is other for one, other in zip(told, again, strict=True))  # told again once

    asyncio.run(scene())
