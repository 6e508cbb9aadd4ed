"""The dispute service. It opens, lists and writes incident and dispute files, each in its own stream."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.casino import disputes as do
from croupier.casino.disputes import KIND, DisputeCode, DisputeFile, FrozenRound, charter_of
from croupier.casino.machines import CasinoCommand, CasinoEvent
from croupier.errors import Refused
from croupier.server.services.base import Clock
from croupier.server.surveillance.playback import rest_of
from croupier.server.tables.round_history import place_of
from croupier.store import schema as db
from croupier.store.batches import Batch, Post
from croupier.store.committer import Committer

PREFIX = "file-"
LISTED = 100  # maximum files per response
TRIES = 8  # attempts to get a file number that no other node has taken


Events = tuple[CasinoEvent, ...]


def stream_of(number: str) -> str:
    return f"{PREFIX}{number}"


class DisputeService:
    def __init__(self, committer: Committer, clock: Clock) -> None:
        self.committer, self.clock = committer, clock

    @property
    def now(self) -> int:
        return int(self.clock())

    async def open(self, command: do.OpenFile) -> tuple[Events, DisputeFile]:
        """Open a file under the next free number of the year."""
        year = datetime.datetime.fromtimestamp(command.at, datetime.UTC).year
        for _ in range(TRIES):
            last = await self.committer.read(lambda connection: last_of(connection, year))
            number = f"{year}-{last + 1:04d}"
            await self.committer.open(stream_of(number), KIND.name, charter_of(number), command.at)
            try:
                return await self.do(number, msgspec.structs.replace(command, number=number))
            except Refused as refused:
                if refused.code != DisputeCode.FILE_OPEN.value:
                    raise
        raise Refused("too_often", "too many files are being opened at once", (), "Try again in a moment.")

    async def do(self, number: str, command: CasinoCommand) -> tuple[Events, DisputeFile]:
        """Commit one command and return its events and the file."""
        await self.find(number)
        committed = await self.committer.commit(Batch(posts=(Post(stream_of(number), command),)))
        _, _, events, state = committed.steps[0]
        return events, state

    async def find(self, number: str) -> DisputeFile:
        """Return a file's current state. Raise `Refused` if the file does not exist."""
        names = await self.committer.read(lambda connection: stream_row(connection, stream_of(number)))
        if not names:
            raise Refused(
                DisputeCode.NO_SUCH_FILE.value,
                f"there is no file {number[:20]}",
                (),
                "Choose a file from the list.",
            )
        state: DisputeFile = await self.committer.refresh(stream_of(number))
        return state

    async def list(self) -> list[DisputeFile]:
        """Return the files, newest first."""
        files = []
        for name in await self.committer.read(newest):
            state: DisputeFile = await self.committer.refresh(name)
            if state.standing:
                files.append(state)
        return files

    async def freeze(self, table: str, number: int) -> FrozenRound:
        """Return a reference to a finished round, with the stream's head after the last finished round."""
        return await self.committer.read(lambda connection: frozen(connection, table, number))


def last_of(connection: Connection, year: int) -> int:
    s = db.streams.c
    begins = f"{PREFIX}{year}-"
    query = sa.select(s.name).where((s.kind == KIND.name) & s.name.startswith(begins, autoescape=True))
    return max((int(name.removeprefix(begins)) for name in connection.execute(query).scalars()), default=0)


def stream_row(connection: Connection, stream: str) -> list[Any]:
    s = db.streams.c
    query = sa.select(s.name).where((s.name == stream) & (s.kind == KIND.name))
    return list(connection.execute(query).scalars())


def newest(connection: Connection) -> list[str]:
    s = db.streams.c
    query = sa.select(s.name).where(s.kind == KIND.name)
    names = sorted(connection.execute(query).scalars(), key=lambda name: (name[:9], len(name), name))
    return names[::-1][:LISTED]


def frozen(connection: Connection, table: str, number: int) -> FrozenRound:
    place, rest = place_of(connection, table, number), rest_of(connection, table)
    e = db.entries.c
    query = sa.select(e.hash).where((e.stream == table) & (e.n == rest.last))
    head = str(connection.execute(query).scalar_one())
    return FrozenRound(table, number, place.first, place.last, rest.last + 1, head)
