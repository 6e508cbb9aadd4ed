"""Test the random source of a running server: the operating system's generator.

Other uniformity tests use fixed seeds. These do not, so they would notice a source that was replaced,
weakened or repeated. A fair source fails about once in 100,000 runs.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.cards import STANDARD, Card, Deck, commitment
from croupier.games import game as game_of
from croupier.server.tables.write_ahead import WriteAhead
from croupier.table import events as ev
from croupier.table.driving.shoe import NO_SHOES
from croupier.table.driving.sources import SYSTEM
from croupier.table.driving.verifiable import Numbers, VerifiableShoe
from tests.helpers.uniformity import even_cells, even_over_positions

SHUFFLES = 6_000
SHUFFLED = (ev.DeckShuffled(audience=(), deck="red", by_machine=True),)
Order = tuple[Card | None, ...]


def dealt_orders(shoe: VerifiableShoe, deck: Deck, mixed: bool, many: int = SHUFFLES) -> list[Order]:
    """Shuffle by the shoe's own steps, mix with only the root or not at all, and draw every card."""
    orders = []
    for number in range(many):
        shoe.follow("red", SHUFFLED, shoe.sealed_with("red", SHUFFLED))
        if mixed:
            seed = commitment.seed(commitment.commit_number(number.to_bytes(32, "big")), bytes(32), {}).hex()
            mix = (ev.DealMixed(audience=(), round=1, deal=1, deck="red", seed=seed, reveals={}),)
            shoe.follow("red", mix, shoe.sealed_with("red", mix))
        orders.append(shoe.next_cards("red", len(deck.order)))
    return orders


def uniform(orders: list[Order], deck: Deck) -> bool:
    """Test the positions of cards and, if all cards are distinct, also neighbors and consecutive deals."""
    found = even_over_positions(orders)
    size = len(deck.order)
    if len({*deck.order}) == size:
        rank = {card: n for n, card in enumerate(deck.order)}
        packs = [[rank[card] for card in order if card is not None] for order in orders]
        for at in (0, 1, 25, size - 2):
            found = found and even_cells([(p[at] - p[at + 1]) % size - 1 for p in packs], size - 1)
        steps = [(one[0] - two[0]) % size for one, two in zip(packs[::2], packs[1::2], strict=True)]
        found = found and even_cells(steps, size)
    return found


def servers_shoe(game: str) -> VerifiableShoe:
    """Build the card source as a running table without a stored shoe does."""
    stored = SimpleNamespace(table=SimpleNamespace(game=game_of(game)), shoes=NO_SHOES)
    running: Any = SimpleNamespace(_live=False, stored_state=stored, table=f"{game}-1", numbers=Numbers())
    source = WriteAhead._source(running)
    assert isinstance(source, VerifiableShoe)
    return source


@pytest.mark.parametrize(("game", "mixed"), [("uth", False), ("uth", True), ("dragon", False)])
def test_live_shuffles_are_uniform(game: str, mixed: bool) -> None:
    deck = game_of(game).deck
    assert uniform(dealt_orders(servers_shoe(game), deck, mixed), deck)


def without_top_bit(count: int) -> bytes:
    return bytes(byte & 0x7F for byte in os.urandom(count))


def repeated(count: int) -> bytes:
    """Return bytes from a generator that is reseeded for every call."""
    return random.Random(os.urandom(1)).randbytes(count)


@pytest.mark.parametrize("flawed", [without_top_bit, repeated])
def test_the_same_statistics_detect_a_flawed_source(flawed: Callable[[int], bytes]) -> None:
    shoe = VerifiableShoe(STANDARD, "uth-1", random_bytes=flawed)
    assert not uniform(dealt_orders(shoe, STANDARD, False, 2_000), STANDARD)


def test_the_servers_shoe_draws_from_the_operating_systems_generator() -> None:
    assert SYSTEM is os.urandom
    assert servers_shoe("uth")._random_bytes is os.urandom
