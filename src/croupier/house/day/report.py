"""A gaming day put together: every part from its stream's events, and beside each total the same from the
postings and balances that the store keeps apart from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from croupier.house.cage.stream import STREAM as CAGE
from croupier.house.day.cage import CageBook
from croupier.house.day.calendar import GamingDay
from croupier.house.day.footing import Check, checks_of
from croupier.house.day.incidents import Incident, Payout
from croupier.house.day.meters import MeterBook
from croupier.house.day.reading import StreamRead, streams_of
from croupier.house.day.tables import TableBook
from croupier.house.desk.events import PersonJoined, TableOpened
from croupier.house.desk.state import TRAINING, Desk
from croupier.house.desk.stream import STREAM as DESK
from croupier.house.meters import stream_of
from croupier.house.store.sql import SqlStore
from croupier.table.roles import id_of, role_of


class Head(msgspec.Struct, frozen=True):
    """A stream as it stood when the day was over: this report rests on these entries and on no others."""

    stream: str
    kind: str
    entries: int
    hash: str


def names_of(desk: StreamRead) -> dict[str, str]:
    """Everybody whom the desk knew at some time of the year, by their ids."""
    state: Desk = desk.begin()
    known = {person: member.name for person, member in state.people.items()}
    for entry in desk.entries():
        known |= {event.person: event.name for event in entry.events if isinstance(event, PersonJoined)}
    return known


def training_of(desk: StreamRead) -> set[str]:
    """Tables at which dealers learn, and the streams of their meters: no money is played for there."""
    state: Desk = desk.begin()
    tables = {table.id for table in state.tables.values() if table.dealing == TRAINING}
    for entry in desk.entries():
        opened = (event for event in entry.events if isinstance(event, TableOpened))
        tables |= {event.table for event in opened if event.dealing == TRAINING}
    return tables | {stream_of(table) for table in tables}


class MeterTerms(msgspec.Struct, frozen=True):
    """On which terms tables play for a meter (COMAR 36.05.03.24)."""

    rate: Fraction  # of each wager
    reset: int


class DayBooks(msgspec.Struct, frozen=True):
    """All books of a gaming day."""

    day: GamingDay
    tables: tuple[TableBook, ...]
    meters: tuple[MeterBook, ...]
    cage: CageBook | None
    heads: tuple[Head, ...]
    over: bool  # some stream went on after the day
    checks: tuple[Check, ...]
    names: dict[str, str] = {}  # of people, by their ids

    @property
    def foots(self) -> bool:
        return all(check.agrees for check in self.checks)

    def money(self, table: str) -> str:
        """Play or real money; a table that the cage does not know has chips that came from nowhere."""
        return self.cage.tables.get(table, "unknown") if self.cage else "unknown"

    def who(self, by: str) -> str:
        """Somebody who acted, by name and role where the desk knows them."""
        role, person = role_of(by).replace("_", " "), id_of(by)
        name = self.names.get(person, "")
        if not name:
            return by
        return f"{name} ({person})" if name.casefold() == role else f"{name}, {role}"

    def person(self, id_: str, name: str = "") -> str:
        """A player by name and id: as they sat down, or as the desk knows them."""
        called = name or self.names.get(id_, "")
        return f"{called} ({id_})" if called and called.casefold() != id_ else id_

    @property
    def monies(self) -> tuple[str, ...]:
        return tuple(sorted({self.money(table.name) for table in self.tables}, reverse=True))

    def of(self, money: str) -> tuple[TableBook, ...]:
        return tuple(table for table in self.tables if self.money(table.name) == money)

    @property
    def meter_terms(self) -> dict[tuple[str, str], MeterTerms]:
        """By stream and meter; tables that share one have the same."""
        found = {}
        for table in self.tables:
            offered = table.choices.progressive
            if offered is not None:
                stream = stream_of(offered.group or table.name)
                for meter, reset in offered.resets.items():
                    found[stream, meter] = MeterTerms(Fraction(offered.rates[meter]), reset)
        return found

    @property
    def incidents(self) -> tuple[Incident, ...]:
        books: list[TableBook | MeterBook | CageBook] = [*self.tables, *self.meters]
        books += [self.cage] if self.cage else []
        return tuple(sorted((one for book in books for one in book.incidents), key=_when))

    @property
    def payouts(self) -> tuple[Payout, ...]:
        return tuple(one for table in self.tables for one in table.payouts.found)


def _when(one: Incident) -> tuple[int, str, int]:
    return one.at, one.stream, one.entry


def day_books(store: SqlStore, day: GamingDay) -> DayBooks:
    """Read-only, as of one moment; a house may be writing meanwhile."""
    with store.snapshot() as then:
        streams = streams_of(then, day)
        apart = training_of(streams[DESK]) if DESK in streams else set()
        played = {name: stream for name, stream in streams.items() if name not in apart}
        tables = tuple(TableBook(one).read() for one in _of(played, "table"))
        meters = tuple(MeterBook(one).read() for one in _of(played, "meter"))
        cage = CageBook(streams[CAGE]).read() if CAGE in streams else None
        heads = tuple(Head(name, one.kind.name, *one.head()) for name, one in streams.items())
        over = any(one.goes_on for one in streams.values())
        checks = tuple(checks_of(tables, meters, cage))
        names = names_of(streams[DESK]) if DESK in streams else {}
        return DayBooks(day, tables, meters, cage, heads, over, checks, names)


def _of(streams: dict[str, StreamRead], kind: str) -> Iterator[StreamRead]:
    return (stream for stream in streams.values() if stream.kind.name == kind)
