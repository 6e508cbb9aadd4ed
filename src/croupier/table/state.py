"""The state of a table: one small state a subject, composed. Dictionaries are never changed in place."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.cards import Card
from croupier.games import Game, Phase, game, script
from croupier.games.game import Showdown, seat_place
from croupier.submission import Rules

BETTING = -1


class Seating(msgspec.Struct, frozen=True, gc=False):
    seats: dict[int, str] = {}  # seat -> player
    purses: dict[str, int] = {}  # player -> chips in front of him, in cents


class Bets(msgspec.Struct, frozen=True, gc=False):
    wagers: dict[int, dict[str, int]] = {}  # seat -> wager -> what is at risk, in cents
    banked: tuple[str, ...] = ()  # wagers whose chips lie in the tray already


class Layout(msgspec.Struct, frozen=True, gc=False):
    cards: dict[str, tuple[Card | None, ...]] = {}  # place -> cards, in the order they arrived
    turned: dict[str, int] = {}  # place -> how many of its cards lie face up
    stub: int = 0  # cards still in the shoe, the hand or the machine
    rack: tuple[tuple[str, tuple[Card | None, ...]], ...] = ()  # the discard rack, hand by hand
    racked_stub: int = 0


class Round(msgspec.Struct, frozen=True, gc=False):
    number: int = 1
    phase: int = BETTING  # index into the script
    cursor: int = 0  # how far into the phase: deliveries made, seats asked, seats settled
    in_play: tuple[int, ...] = ()  # seats dealt in, clockwise
    folded: tuple[int, ...] = ()
    progressive_seats: tuple[int, ...] = ()  # whose progressive wagers the system took
    awaiting: str = ""  # a progressive winner: "validation" or "payment"


class Meter(msgspec.Struct, frozen=True, gc=False):
    """What a progressive meter shows, and the part of a cent it has not posted yet."""

    cents: int
    carry_num: int = 0
    carry_den: int = 1

    @property
    def exact(self) -> Fraction:
        return self.cents + Fraction(self.carry_num, self.carry_den)


class TableState(msgspec.Struct, frozen=True, gc=False):
    rules: Rules
    seating: Seating = Seating()
    bets: Bets = Bets()
    layout: Layout = Layout()
    round: Round = Round()
    meters: dict[str, Meter] = {}

    @property
    def game(self) -> Game:
        return game(self.rules.game)

    @property
    def phase(self) -> Phase | None:
        """The part of the script the table is in; None while bets are open."""
        index = self.round.phase
        return None if index < 0 else script(self.rules)[index]


def open_table(rules: Rules) -> TableState:
    """A table as it opens: nobody seated, meters at their initial amounts."""
    progressive = rules.progressive
    meters = {name: Meter(cents) for name, cents in progressive.initial.items()} if progressive else {}
    return TableState(rules, layout=Layout(stub=len(game(rules.game).deck.order)), meters=meters)


def showdown(state: TableState, seat: int) -> Showdown:
    cards = state.layout.cards
    return Showdown(
        state.bets.wagers.get(seat, {}),
        seat in state.round.folded,
        cards.get(seat_place(seat), ()),  # type: ignore[arg-type]
        cards.get("board", ()),  # type: ignore[arg-type]
        cards.get("box", ()),  # type: ignore[arg-type]
        cards.get("dealer", ()),  # type: ignore[arg-type]
    )
