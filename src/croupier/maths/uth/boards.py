"""Compute River states for a player who knows one or two more cards than the rules allow.

A *River state* is a complete board together with the player's two hole cards (the *holding*). Boards and
holdings are grouped into the classes of ``classes``, relative to one suit. The strength of a holding on a
board does not depend on the known cards, so strengths are computed once for all boards. The known cards
change only the hands that the dealer can have: 990 hands without extra knowledge, 946 if the known card is
out of play, 44 if it is one of the dealer's, and one hand if both of the dealer's cards are known. The 946
hands are all 990 hands minus the 44 with the known card.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel
from croupier.maths.uth.classes import HOLDINGS, classes
from croupier.maths.uth.river import all_states
from croupier.maths.uth.rules import MainRules
from croupier.maths.uth.strength import STRAIGHT, strengths

ANYBODY, WITHOUT_CARD, WITH_CARD, ONE_HAND = range(4)
DEALERS = (990, 946, 44, 1)

# The quantities of a River state, each summed over the dealer's possible hands.
# GAIN, SQUARE_GAIN and ANSWERS are then summed from the River states to their Flops.
# GAIN is the value of the better of bet and fold, minus the value of the raise on the Flop.
# SQUARE_GAIN is the same difference for the squared result.
# ANSWERS is 1 if the player bets, plus HITS times the change in the number of rounds with a gain.
GAIN, SQUARE_GAIN, ANSWERS = range(3)
HIT_BITS = 11  # A Flop can be completed in fewer than 2^HIT_BITS ways.
HITS = 1 << HIT_BITS
# PLAY and the quantities after it are summed over all boards.
# PLAY is the result of a Play of one Ante, and REST is the combined result of Ante and Blind.
# WINS is the number of rounds that the player wins.
# LINE and BARE give the sum of squared results for a Play of p Antes:
# p^2 times the number of rounds without a tie, plus 2p times LINE, plus BARE.
PLAY, REST, WINS, LINE, BARE = range(3, 8)
FIGURES = 8


class Facing(NamedTuple):
    """The dealer's possible hands and the payments, bundled as a single kernel argument."""

    how: int  # one of ANYBODY, WITHOUT_CARD, WITH_CARD, ONE_HAND
    dealers: int  # number of hands that the dealer can have
    scale: int
    flop: int  # size of the raise on the Flop, in Antes
    river: int
    qualifies: int
    pays: NDArray[np.int64]  # gain of the Blind by strength, in units of 1 / scale
    one: NDArray[np.int32]  # ``one`` and ``two`` are the kinds of each holding's first and second card
    two: NDArray[np.int32]
    holding: NDArray[np.int32]  # index of the holding by its two kinds of card
    pairs: NDArray[np.int32]  # index of each holding's rank pair


class BoardScratch(NamedTuple):
    """Working arrays for one board, allocated once and used for every board."""

    free: NDArray[np.int32]  # number of unseen cards of each kind
    there: NDArray[np.int64]  # 1 if the cards of the holding are available, otherwise 0
    blind: NDArray[np.int64]  # gain of the Blind for each holding
    # dealer hands by result (won, won unqualified, lost, lost unqualified), indexed by [result, holding]
    counts: NDArray[np.int16]
    # The first 26 entries are the dealer's strength with each kind of second card.
    # The other 26 entries are the distinct values among them.
    theirs: NDArray[np.int16]
    weights: NDArray[np.int16]  # number of dealer hands with each distinct strength
    own: NDArray[np.int16]  # the dealer's strength if the second card were one of the holding's cards


@kernel
def make_room() -> BoardScratch:
    return BoardScratch(
        np.zeros(26, np.int32),
        np.zeros(HOLDINGS, np.int64),
        np.zeros(HOLDINGS, np.int64),
        np.zeros((4, HOLDINGS), np.int16),
        np.zeros(52, np.int16),
        np.zeros(26, np.int16),
        np.zeros(HOLDINGS, np.int16),
    )


def facing(how: int, pays: NDArray[np.int64], scale: int, rules: MainRules) -> Facing:
    strong, table = strengths(rules.qualifier), classes()
    by_category = np.concatenate([np.zeros(STRAIGHT, np.int64), pays])
    # An impossible holding has strength 0 and no category.
    by_strength = by_category[np.maximum(strong.category, 0)]
    one, two = (np.ascontiguousarray(kinds) for kinds in table.holding_kinds.T)
    return Facing(
        how, DEALERS[how], scale, rules.flop, rules.river, strong.qualifies, by_strength,
        one, two, table.kinds_holding, table.holding_pair,
    )  # fmt: skip


