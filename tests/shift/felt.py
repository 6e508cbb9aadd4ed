"""Track the real cards of a simulated table, seen or unseen."""

from __future__ import annotations

from random import Random

from croupier.cards import Card, Deck
from croupier.games.game import BOARD, Deal
from croupier.table import events as ev
from croupier.table.acts.dealing import plan_of
from croupier.table.acts.irregularities import whole_plan
from croupier.table.state import TableState


class Felt:
    """Follow the events. Automatic tables name cards when they are dealt, live tables when they are
    turned.
    """

    def __init__(self, rng: Random, deck: Deck, live: bool) -> None:
        self.rng, self.deck, self.live = rng, deck, live
        self.orders: dict[str, list[Card]] = {}  # back color -> deck from the top down
        self.in_play = ""
        self.next = 0
        self.places: dict[str, list[Card]] = {}
        self.misnamed: dict[tuple[str, int], Card] = {}  # position and index of a misnamed card -> real card

    def shuffled(self) -> list[Card]:
        order = list(self.deck.order)
        self.rng.shuffle(order)
        return order

    def load(self, back: str) -> None:
        self.in_play, self.next = back, 0
        self.orders.setdefault(back, self.shuffled())

    def follow(self, event: ev.TableEvent) -> None:
        match event:
            case ev.DecksReceived():
                self.orders |= {back: self.shuffled() for back in event.backs}
            case ev.DeckShuffled():
                self.orders[event.deck] = self.shuffled()
            case ev.DeckCut():
                order = self.orders[event.deck]
                self.orders[event.deck] = order[event.depth :] + order[: event.depth]
            case ev.DeckLoaded():
                self.load(event.deck)
            case ev.BetsClosed():
                self.places, self.misnamed = {}, {}
            case ev.CardsDealt():
                for place, count in event.deliveries:
                    self.places.setdefault(place, []).extend(self.top(count))
                    self.next += count
            case ev.FaceUpFound():
                self.next += len(event.cards)
            case ev.NamingCorrected():
                self.misnamed.pop((event.place, event.index), None)
            case _:
                pass

    def top(self, count: int) -> tuple[Card, ...]:
        return tuple(self.orders[self.in_play][self.next : self.next + count])

    def deal(self, state: TableState, motions: int | None = None) -> tuple[Card | None, ...]:
        """Return the next cards as the dealer names them: all that are due, or only `motions` deliveries."""
        phase = state.phase
        assert isinstance(phase, Deal)
        due = plan_of(state, phase).deliveries[state.round.cursor :][:motions]
        cards = iter(self.top(sum(count for _, count in due)))
        electronic = state.rules.choices.electronic
        told: list[Card | None] = []
        for place, count in due:
            seen = not self.live or (phase.face_up and place == BOARD)
            looks = place.startswith("seat") and not electronic and self.rng.random() < 0.05
            told += [card if seen or looks else None for card in (next(cards) for _ in range(count))]
        return tuple(told)

    def rig(self, state: TableState, wanted: dict[str, list[Card]]) -> None:
        """Arrange the loaded deck so that the wanted cards are dealt to their positions."""
        rest = list(self.orders[self.in_play])
        left = {place: list(cards) for place, cards in wanted.items()}
        for cards in wanted.values():
            for card in cards:
                rest.remove(card)
        plan = [place for place, count in whole_plan(state) for _ in range(count)]
        laid = [left[place].pop(0) if left.get(place) else rest.pop(0) for place in plan]
        self.orders[self.in_play] = laid + rest
