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
from croupier.server.tables.later_corrections import paid_later
from croupier.server.tables.round_replay import SegmentCache, stored
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
    paid: Moment = 0  # minimum net win of a seat, in cents
    clause: Named = ""  # clause, including the clauses below it; the game may be omitted
    irregularity: Named = ""  # "any", or the name of an event
    correction: Named = ""
    void: bool = False
    # cursor from `next` of the previous response
    before: Annotated[str, Meta(max_length=140, pattern=ONE_LINE)] = ""


def validated(wanted: SearchQuery) -> SearchQuery:
    """Check the limits of all fields. Raise `Refused` if a field is out of range."""
    for name, value in msgspec.structs.asdict(wanted).items():
        try:
            msgspec.convert({name: value}, SearchQuery)
        except msgspec.ValidationError:
            message = f"{FIELDS.get(name, name)} is not valid"
            raise Refused("bad_input", message, (), "Correct the field or clear it.") from None
    return wanted


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
    wanted: SearchQuery,
    befores: SegmentCache | None = None,
    learnt_at: Collection[str] = (),
) -> SearchResult:
    """Return matching rounds, newest first. If `next` is not empty, there may be more.

    Rounds of training tables (`learnt_at`) are included only if the query names the table.
    """
    anew = RoundReader(connection, befores or SegmentCache())
    found: list[FoundRound] = []
    looked = 0
    cursor = wanted.before
    for row in rows(connection, wanted, () if wanted.table else learnt_at):
        looked += 1
        cursor = f"{row.at}:{row.stream}:{row.round}"
        trace = traced(row) or anew.trace(row)
        if trace is not None:
            trace = amended(connection, row, trace)
        if trace is not None and fits(wanted, trace):
            found.append(found_round(row, trace))
        if len(found) == PAGE or looked == LOOKED_AT or anew.left == 0:
            return SearchResult(with_marks(connection, found), looked, cursor)
    return SearchResult(with_marks(connection, found), looked, "")


def rows(connection: Connection, wanted: SearchQuery, without: Collection[str] = ()) -> Iterator[Any]:
    r = db.rounds.c
    query = sa.select(db.rounds).order_by(r.at.desc(), r.stream.desc(), r.round.desc()).limit(CHUNK)
    if without:
        query = query.where(r.stream.not_in(sorted(without)))
    for condition in conditions(wanted):
        query = query.where(condition)
    place = cursor_of(wanted.before)
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
    at, _, rest = text.partition(":")
    stream, _, number = rest.rpartition(":")
    if not (
        at.isascii() and at.isdigit() and number.isascii() and number.isdigit() and len(at + number) < 36
    ):
        raise Refused("bad_input", "this page of the search does not exist", (), "Start the search again.")
    return sa.literal(int(at)), sa.literal(stream), sa.literal(int(number))


def conditions(wanted: SearchQuery) -> Iterator[Any]:
    """Yield the conditions that the database can check."""
    r, m = db.rounds.c, db.marks.c
    if wanted.table:
        yield r.stream == wanted.table
    if wanted.since:
        yield r.at >= wanted.since
    if wanted.until:
        yield r.at <= wanted.until
    if wanted.paid:
        corrected = sa.exists().where((m.stream == r.stream) & (m.round == r.round) & (m.n > r.last))
        yield r.paid.is_(None) | (r.paid >= wanted.paid) | corrected
    marked = {IRREGULARITY: wanted.irregularity, CORRECTION: wanted.correction, VOID: ANY * wanted.void}
    for kind, which in marked.items():
        if which:
            of_it = (m.stream == r.stream) & (m.round == r.round) & (m.kind == kind)
            yield sa.exists().where(of_it if which == ANY else of_it & (m.event == which))


def traced(row: Any) -> Trace | None:
    if row.paid is None:
        return None
    return Trace(row.began, row.dealer, row.paid, _SEATS.decode(row.seats), tuple(row.clauses.split()))


def amended(connection: Connection, row: Any, trace: Trace) -> Trace:
    """Add the payments and reversals of later corrections to the index row of a round."""
    more = paid_later(connection, row.stream, row.round, row.last)
    if not more:
        return trace
    replace = msgspec.structs.replace
    seats = tuple(replace(one, net=one.net + more.get(one.seat, 0)) for one in trace.seats)
    return replace(trace, seats=seats, paid=max((one.net for one in seats), default=0))


class RoundReader:
    """Reads rounds from their entries, at most `READ_ANEW` per search."""

    def __init__(self, connection: Connection, befores: SegmentCache) -> None:
        self._connection, self._befores, self.left = connection, befores, READ_ANEW

    def trace(self, row: Any) -> Trace | None:
        self.left -= 1
        return trace_from_entries(self._connection, self._befores, row)


def trace_from_entries(connection: Connection, befores: SegmentCache, row: Any) -> Trace | None:
    """Compute a round's index row from its entries. Return None if the entries can no longer be read."""
    try:
        state = befores.find(connection, row.stream, row.round, row.first)
    except Refused:
        return None
    entries = []
    for one in stored(connection, row.stream, row.first, row.last):
        state = fold(state, one.events)
        entries.append(TracedEntry(one.n, one.command.at, one.command.by, one.events))
    return trace_of(entries, state)


def fits(wanted: SearchQuery, trace: Trace) -> bool:
    """Return whether the clause matches, and one seat matches seat number, player and win together."""
    if wanted.clause and not any(is_under(one, wanted.clause) for one in trace.clauses):
        return False
    if not (wanted.seat or wanted.player or wanted.paid):
        return True
    return any(
        (not wanted.seat or one.seat == wanted.seat)
        and (not wanted.player or is_player(one, wanted.player))
        and (not wanted.paid or one.net >= wanted.paid)
        for one in trace.seats
    )


def is_under(clause: str, wanted: str) -> bool:
    """Return whether a clause equals `wanted` or is below it. For example, 12.B.1.e is under 12.B."""
    short = clause if "/" in wanted else clause.partition("/")[2]
    return short == wanted or short.startswith(f"{wanted}.")


def is_player(seat: SeatTrace, wanted: str) -> bool:
    return seat.person == wanted or wanted.casefold() in seat.name.casefold()


def found_round(row: Any, trace: Trace) -> FoundRound:
    seats = tuple(FoundSeat(one.seat, one.person, one.name, one.staked, one.net) for one in trace.seats)
    return FoundRound(row.stream, row.round, trace.began, row.at, row.first, row.last, trace.dealer, seats)


def with_marks(connection: Connection, found: Iterable[FoundRound]) -> tuple[FoundRound, ...]:
    replace = msgspec.structs.replace
    return tuple(replace(one, marks=marks_about(connection, one.table, one.round)) for one in found)


def marks_about(connection: Connection, table: str, number: int) -> tuple[FoundMark, ...]:
    """Return the marks of a round in order, including later corrections."""
    m = db.marks.c
    query = sa.select(db.marks).where((m.stream == table) & (m.round == number)).order_by(m.n).limit(PAGE)
    return tuple(
        FoundMark(row.n, row.event, row.kind, row.at, row.who, row.what) for row in connection.execute(query)
    )
