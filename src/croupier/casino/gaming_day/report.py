"""Compile the report of a gaming day from the events of all streams.

Each total is checked against the postings and balances that the store keeps separately.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from croupier.casino.administration.events import PersonJoined, TableOpened
from croupier.casino.administration.state import TRAINING, AdministrationState
from croupier.casino.administration.stream import STREAM as ADMINISTRATION
from croupier.casino.cage.commands import REAL
from croupier.casino.cage.stream import STREAM as CAGE
from croupier.casino.gaming_day.cage import CageBook
from croupier.casino.gaming_day.calendar import GamingDay
from croupier.casino.gaming_day.day_stream import DayStream
from croupier.casino.gaming_day.footing import Check, checks_of
from croupier.casino.gaming_day.incidents import DayIncident, LargePayout
from croupier.casino.gaming_day.meters import MeterBook
from croupier.casino.gaming_day.tables import TableBook
from croupier.casino.gaming_day.tokes import DealerShare, dealt_seconds, shares
from croupier.meters.stream import stream_of
from croupier.table.roles import id_of, role_of, role_title


class DayHead(msgspec.Struct, frozen=True):
    """The head of a stream at the end of the gaming day. The report covers the entries up to this head."""

    stream: str
    kind: str
    entries: int
    hash: str


def names_of(desk: DayStream) -> dict[str, str]:
    """Return the names, by id, of everyone whom the administration knew during the year."""
    state: AdministrationState = desk.begin()
    names = {person: member.name for person, member in state.people.items()}
    for entry in desk.entries():
        names |= {event.person: event.name for event in entry.events if isinstance(event, PersonJoined)}
    return names


def training_of(desk: DayStream) -> set[str]:
    """Return the training tables and the streams of their meters. Reports leave them out."""
    state: AdministrationState = desk.begin()
    tables = {table.id for table in state.tables.values() if table.dealing == TRAINING}
    for entry in desk.entries():
        openings = (event for event in entry.events if isinstance(event, TableOpened))
        tables |= {event.table for event in openings if event.dealing == TRAINING}
    return tables | {stream_of(table) for table in tables}


class MeterTerms(msgspec.Struct, frozen=True):
    """The terms of a progressive meter."""

    rate: Fraction  # contribution to the meter as a share of each wager
    reset: int


class DayBooks(msgspec.Struct, frozen=True):
    """All books of a gaming day."""

    day: GamingDay
    tables: tuple[TableBook, ...]
    meters: tuple[MeterBook, ...]
    cage: CageBook | None
    heads: tuple[DayHead, ...]
    over: bool  # whether some stream has entries after the gaming day
    checks: tuple[Check, ...]
    names: dict[str, str] = {}  # person id -> name
    dealt: dict[str, int] = {}  # dealer -> seconds at tables with real money on the gaming day

    @property
    def hash(self) -> str:
        """One hash over all stream heads, which identifies the source data of the report."""
        heads = "".join(f"{head.stream} {head.entries} {head.hash}\n" for head in self.heads)
        return hashlib.sha256(heads.encode()).hexdigest()

    @property
    def foots(self) -> bool:
        return all(check.agrees for check in self.checks)

    def money(self, table: str) -> str:
        """Return "play" or "real", or "unknown" for a table that is not registered with the cage."""
        return self.cage.tables.get(table, "unknown") if self.cage else "unknown"

    def name_with_role(self, by: str) -> str:
        """Return the name and role of an actor whom administration knows."""
        role, person = role_title(role_of(by)), id_of(by)
        name = self.names.get(person, "")
        if not name:
            return by
        return f"{name} ({person})" if name.casefold() == role else f"{name}, {role}"

    def person(self, id_: str, name: str = "") -> str:
        """Return a player's name and id. The name is the one used at the table, if any, and otherwise the
        registered name.
        """
        shown_name = name or self.names.get(id_, "")
        return f"{shown_name} ({id_})" if shown_name and shown_name.casefold() != id_ else id_

    @property
    def monies(self) -> tuple[str, ...]:
        return tuple(sorted({self.money(table.name) for table in self.tables}, reverse=True))

    def of(self, money: str) -> tuple[TableBook, ...]:
        return tuple(table for table in self.tables if self.money(table.name) == money)

    @property
    def meter_terms(self) -> dict[tuple[str, str], MeterTerms]:
        """The terms of each meter, by stream and meter. Tables that share a meter have the same
        terms.
        """
        terms = {}
        for table in self.tables:
            offered = table.choices.progressive
            if offered is not None:
                stream = stream_of(offered.group or table.name)
                for meter, reset in offered.resets.items():
                    terms[stream, meter] = MeterTerms(Fraction(offered.rates[meter]), reset)
        return terms

    @property
    def incidents(self) -> tuple[DayIncident, ...]:
        books: list[TableBook | MeterBook | CageBook] = [*self.tables, *self.meters]
        books += [self.cage] if self.cage else []
        return tuple(sorted((incident for book in books for incident in book.incidents), key=_when))

    @property
    def toke_shares(self) -> tuple[DealerShare, ...]:
        """Each dealer's share of the counted tokes, by the time dealt."""
        return tuple(shares(self.cage.tokes.counted if self.cage else 0, self.dealt))

    @property
    def payouts(self) -> tuple[LargePayout, ...]:
        return tuple(payout for table in self.tables for payout in table.payouts.large)


def _when(incident: DayIncident) -> tuple[int, str, int]:
    return incident.at, incident.stream, incident.entry


def day_books(streams: Mapping[str, DayStream], day: GamingDay) -> DayBooks:
    """Compile the books of a gaming day from its streams, by stream name. Training tables are excluded."""
    training = training_of(streams[ADMINISTRATION]) if ADMINISTRATION in streams else set()
    played = {name: stream for name, stream in streams.items() if name not in training}
    tables = tuple(TableBook(stream).read() for stream in _of(played, "table"))
    meters = tuple(MeterBook(stream).read() for stream in _of(played, "meter"))
    cage = CageBook(streams[CAGE]).read() if CAGE in streams else None
    heads = tuple(DayHead(name, stream.kind.name, *stream.head()) for name, stream in streams.items())
    over = any(stream.has_later_entries for stream in streams.values())
    checks = tuple(checks_of(tables, meters, cage))
    names = names_of(streams[ADMINISTRATION]) if ADMINISTRATION in streams else {}
    real = {name for name, money in cage.tables.items() if money == REAL} if cage else set()
    dealt = dict(dealt_seconds(streams[ADMINISTRATION], real)) if ADMINISTRATION in streams else {}
    return DayBooks(day, tables, meters, cage, heads, over, checks, names, dealt)


def _of(streams: Mapping[str, DayStream], kind: str) -> Iterator[DayStream]:
    return (stream for stream in streams.values() if stream.kind.name == kind)
