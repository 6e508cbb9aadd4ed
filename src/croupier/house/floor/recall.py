"""A round told again: step by step as one person saw it, its record as far as that person knows it, and the
proof of the cards they were shown.

Everything is folded anew from the events addressed to that person, as it was when they were played: what
they were not told is not here to be left out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.floor.proofs import Proofs
from croupier.house.store import schema as db
from croupier.house.store.sql import Snapshot
from croupier.journal.deals import FORMAT, Deal, Openings
from croupier.journal.entries import Entry, Opening, read_line
from croupier.journal.links import IMPOSSIBLE
from croupier.journal.tables import KIND
from croupier.records.export import Acted, record_of
from croupier.records.transcript import say
from croupier.table import codec
from croupier.table import events as ev
from croupier.table.commands import Command
from croupier.table.driving.shoe import NO_SHOES, follow
from croupier.table.events import Event
from croupier.table.machine import fold
from croupier.table.readers.sight import Sight, watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER, id_of, role_of
from croupier.table.state import TableState

PATIENCE = 2.0  # seconds to wait for somebody else's look into an old round
KEPT = 256  # tables between two rounds, kept so that the next round asked for is found at once


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, in the floor's words, and what it rests on."""

    words: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class RecalledEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as one person was told it, and the table as they saw it then. Number and hash in the stream
    are for who may read all of it: a hash is also of the cards that others held, few enough to be tried one
    by one, and so is every hash that comes after it."""

    events: tuple[Any, ...]
    lines: tuple[Line, ...]
    sight: Sight
    n: int = 0
    hash: str = ""


class Stored(msgspec.Struct, frozen=True):
    """An entry of a round, whole: nobody is told it so."""

    n: int
    hash: str
    command: Command
    events: tuple[Event, ...]
    sealed: bytes | None


class Before(NamedTuple):
    """A table between two rounds, and the number of the entry that comes next."""

    state: TableState
    n: int


class Befores:
    """Tables as they stood between rounds: folding a segment once serves every round of it."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int], Before] = OrderedDict()
        self._lock, self._folding = Lock(), Lock()

    def find(self, connection: Connection, table: str, number: int, first: int) -> TableState:
        """The table before a round. One segment is folded at a time, however many ask for old rounds."""
        if (known := self._kept(table, number)) is not None:
            return known.state
        if not self._folding.acquire(timeout=PATIENCE):
            raise Refused("too_often", "another old round is being looked up", (), "Ask again in a moment.")
        try:
            found = self._kept(table, number) or self._folded(connection, table, first)
        finally:
            self._folding.release()
        if found.state.round.number != number:
            raise Refused("no_round", f"{table}: round {number} cannot be told again", (), "Ask the house.")
        self._keep(table, found)
        return found.state

    def _folded(self, connection: Connection, table: str, first: int) -> Before:
        """From the nearest round that is known, or from the snapshot of the segment."""
        e = db.entries.c
        opened = sa.select(sa.func.max(e.n)).where((e.stream == table) & e.opening & (e.n <= first))
        begin = connection.execute(opened).scalar()
        assert begin is not None, f"{table}: no opening"
        entries = Snapshot("the store", connection)
        found = self._nearest(table, begin, first)
        if found is None:
            (line,) = entries.lines(table, begin, begin + 1)
            read = read_line(line, begin)
            assert isinstance(read, Opening)
            found = Before(opening_state(read), begin + 1)
        state = found.state
        for n, line in enumerate(entries.lines(table, found.n, first), found.n):
            read = read_line(line, n)
            if isinstance(read, Entry):
                after = fold(state, codec.decode_events(bytes(read.events)))
                if after.round.number > state.round.number:
                    self._keep(table, Before(after, n + 1))
                state = after
        return Before(state, first)

    def _nearest(self, table: str, begin: int, first: int) -> Before | None:
        with self._lock:
            known = [
                one for (name, _), one in self._known.items() if name == table and begin < one.n <= first
            ]
        return max(known, key=lambda one: one.n, default=None)

    def _kept(self, table: str, number: int) -> Before | None:
        with self._lock:
            return self._known.get((table, number))

    def _keep(self, table: str, before: Before) -> None:
        with self._lock:
            self._known[table, before.state.round.number] = before
            self._known.move_to_end((table, before.state.round.number))
            while len(self._known) > KEPT:
                self._known.popitem(last=False)


