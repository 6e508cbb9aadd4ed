"""Deal cards from a stream of random words so that every order of the deck is exactly equally likely.

One 64-bit word gives several cards. The word is multiplied by the number of cards left. The high half of the
product is the position of the next card, and the low half is used for the following card. This is Lemire's
method for bounded random numbers, applied several times per word. A few words would make some positions more
likely than others. They are recognized by their final low half and are discarded.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
# number of bits that the cards of one word may use; at most one word in 65,536 then needs a second check
ROOM = 48
SPARE = 16  # extra words, to replace discarded ones


class Groups(NamedTuple):
    """For each word of a round: the number of cards it gives, their possible orders and the discard limit."""

    size: NDArray[np.int64]
    orders: NDArray[np.uint64]
    unfair: NDArray[np.uint64]  # A word is discarded if its last low half is below this value.


def groups(pack: int, cards: int) -> Groups:
    sizes: list[int] = []
    orders: list[int] = []
    dealt = 0
    while dealt < cards:
        size = 1
        while dealt + size < cards and prod(pack - dealt - k for k in range(size + 1)) < 1 << ROOM:
            size += 1
        sizes.append(size)
        orders.append(prod(pack - dealt - k for k in range(size)))
        dealt += size
    unfair = [(1 << 64) % order for order in orders]
    return Groups(np.array(sizes), np.array(orders, np.uint64), np.array(unfair, np.uint64))


@kernel
def deal(
    words: NDArray[np.uint64], at: int, by: Groups, deck: NDArray[np.uint8], cards: NDArray[np.uint8]
) -> int:
    """Deal the next round into ``cards``, and return the index of the next word.

    The deck is not reset, so the next round starts with the order in which this round leaves it.
    """
    dealt = 0
    for g in range(by.size.size):
        fair = False
        while not fair:
            rest = words[at]
            at += 1
            for k in range(dealt, dealt + by.size[g]):
                left = np.uint64(deck.size - k)
                low = (rest & LOW) * left
                high = (rest >> HALF) * left + (low >> HALF)
                pick = k + np.int64(high >> HALF)
                rest = (high << HALF) | (low & LOW)
                cards[k] = deck[pick]
                deck[pick] = deck[k]
                deck[k] = cards[k]
            fair = rest >= by.orders[g] or rest >= by.unfair[g]
        dealt += by.size[g]
    return at
