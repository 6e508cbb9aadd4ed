"""Replay a finished round for one person: each step as they saw it, their round record and card proofs.

The replay uses only the events addressed to that person, so it cannot reveal other cards.
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
from croupier.journal.deals import FORMAT, DealEvidence, Openings
from croupier.journal.entries import JournalEntry, OpeningEntry, read_line
from croupier.journal.links import IMPOSSIBLE
from croupier.journal.tables import KIND
from croupier.records.export import ActedStep, record_of
from croupier.server.tables.deal_proofs import Proofs
from croupier.server.tables.narration import labels_of
from croupier.store import schema as db
from croupier.store.database import Snapshot
from croupier.table import codec
from croupier.table import events as ev
from croupier.table.commands import TableCommand
from croupier.table.driving.shoe import NO_SHOES, follow
from croupier.table.events import TableEvent
from croupier.table.machine import fold
from croupier.table.readers.sight import Sight, watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER, id_of, role_of
from croupier.table.state import TableState
from croupier.table.wording import PageWording

PATIENCE = 2.0  # seconds to wait while another request reads an old round
CACHED_STATES = 256  # maximum table states in the cache


class ReplayLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event in words, with its clauses and readings."""

    words: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class ReplayEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry and the table as one person saw them.

    Only a reader of the whole stream gets the entry's number and hash. The hash depends on the cards of other
    players, so an attacker could find them by trying all combinations.
    """

    events: tuple[Any, ...]
    lines: tuple[ReplayLine, ...]
    sight: Sight
    n: int = 0
    hash: str = ""


class StoredEntry(msgspec.Struct, frozen=True):
    """A complete entry of a round. A stored entry contains hidden cards and must not be sent to clients."""

    n: int
    hash: str
    command: TableCommand
    events: tuple[TableEvent, ...]
    sealed: bytes | None


class BetweenRounds(NamedTuple):
    """A table between rounds, and the number of the next entry."""

    state: TableState
    n: int


class SegmentCache:
    """Cache of table states between rounds, so that each journal segment is read only once."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, int], BetweenRounds] = OrderedDict()
        self._lock, self._folding = Lock(), Lock()

    def find(self, connection: Connection, table: str, number: int, first: int) -> TableState:
        """Return the table before a round. Only one segment is read at a time."""
        if (cached := self._lookup(table, number)) is not None:
            return cached.state
        if not self._folding.acquire(timeout=PATIENCE):
            raise Refused("too_often", "another old round is being read", (), "Try again in a moment.")
        try:
            cached_state = self._lookup(table, number) or self._fold(connection, table, first)
        finally:
            self._folding.release()
        if cached_state.state.round.number != number:
            raise Refused(
                "no_round", f"{table}: round {number} cannot be replayed", (), "Ask an administrator."
            )
        self._add(table, cached_state)
        return cached_state.state

    def _fold(self, connection: Connection, table: str, first: int) -> BetweenRounds:
        """Fold entries up to `first`, starting from the nearest cached state or the segment's snapshot."""
        e = db.entries.c
        last_opening = sa.select(sa.func.max(e.n)).where((e.stream == table) & e.opening & (e.n <= first))
        begin = connection.execute(last_opening).scalar()
        assert begin is not None, f"{table}: no opening"
        entries = Snapshot("the store", connection)
        cached_state = self._nearest(table, begin, first)
        if cached_state is None:
            (line,) = entries.lines(table, begin, begin + 1)
            entry = read_line(line, begin)
            assert isinstance(entry, OpeningEntry)
            cached_state = BetweenRounds(opening_state(entry), begin + 1)
        state = cached_state.state
        for n, line in enumerate(entries.lines(table, cached_state.n, first), cached_state.n):
            entry = read_line(line, n)
            if isinstance(entry, JournalEntry):
                after = fold(state, codec.decode_events(bytes(entry.events)))
                if after.round.number > state.round.number:
                    self._add(table, BetweenRounds(after, n + 1))
                state = after
        return BetweenRounds(state, first)

    def _nearest(self, table: str, begin: int, first: int) -> BetweenRounds | None:
        with self._lock:
            candidates = [
                cached
                for (name, _), cached in self._cache.items()
                if name == table and begin < cached.n <= first
            ]
        return max(candidates, key=lambda cached: cached.n, default=None)

    def _lookup(self, table: str, number: int) -> BetweenRounds | None:
        with self._lock:
            return self._cache.get((table, number))

    def _add(self, table: str, before: BetweenRounds) -> None:
        with self._lock:
            self._cache[table, before.state.round.number] = before
            self._cache.move_to_end((table, before.state.round.number))
            while len(self._cache) > CACHED_STATES:
                self._cache.popitem(last=False)


