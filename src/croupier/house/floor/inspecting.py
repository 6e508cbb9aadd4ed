"""What deals at a table that deals by itself, looked over without turning a card: its shoes, its chance."""

from __future__ import annotations

import os
from collections.abc import Callable

from croupier.journal.tables import TableWithShoes

SAMPLE = 32  # bytes


def fault_of(held: TableWithShoes, draw: Callable[[int], bytes] = os.urandom) -> str:
    """What is wrong with it, in words that tell of no card; empty if nothing is."""
    drawn = [draw(SAMPLE) for _ in range(3)]
    if len(set(drawn)) < len(drawn) or any(len(set(one)) < SAMPLE // 4 for one in drawn):
        return "the source of chance repeats itself"
    deck = sorted(held.table.game.deck.order)
    for back, shoe in sorted(held.shoes.items()):
        if sorted(shoe.order) != deck:
            return f"the shoe of the {back} deck does not hold the cards of its deck"
        if not 0 <= shoe.position <= len(deck):
            return f"more cards have left the shoe of the {back} deck than it had"
    return ""
