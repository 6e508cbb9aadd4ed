"""The shoe of a virtual table: cards in the order in which they will be dealt.

The machine's state does not contain the order. The entry of the shuffle stores it sealed, and `follow`
rebuilds the shoes from the entries, so a restart in mid-round deals the same next card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.cards import Card, Deck, cut, shuffle
from croupier.errors import BadInput
from croupier.table import events as ev

replace = msgspec.structs.replace


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck in dealing order and the number of cards dealt."""

    order: tuple[Card, ...]
    position: int = 0
    salts: tuple[bytes, ...] = ()  # one salt per card in older journals; newer ones use `key`
    key: bytes = b""  # key of the commitment to this order, or empty

    def next_cards(self, count: int) -> tuple[Card, ...]:
        return self.order[self.position : self.position + count]

    def dealt(self, count: int) -> Shoe:
        return replace(self, position=self.position + count)

    def cut(self, depth: int) -> Shoe:
        """Move the cards above the cover card to the bottom, with their salts."""
        return replace(self, order=cut(self.order, depth), salts=cut(self.salts, depth) if self.salts else ())


Shoes = Mapping[str, Shoe]  # shoes by the color of the deck's back
NO_SHOES: Shoes = {}

_READ = msgspec.json.Decoder(dict[str, Shoe])


def seal_shoe(deck: Deck, random_bytes: Callable[[int], bytes]) -> Shoe:
    """Shuffle a deck without bias. The shuffle is the only source of randomness at a table."""
    return Shoe(shuffle(deck.order, random_bytes))


def seal(shoes: Shoes) -> bytes:
    """Encode shoes as an entry's sealed data. No one may read it while the shoes are in play."""
    return msgspec.json.encode(shoes, order="sorted")


def unseal(sealed: bytes) -> Shoes:
    try:
        return _READ.decode(sealed)
    except msgspec.DecodeError as error:
        raise BadInput(f"not a sealed shoe: {error}") from None


def follow(shoes: Shoes, loaded: str | None, events: Iterable[ev.TableEvent], sealed: bytes | None) -> Shoes:
    """Return the shoes after an entry. `loaded` is the deck that was loaded before the entry."""
    if sealed is not None:
        shoes = {**shoes, **unseal(sealed)}
    for event in events:
        kind = type(event)
        if kind is ev.CardsDealt:
            assert isinstance(event, ev.CardsDealt)
            shoes = draw_cards(shoes, loaded, sum(count for _, count in event.deliveries))
        elif kind is ev.FaceUpFound:
            assert isinstance(event, ev.FaceUpFound)
            shoes = draw_cards(shoes, loaded, len(event.cards))
        elif kind is ev.DeckCut:
            assert isinstance(event, ev.DeckCut)
            if event.deck in shoes:
                shoes = {**shoes, event.deck: shoes[event.deck].cut(event.depth)}
        elif kind is ev.DeckRemoved:
            assert isinstance(event, ev.DeckRemoved)
            shoes = {back: shoe for back, shoe in shoes.items() if back != event.deck}
    return shoes


def draw_cards(shoes: Shoes, loaded: str | None, count: int) -> Shoes:
    if loaded is None or loaded not in shoes:
        return shoes  # the order of a real deck is unknown
    return {**shoes, loaded: shoes[loaded].dealt(count)}
