"""Plant one wrong byte in every older segment of a store, and find it while the server runs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from croupier.server.house import HealthView, HouseServer
from croupier.server.older_segments import PAUSES, check_links
from croupier.server.settings import Settings
from croupier.store import schema as db
from croupier.store.database import SqlStore, open_store
from tests.store.test_older import play

E = db.entries.c
Segment = tuple[str, int]  # stream, number


@pytest.fixture
def store(address: str) -> Iterator[SqlStore]:
    with open_store(address) as store:
        asyncio.run(play(store, longest=12))
        yield store


def older_segments(store: SqlStore) -> list[Segment]:
    with store.reading() as connection:
        query = sa.select(E.stream, E.segment).distinct().order_by(E.stream, E.segment)
        found = [(row.stream, row.segment) for row in connection.execute(query)]
    last = dict(found)
    return [(stream, segment) for stream, segment in found if segment < last[stream]]


def plant(store: SqlStore, segment: Segment, seed: int) -> tuple[int, bytes]:
    """Change one byte of one entry of a segment. Return the entry's number and its line before."""
    chance = random.Random(seed)
    with store.writing() as connection:
        query = sa.select(E.n, E.line).where((E.stream == segment[0]) & (E.segment == segment[1]))
        row = chance.choice(connection.execute(query.order_by(E.n)).all())
        line, at = bytearray(row.line), chance.randrange(len(row.line))
        line[at] = (line[at] + chance.randrange(1, 256)) % 256
        put(connection, segment[0], row.n, bytes(line))
        return row.n, bytes(row.line)


def put(connection: sa.Connection, stream: str, n: int, line: bytes) -> None:
    connection.execute(db.entries.update().where((E.stream == stream) & (E.n == n)).values(line=line))


def test_finds_one_wrong_byte_in_each_older_segment(store: SqlStore, address: str) -> None:
    segments = older_segments(store)
    assert {number for _, number in segments} >= {1, 2}
    assert check_links(address) == {}
    for seed, segment in enumerate(segments):
        n, line = plant(store, segment, seed)
        found = check_links(address)
        assert [*found] == [segment[0]] and found[segment[0]].startswith(f"entry {n}: "), (segment, n, found)
        with store.writing() as connection:
            put(connection, segment[0], n, line)
    assert check_links(address) == {}


def test_a_server_reports_a_wrong_byte_in_the_second_segment(address: str, tmp_path: Path) -> None:
    """The server opens its tables and reports the damage after the documented five seconds."""
    assert PAUSES[0] == 5.0
    with open_store(address) as store:
        asyncio.run(play(store, longest=12))
        n, _ = plant(store, ("u1", 2), 7)

    async def scene() -> HealthView:
        house = HouseServer(Settings(data=tmp_path, database=address))
        await house.open()
        try:
            assert house.health()["older_segments"] == "waiting"
            async with asyncio.timeout(90):
                while house.older_segments.status in ("waiting", "checking"):
                    await asyncio.sleep(0.05)
            return house.health()
        finally:
            await house.close()

    found = asyncio.run(scene())
    assert (found["older_segments"], found["status"]) == ("damaged", "open")
    assert [notice.partition(": ")[2][: len(f"entry {n}")] for notice in found["notices"]] == [f"entry {n}"]
