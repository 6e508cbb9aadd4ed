"""Test that search, statistics, files and exports give the same results on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from croupier.casino import disputes as do
from croupier.server.services.disputes import DisputeService
from croupier.server.surveillance import exports
from croupier.server.surveillance.round_search import SearchQuery, SearchResult, search
from croupier.server.surveillance.statistics import statistics
from croupier.server.surveillance.stream_heads import streams
from tests.server.helpers.floor import NOW, Floor, floor
from tests.server.surveillance.evening import TABLE, Clock, evening

SAM = "surveillance:sam"


async def found(one: Floor, **asked: Any) -> SearchResult:
    return await one.committer.read(lambda connection: search(connection, SearchQuery(**asked)))


@pytest.mark.long
def test_gives_the_same_results_on_every_database(address: str) -> None:
    async def scene() -> None:
        async with asyncio.timeout(120), floor(address, "uth", clock=Clock()) as one:
            await evening(one)
            newest, *_ = (await found(one)).rounds
            earlier = await found(one, before=f"{newest.at}:{TABLE}:{newest.round}")
            assert [each.round for each in earlier.rounds] == [2, 1]
            assert [each.round for each in (await found(one, correction="any")).rounds] == [1]
            (line,) = await one.committer.read(lambda c: statistics(c, "table", 0, 0, str))
            assert (line.rounds, line.marked["void"], line.marked["correction"]) == (3, 1, 1)
            files = DisputeService(one.committer, lambda: NOW + 10_000)
            frozen = await files.freeze(TABLE, 1)
            given = do.OpenFile(
                number="0000-0000", what="incident", matter="m", frozen=frozen, by=SAM, at=files.now
            )
            _, opened = await files.open(given)
            assert [each.number for each in await files.list()] == [opened.number]
            assert exports.file_with_proof(address, opened.number, SAM, {})[:2] == b"PK"
            kinds = {each.kind for each in await one.committer.read(streams)}
            assert kinds >= {"table", "cage", "desk", "file"}

    asyncio.run(scene())