def opening_state(entry: OpeningEntry) -> TableState:
    charter, snapshot = bytes(entry.opening.charter), bytes(entry.opening.snapshot)
    table_with_shoes = (
        KIND.begin(charter) if entry.opening.segment == 1 else KIND.restore(charter, snapshot, None)
    )
    return table_with_shoes.table


def read_entries(connection: Connection, table: str, first: int, last: int) -> list[StoredEntry]:
    """Read the entries from `first` to `last` of a table's stream."""
    entries = []
    for n, line in enumerate(Snapshot("the store", connection).lines(table, first, last + 1), first):
        entry = read_line(line, n)
        if isinstance(entry, JournalEntry):
            command, events = KIND.decode(bytes(entry.command), bytes(entry.events))
            entries.append(StoredEntry(n, entry.hash, command, events, entry.sealed))
    return entries


def replay_entries(
    before: TableState, entries: Sequence[StoredEntry], by: str, is_full: bool
) -> tuple[ReplayEntry, ...]:
    """Replay entries as one person saw them. `is_full` adds the number and hash of each entry.

    The outcome of the previous round is included only if this round contains a correction to it.
    """
    clean = msgspec.structs.replace(before, previous=(), previous_envy=(), previous_round=None)
    watcher = watch(by, before if corrects(entries) else clean, live=False)
    replay = []
    for entry in entries:
        events = view(entry.events, by)
        if not events:
            continue
        watcher = watcher.see(events)
        lines = lines_of(events, watcher.state)
        place = (entry.n, entry.hash) if is_full else ()
        replay.append(ReplayEntry(events, lines, watcher.sight(meters_read(events)), *place))
    return tuple(replay)


CORRECTIONS = (ev.SettlementReversed, ev.SettlementCorrected, ev.EnvyReversed, ev.EnvyCorrected)


def corrects(entries: Iterable[StoredEntry]) -> bool:
    return any(isinstance(event, CORRECTIONS) for entry in entries for event in entry.events)


def lines_of(events: Iterable[TableEvent], state: TableState) -> tuple[ReplayLine, ...]:
    """Describe events in words, with display names instead of person ids."""
    names = {player: name for player, name in state.seating.names.items() if name}
    wording = PageWording(labels_of(state), names)
    return tuple(
        [
            ReplayLine(
                event.sentence(wording),
                tuple(dict.fromkeys(event.clauses)),
                tuple(dict.fromkeys(event.readings)),
            )
            for event in events
        ]
    )


def meters_read(events: Iterable[TableEvent]) -> dict[str, int]:
    """Collect the displayed meter amounts at the settlement of wagers that depend on them."""
    amounts: dict[str, int] = {}
    for event in events:
        if isinstance(event, ev.WagerSettled) and event.meters:
            amounts |= {name: reading.amount.shown for name, reading in event.meters.items()}
    return amounts


def known_record(before: TableState, entries: Sequence[StoredEntry], by: str) -> dict[str, Any] | None:
    """Build the round record with the cards that this person saw, and ?? for the other cards.

    Returns None if the visible events do not form a valid record, for example for a void round.
    """
    watcher, steps = watch(by, before, live=False), []
    for entry in entries:
        events = view(entry.events, by)
        if events:
            watcher = watcher.see(events)
            steps.append(ActedStep(entry.command, events, watcher.state))
    try:
        return record_of(before, steps)
    except IMPOSSIBLE:
        return None


def proof_of(before: TableState, entries: Sequence[StoredEntry], by: str) -> Openings | None:
    """Build the deal evidence with openings of the cards that this person saw.

    Returns None if the table did not commit to a deal.
    """
    state, shoes, proofs = before, NO_SHOES, Proofs()
    committed: ev.DealCommitted | None = None
    mixed: ev.DealMixed | None = None
    openings: list[Any] = []
    for entry in entries:
        after = fold(state, entry.events)
        shoes = follow(shoes, state.care.loaded, entry.events, entry.sealed)
        state = after
        proofs.follow(entry.events, state, shoes)
        for event in entry.events:
            if isinstance(event, ev.DealCommitted):
                committed = event
            elif isinstance(event, ev.DealMixed):
                mixed, openings = event, []
        openings += proofs.openings(by)
    if committed is None or mixed is None:
        return None
    player = id_of(by) if role_of(by) == PLAYER else ""
    return Openings(FORMAT, (DealEvidence(committed, mixed, tuple(openings)),), player)
