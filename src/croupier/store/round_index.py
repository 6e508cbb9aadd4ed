"""Build the search index of rounds: dealer, results, clauses, and marks for unusual events.

The rows can be recomputed from the entries at any time. They are stored so that a search need not read the
streams.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec

from croupier.journal.entries import canonical, sha256
from croupier.records.transcript import say
from croupier.store import schema as db
from croupier.table import events as ev
from croupier.table.codec import kinds
from croupier.table.events import TableEvent
from croupier.table.roles import DEALER, id_of, role_of
from croupier.table.state import TableState

VOID, IRREGULARITY, CORRECTION = "void", "irregularity", "correction"
KINDS = tuple(mark for mark in get_args(ev.Mark) if mark)  # kinds of marks


class TracedEntry(NamedTuple):
    """The fields of an entry that the index needs."""

    n: int
    at: int
    by: str
    events: tuple[TableEvent, ...]


class SeatTrace(msgspec.Struct, frozen=True, array_like=True):
    seat: int
    person: str
    name: str
    staked: int
    net: int


class Trace(msgspec.Struct, frozen=True):
    """The searchable columns of one round."""

    began: int  # time of the first wager or of the end of betting; 0 if no entry has a time
    dealer: str  # "house" if no person dealt
    paid: int  # the highest net win of a seat
    seats: tuple[SeatTrace, ...]
    clauses: tuple[str, ...]

    @property
    def row(self) -> tuple[int, str, int, str, str]:
        """The searchable columns of the row in `rounds`."""
        seats = msgspec.json.encode(self.seats).decode()
        return self.began, self.dealer, self.paid, seats, " ".join(self.clauses)


# Version of the rows in rounds, played, marks and answers. The opening of each table segment contains it.
# Increase it when the rows change, because an audit requires all rows only in segments of this version.
ROW_VERSION = 1
# Older versions wrote these values for a round if the owner had not read its beginning.
UNKNOWN = (0, "", None, "", "")


class RoundMark(msgspec.Struct, frozen=True):
    """An unusual event and the round that it concerns."""

    n: int
    event: str  # event tag without the version
    kind: str
    round: int
    at: int
    by: str
    what: str

    @property
    def hash(self) -> str:
        """The hash of this mark that an entry's `row_hashes` contains.

        The hash proves the stored text, because a later version may word the event differently.
        """
        return sha256(canonical((self.n, self.event, self.what)))


def trace_of(entries: Sequence[TracedEntry], state: TableState) -> Trace:
    """Compute the index columns from all entries of a round and the table state at its end."""
    seats = seats_of(state)
    dealers = [id_of(entry.by) for entry in entries if role_of(entry.by) == DEALER]
    people = [person for person in dealers if person not in ("", "house")]
    first_acts = (ev.WagerPlaced, ev.BetsClosed)
    first = next(
        (entry.at for entry in entries if any(isinstance(each, first_acts) for each in entry.events)), 0
    )
    clauses = {clause for entry in entries for event in entry.events for clause in event.clauses}
    dealer = people[-1] if people else "house"
    return Trace(first, dealer, max((seat.net for seat in seats), default=0), seats, tuple(sorted(clauses)))


def seats_of(state: TableState) -> tuple[SeatTrace, ...]:
    """Return the stake and the net result of each seat at the end of the round."""
    staked: dict[int, dict[str, int]] = {}  # keyed by wager, because a wager may be paid in two parts
    back: dict[int, int] = {}
    players: dict[int, str] = {}
    for settlement in state.previous:
        staked.setdefault(settlement.seat, {})[settlement.wager] = settlement.staked
        back[settlement.seat] = back.get(settlement.seat, 0) + settlement.returned
        players[settlement.seat] = settlement.player
    for envy in state.previous_envy:
        back[envy.seat] = back.get(envy.seat, 0) + envy.cents
        players[envy.seat] = envy.player
    names = state.seating.names
    seats = []
    for seat, player in sorted(players.items()):
        stake = sum(staked.get(seat, {}).values())
        seats.append(SeatTrace(seat, player, names.get(player, "") or player, stake, back[seat] - stake))
    return tuple(seats)


def marks_of(entries: Iterable[TracedEntry], number: int, betting: bool) -> Iterable[RoundMark]:
    """Yield the marks of some entries.

    `number` is the current round before the first entry. `betting` tells whether that round is open for
    bets. A card that is corrected while bets are open belongs to the previous round.
    """
    for entry in entries:
        groups = grouped_marks(entry.events)
        for event in entry.events:
            name = name_of(type(event))
            if events := groups.pop(name, None):
                about = number - (betting and isinstance(event, ev.NamingCorrected))
                number_of = getattr(event, "round", about)
                yield RoundMark(
                    entry.n, name, event.marked, number_of, entry.at, entry.by, mark_words(events)
                )
            if isinstance(event, ev.BetsClosed):
                betting = False
            if isinstance(event, ev.RoundEnded):
                number, betting = event.round + 1, True


def grouped_marks(events: Iterable[TableEvent]) -> dict[str, list[TableEvent]]:
    """Group an entry's marked events by name. Each group has one mark."""
    groups: dict[str, list[TableEvent]] = {}
    for event in events:
        if event.marked:
            groups.setdefault(name_of(type(event)), []).append(event)
    return groups


