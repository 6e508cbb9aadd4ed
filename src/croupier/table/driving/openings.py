"""Create the openings of a deal. An opening is a proof for one card that a person sees.

It proves that the card was at its committed position, and reveals no other card. Cards that stay hidden (burn
cards, the stub, a hand mucked face down) are never opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from croupier.cards import Card, commitment
from croupier.games.game import seat_place
from croupier.table import events as ev
from croupier.table.driving.shoe import Shoes
from croupier.table.readers.views import is_addressed
from croupier.table.state import FACE_UP, TableState

Spot = tuple[str, int]  # place of a card and its index there


class CardOpening(msgspec.Struct, frozen=True):
    """Proof that a card was the `draw`-th card dealt (from 0) and was sealed at this position."""

    place: str
    index: int
    draw: int
    position: int
    card: Card
    salt: str
    path: tuple[str, ...]  # hashes from the leaf to the root, six for a deck of up to 64 cards


class NamedCard(msgspec.Struct, frozen=True):
    """A card that an event names, with the event's audience and the card's earlier audiences."""

    spot: Spot
    draw: int
    audience: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()

    def new_to(self, person: str) -> bool:
        return is_addressed(self.audience, person) and not any(
            is_addressed(audience, person) for audience in self.before
        )


class Prover(msgspec.Struct, frozen=True):
    """Proves the cards of a deal. `after` follows a round's events. `openings` covers the latest events."""

    key: bytes
    context: bytes
    order: tuple[Card, ...]  # the cards of the shoe in dealing order
    positions: tuple[int, ...]  # sealed position of each card
    grown: commitment.Tree
    drawn: int = 0
    draws: dict[str, tuple[int, ...]] = {}  # draw numbers of the cards at each place
    audiences: dict[int, tuple[tuple[str, ...], ...]] = {}  # audiences that know each card, by draw number
    fresh: tuple[NamedCard, ...] = ()

    def after(self, events: Iterable[ev.TableEvent]) -> Prover:
        """Follow the events of one or more entries."""
        drawn, draws, audiences, fresh = self.drawn, dict(self.draws), dict(self.audiences), []
        for event in events:
            for place, count in left_the_shoe(event):
                draws[place] = (*draws.get(place, ()), *range(drawn, drawn + count))
                drawn += count
            for place, index in named_spots(event):
                draw = draws[place][index]
                fresh.append(NamedCard((place, index), draw, event.audience, audiences.get(draw, ())))
                audiences[draw] = (*audiences.get(draw, ()), event.audience)
        return msgspec.structs.replace(
            self, drawn=drawn, draws=draws, audiences=audiences, fresh=tuple(fresh)
        )

    def openings(self, person: str) -> tuple[CardOpening, ...]:
        """Return the openings of the cards that this person has just learned."""
        return tuple(self.opening_of(one.spot, one.draw) for one in self.fresh if one.new_to(person))

    def opening_of(self, spot: Spot, draw: int) -> CardOpening:
        position = self.positions[draw]
        return CardOpening(
            *spot,
            draw,
            position,
            self.order[draw],
            commitment.salt(self.key, self.context, position).hex(),
            tuple(beside.hex() for beside in commitment.path(self.grown, position)),
        )


def prover(state: TableState, shoes: Shoes) -> Prover | None:
    """Create a prover for the current round, or return None unless the deal is mixed.

    To resume in mid-round, call `after` with all events of the round since the mix."""
    proof = state.round.proof
    shoe = shoes.get(proof.deck) if proof is not None else None
    if proof is None or not proof.seed or shoe is None or not shoe.key:
        return None
    seed, context = bytes.fromhex(proof.seed), bytes.fromhex(proof.context)
    sealed = commitment.unmix_cards(shoe.order, seed)
    grown = commitment.tree(context, shoe.key, sealed)
    return Prover(shoe.key, context, shoe.order, commitment.mix(seed, len(shoe.order)), grown)


def left_the_shoe(event: ev.TableEvent) -> Iterator[tuple[str, int]]:
    if isinstance(event, ev.CardsDealt):
        yield from event.deliveries
    elif isinstance(event, ev.FaceUpFound):
        yield FACE_UP, len(event.cards)


def named_spots(event: ev.TableEvent) -> Iterator[Spot]:
    """Yield the spots of the cards that an event names."""
    match event:
        case ev.CardsNamed() | ev.CardsTurned():
            yield from spots(event.place, event.cards, event.first)
        case ev.DealerRevealed() | ev.HiddenCardsShown():
            for place, cards in event.cards.items():
                yield from spots(place, cards)
        case ev.HandShown():
            yield from spots(seat_place(event.seat), event.cards)
        case ev.CardExposed():
            yield event.place, event.index


def spots(place: str, cards: tuple[Card | None, ...], first: int = 0) -> Iterator[Spot]:
    return ((place, first + n) for n, card in enumerate(cards) if card is not None)
