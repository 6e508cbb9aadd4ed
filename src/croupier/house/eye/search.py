"""Finding rounds that are over: by table, time, seat, player, amount, clause, irregularity or correction.

Everything is asked of rows that were stored with the rounds, newest first, so many at a time; a round whose
row does not know (its table's owner was not there when it began) is read from its entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.floor.recall import Befores, stored
from croupier.house.floor.traces import CORRECTION, IRREGULARITY, VOID, SeatTrace, Told, Trace, trace_of
from croupier.house.machinery import ONE_LINE
from croupier.house.store import schema as db
from croupier.table.machine import fold

PAGE = 50  # rounds in one answer
LOOKED_AT = 20_000  # rows that one question may look at
READ_ANEW = 40  # rounds that one question may read from their entries
CHUNK = 500
ANY = "any"

MOST = 2**53
Moment = Annotated[int, Meta(ge=0, le=MOST)]
Named = Annotated[str, Meta(max_length=64, pattern=ONE_LINE)]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked for; what is left out does not matter."""

    table: Named = ""
    since: Moment = 0
    until: Moment = 0
    seat: Annotated[int, Meta(ge=0, le=20)] = 0
    player: Named = ""  # an id, or part of a name
    paid: Moment = 0  # cents that a seat won at least
    clause: Named = ""  # it, or one below it; the game may be left out
    irregularity: Named = ""  # any, or an event's name
    correction: Named = ""
    void: bool = False
    before: Annotated[str, Meta(max_length=140, pattern=ONE_LINE)] = ""  # `next` of the answer before


def understood(wanted: Wanted) -> Wanted:
    """Numbers and words of their kind and size; refused where they are not."""
    try:
        return msgspec.convert(msgspec.to_builtins(wanted), Wanted)
    except msgspec.ValidationError as fault:
        raise Refused("bad_input", f"the question is not understood: {fault}", (), "Ask otherwise.") from None


def bounded(*numbers: int) -> None:
    if not all(0 <= number <= MOST for number in numbers):
        raise Refused("bad_input", f"a number is not between 0 and {MOST}", (), "Ask otherwise.")


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


class Answer(msgspec.Struct, frozen=True):
    rounds: tuple[FoundRound, ...]
    looked_at: int  # rows
    next: str  # to go on from; empty where there is no more


_SEATS = msgspec.json.Decoder(tuple[SeatTrace, ...])


def search(
    connection: Connection,
    wanted: Wanted,
    befores: Befores | None = None,
    learnt_at: Collection[str] = (),
) -> Answer:
    """The newest rounds first; where `next` is not empty there may be more. Rounds of tables that dealers
    learn at (`learnt_at`) are found only if such a table is named."""
    anew = Anew(connection, befores or Befores())
    found: list[FoundRound] = []
    looked = 0
    cursor = wanted.before
    for row in rows(connection, wanted, () if wanted.table else learnt_at):
        looked += 1
        cursor = f"{row.at}:{row.stream}:{row.round}"
        trace = traced(row) or anew.trace(row)
        if trace is not None and fits(wanted, trace):
            found.append(found_round(row, trace))
        if len(found) == PAGE or looked == LOOKED_AT or anew.left == 0:
            return Answer(with_marks(connection, found), looked, cursor)
    return Answer(with_marks(connection, found), looked, "")


def rows(connection: Connection, wanted: Wanted, without: Collection[str] = ()) -> Iterator[Any]:
    r = db.rounds.c
    query = sa.select(db.rounds).order_by(r.at.desc(), r.stream.desc(), r.round.desc()).limit(CHUNK)
    if without:
        query = query.where(r.stream.not_in(sorted(without)))
    for condition in conditions(wanted):
        query = query.where(condition)
    place = cursor_of(wanted.before)
    while True:
        asked = (
            query if place is None else query.where(sa.tuple_(r.at, r.stream, r.round) < sa.tuple_(*place))
        )
        some = connection.execute(asked).all()
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
        raise Refused("bad_input", "before is no place in an answer", (), "Give `next` of the answer before.")
    return sa.literal(int(at)), sa.literal(stream), sa.literal(int(number))


def conditions(wanted: Wanted) -> Iterator[Any]:
    """What the database decides by itself."""
    r, m = db.rounds.c, db.marks.c
    if wanted.table:
        yield r.stream == wanted.table
    if wanted.since:
        yield r.at >= wanted.since
    if wanted.until:
        yield r.at <= wanted.until
    if wanted.paid:
        yield r.paid.is_(None) | (r.paid >= wanted.paid)
    marked = {IRREGULARITY: wanted.irregularity, CORRECTION: wanted.correction, VOID: ANY * wanted.void}
    for kind, which in marked.items():
        if which:
            of_it = (m.stream == r.stream) & (m.round == r.round) & (m.kind == kind)
            yield sa.exists().where(of_it if which == ANY else of_it & (m.event == which))


def traced(row: Any) -> Trace | None:
    if row.paid is None:
        return None
    return Trace(row.began, row.dealer, row.paid, _SEATS.decode(row.seats), tuple(row.clauses.split()))


class Anew:
    """Rounds read from their entries: only so many in one answer."""

    def __init__(self, connection: Connection, befores: Befores) -> None:
        self._connection, self._befores, self.left = connection, befores, READ_ANEW

    def trace(self, row: Any) -> Trace | None:
        self.left -= 1
        return trace_from_entries(self._connection, self._befores, row)


def trace_from_entries(connection: Connection, befores: Befores, row: Any) -> Trace | None:
    """What a round's row would say, from its entries alone; None where it cannot be folded any more."""
    try:
        state = befores.find(connection, row.stream, row.round, row.first)
    except Refused:
        return None
    told = []
    for one in stored(connection, row.stream, row.first, row.last):
        state = fold(state, one.events)
        told.append(Told(one.n, one.command.at, one.command.by, one.events))
    return trace_of(told, state)


def fits(wanted: Wanted, trace: Trace) -> bool:
    """What is asked of one seat is asked of the same seat: who sat there, and what they won."""
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
    """12.B.1.e is under 12.B; with or without its game."""
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
    """What was marked about a round, in order; what was put right after it, too."""
    m = db.marks.c
    query = sa.select(db.marks).where((m.stream == table) & (m.round == number)).order_by(m.n).limit(PAGE)
    return tuple(
        FoundMark(row.n, row.event, row.kind, row.at, row.who, row.what) for row in connection.execute(query)
    )
