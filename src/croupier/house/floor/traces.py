"""What a round leaves behind for whoever looks for it later: who dealt, who won what, which clauses were
applied; and marks for what was out of the ordinary run.

Found again from the entries at any time; kept beside them so that a search costs no fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from croupier.house.store import schema as db
from croupier.records.transcript import say
from croupier.table import events as ev
from croupier.table.events import Event
from croupier.table.roles import DEALER, id_of, role_of
from croupier.table.state import TableState

VOID, IRREGULARITY, CORRECTION, RULING = "void", "irregularity", "correction", "ruling"
KINDS = (IRREGULARITY, CORRECTION, RULING, VOID)

_MARKED: dict[type[Event], str] = {
    ev.RoundVoided: VOID,
    ev.FaceUpFound: IRREGULARITY,
    ev.CardExposed: IRREGULARITY,
    ev.WrongNumber: IRREGULARITY,
    ev.DrawnInError: IRREGULARITY,
    ev.DeviceFailed: IRREGULARITY,
    ev.DeckDefective: IRREGULARITY,
    ev.CardsRecounted: IRREGULARITY,
    ev.RulingAsked: IRREGULARITY,
    ev.LinkLost: IRREGULARITY,
    ev.WagerReopened: CORRECTION,
    ev.HandReopened: CORRECTION,
    ev.DecisionCorrected: CORRECTION,
    ev.NamingCorrected: CORRECTION,
    ev.SettlementReversed: CORRECTION,
    ev.SettlementCorrected: CORRECTION,
    ev.EnvyReversed: CORRECTION,
    ev.EnvyCorrected: CORRECTION,
    ev.Ruled: RULING,
    ev.SeatForfeited: RULING,
    ev.ActedFor: RULING,
}


class Told(NamedTuple):
    """An entry as far as its round's trace needs it."""

    n: int
    at: int
    by: str
    events: tuple[Event, ...]


class SeatTrace(msgspec.Struct, frozen=True, array_like=True):
    seat: int
    person: str
    name: str
    staked: int
    net: int


class Trace(msgspec.Struct, frozen=True):
    """One round in a row of the store."""

    began: int  # the first wager, or the end of betting; 0 where no entry had a time
    dealer: str  # who dealt; "house" where the table deals by itself
    paid: int  # the most that one seat won
    seats: tuple[SeatTrace, ...]
    clauses: tuple[str, ...]

    @property
    def row(self) -> tuple[int, str, int, str, str]:
        """The last columns of the round's row."""
        seats = msgspec.json.encode(self.seats).decode()
        return self.began, self.dealer, self.paid, seats, " ".join(self.clauses)


UNKNOWN = (0, "", None, "", "")  # of a round whose beginning this owner has not seen: read from its entries


class Mark(msgspec.Struct, frozen=True):
    """Something out of the ordinary run, and the round that it is about."""

    n: int
    event: str  # its tag without the version
    kind: str
    round: int
    at: int
    by: str
    what: str


def trace_of(told: Sequence[Told], ended: TableState) -> Trace:
    """From all entries of a round and the table as it ended."""
    seats = seats_of(ended)
    dealers = [id_of(one.by) for one in told if role_of(one.by) == DEALER]
    people = [who for who in dealers if who not in ("", "house")]
    began = (ev.WagerPlaced, ev.BetsClosed)
    first = next((one.at for one in told if any(isinstance(each, began) for each in one.events)), 0)
    cited = {clause for one in told for event in one.events for clause in event.clauses}
    dealer = people[-1] if people else "house"
    return Trace(first, dealer, max((one.net for one in seats), default=0), seats, tuple(sorted(cited)))


def seats_of(ended: TableState) -> tuple[SeatTrace, ...]:
    """What each seat staked and won or lost, as the round ended."""
    staked: dict[int, dict[str, int]] = {}  # a wager may be paid in two parts on one stake
    back: dict[int, int] = {}
    players: dict[int, str] = {}
    for one in ended.previous:
        staked.setdefault(one.seat, {})[one.wager] = one.staked
        back[one.seat] = back.get(one.seat, 0) + one.returned
        players[one.seat] = one.player
    for envy in ended.previous_envy:
        back[envy.seat] = back.get(envy.seat, 0) + envy.cents
        players[envy.seat] = envy.player
    names = ended.seating.names
    found = []
    for seat, player in sorted(players.items()):
        laid = sum(staked.get(seat, {}).values())
        found.append(SeatTrace(seat, player, names.get(player, "") or player, laid, back[seat] - laid))
    return tuple(found)


def marks_of(told: Iterable[Told], number: int) -> Iterable[Mark]:
    """What of these entries is marked; `number`: the round that runs before the first of them."""
    for one in told:
        known: set[str] = set()
        for event in one.events:
            kind = kind_of(event)
            name = str(event.__struct_config__.tag).partition("@")[0]
            if kind and name not in known:
                known.add(name)
                yield Mark(one.n, name, kind, getattr(event, "round", number), one.at, one.by, say(event))
            if isinstance(event, ev.RoundEnded):
                number = event.round + 1


def kind_of(event: Event) -> str:
    """Which mark an event leaves; empty for most."""
    if isinstance(event, ev.StubCounted):
        return "" if event.right else IRREGULARITY
    return _MARKED.get(type(event), "")


def mark_rows(stream: str, marks: Iterable[Mark]) -> Iterable[tuple[str, tuple[Any, ...]]]:
    for one in marks:
        yield (
            db.marks.name,
            (stream, one.n, one.event, one.kind, one.round, one.at, one.by, one.what),
        )
