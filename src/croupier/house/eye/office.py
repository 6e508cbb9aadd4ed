"""Files as the server sees them: numbered, listed, written, each a stream of its own."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.eye import files as do
from croupier.house.eye.files import KIND, Code, File, Frozen, charter_of
from croupier.house.eye.playback import rest_of
from croupier.house.floor.history import place_of
from croupier.house.machinery import Command
from croupier.house.offices import Clock
from croupier.house.store import schema as db
from croupier.house.store.batches import Batch, Post
from croupier.house.store.committer import Committer

PREFIX = "file-"
LISTED = 100  # files in one answer
TRIES = 8  # numbers that others may take first


def stream_of(number: str) -> str:
    return f"{PREFIX}{number}"


class Files:
    def __init__(self, committer: Committer, clock: Clock) -> None:
        self.committer, self.clock = committer, clock

    @property
    def now(self) -> int:
        return int(self.clock())

    async def open(self, command: do.OpenFile) -> File:
        """The next number of the year. Where another node takes it at the same moment, the one after."""
        year = datetime.datetime.fromtimestamp(command.at, datetime.UTC).year
        for _ in range(TRIES):
            taken = await self.committer.read(lambda connection: last_of(connection, year))
            number = f"{year}-{taken + 1:04d}"
            await self.committer.open(stream_of(number), KIND.name, charter_of(number), command.at)
            try:
                return await self.do(number, msgspec.structs.replace(command, number=number))
            except Refused as refused:
                if refused.code != Code.FILE_OPEN.value:
                    raise
        raise Refused("too_often", "files are being opened one after the other", (), "Ask again in a moment.")

    async def do(self, number: str, command: Command) -> File:
        await self.find(number)
        committed = await self.committer.commit(Batch(posts=(Post(stream_of(number), command),)))
        state: File = committed.steps[0][3]
        return state

    async def find(self, number: str) -> File:
        """A file as it stands; refused where there is none."""
        names = await self.committer.read(lambda connection: named(connection, stream_of(number)))
        if not names:
            raise Refused(Code.NO_SUCH_FILE.value, f"there is no file {number[:20]}", (), "Read the list.")
        state: File = await self.committer.refresh(stream_of(number))
        return state

    async def list(self) -> list[File]:
        """The newest first."""
        found = []
        for name in await self.committer.read(newest):
            state: File = await self.committer.refresh(name)
            if state.standing:
                found.append(state)
        return found

    async def freeze(self, table: str, number: int) -> Frozen:
        """A round that is over, and the table's stream up to the last one that is."""
        return await self.committer.read(lambda connection: frozen(connection, table, number))


def last_of(connection: Connection, year: int) -> int:
    s = db.streams.c
    begins = f"{PREFIX}{year}-"
    query = sa.select(s.name).where((s.kind == KIND.name) & s.name.startswith(begins, autoescape=True))
    return max((int(name.removeprefix(begins)) for name in connection.execute(query).scalars()), default=0)


def named(connection: Connection, stream: str) -> list[Any]:
    s = db.streams.c
    query = sa.select(s.name).where((s.name == stream) & (s.kind == KIND.name))
    return list(connection.execute(query).scalars())


def newest(connection: Connection) -> list[str]:
    s = db.streams.c
    query = sa.select(s.name).where(s.kind == KIND.name)
    found = sorted(connection.execute(query).scalars(), key=lambda name: (name[:9], len(name), name))
    return found[::-1][:LISTED]


def frozen(connection: Connection, table: str, number: int) -> Frozen:
    place, rest = place_of(connection, table, number), rest_of(connection, table)
    e = db.entries.c
    query = sa.select(e.hash).where((e.stream == table) & (e.n == rest.last))
    head = str(connection.execute(query).scalar_one())
    return Frozen(table, number, place.first, place.last, rest.last + 1, head)