class Ladders(NamedTuple):
    """The strength of every holding on every board, and the counts against an unknown dealer hand.

    If the known cards are the dealer's, the counts are not needed and have a placeholder for one board.
    """

    by_suit: NDArray[np.int16]  # strength, indexed by [board, holding], or 0 if the holding is impossible
    by_ranks: NDArray[np.int16]
    all_by_suit: NDArray[np.int16]  # counts, indexed by [board, holding, result]
    all_by_ranks: NDArray[np.int16]


NOT_ASKED = np.zeros((1, 1, 4), np.int16)


def ladders(how: int, qualifier: str) -> Ladders:
    by_suit, strong = strengths_by_suit(), strengths(qualifier)
    if how in (WITH_CARD, ONE_HAND):
        return Ladders(by_suit, strong.by_ranks, NOT_ASKED, NOT_ASKED)
    states = all_states(qualifier)
    return Ladders(by_suit, strong.by_ranks, states.flush, states.ranks)


@cache
def strengths_by_suit() -> NDArray[np.int16]:
    """Return strengths indexed by [board, holding], for boards with a flush suit.

    The array takes 25 MB. NumPy computes it, without compiled code.
    """
    table, strong = classes(), strengths()
    bits = np.zeros(HOLDINGS, np.int32)
    for card in table.holding_kinds.T:
        bits |= np.where(card < 13, 1 << np.minimum(card, 13), 0).astype(np.int32)
    found = np.empty((len(table.board_suited), HOLDINGS), np.int16)
    doubled = table.holding_kinds[:, 0] == table.holding_kinds[:, 1]
    for start in range(0, len(found), 4096):
        part = slice(start, start + 4096)
        suited, others = table.board_suited[part], table.board_others[part]
        made = strong.by_ranks[table.board_ranks[part]][:, table.holding_pair]
        np.maximum(made, strong.by_suit[suited[:, None] | bits], out=found[part])
        # A holding cannot have a card of the suit that is on the board.
        # It cannot have two other cards of a rank if the board already has two of the three.
        there = (suited[:, None] & bits) == 0
        twice = (others[:, 0] == others[:, 1]) & (others[:, 0] >= 0)
        there &= ~(twice[:, None] & doubled & (table.holding_kinds[:, 0] == 13 + others[:, :1]))
        found[part][~there] = 0
    return found


# Each loop over the holdings of a board has a single operation, so that the compiler can vectorize it.


@kernel
def count_dealers(
    by: Facing,
    one: int,
    two: int,
    mine: NDArray[np.int16],
    everybody: NDArray[np.int16],
    first: int,
    room: BoardScratch,
) -> None:
    """For every holding on a board, count the dealer hands that it beats and those that it loses to.

    The counts are written to ``room.counts``. ``one`` and ``two`` are the kinds of the known cards. ``mine``
    has the strength of each holding, starting with the holding ``first``.
    """
    holdings, counts, theirs, weights = mine.size, room.counts, room.theirs, room.weights
    if by.how == ANYBODY:
        for k in range(4):
            for h in range(holdings):
                counts[k, h] = everybody[h, k]
        return
    for k in range(4):
        counts[k, :holdings] = 0
    levels, found = 26, 0
    if by.how == ONE_HAND:
        theirs[levels], weights[0], found = mine[by.holding[one, two] - first], 1, 1
    else:
        for x in range(26):
            theirs[x] = 0
            if room.free[x] <= 0 or (first > 0 and x < 13):
                continue
            made = mine[by.holding[one, x] - first]
            theirs[x] = made
            place = 0
            while place < found and theirs[levels + place] != made:
                place += 1
            if place == found:
                theirs[levels + place], weights[place] = made, 0
                found += 1
            weights[place] += room.free[x]
    for place in range(found):
        made, ways = theirs[levels + place], weights[place]
        bare = 1 if made < by.qualifies else 0
        won, lost = counts[bare], counts[2 + bare]
        for h in range(holdings):
            won[h] += ways if mine[h] > made else np.int16(0)
        for h in range(holdings):
            lost[h] += ways if mine[h] < made else np.int16(0)
    if by.how == ONE_HAND:
        return
    _take_off(by.one[first:], mine, by.qualifies, room)
    _take_off(by.two[first:], mine, by.qualifies, room)
    if by.how == WITHOUT_CARD:
        for k in range(4):
            for h in range(holdings):
                counts[k, h] = everybody[h, k] - counts[k, h]


