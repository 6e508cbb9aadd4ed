"""Shuffle and cut cards. The caller supplies the random bytes and the depth of the cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from croupier.errors import BadInput, Refused

T = TypeVar("T")

# The cover card goes at least ten cards from the top, and the cards above it move to the bottom. A supervisor
# may order one more cut before the deal (5.G, topfive/5.E), which `cut` performs too.
LEAST_CUT = 10


def shuffle(cards: Sequence[T], random_bytes: Callable[[int], bytes]) -> tuple[T, ...]:
    """Shuffle with Fisher-Yates. Every order is equally likely. The order depends only on the byte stream.

    ``random_bytes(n)`` returns the next n bytes of the stream. Use ``os.urandom``, or a recorded stream to
    repeat a shuffle.
    """
    order = list(cards)
    stream = _stream(random_bytes)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, stream)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def below(bound: int, stream: Iterator[int]) -> int:
    """Draw a whole number from 0 to bound - 1.

    Draws from the largest multiple of ``bound`` on are discarded. Otherwise, the remainder would make low
    numbers more likely.
    """
    width = (bound.bit_length() + 7) // 8
    space = 256**width
    limit = space - space % bound
    while True:
        draw = 0
        for _ in range(width):
            draw = draw << 8 | next(stream)
        if draw < limit:
            return draw % bound


def cut(cards: Sequence[T], depth: int, clauses: tuple[str, ...] = ()) -> tuple[T, ...]:
    """Cut with the cover card under the top ``depth`` cards.

    The cover card is not part of the deck (X-17). ``clauses`` are the game's clauses that a refusal cites.
    The rules require a minimum depth from the top but not from the bottom, so a single card may remain below
    the cover card.
    """
    if isinstance(depth, bool) or not isinstance(depth, int):
        raise BadInput(f"the depth of a cut must be a whole number of cards, not {depth!r:.40}")
    if depth < LEAST_CUT:
        raise Refused(
            "cut_too_shallow",
            f"the cover card is {depth} cards from the top, but at least {LEAST_CUT} are required",
            clauses,
            f"Cut again, {LEAST_CUT} or more cards deep.",
        )
    if depth >= len(cards):
        raise BadInput(
            f"the cover card must be inside the stack: the depth must be below {len(cards)}, not {depth}"
        )
    return (*cards[depth:], *cards[:depth])


def _stream(random_bytes: Callable[[int], bytes]) -> Iterator[int]:
    # 64 bytes are nearly always enough for a whole deck, including discarded draws.
    while True:
        block = random_bytes(64)
        if len(block) != 64:
            raise BadInput(f"the source of random bytes returned {len(block)} bytes instead of 64")
        yield from block
