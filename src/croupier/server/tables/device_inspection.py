"""Inspect the shoes and the random source of an automatic table, without revealing a card."""

from __future__ import annotations

import os
from collections.abc import Callable

from croupier.journal.tables import TableWithShoes

SAMPLE = 32  # bytes


def fault_of(table_with_shoes: TableWithShoes, draw: Callable[[int], bytes] = os.urandom) -> str:
    """Describe the first fault without naming a card. Return an empty string if there is no fault."""
    samples = [draw(SAMPLE) for _ in range(3)]
    if len(set(samples)) < len(samples) or any(len(set(sample)) < SAMPLE // 4 for sample in samples):
        return "the random source repeats itself"
    deck = sorted(table_with_shoes.table.game.deck.order)
    for back, shoe in sorted(table_with_shoes.shoes.items()):
        if sorted(shoe.order) != deck:
            return f"the shoe of the {back} deck does not contain the cards of its deck"
        if not 0 <= shoe.position <= len(deck):
            return f"more cards have left the shoe of the {back} deck than it had"
    return ""
