"""What one person at the table knows, built up from the events that person may see and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import Card
from croupier.games.game import BOARD, BOX, DEALER, seat_place
from croupier.table import events as ev
from croupier.table.events import Event
from croupier.table.readers.views import view

Lying = tuple[Card | None, ...]


class Picture:
    def __init__(self, player: str, seat: int) -> None:
        self.player, self.seat, self.person = player, seat, f"player:{player}"
        self.balance = 0
        self._clear()

    def _clear(self) -> None:
        self.cards: dict[str, Lying] = {}
        self.dealer: ev.DealerRevealed | None = None
        self.hands: dict[int, ev.HandShown] = {}
        self.settled: list[ev.WagerSettled] = []
        self.envy: list[ev.EnvyPaid] = []
        self.folded: set[int] = set()
        self.wagers: dict[str, int] = {}  # this seat's, in the order they were placed

    def look(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Take in what this person may see of the events; those are given back."""
        seen = view(events, self.person)
        for event in seen:
            self._take_in(event)
        return seen

    @property
    def hand(self) -> tuple[Card, ...]:
        return self._known(seat_place(self.seat))

    @property
    def board(self) -> tuple[Card, ...]:
        return self._known(BOARD)

    @property
    def box(self) -> Lying:
        return self.cards.get(BOX, ())

    @property
    def dealers(self) -> Lying:
        return self.cards.get(DEALER, ())

    def _known(self, place: str) -> tuple[Card, ...]:
        return tuple(card for card in self.cards.get(place, ()) if card is not None)

    def net(self, seat: int) -> int:
        """What a seat gained in this round, as far as it is settled."""
        won = sum(event.returned - event.staked for event in self.settled if event.seat == seat)
        return won + sum(event.cents for event in self.envy if event.seat == seat)

    def _take_in(self, event: Event) -> None:
        match event:
            case ev.BetsClosed():
                wagers = self.wagers
                self._clear()
                self.wagers = wagers
            case ev.RoundEnded():
                self.wagers = {}
            case ev.CardsDealt():
                for place, count in event.deliveries:
                    self.cards[place] = self.cards.get(place, ()) + (None,) * count
            case ev.CardsNamed() | ev.CardsTurned():
                self._name(event.place, event.first, event.cards)
            case ev.CardExposed() | ev.NamingCorrected():
                self._name(event.place, event.index, (event.card,))
            case ev.DealerRevealed():
                self.dealer = event
                self.cards.update(event.cards)
            case ev.HandShown():
                self.hands[event.seat] = event
                self.cards[seat_place(event.seat)] = event.cards
            case ev.HandKept() | ev.HandMucked():
                self.folded.add(event.seat)
            case ev.EnvyPaid():
                self.envy.append(event)
                self._move(event.player, event.cents)
            case _:
                self._count_chips(event)

    def _count_chips(self, event: Event) -> None:
        match event:
            case ev.BoughtIn():
                self._move(event.player, event.cents)
            case ev.CashedOut():
                self._move(event.player, -event.cents)
            case ev.WagerPlaced():
                self._move(event.player, -event.cents)
                if event.seat == self.seat:
                    self.wagers[event.wager] = event.cents
            case ev.WagerTakenBack():
                self._move(event.player, event.cents)
                if event.seat == self.seat:
                    self.wagers.pop(event.wager, None)
            case ev.WagerSettled():
                self.settled.append(event)
                self._move(event.player, event.returned)
            case ev.SettlementReversed():
                self._move(event.player, -event.cents)
            case ev.SettlementCorrected():
                self._move(event.player, event.returned)
            case ev.EnvyReversed():
                self._move(event.player, -event.cents)
            case ev.EnvyCorrected():
                self._move(event.player, event.cents)

    def _move(self, player: str, cents: int) -> None:
        if player == self.player:
            self.balance += cents

    def _name(self, place: str, first: int, cards: Lying) -> None:
        lying = self.cards.get(place, ())
        self.cards[place] = lying[:first] + cards + lying[first + len(cards) :]
