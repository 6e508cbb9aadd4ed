"""Test that the card order is uniform if the sealed order or one player's number is random."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable

import pytest

from croupier.cards import STANDARD, commitment
from croupier.cards.shuffle import shuffle

DEALS = 6_000
SIZE = 52
# With 51 degrees of freedom, one chi-square value in ten thousand exceeds 99.4. The seeds are fixed.
LIMIT = 99.4


def chi_square(counts: Counter[int], cells: int, total: int) -> float:
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def number(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


Sealed = Callable[[int], tuple[int, ...]]


def honest(deal: int) -> tuple[int, ...]:
    return shuffle(range(SIZE), random.Random(deal).randbytes)


def steered(deal: int) -> tuple[int, ...]:
    """Simulate a dishonest server that seals the same order every time."""
    return tuple(range(SIZE))


def outcomes(sealed: Sealed, numbers: Callable[[int], dict[str, bytes]]) -> list[tuple[int, ...]]:
    """Return the dealt orders. Each root commits to the order and to a key for the deal."""
    made = []
    for deal in range(DEALS):
        order, ctx = sealed(deal), number("ctx", deal)
        seed = commitment.seed(ctx, number("root", order[:5], deal), numbers(deal))
        made.append(tuple(order[at] for at in commitment.mix(seed, SIZE)))
    return made


@pytest.mark.long
@pytest.mark.parametrize(
    ("sealed", "numbers"),
    [
        (honest, lambda deal: {"p1": bytes(32)}),  # this player always sends the same number
        (honest, lambda deal: {}),
        (honest, lambda deal: {f"p{n}": number("fixed", n) for n in range(6)}),
        (steered, lambda deal: {"p1": number("honest", deal)}),
    ],
    ids=["a fixed number", "no number", "six fixed numbers", "a steering house and one honest player"],
)
def test_every_card_is_equally_likely_in_every_position(
    sealed: Sealed, numbers: Callable[[int], dict[str, bytes]]
) -> None:
    made = outcomes(sealed, numbers)
    for draw in (0, 1, 8, 25, 51):  # count the cards at each position
        assert chi_square(Counter(order[draw] for order in made), SIZE, DEALS) < LIMIT, draw
    for card in (0, 17, 51):  # count the positions of each card
        assert chi_square(Counter(order.index(card) for order in made), SIZE, DEALS) < LIMIT, card
    pairs = Counter((order[0] - order[1]) % SIZE - 1 for order in made)  # count pairs of adjacent cards
    assert chi_square(pairs, SIZE - 1, DEALS) < LIMIT


def test_mix_is_an_invertible_permutation() -> None:
    for size in (52, 53):
        for seed in range(50):
            drawn = commitment.mix(number(seed), size)
            assert sorted(drawn) == [*range(size)]
    order = STANDARD.order
    assert commitment.unmix_cards(commitment.mix_cards(order, number(1)), number(1)) == order
    assert commitment.mix_cards(order, number(1)) != order


def test_every_number_and_their_order_affect_the_mix() -> None:
    ctx, root = number("ctx"), number("root")
    one, two = number("one"), number("two")
    seeds = {
        commitment.seed(ctx, root, {}),
        commitment.seed(ctx, root, {"a": one}),
        commitment.seed(ctx, root, {"a": one, "b": two}),
        commitment.seed(ctx, root, {"a": two, "b": one}),
        commitment.seed(ctx, two, {"a": one}),
        commitment.seed(two, root, {"a": one}),
    }
    assert len(seeds) == 6
    assert commitment.seed(ctx, root, {"b": two, "a": one}) == commitment.seed(
        ctx, root, {"a": one, "b": two}
    )
