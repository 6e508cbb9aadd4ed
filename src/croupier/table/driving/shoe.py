"""The shoe of a virtual table: a frozen order that a shuffle fixes, a cut moves and dealing draws from.

The machine's state does not know the order. The entry that fixed it keeps it sealed, and `follow` finds the
shoes again from the entries alone, so that a restart in the middle of a round deals the very same next card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.cards import Card, Deck, cut, shuffle
from croupier.errors import BadInput
from croupier.table import events as ev

replace = msgspec.structs.replace


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck in the order its cards leave it, and how many have left."""

    order: tuple[Card, ...]
    position: int = 0
    salts: tuple[bytes, ...] = ()  # one for each card in older journals; the key has taken their place
    key: bytes = b""  # of the commitment to this order, where the table made one

    def next_cards(self, count: int) -> tuple[Card, ...]:
        return self.order[self.position : self.position + count]

    def dealt(self, count: int) -> Shoe:
        return replace(self, position=self.position + count)

    def cut(self, depth: int) -> Shoe:
        """What lies above the cover card goes underneath, each card with its salt."""
        return replace(self, order=cut(self.order, depth), salts=cut(self.salts, depth) if self.salts else ())


Shoes = Mapping[str, Shoe]  # by the deck's back
NO_SHOES: Shoes = {}

_READ = msgspec.json.Decoder(dict[str, Shoe])


def fixed(deck: Deck, random_bytes: Callable[[int], bytes]) -> Shoe:
    """A deck shuffled without bias; the one place where chance enters a table."""
    return Shoe(shuffle(deck.order, random_bytes))


def seal(shoes: Shoes) -> bytes:
    """What the entry that fixed these shoes keeps, for nobody to read while they are dealt from."""
    return msgspec.json.encode(shoes, order="sorted")


def unseal(sealed: bytes) -> Shoes:
    try:
        return _READ.decode(sealed)
    except msgspec.DecodeError as error:
        raise BadInput(f"not a sealed shoe: {error}") from None


def follow(shoes: Shoes, loaded: str | None, events: Iterable[ev.Event], sealed: bytes | None) -> Shoes:
    """The shoes after an entry. `loaded` is the deck that was loaded before it, from which it dealt."""
    if sealed is not None:
        shoes = {**shoes, **unseal(sealed)}
    for event in events:
        kind = type(event)
        if kind is ev.CardsDealt:
            assert isinstance(event, ev.CardsDealt)
            shoes = drawn(shoes, loaded, sum(count for _, count in event.deliveries))
        elif kind is ev.FaceUpFound:
            assert isinstance(event, ev.FaceUpFound)
            shoes = drawn(shoes, loaded, len(event.cards))
        elif kind is ev.DeckCut:
            assert isinstance(event, ev.DeckCut)
            if event.deck in shoes:
                shoes = {**shoes, event.deck: shoes[event.deck].cut(event.depth)}
        elif kind is ev.DeckRemoved:
            assert isinstance(event, ev.DeckRemoved)
            shoes = {back: shoe for back, shoe in shoes.items() if back != event.deck}
    return shoes


def drawn(shoes: Shoes, loaded: str | None, count: int) -> Shoes:
    if loaded is None or loaded not in shoes:
        return shoes  # a real deck: nobody knows its order
    return {**shoes, loaded: shoes[loaded].dealt(count)}
