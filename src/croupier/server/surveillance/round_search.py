"""Search finished rounds by table, time, seat, player, amount, clause, irregularity or correction.

The search reads the index rows stored with the rounds, newest first, one page at a time. If a row is
incomplete because the table changed nodes during the round, the round is read from its entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import Connection

from croupier.casino.machines import ONE_LINE
from croupier.errors import Refused
from croupier.server.tables.later_corrections import later_payments
from croupier.server.tables.round_replay import SegmentCache, read_entries
from croupier.store import schema as db
from croupier.store.round_index import (
    CORRECTION,
    IRREGULARITY,
    VOID,
    SeatTrace,
    Trace,
    TracedEntry,
    mark_labels,
    trace_of,
)
from croupier.table.machine import fold

PAGE = 50  # maximum rounds per response
LOOKED_AT = 20_000  # maximum rows that one search examines
READ_ANEW = 40  # maximum rounds that one search reads from their entries
CHUNK = 500
ANY = "any"

MOST = 2**53
Moment = Annotated[int, Meta(ge=0, le=MOST)]
Named = Annotated[str, Meta(max_length=64, pattern=ONE_LINE)]


class SearchQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Search conditions. Empty fields match everything."""

    table: Named = ""
    since: Moment = 0
    until: Moment = 0
    seat: Annotated[int, Meta(ge=0, le=20)] = 0
    player: Named = ""  # person id, or part of a name
    paid: Moment = 0  # lowest net win of a seat, in cents
    clause: Named = ""  # clause, including the clauses below it; the game may be omitted
    irregularity: Named = ""  # "any", or the name of an event
    correction: Named = ""
    void: bool = False
    # cursor from `next` of the previous response
    before: Annotated[str, Meta(max_length=140, pattern=ONE_LINE)] = ""


def validated(query: SearchQuery) -> SearchQuery:
    """Check the limits of all fields. Raise `Refused` if a field is out of range."""
    for name, value in msgspec.structs.asdict(query).items():
        try:
            msgspec.convert({name: value}, SearchQuery)
        except msgspec.ValidationError:
            message = f"{FIELDS.get(name, name)} is not valid"
            raise Refused("bad_input", message, (), "Correct the field or clear it.") from None
    return query


FIELDS = {
    "since": "the start time",
    "until": "the end time",
    "seat": "the seat number",
    "player": "the player",
    "paid": "the amount",
    "before": "the page to continue from",
}  # field names for people; other fields use their own names


def check_range(*numbers: int) -> None:
    if not all(0 <= number <= MOST for number in numbers):
        raise Refused("bad_input", f"a number is not between 0 and {MOST}", (), "Enter a smaller number.")


class FoundMark(msgspec.Struct, frozen=True):
    n: int
    event: str
    kind: str
    at: int
    by: str
    what: str


class FoundSeat(msgspec.Struct, frozen=True):
    seat: int
    person: str
    name: str
    staked: int
    net: int


class FoundRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    began: int
    at: int
    first: int
    last: int
    dealer: str
    seats: tuple[FoundSeat, ...]
    marks: tuple[FoundMark, ...] = ()


def searchable() -> dict[str, dict[str, str]]:
    """Return the events that `irregularity` and `correction` may name, with their labels."""
    return {IRREGULARITY: mark_labels(IRREGULARITY), CORRECTION: mark_labels(CORRECTION)}


class SearchResult(msgspec.Struct, frozen=True):
    rounds: tuple[FoundRound, ...]
    looked_at: int  # number of rows examined
    next: str  # cursor for the next page; empty on the last page
    # values of the irregularity and correction conditions
    labels: dict[str, dict[str, str]] = msgspec.field(default_factory=searchable)


_SEATS = msgspec.json.Decoder(tuple[SeatTrace, ...])


def search(
    connection: Connection,
    query: SearchQuery,
    befores: SegmentCache | None = None,
    learnt_at: Collection[str] = (),
) -> SearchResult:
    """Return matching rounds, newest first. If `next` is not empty, there may be more.

    Rounds of training tables (`learnt_at`) are included only if the query names the table.
    """
    reader = RoundReader(connection, befores or SegmentCache())
    rounds: list[FoundRound] = []
    count = 0
    cursor = query.before
    for row in rows(connection, query, () if query.table else learnt_at):
        count += 1
        cursor = f"{row.at}:{row.stream}:{row.round}"
        trace = traced(row) or reader.trace(row)
        if trace is not None:
            trace = amended(connection, row, trace)
        if trace is not None and matches(query, trace):
            rounds.append(search_row(row, trace))
        if len(rounds) == PAGE or count == LOOKED_AT or reader.remaining == 0:
            return SearchResult(with_marks(connection, rounds), count, cursor)
    return SearchResult(with_marks(connection, rounds), count, "")


def rows(connection: Connection, criteria: SearchQuery, without: Collection[str] = ()) -> Iterator[Any]:
    r = db.rounds.c
    query = sa.select(db.rounds).order_by(r.at.desc(), r.stream.desc(), r.round.desc()).limit(CHUNK)
    if without:
        query = query.where(r.stream.not_in(sorted(without)))
    for condition in conditions(criteria):
        query = query.where(condition)
    place = cursor_of(criteria.before)
    while True:
        page = query if place is None else query.where(sa.tuple_(r.at, r.stream, r.round) < sa.tuple_(*place))
        some = connection.execute(page).all()
        yield from some
        if len(some) < CHUNK:
            return
        place = tuple(map(sa.literal, (some[-1].at, some[-1].stream, some[-1].round)))


