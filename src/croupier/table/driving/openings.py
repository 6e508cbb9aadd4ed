"""The openings of a deal: with each card that a person is told of, what proves it to that person alone.

An opening shows that the card stood where the commitment fixed it, and says nothing of any other card. What
nobody is told of (a burned card, the stub, a hand mucked unseen) is opened to nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from croupier.cards import Card, commitment
from croupier.games.game import seat_place
from croupier.table import events as ev
from croupier.table.driving.shoe import Shoes
from croupier.table.readers.views import addressed
from croupier.table.state import FACE_UP, TableState

Spot = tuple[str, int]  # a place and the card's index there


class Opening(msgspec.Struct, frozen=True):
    """One card proved: it left the shoe as the `draw`-th (from 0), and was sealed at this position."""

    place: str
    index: int
    draw: int
    position: int
    card: Card
    salt: str
    path: tuple[str, ...]  # six hashes, from the leaf up


class Naming(msgspec.Struct, frozen=True):
    """A card that an event named, to whom, and to whom it had been named before."""

    spot: Spot
    draw: int
    audience: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()

    def new_to(self, person: str) -> bool:
        return addressed(self.audience, person) and not any(addressed(told, person) for told in self.before)


class Prover(msgspec.Struct, frozen=True):
    """A deal being proved. `after` follows the entries of the round; `openings` is of what came last."""

    key: bytes
    context: bytes
    order: tuple[Card, ...]  # as they leave the shoe
    positions: tuple[int, ...]  # where each was sealed
    grown: commitment.Tree
    drawn: int = 0
    draws: dict[str, tuple[int, ...]] = {}  # place -> which draws lie there
    told: dict[int, tuple[tuple[str, ...], ...]] = {}  # draw -> the audiences it was named to
    fresh: tuple[Naming, ...] = ()

    def after(self, events: Iterable[ev.Event]) -> Prover:
        """Having followed what one entry, or several, made happen."""
        drawn, draws, told, fresh = self.drawn, dict(self.draws), dict(self.told), []
        for event in events:
            for place, count in left_the_shoe(event):
                draws[place] = (*draws.get(place, ()), *range(drawn, drawn + count))
                drawn += count
            for place, index in named(event):
                draw = draws[place][index]
                fresh.append(Naming((place, index), draw, event.audience, told.get(draw, ())))
                told[draw] = (*told.get(draw, ()), event.audience)
        return msgspec.structs.replace(self, drawn=drawn, draws=draws, told=told, fresh=tuple(fresh))

    def openings(self, person: str) -> tuple[Opening, ...]:
        """Of the cards that the last events named to this person for the first time."""
        return tuple(self.opened(one.spot, one.draw) for one in self.fresh if one.new_to(person))

    def opened(self, spot: Spot, draw: int) -> Opening:
        position = self.positions[draw]
        return Opening(
            *spot,
            draw,
            position,
            self.order[draw],
            commitment.salt(self.key, self.context, position).hex(),
            tuple(beside.hex() for beside in commitment.path(self.grown, position)),
        )


def prover(state: TableState, shoes: Shoes) -> Prover | None:
    """For the round that a table is in, from its mix on; None where it has committed to nothing, or not mixed
    it yet. To take it up in mid-round, let it follow all events of the round since the mix."""
    proof = state.round.proof
    shoe = shoes.get(proof.deck) if proof is not None else None
    if proof is None or not proof.seed or shoe is None or not shoe.key:
        return None
    seed, context = bytes.fromhex(proof.seed), bytes.fromhex(proof.context)
    sealed = commitment.unmixed(shoe.order, seed)
    grown = commitment.tree(context, shoe.key, sealed)
    return Prover(shoe.key, context, shoe.order, commitment.mix(seed, len(shoe.order)), grown)


def left_the_shoe(event: ev.Event) -> Iterator[tuple[str, int]]:
    if isinstance(event, ev.CardsDealt):
        yield from event.deliveries
    elif isinstance(event, ev.FaceUpFound):
        yield FACE_UP, len(event.cards)


def named(event: ev.Event) -> Iterator[Spot]:
    """Where the cards lie that an event names."""
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
