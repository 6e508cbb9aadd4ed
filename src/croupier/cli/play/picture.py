"""Build one person's view of the table from the events that they may see."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from croupier.cards import Card
from croupier.games.game import BOARD, BOX, DEALER, seat_place
from croupier.table import events as ev
from croupier.table.events import TableEvent
from croupier.table.readers import legal, sight
from croupier.table.readers.views import view
from croupier.table.state import TableState

Lying = tuple[Card | None, ...]


class TerminalPicture:
    def __init__(self, player: str, seat: int, state: TableState) -> None:
        self.player, self.seat, self.person = player, seat, f"player:{player}"
        self._watch = sight.watch(self.person, state, live=False)

    def look(self, events: Iterable[TableEvent]) -> tuple[TableEvent, ...]:
        """Update the view with the events that this person may see, and return these events."""
        sight = view(events, self.person)
        self._watch = self._watch.see(sight)
        return sight

    @property
    def balance(self) -> int:
        return self._watch.state.seating.purses.get(self.player, 0)

    @property
    def wagers(self) -> dict[str, int]:
        """Return the wagers of the user's seat, in the order of the rules."""
        state = self._watch.state
        return dict(state.game.in_order(state.bets.wagers.get(self.seat, {})))

    @property
    def cards(self) -> dict[str, Lying]:
        return self._watch.cards

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

    @property
    def dealers_face_up(self) -> tuple[Card, ...]:
        return self._known(DEALER)

    @property
    def stakes(self) -> dict[str, Fraction]:
        """Return the main wagers of the user's seat, in units of the first required wager."""
        return dict(legal.main_stakes(self._watch.state, self.seat))

    def _known(self, place: str) -> tuple[Card, ...]:
        return tuple(card for card in self.cards.get(place, ()) if card is not None)

    @property
    def dealer(self) -> ev.DealerRevealed | None:
        return self._watch.facts.dealer

    @property
    def hands(self) -> dict[int, ev.HandShown]:
        return self._watch.facts.hands

    @property
    def folded(self) -> tuple[int, ...]:
        return self._watch.facts.folded

    @property
    def settled(self) -> tuple[ev.WagerSettled, ...]:
        return sight.settlements(self._watch.state)

    @property
    def envy(self) -> tuple[ev.EnvyPaid, ...]:
        return sight.envy(self._watch.state)

    def net(self, seat: int) -> int:
        """Return a seat's net result in this round so far."""
        won = sum(one.returned - one.staked for one in sight.outcomes(self._watch.state, seat))
        return won + sum(event.cents for event in self.envy if event.seat == seat)
