"""Count Let It Ride deals together with the box, the three cards that complete the Six Card Bonus hand.

Fix the player's three cards. The box comes from the other 49 cards, and it cannot contain the community cards
b and c. The number of such boxes is `all boxes - boxes with b - boxes with c + boxes with both`, so counting
all boxes once is enough for every pair of community cards. Deals are grouped by the step from three cards to
four (which settles the bets that ride), by the five-card hand and by the six-card hand.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.hands.arrays import Int, RankTables, strength_of, tables
from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.letitride.enumeration import DEALS, HeldCards, steps
from croupier.maths.stored import pack_arrays, read, unpack_arrays
from croupier.maths.strategy.made_hands import SUPER, SUPER_OTHER, categories, made_codes

SIXES = 11  # number of kinds of six-card hands: ten categories, and the super royal in any suit
BOXES = comb(47, 3)
STORED = "letitride-box.npz"


@kernel
def _boxes(
    own: NDArray[np.int64],
    ranks: RankTables,
    category: NDArray[np.int16],
    with_one: NDArray[np.int64],
    with_two: NDArray[np.int64],
) -> None:
    """Count six-card hands by box card (``with_one``) and by pair of box cards (``with_two``)."""
    code = ranks.code
    rest = np.empty(49, np.int64)
    found = 0
    for card in range(52):
        if card not in (own[0], own[1], own[2]):
            rest[found] = card
            found += 1
    codes = code[own[0]] + code[own[1]] + code[own[2]]
    card_bits = np.int64(1) << own[0] | np.int64(1) << own[1] | np.int64(1) << own[2]
    with_one[:] = 0
    with_two[:] = 0
    for i in range(49):
        for j in range(i):
            for k in range(j):
                a, b, c = rest[i], rest[j], rest[k]
                six_held = card_bits | np.int64(1) << a | np.int64(1) << b | np.int64(1) << c
                six: Int = category[strength_of(ranks, 6, codes + code[a] + code[b] + code[c], six_held)]
                if six == 9:
                    for suit in range(4):
                        if (six_held >> 13 * suit) & 8191 == SUPER:
                            six = SUPER_OTHER
                with_one[a, six] += 1
                with_one[b, six] += 1
                with_one[c, six] += 1
                with_two[a, b, six] += 1
                with_two[a, c, six] += 1
                with_two[b, c, six] += 1


@kernel
def _count(
    owns: NDArray[np.int64],
    alike: NDArray[np.int64],
    step_of: NDArray[np.int64],
    ranks: RankTables,
    category: NDArray[np.int16],
    made: NDArray[np.int16],
    kinds: int,
    start: int,
    stop: int,
) -> NDArray[np.int64]:
    """Count deals by step, five-card hand and six-card hand for the three-card hands ``start`` to ``stop``.

    Each three-card hand represents all hands that differ from it only by a permutation of the suits.
    """
    out = np.zeros((step_of.max() + 1, kinds, SIXES), np.int64)
    with_one, with_two = np.empty((52, SIXES), np.int64), np.empty((52, 52, SIXES), np.int64)
    code = ranks.code
    for place in range(start, stop):
        own = owns[place]
        _boxes(own, ranks, category, with_one, with_two)
        every = with_one.sum(axis=0) // 3
        codes = code[own[0]] + code[own[1]] + code[own[2]]
        card_bits = np.int64(1) << own[0] | np.int64(1) << own[1] | np.int64(1) << own[2]
        for a in range(52):
            if card_bits >> a & 1:
                continue
            for b in range(a):
                if card_bits >> b & 1:
                    continue
                five = strength_of(
                    ranks, 5, codes + code[a] + code[b], card_bits | np.int64(1) << a | np.int64(1) << b
                )
                one, two = out[step_of[place, a], made[five]], out[step_of[place, b], made[five]]
                for six in range(SIXES):
                    left = every[six] - with_one[a, six] - with_one[b, six] + with_two[a, b, six]
                    one[six] += alike[place] * left
                    two[six] += alike[place] * left
    return out


def _threes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Group three-card hands that differ only by a permutation of suits. Return one hand per class, and
    class sizes.
    """
    every = np.array(list(combinations(range(52), 3)))
    least: NDArray[np.int64] | None = None
    for names in permutations(range(4)):
        cards = np.sort(np.array(names)[every // 13] * 13 + every % 13, axis=1)
        number = (cards[:, 2] * 52 + cards[:, 1]) * 52 + cards[:, 0]
        least = number if least is None else np.minimum(least, number)
    assert least is not None
    found, alike = np.unique(least, return_counts=True)
    return np.stack([found % 52, found // 52 % 52, found // 52**2], axis=1), alike


def _classify(cards: tuple[int, ...]) -> HeldCards:
    return HeldCards(tuple(sorted(card % 13 for card in cards)), len({card // 13 for card in cards}) == 1)


def count() -> NDArray[np.int64]:
    """Count all deals by step, five-card code and six-card hand.

    A deal is the player's three cards, two community cards in order, and the box.
    """
    game = steps()
    three = {hand: number for number, hand in enumerate(game.three)}
    four = {hand: number for number, hand in enumerate(game.four)}
    moves = zip(game.source.tolist(), game.target.tolist(), strict=True)
    step = {move: number for number, move in enumerate(moves)}
    owns, alike = _threes()
    step_of = np.zeros((len(owns), 52), np.int64)
    for place, own in enumerate(map(tuple, owns.tolist())):
        for card in range(52):
            if card not in own:
                step_of[place, card] = step[three[_classify(own)], four[_classify((*own, card))]]
    codes, made = made_codes()
    work = partial(_count, owns, alike, step_of, tables(), categories(), made, len(codes))
    total: NDArray[np.int64] = np.sum(spread(work, len(owns)), axis=0)
    assert total.sum() == DEALS * BOXES
    return total


def files() -> dict[str, bytes]:
    """Return the contents of the stored file, by file name.

    The file lists each nonzero count with its distance from the previous nonzero count.
    """
    found = count().ravel()
    places = np.flatnonzero(found)
    gaps = np.diff(places, prepend=0)
    assert gaps.max() < 1 << 16
    return {STORED: pack_arrays({"gap": gaps.astype(np.uint16), "deals": found[places]})}


@cache
def boxes() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Load the stored counts as parallel arrays: step, five-card code, six-card hand and number of deals."""
    stored = unpack_arrays(read(STORED))
    places, six = np.divmod(np.cumsum(stored["gap"].astype(np.int64)), SIXES)
    step, five = np.divmod(places, len(made_codes()[0]))
    return step, five, six, stored["deals"].astype(np.int64)