@kernel
def _take_off(kinds: NDArray[np.int32], mine: NDArray[np.int16], qualifies: int, room: BoardScratch) -> None:
    """Subtract the dealer hands that contain a card of the player's holding from the counts."""
    own, theirs, least = room.own, room.theirs, np.int16(qualifies)
    won, bare_won, lost, bare_lost = room.counts[0], room.counts[1], room.counts[2], room.counts[3]
    once, never = np.int16(1), np.int16(0)
    for h in range(mine.size):
        own[h] = theirs[kinds[h]]
    for h in range(mine.size):
        won[h] -= once if mine[h] > own[h] and own[h] >= least else never
    for h in range(mine.size):
        bare_won[h] -= once if mine[h] > own[h] and own[h] < least else never
    for h in range(mine.size):
        lost[h] -= once if mine[h] < own[h] and own[h] >= least else never
    for h in range(mine.size):
        bare_lost[h] -= once if mine[h] < own[h] and own[h] < least else never


@kernel
def find_holdings(
    by: Facing, one: int, two: int, mine: NDArray[np.int16], first: int, room: BoardScratch
) -> None:
    """Mark the holdings that are possible: their cards are neither on the board nor among the known cards."""
    there, blind, pays = room.there, room.blind, by.pays
    for h in range(mine.size):
        there[h] = 1 if mine[h] != 0 else 0
    for h in range(mine.size):
        blind[h] = pays[mine[h]]
    known = 0 if by.how == ANYBODY else 2 if by.how == ONE_HAND else 1
    for k in range(known):
        card = one if k == 0 else two
        for x in range(13 if first > 0 else 0, 26):
            h = by.holding[card, x]
            if h >= 0 and (room.free[card] < (2 if card == x else 1) or room.free[x] < 1):
                there[h - first] = 0


@kernel
def find_figures(
    by: Facing, holdings: int, first: int, plain: NDArray[np.signedinteger], differ: int, room: BoardScratch,
    out: NDArray[np.signedinteger],
) -> None:  # fmt: skip
    """Compute all quantities for every holding on one board.

    The quantities of an impossible holding are 0. The first ``differ`` quantities are stored as differences
    from those in ``plain``, which depend only on the ranks of the holding.
    """
    there, blind, counts, pairs = room.there, room.blind, room.counts, by.pairs
    won, bare_won, lost, bare_lost = counts[0], counts[1], counts[2], counts[3]
    scale, river, flop = by.scale, by.river, by.flop
    play, rest, wins, line, bare = out[PLAY], out[REST], out[WINS], out[LINE], out[BARE]
    for h in range(holdings):
        wins[h] = there[h] * (np.int64(won[h]) + bare_won[h])
    for h in range(holdings):
        play[h] = there[h] * scale * (np.int64(won[h]) + bare_won[h] - lost[h] - bare_lost[h])
    for h in range(holdings):
        less = np.int64(won[h]) - 2 * np.int64(lost[h]) - bare_lost[h]
        rest[h] = there[h] * scale * less + blind[h] * wins[h]
    for h in range(holdings):
        more = np.int64(won[h]) + 2 * np.int64(lost[h]) + bare_lost[h]
        line[h] = there[h] * scale * more + blind[h] * wins[h]
    for h in range(holdings):
        ante = scale * (np.int64(won[h]) + 4 * np.int64(lost[h]) + bare_lost[h]) + 2 * blind[h] * won[h]
        bare[h] = there[h] * scale * ante + blind[h] * blind[h] * wins[h]
    fold, fold_square = -2 * scale * by.dealers, 4 * scale * scale * by.dealers
    gain, square, answers = out[GAIN], out[SQUARE_GAIN], out[ANSWERS]
    for h in range(holdings):
        gain[h] = max(river * play[h] + rest[h], there[h] * fold) - flop * play[h] - rest[h]
    squared, doubled = (river * river - flop * flop) * scale, 2 * (river - flop) * scale
    for h in range(holdings):
        untied = 2 * scale * wins[h] - play[h]  # number of rounds without a tie, times the scale
        bet = squared * untied + doubled * line[h]
        folded = there[h] * fold_square - flop * flop * scale * untied - 2 * flop * scale * line[h] - bare[h]
        square[h] = bet if river * play[h] + rest[h] > fold else folded
    # A win against an unqualified dealer is no gain if the Blind loses at least what the Play wins.
    for h in range(holdings):
        nothing = np.int64(bare_won[h]) if river * scale + blind[h] <= 0 else np.int64(0)
        bet = river * play[h] + rest[h] > fold
        answers[h] = there[h] * (1 - HITS * nothing) if bet else -HITS * wins[h]
    for figure in range(differ):
        row, off = out[figure], plain[figure]
        for h in range(holdings):
            row[h] -= there[h] * off[pairs[first + h]]
