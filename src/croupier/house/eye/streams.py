"""The streams of the house as a regulator sees them: what there is, and the heads over time.

A stream is cut at every gaming day; each cut's opening names the head before it, so the chain itself tells
its heads over time. Against a rewritten store only heads kept elsewhere help.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.store import schema as db
from croupier.journal.entries import Opening, read_line

MOST = 1_000  # cuts in one answer


class StreamLine(msgspec.Struct, frozen=True):
    stream: str
    kind: str
    entries: int
    head: str
    segments: int


class Head(msgspec.Struct, frozen=True):
    """How many entries there were at a cut, and the hash of the last one; who wrote on from there."""

    segment: int
    at: int
    entries: int
    head: str
    code: str = ""  # the version of the program
    book: str = ""  # of the rule book
    edition: str = ""


class Heads(msgspec.Struct, frozen=True):
    stream: str
    kind: str
    entries: int
    head: str
    at: int  # when the last entry was written
    cuts: tuple[Head, ...]  # newest first


def streams(connection: Connection) -> list[StreamLine]:
    s, e = db.streams.c, db.entries.c
    counted = sa.select(e.stream, sa.func.count().label("segments")).where(db.IS_OPENING).group_by(e.stream)
    segments = {row.stream: row.segments for row in connection.execute(counted)}
    rows = connection.execute(sa.select(db.streams).order_by(s.name))
    return [StreamLine(row.name, row.kind, row.entries, row.head, segments.get(row.name, 0)) for row in rows]


def heads_over_time(connection: Connection, stream: str) -> Heads:
    s, e = db.streams.c, db.entries.c
    row = connection.execute(sa.select(db.streams).where(s.name == stream)).one_or_none()
    if row is None:
        raise Refused("no_stream", f"there is no stream {stream[:40]}", (), "GET /api/journals lists them.")
    last = sa.select(e.at).where((e.stream == stream) & (e.n == row.entries - 1))
    opened = sa.select(e.n, e.at, e.line).where(e.stream == stream, db.IS_OPENING)
    found = connection.execute(opened.order_by(e.segment.desc()).limit(MOST))
    cuts = tuple(cut(one.n, one.at, one.line) for one in found)
    written = int(connection.execute(last).scalar() or 0)
    return Heads(stream, row.kind, row.entries, row.head, written, cuts)


def cut(n: int, at: int, line: bytes) -> Head:
    """The head that an opening was written upon."""
    read = read_line(line, n)
    assert isinstance(read, Opening)
    terms = read.opening
    return Head(terms.segment, at, n, read.prev, terms.code, terms.book, terms.edition)