def cursor_of(text: str) -> tuple[Any, ...] | None:
    if not text:
        return None
    at, _, tail = text.partition(":")
    stream, _, number = tail.rpartition(":")
    if not (
        at.isascii() and at.isdigit() and number.isascii() and number.isdigit() and len(at + number) < 36
    ):
        raise Refused("bad_input", "this page of the search does not exist", (), "Start the search again.")
    return sa.literal(int(at)), sa.literal(stream), sa.literal(int(number))


def conditions(query: SearchQuery) -> Iterator[Any]:
    """Yield the conditions that the database can check."""
    r, m = db.rounds.c, db.marks.c
    if query.table:
        yield r.stream == query.table
    if query.since:
        yield r.at >= query.since
    if query.until:
        yield r.at <= query.until
    if query.paid:
        corrected = sa.exists().where((m.stream == r.stream) & (m.round == r.round) & (m.n > r.last))
        yield r.paid.is_(None) | (r.paid >= query.paid) | corrected
    mark_events = {IRREGULARITY: query.irregularity, CORRECTION: query.correction, VOID: ANY * query.void}
    for kind, event in mark_events.items():
        if event:
            of_it = (m.stream == r.stream) & (m.round == r.round) & (m.kind == kind)
            yield sa.exists().where(of_it if event == ANY else of_it & (m.event == event))


def traced(row: Any) -> Trace | None:
    if row.paid is None:
        return None
    return Trace(row.began, row.dealer, row.paid, _SEATS.decode(row.seats), tuple(row.clauses.split()))


def amended(connection: Connection, row: Any, trace: Trace) -> Trace:
    """Add the payments and reversals of later corrections to the index row of a round."""
    later_cents = later_payments(connection, row.stream, row.round, row.last)
    if not later_cents:
        return trace
    replace = msgspec.structs.replace
    seats = tuple(replace(seat, net=seat.net + later_cents.get(seat.seat, 0)) for seat in trace.seats)
    return replace(trace, seats=seats, paid=max((seat.net for seat in seats), default=0))


class RoundReader:
    """Reads rounds from their entries, at most `READ_ANEW` per search."""

    def __init__(self, connection: Connection, befores: SegmentCache) -> None:
        self._connection, self._befores, self.remaining = connection, befores, READ_ANEW

    def trace(self, row: Any) -> Trace | None:
        self.remaining -= 1
        return trace_from_entries(self._connection, self._befores, row)


def trace_from_entries(connection: Connection, befores: SegmentCache, row: Any) -> Trace | None:
    """Compute a round's index row from its entries. Return None if the entries can no longer be read."""
    try:
        state = befores.find(connection, row.stream, row.round, row.first)
    except Refused:
        return None
    entries = []
    for entry in read_entries(connection, row.stream, row.first, row.last):
        state = fold(state, entry.events)
        entries.append(TracedEntry(entry.n, entry.command.at, entry.command.by, entry.events))
    return trace_of(entries, state)


def matches(query: SearchQuery, trace: Trace) -> bool:
    """Return whether the clause matches, and one seat matches seat number, player and win together."""
    if query.clause and not any(is_under(clause, query.clause) for clause in trace.clauses):
        return False
    if not (query.seat or query.player or query.paid):
        return True
    return any(
        (not query.seat or seat.seat == query.seat)
        and (not query.player or is_player(seat, query.player))
        and (not query.paid or seat.net >= query.paid)
        for seat in trace.seats
    )


def is_under(clause: str, query: str) -> bool:
    """Return whether a clause equals `query` or is below it. For example, 12.B.1.e is under 12.B."""
    short = clause if "/" in query else clause.partition("/")[2]
    return short == query or short.startswith(f"{query}.")


def is_player(seat: SeatTrace, query: str) -> bool:
    return seat.person == query or query.casefold() in seat.name.casefold()


def search_row(row: Any, trace: Trace) -> FoundRound:
    seats = tuple(FoundSeat(seat.seat, seat.person, seat.name, seat.staked, seat.net) for seat in trace.seats)
    return FoundRound(row.stream, row.round, trace.began, row.at, row.first, row.last, trace.dealer, seats)


def with_marks(connection: Connection, rounds: Iterable[FoundRound]) -> tuple[FoundRound, ...]:
    replace = msgspec.structs.replace
    return tuple(
        replace(round_, marks=marks_about(connection, round_.table, round_.round)) for round_ in rounds
    )


def marks_about(connection: Connection, table: str, number: int) -> tuple[FoundMark, ...]:
    """Return the marks of a round in order, including later corrections."""
    m = db.marks.c
    query = sa.select(db.marks).where((m.stream == table) & (m.round == number)).order_by(m.n).limit(PAGE)
    return tuple(
        FoundMark(row.n, row.event, row.kind, row.at, row.who, row.what) for row in connection.execute(query)
    )