def mark_words(events: Sequence[TableEvent]) -> str:
    """Describe the event of a group that moves the most money, and count the others."""
    largest = max(events, key=lambda event: int(getattr(event, "returned", getattr(event, "cents", 0))))
    return say(largest) + (f" (and {len(events) - 1} more)" if len(events) > 1 else "")


def name_of(kind: type[TableEvent]) -> str:
    """Return an event's tag without the version."""
    return str(kind.__struct_config__.tag).partition("@")[0]


@cache
def mark_labels(mark: str) -> dict[str, str]:
    """Return the label of each event with this kind of mark, by event name, for the round search."""
    return {name_of(kind): kind.label for kind in kinds(TableEvent) if kind.mark == mark}


def mark_rows(stream: str, marks: Iterable[RoundMark]) -> Iterable[tuple[str, tuple[Any, ...]]]:
    for mark in marks:
        yield (
            db.marks.name,
            (stream, mark.n, mark.event, mark.kind, mark.round, mark.at, mark.by, mark.what),
        )


class EndedRound(msgspec.Struct, frozen=True):
    """A round that has just ended, with its entries and each player's stake and net result."""

    round: int
    first: int
    last: int
    at: int
    results: dict[str, tuple[int, int]]
    trace: Trace | None = None  # None if this node did not read the whole round


def results(state: TableState) -> dict[str, tuple[int, int]]:
    """Return the stake and the net result of each player at the end of the round."""
    staked: dict[tuple[str, int, str], int] = {}  # keyed by wager, because a wager may be paid in two parts
    net: dict[str, int] = {}
    for settlement in state.previous:
        staked[settlement.player, settlement.seat, settlement.wager] = settlement.staked
        net[settlement.player] = net.get(settlement.player, 0) + settlement.returned
    for envy in state.previous_envy:
        net[envy.player] = net.get(envy.player, 0) + envy.cents
    stakes: dict[str, int] = {}
    for (player, _, _), cents in staked.items():
        stakes[player] = stakes.get(player, 0) + cents
    return {player: (stakes.get(player, 0), back - stakes.get(player, 0)) for player, back in net.items()}


def rows_of(stream: str, rounds: Iterable[EndedRound]) -> Iterable[tuple[str, tuple[Any, ...]]]:
    """Yield the index rows of ended rounds."""
    for round_ in rounds:
        trace_row = round_.trace.row if round_.trace is not None else UNKNOWN
        yield db.rounds.name, (stream, round_.round, round_.first, round_.last, round_.at, *trace_row)
        for person, (staked, net) in round_.results.items():
            yield db.played.name, (person, round_.at, stream, round_.round, staked, net)
