"""The 52-card deck and the decks that games declare, with parsing and formatting of cards.

A card is two characters: rank and suit (``As Td 2c``), or a Dragon Poker card (``Dr Db Dg Ph Ti Pa Mo Ra``).
An unseen card on the layout is ``None``, written ``??``. The king of diamonds and the ten of hearts can be
written ``Kd Th``, ``K♦ 10♥``, ``kd,10h`` or ``KdTh``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import NewType

from croupier.errors import BadInput
from croupier.rulebook import PackDeclaration

Card = NewType("Card", str)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNSEEN = "??"
SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}


def _ways_to_write(card: Card) -> Iterable[str]:
    """Return the spellings of a card in lower case, including suit symbols and 10 for T."""
    if card[0] not in RANKS or card[1] not in SUITS:
        return (card.lower(),)
    ranks = ("t", "10") if card[0] == "T" else (card[0].lower(),)
    return [rank + suit for rank in ranks for suit in card[1] + SIGNS[card[1]]]


@dataclass(frozen=True)
class Deck:
    """One deck: its cards in deck order, and the number of copies of each card."""

    name: str
    order: tuple[Card, ...]
    spelling: str = field(compare=False, repr=False)
    clauses: tuple[str, ...] = field(default=(), compare=False, repr=False)
    counts: Mapping[Card, int] = field(init=False, compare=False, repr=False)
    different: frozenset[Card] = field(init=False, compare=False, repr=False)
    # card by spelling, in lower case
    spellings: Mapping[str, Card] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", MappingProxyType(Counter(self.order)))
        object.__setattr__(self, "different", frozenset(self.order))
        ways = {written: card for card in self.counts for written in _ways_to_write(card)}
        object.__setattr__(self, "spellings", MappingProxyType(ways))

    def __len__(self) -> int:
        return len(self.order)


# Only Dragon Poker's rules list the cards of the deck. For the other games, the number 52 follows from the
# rules on counting the deck (uth/5.E.1 and others), the ranks from chapter 6, and the suits from
# topfive/1.B.7.
STANDARD = Deck(
    "standard",
    tuple(Card(rank + suit) for suit in SUITS for rank in RANKS),
    "rank then suit, such as As Td 2c",
)


@cache
def deck_of(pack: PackDeclaration) -> Deck:
    """Return the deck that a game declares."""
    if not pack.cards:
        return STANDARD
    return Deck(
        pack.name,
        tuple(Card(kind.card) for kind in pack.cards for _ in range(kind.copies)),
        "one of " + " ".join(kind.card for kind in pack.cards),
        tuple(kind.clause for kind in pack.cards),
    )


def parse_card(text: str, deck: Deck = STANDARD) -> Card:
    """Parse one card in any spelling."""
    if not isinstance(text, str):
        raise BadInput(f"a card must be text, {deck.spelling}, not {text!r}")
    card = Card(text) if text in deck.counts else deck.spellings.get(_plain(text))
    if card is None:
        raise BadInput(f"there is no card {text!r:.40} in the {deck.name} deck; write {deck.spelling}")
    return card


def parse_cards(text: str | Iterable[str], deck: Deck = STANDARD) -> tuple[Card, ...]:
    """Parse cards from ``"As Kd"``, ``"AsKd"`` or ``["As", "Kd"]``.

    Raises ``BadInput`` for more copies of a card than the deck has.
    """
    cards = tuple(parse_card(word, deck) for word in _words(text, deck))
    _refuse_extra_copies(cards, deck)
    return cards


def parse_layout(text: str | Iterable[str], deck: Deck = STANDARD) -> tuple[Card | None, ...]:
    """Parse cards like :func:`parse_cards`, with ``??`` for an unseen card."""
    cards = tuple(None if word == UNSEEN else parse_card(word, deck) for word in _words(text, deck))
    _refuse_extra_copies((card for card in cards if card is not None), deck)
    if len(cards) > len(deck):
        raise BadInput(f"{len(cards)} cards are listed, but the {deck.name} deck has {len(deck)}")
    return cards


def _plain(text: str) -> str:
    """Convert to lower case, and remove the variation selector that requests a colored suit symbol."""
    return text.lower().replace("\ufe0f", "")


def _words(text: str | Iterable[str], deck: Deck) -> Iterable[str]:
    """Split text into one word per card, even if the cards are written without spaces."""
    if not isinstance(text, str):
        return text
    words: list[str] = []
    for word in re.findall(r"[^\s,;]+", text):
        words += (word,) if word in deck.counts else _split_cards(word, deck)
    return words


def _split_cards(word: str, deck: Deck) -> list[str]:
    plain = _plain(word)
    found: list[str] = []
    at = 0
    while at < len(plain):
        size = next((n for n in (2, 3) if plain[at : at + n] in deck.spellings), 0)
        if not size and plain.startswith(UNSEEN, at):
            size = len(UNSEEN)
        if not size:
            return [word]  # The caller rejects the word as it was written.
        found.append(plain[at : at + size])
        at += size
    return found


def show_cards(cards: Iterable[Card | None]) -> str:
    return " ".join(UNSEEN if card is None else card for card in cards)


def complete(deck: Deck, listed: Iterable[Card]) -> tuple[Card, ...]:
    """Return the whole deck, with the listed cards first and all others after them in deck order."""
    first = parse_cards(listed, deck)
    listed_copies = Counter(first)
    rest: list[Card] = []
    for card in deck.order:
        if listed_copies[card]:
            listed_copies[card] -= 1
        else:
            rest.append(card)
    return (*first, *rest)


def _refuse_extra_copies(cards: Iterable[Card], deck: Deck) -> None:
    for card, copies in Counter(cards).items():
        if copies > deck.counts[card]:
            have = "one" if deck.counts[card] == 1 else str(deck.counts[card])
            raise BadInput(f"{card} is listed {copies} times, but the {deck.name} deck has {have}")
