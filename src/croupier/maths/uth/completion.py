"""Compute exact sums for one player's cards when some cards are known to be out of play.

Cards that are out of play (dead cards) break the symmetry of the suits, so stored sums do not apply. The
method of ``flop`` still works. A River state depends either on ranks only, or on the cards relative to the
one suit that can make a flush. There are 6,175 rank boards, and 36,608 flush boards relative to each suit.
Dead cards change only the number of remaining cards of each kind.

The module uses only NumPy arrays, so it needs no compiler.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import spread
from croupier.maths.uth.classes import (
    BOARDS,
    BOARDS_3,
    BOARDS_4,
    BOTH_OTHER,
    RANK_BOARDS,
    SUITED_HOLDINGS,
    classes,
    set_places,
)
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.spots import rank_flops, seen_flops
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths

Ints = NDArray[np.int64]

# Each River state has three sums over the dealer's holdings, in units of 1 / ``scale`` Antes.
# CHECKED is the value of the better of bet and fold.
# SPREAD is the result of a Play of one Ante. REST is the combined result of Ante and Blind after a bet.
CHECKED, SPREAD, REST = range(3)
FIGURES = 3

WON, WON_UNQUALIFIED, LOST, LOST_UNQUALIFIED = range(4)


class SeenCards(NamedTuple):
    """The cards that a player knows, with the payments and rules of the table."""

    hole: Ints
    is_gone: NDArray[np.bool_]  # whether each card is in the player's hand or dead
    pays: Ints  # payments of the Blind from straight to royal flush, in units of 1 / scale
    scale: int
    rules: MainRules = AS_PRINTED

    @property
    def pair(self) -> int:
        return int(classes().pair[self.hole[0] % 13, self.hole[1] % 13])

    @property
    def strong(self) -> Strengths:
        return strengths(self.rules.qualifier)

    def free_ranks(self) -> Ints:
        """Return the number of unseen cards of each rank."""
        return (~self.is_gone).reshape(4, 13).sum(axis=0)

    def free_kinds(self, suit: int) -> Ints:
        """Return the number of unseen cards of each kind, relative to ``suit``."""
        own = (~self.is_gone[13 * suit : 13 * suit + 13]).astype(np.int64)
        return np.concatenate([own, self.free_ranks() - own])

    def held(self, suit: int) -> int:
        """Return the ranks of the player's cards in ``suit``, as bits."""
        return sum(1 << int(card) % 13 for card in self.hole if card // 13 == suit)


# --- River states


def _compare(
    mine: NDArray[np.int16], theirs: NDArray[np.int16], ways: NDArray[np.float32], qualifies: int
) -> Ints:
    """For each row, count the dealer holdings that lose to a hand and that beat it, qualified and not.

    The counts are small enough to be exact in 32-bit floats.
    """
    below, above = theirs < mine[:, None], theirs > mine[:, None]
    bare = theirs < qualifies
    won, lost = _count(ways, below), _count(ways, above)
    if not bare.any():
        return np.stack([won, 0 * won, lost, 0 * lost], axis=1)
    won_bare, lost_bare = _count(ways, below & bare), _count(ways, above & bare)
    return np.stack([won - won_bare, won_bare, lost - lost_bare, lost_bare], axis=1)


def _count(ways: NDArray[np.float32], which: NDArray[np.bool_]) -> Ints:
    return np.einsum("ij,ij->i", ways, which.astype(np.float32)).astype(np.int64)


def _settle(seen: SeenCards, mine: NDArray[np.int16], counts: Ints, total: int) -> Ints:
    """Convert counts of dealer holdings to the three sums of each River state.

    ``total`` is the number of the dealer's holdings.
    """
    won, lost = counts[:, WON] + counts[:, WON_UNQUALIFIED], counts[:, LOST] + counts[:, LOST_UNQUALIFIED]
    category = seen.strong.category[mine].astype(np.int64)
    blind = np.where(category >= STRAIGHT, seen.pays[np.maximum(category - STRAIGHT, 0)], 0)
    spread = seen.scale * (won - lost)
    rest = seen.scale * (counts[:, WON] - counts[:, LOST] - lost) + blind * won
    checked = np.maximum(seen.rules.river * spread + rest, -2 * seen.scale * total)
    return np.stack([checked, spread, rest], axis=1)


def _count_left(free: Ints, drawn: NDArray[np.int32]) -> NDArray[np.int8]:
    """Return how many cards of each kind are left after each row's ``drawn`` cards (-1 for none)."""
    left = np.repeat(free[None, :].astype(np.int8), len(drawn), axis=0)
    for card in drawn.T:
        rows = np.flatnonzero(card >= 0)
        left[rows, card[rows]] -= 1
    return left


def _pair_ways(left: NDArray[np.int8], kinds: NDArray[np.int32]) -> NDArray[np.float32]:
    """For each row, return the number of ways to hold each pair of kinds."""
    one, two = kinds.T
    ways = left.take(one, axis=1) * left.take(two, axis=1)
    same = np.flatnonzero(one == two)
    ways[:, same] = left[:, one[same]] * (left[:, one[same]] - 1) // 2
    return ways.astype(np.float32)


class RankRivers(NamedTuple):
    """River states that depend only on ranks: the counts of dealer holdings and the three sums."""

    counts: Ints
    figures: Ints


def _by_ranks(seen: SeenCards, boards: Ints) -> RankRivers:
    table, strong = classes(), seen.strong
    left = _count_left(seen.free_ranks(), table.rank_board[boards])
    ways = _pair_ways(left, table.pair_ranks) * np.all(left >= 0, axis=1, keepdims=True)
    theirs = strong.by_ranks[boards]
    mine = theirs[:, seen.pair]
    counts = _compare(mine, theirs, ways, strong.qualifies)
    return RankRivers(counts, _settle(seen, mine, counts, _holdings(seen)))


def _holdings(seen: SeenCards) -> int:
    """Return the number of holdings that the dealer can have on the River."""
    unseen = 52 - int(seen.is_gone.sum()) - 5
    return unseen * (unseen - 1) // 2


# Number of holdings that can make a flush, by number of cards of the suit on the board. These holdings come
# first and are compared again.
_FLUSHING = {3: SUITED_HOLDINGS, 4: BOTH_OTHER, 5: 338}


def _by_suit(seen: SeenCards, suit: int, boards: Ints, ranks: RankRivers, places: Ints) -> Ints:
    """Return the three sums for boards on which ``suit`` can make a flush.

    ``places`` has the index of each board's rank state in ``ranks``. The dealer's holdings are first counted
    with suits ignored. Holdings that can make a flush are then subtracted with that strength, and added with
    their actual strength.
    """
    figures = np.empty((len(boards), FIGURES), np.int64)
    sizes = np.where(boards < BOARDS_3, 3, np.where(boards < BOARDS_3 + BOARDS_4, 4, 5))
    for size, flushing in _FLUSHING.items():
        rows = np.flatnonzero(sizes == size)
        if len(rows):
            figures[rows] = _sum_flushes(seen, suit, boards[rows], ranks.counts[places[rows]], flushing)
    return figures


def _sum_flushes(seen: SeenCards, suit: int, boards: Ints, by_ranks: Ints, flushing: int) -> Ints:
    table, strong = classes(), seen.strong
    suited, ranks = table.board_suited[boards], table.board_ranks[boards]
    kinds = table.holding_kinds[:flushing]
    own = np.where(kinds < 13, 1 << kinds, 0).sum(axis=1)
    free = seen.free_kinds(suit)
    # Everything that depends only on the set of suited ranks is computed once per set.
    sets, of_set = np.unique(suited, return_inverse=True)
    left = np.concatenate(
        [
            (free[:13] - (sets[:, None] >> np.arange(13) & 1)).astype(np.int8)[of_set],
            _count_left(free[13:], table.board_others[boards]),
        ],
        axis=1,
    )
    ways = _pair_ways(left, kinds)
    plain = strong.by_ranks[ranks].take(table.holding_pair[:flushing], axis=1)
    theirs = np.maximum(plain, strong.by_suit[sets[:, None] | own][of_set])
    mine = strong.by_ranks[ranks, seen.pair]
    flush = strong.by_suit[suited | seen.held(suit)]
    counts = by_ranks.copy()
    better = np.flatnonzero(flush > mine)
    # If the player makes a flush too, compare it with all dealer holdings, with their suits ignored.
    if len(better):
        whole = _pair_ways(_count_left(seen.free_ranks(), table.rank_board[ranks[better]]), table.pair_ranks)
        counts[better] = _compare(flush[better], strong.by_ranks[ranks[better]], whole, strong.qualifies)
    mine = np.maximum(mine, flush)
    counts += _compare(mine, theirs, ways, strong.qualifies) - _compare(mine, plain, ways, strong.qualifies)
    return _settle(seen, mine, counts, _holdings(seen))


# --- from the River to the Flop


def _two_ways(free: Ints) -> Ints:
    """Return the number of ways to draw two cards, as an upper triangular matrix of kinds."""
    ways = np.triu(np.outer(free, free), 1)
    np.fill_diagonal(ways, free * (free - 1) // 2)
    return ways


def river_sums(seen: SeenCards, board: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the three sums on the River, over the dealer's holdings.

    They are the better of bet and fold, a Play of one Ante, and Ante with Blind after a bet.
    """
    cards = np.array(board)
    place = set_places(cards[None, :] % 13)
    ranks = _by_ranks(seen, place)
    figures = ranks.figures
    for suit in range(4):
        if (cards // 13 == suit).sum() >= 3:
            figures = _by_suit(
                seen, suit, _find_board_class(cards[None, :], suit), ranks, np.zeros(1, np.int64)
            )
    checked, play, rest = figures[0].tolist()
    return checked, play, rest


def _find_board_class(boards: Ints, suit: int) -> Ints:
    """Return the class of each board relative to ``suit``. It must have three or more cards of the suit."""
    table = classes()
    own = boards // 13 == suit
    size = own.sum(axis=1)
    place = table.suited[np.where(own, 1 << boards % 13, 0).sum(axis=1)].astype(np.int64)
    # Keep the ranks of up to two cards that are not of the suit.
    others = np.sort(np.where(own, -1, boards % 13), axis=1)[:, -2:]
    low, high = np.maximum(others, 0).T
    return np.choose(
        size - 3,
        [place * 91 + table.pair[low, high], BOARDS_3 + place * 13 + high, BOARDS_3 + BOARDS_4 + place],
    )


def flop_sums(seen: SeenCards, flop: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the three sums on the Flop, over Turn, River and the dealer's holdings."""
    gone = seen.is_gone.copy()
    gone[list(flop)] = True
    unseen = np.flatnonzero(~gone)
    one, two = np.triu_indices(len(unseen), 1)
    drawn = np.stack([unseen[one], unseen[two]], axis=1)
    boards = np.concatenate([np.broadcast_to(np.array(flop), (len(drawn), 3)), drawn], axis=1)
    classes_of_ranks, rank_place = np.unique(set_places(boards % 13), return_inverse=True)
    ranks = _by_ranks(seen, classes_of_ranks)
    figures = ranks.figures[rank_place]
    for suit in range(4):
        flushing = np.flatnonzero((boards // 13 == suit).sum(axis=1) >= 3)
        if len(flushing):
            found, first, place = np.unique(
                _find_board_class(boards[flushing], suit), return_index=True, return_inverse=True
            )
            figures[flushing] = _by_suit(seen, suit, found, ranks, rank_place[flushing[first]])[place]
    checked, play, rest = _long_sum(figures)
    return checked, play, rest


def _long_sum(figures: Ints) -> list[int]:
    """Sum each column exactly, even if the sum exceeds 64 bits."""
    high, low = (figures >> 32).sum(axis=0), (figures & 0xFFFFFFFF).sum(axis=0)
    return [(one << 32) + two for one, two in zip(high.tolist(), low.tolist(), strict=True)]


def first_sums(seen: SeenCards) -> tuple[int, int, int]:
    """Return the three sums before the Flop, over Flop, Turn, River and the dealer's holdings.

    The first sum assumes the better of check and raise on every Flop.
    """
    ranks = _by_ranks(seen, np.arange(RANK_BOARDS))
    unseen = np.flatnonzero(~seen.is_gone)
    flops = unseen[np.array(list(combinations(range(len(unseen)), 3)))]
    figures = _rank_cells(seen, ranks.figures)[rank_flops(flops)]

    def from_suit(suit: int, _: int) -> Ints:
        gone = sum(1 << rank for rank in range(13) if seen.is_gone[13 * suit + rank])
        # A board cannot have a card that is in the player's hand or dead.
        boards = np.flatnonzero(classes().board_suited & gone == 0)
        places = classes().board_ranks[boards].astype(np.int64)
        rivers = np.zeros((BOARDS, FIGURES), np.int64)
        rivers[boards] = _by_suit(seen, suit, boards, ranks, places) - ranks.figures[places]
        return _suit_cells(seen, suit, rivers)[seen_flops(flops, suit)]

    figures += sum(spread(from_suit, 4, pieces=4))
    best = np.maximum(figures[:, CHECKED], seen.rules.flop * figures[:, SPREAD] + figures[:, REST])
    checked, play, rest = _long_sum(np.stack([best, figures[:, SPREAD], figures[:, REST]], axis=1))
    return checked, play, rest


def _rank_cells(seen: SeenCards, rivers: Ints) -> Ints:
    """Return the three sums for every rank Flop, over all completions with suits ignored."""
    table = classes()
    left = np.maximum(_count_left(seen.free_ranks(), table.rank_flop), 0)
    ways = _pair_ways(left, table.pair_ranks).astype(np.int64)
    return np.einsum("fp,fpk->fk", ways, rivers[_complete_flops()])


@cache
def _complete_flops() -> Ints:
    """Return the index of the rank board that each rank Flop and rank pair make."""
    table = classes()
    flops, pairs = table.rank_flop, table.pair_ranks
    shape = (len(flops), len(pairs))
    boards = np.concatenate(
        [np.broadcast_to(flops[:, None, :], (*shape, 3)), np.broadcast_to(pairs, (*shape, 2))], axis=2
    )
    return set_places(boards.reshape(-1, 5)).reshape(shape)


def _suit_cells(seen: SeenCards, suit: int, rivers: Ints) -> Ints:
    """Return the three sums for every Flop relative to ``suit``, over the boards where it can make a flush.

    The last row is zero. It stands for a Flop without the suit.
    """
    free = seen.free_kinds(suit)
    gone = sum(1 << rank for rank in range(13) if not free[rank])
    pair = classes().pair
    three = rivers[:BOARDS_3].reshape(286, 91 * FIGURES)
    four = rivers[BOARDS_3 : BOARDS_3 + BOARDS_4].reshape(715, 13 * FIGURES)
    five = rivers[BOARDS_3 + BOARDS_4 :]
    cells = []
    # A Flop with one card of the suit needs two more cards of the suit.
    cells.append(_grown(1, three, 3, gone).reshape(13 * 91, FIGURES))
    # A Flop with two cards of the suit needs two more, or one more and one other card.
    both = _grown(2, four, 4, gone).reshape(78, 13, FIGURES)
    one = _grown(2, three, 3, gone).reshape(78, 91, FIGURES)
    for other in range(13):
        left = free[13:] - (np.arange(13) == other)
        both[:, other] += np.einsum("r,srk->sk", left, one[:, pair[other]])
    cells.append(both.reshape(78 * 13, FIGURES))
    # A Flop with three cards of the suit can get two more, one more and one other card, or two others.
    last = _grown(3, five, 5, gone)
    last += np.einsum("r,srk->sk", free[13:], _grown(3, four, 4, gone).reshape(286, 13, FIGURES))
    ways = np.zeros(91, np.int64)
    np.add.at(ways, pair, _two_ways(free[13:]))
    last += np.einsum("p,spk->sk", ways, three.reshape(286, 91, FIGURES))
    return np.concatenate([*cells, last, np.zeros((1, FIGURES), np.int64)])


def _grown(size: int, figures: Ints, to: int, gone: int) -> Ints:
    """For each set of ranks of the suit, add up the rows of all larger sets that contain it."""
    larger, drawn = _larger_sets(size, to)
    return np.einsum("sg,sgk->sk", (drawn & gone == 0).astype(np.int64), figures[larger])


@cache
def _larger_sets(size: int, to: int) -> tuple[Ints, Ints]:
    """For each smaller set, return the indexes of the larger sets around it and the added ranks as bits."""
    small, large = _suited_sets(size), _suited_sets(to)
    places = np.nonzero((small[:, None] & large) == small[:, None])[1].reshape(len(small), -1)
    return places, large[places] & ~small[:, None]


@cache
def _suited_sets(size: int) -> Ints:
    """Return all sets of ``size`` ranks as bits, in index order."""
    sets = np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size)])
    return sets[np.argsort(classes().suited[sets])]