def opening_state(read: Opening) -> TableState:
    charter, snapshot = bytes(read.opening.charter), bytes(read.opening.snapshot)
    held = KIND.begin(charter) if read.opening.segment == 1 else KIND.restore(charter, snapshot, None)
    return held.table


def stored(connection: Connection, table: str, first: int, last: int) -> list[Stored]:
    found = []
    for n, line in enumerate(Snapshot("the store", connection).lines(table, first, last + 1), first):
        read = read_line(line, n)
        if isinstance(read, Entry):
            command, events = KIND.decode(bytes(read.command), bytes(read.events))
            found.append(Stored(n, read.hash, command, events, read.sealed))
    return found


def recall(before: TableState, entries: Sequence[Stored], by: str, whole: bool) -> tuple[RecalledEntry, ...]:
    """What one person was told and saw, entry by entry; `whole` for who may know where each stands. What came
    of the round before is seen only where it was put right in the course of this one."""
    clean = msgspec.structs.replace(before, previous=(), previous_envy=())
    watching = watch(by, before if corrects(entries) else clean, live=False)
    told = []
    for one in entries:
        seen = view(one.events, by)
        if not seen:
            continue
        watching = watching.see(seen)
        lines = lines_of(seen, watching.state)
        place = (one.n, one.hash) if whole else ()
        told.append(RecalledEntry(seen, lines, watching.sight(meters_read(seen)), *place))
    return tuple(told)


CORRECTIONS = (ev.SettlementReversed, ev.SettlementCorrected, ev.EnvyReversed, ev.EnvyCorrected)


def corrects(entries: Iterable[Stored]) -> bool:
    return any(isinstance(event, CORRECTIONS) for one in entries for event in one.events)


def lines_of(events: Iterable[Event], state: TableState) -> tuple[Line, ...]:
    """People by the names they are shown under."""
    told = []
    for event in events:
        words = say(event)
        for person, name in state.seating.names.items():
            words = words.replace(person, name or person)
        told.append(Line(words, tuple(dict.fromkeys(event.clauses)), tuple(dict.fromkeys(event.readings))))
    return tuple(told)


def meters_read(events: Iterable[Event]) -> dict[str, int]:
    """What the meters showed where a wager was settled by them."""
    read: dict[str, int] = {}
    for event in events:
        if isinstance(event, ev.WagerSettled) and event.meters:
            read |= {name: one.amount.shown for name, one in event.meters.items()}
    return read


def known_record(before: TableState, entries: Sequence[Stored], by: str) -> dict[str, Any] | None:
    """The round's record with the cards this person was shown; ?? for all others. None where what they saw
    does not make a record: a void round, or one whose like a record cannot say."""
    watching, steps = watch(by, before, live=False), []
    for one in entries:
        seen = view(one.events, by)
        if seen:
            watching = watching.see(seen)
            steps.append(Acted(one.command, seen, watching.state))
    try:
        return record_of(before, steps)
    except IMPOSSIBLE:
        return None


def proof_of(before: TableState, entries: Sequence[Stored], by: str) -> Openings | None:
    """The deal of the round with the openings of the cards this person was shown; None where the table
    committed to nothing."""
    state, shoes, proofs = before, NO_SHOES, Proofs()
    committed: ev.DealCommitted | None = None
    mixed: ev.DealMixed | None = None
    openings: list[Any] = []
    for one in entries:
        after = fold(state, one.events)
        shoes = follow(shoes, state.care.loaded, one.events, one.sealed)
        state = after
        proofs.follow(one.events, state, shoes)
        for event in one.events:
            if isinstance(event, ev.DealCommitted):
                committed = event
            elif isinstance(event, ev.DealMixed):
                mixed, openings = event, []
        openings += proofs.openings(by)
    if committed is None or mixed is None:
        return None
    player = id_of(by) if role_of(by) == PLAYER else ""
    return Openings(FORMAT, (Deal(committed, mixed, tuple(openings)),), player)
