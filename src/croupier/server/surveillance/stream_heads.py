"""List the streams and their heads over time, for the regulator.

A stream starts a new segment every gaming day. The opening entry of each segment contains the previous head,
so the chain itself records its heads over time. Only heads saved elsewhere can reveal a rewritten store.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.journal.entries import OpeningEntry, read_line
from croupier.store import schema as db

MOST = 1_000  # maximum segments per response


class StreamLine(msgspec.Struct, frozen=True):
    stream: str
    kind: str
    entries: int
    head: str
    segments: int


class StreamHead(msgspec.Struct, frozen=True):
    """The head before a segment, with the software and rule book versions that wrote the segment."""

    segment: int
    at: int
    entries: int
    head: str
    code: str = ""  # software version
    book: str = ""  # rule book version
    edition: str = ""


class Heads(msgspec.Struct, frozen=True):
    stream: str
    kind: str
    entries: int
    head: str
    at: int  # time of the last entry
    cuts: tuple[StreamHead, ...]  # newest first


def streams(connection: Connection) -> list[StreamLine]:
    s, e = db.streams.c, db.entries.c
    counts = sa.select(e.stream, sa.func.count().label("segments")).where(db.IS_OPENING).group_by(e.stream)
    segments = {row.stream: row.segments for row in connection.execute(counts)}
    rows = connection.execute(sa.select(db.streams).order_by(s.name))
    return [StreamLine(row.name, row.kind, row.entries, row.head, segments.get(row.name, 0)) for row in rows]


def heads_over_time(connection: Connection, stream: str) -> Heads:
    s, e = db.streams.c, db.entries.c
    row = connection.execute(sa.select(db.streams).where(s.name == stream)).one_or_none()
    if row is None:
        raise Refused(
            "no_stream", f"there is no journal named {stream[:40]}", (), "Choose a journal from the list."
        )
    last = sa.select(e.at).where((e.stream == stream) & (e.n == row.entries - 1))
    openings = sa.select(e.n, e.at, e.line).where(e.stream == stream, db.IS_OPENING)
    rows = connection.execute(openings.order_by(e.segment.desc()).limit(MOST))
    cuts = tuple(cut(opening.n, opening.at, opening.line) for opening in rows)
    later_entries = int(connection.execute(last).scalar() or 0)
    return Heads(stream, row.kind, row.entries, row.head, later_entries, cuts)


def cut(n: int, at: int, line: bytes) -> StreamHead:
    """Return the head before a segment's opening entry."""
    entry = read_line(line, n)
    assert isinstance(entry, OpeningEntry)
    terms = entry.opening
    return StreamHead(terms.segment, at, n, entry.prev, terms.code, terms.book, terms.edition)
