"""Rank two cards for the Twins wager, which pays pairs and suited cards."""

from __future__ import annotations

from croupier.cards import Card

TWINS = frozenset({"pair_of_aces", "twins", "suited", "odd"})


def twins(cards: tuple[Card, ...]) -> frozenset[str]:
    one, two = cards
    if one[0] == two[0]:
        return frozenset({"twins", *(["pair_of_aces"] if one[0] == "A" else [])})
    return frozenset({"suited" if one[1] == two[1] else "odd"})
