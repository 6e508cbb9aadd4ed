"""Count deals by the main game's ending, jointly with the results of the bonus wagers.

As in ``plan``, the deals of a plan are carried to every River state. Suited and unsuited hole cards are
counted separately. If a wager depends on the hole cards and the Flop, its outcomes are counted separately
too. A state determines the board, the ranks of the hole cards and the player's hand. The dealer holdings that
the player beats are counted by category, with the strength rungs of ``river``. All counts are exact. The
bonus wager that uses four more cards (the box) is not included.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.hands.arrays import CATEGORIES, evaluate
from croupier.maths.engine.kernel import Progress, kernel, spread
from croupier.maths.stored import read, unpack_arrays
from croupier.maths.strategy.made_hands import categories, made_codes
from croupier.maths.strategy.play import Labels, PlayTally
from croupier.maths.uth.classes import (
    BOTH_OTHER,
    FLOPS,
    HOLDINGS,
    RANK_BOARDS,
    RANK_FLOPS,
    RANK_PAIRS,
    Classes,
    classes,
)
from croupier.maths.uth.distribution import BET, FOLDED, PLAYED, RESULTS, gather
from croupier.maths.uth.flop import CELLS, SUIT_CELLS
from croupier.maths.uth.folds import board_strengths
from croupier.maths.uth.hole_cards import NOBODY, HoleClasses, hole_codes
from croupier.maths.uth.origins import Origins, origins
from croupier.maths.uth.plan import THREES, UthPlan, best_plan, flop_place
from croupier.maths.uth.river import (
    DEALER_HOLDINGS,
    LOST,
    LOST_UNQUALIFIED,
    NO_STATE,
    Scratch,
    flush_board,
    rank_board,
    scratch,
)
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.spots import HANDS, spot_cells, starting_hands
from croupier.maths.uth.strength import Strengths, strengths

# A state has 13 outcomes. The first ten are wins, one for each category of the dealer's hand. The others are
# a loss to a dealer who qualifies, a loss to a dealer who does not, and a tie.
OUTCOMES = len(CATEGORIES) + 3
LOST_AT, TIED_AT = len(CATEGORIES), len(CATEGORIES) + 2
ACES = 90  # rank pair of two aces
ACE, OTHER_ACE = 12, 25  # kinds of card: the ace of the suit, and any other ace
DECISIONS = 5
STORED = "uth-tally.npz"
AT_ONCE = 5  # maximum number of five-card labels per pass over the boards, limited by memory


class DealCounts(NamedTuple):
    """Deals by hole-card class, five-card code (hole cards and Flop), decision, hand, board and outcome.

    Deals in which both the player and the dealer have two aces are also counted separately in ``aces``.
    """

    every: NDArray[np.int64]
    aces: NDArray[np.int64]


class TallyLabels(NamedTuple):
    """Labels that the kernels distinguish, bundled as a single kernel argument. All labels start at 0."""

    hole: NDArray[np.int64]  # class of the hole cards, indexed by [suitedness, rank pair]
    hand_codes: NDArray[np.int64]  # code of the hand for each strength
    suit_board: NDArray[np.int64]  # label of each board with a flush suit
    rank_board: NDArray[np.int64]
    holes: int
    fives: int
    mades: int
    boards: int


@kernel
def _weigh(
    hole: NDArray[np.int32],
    combinations: int,
    first: int,
    flop: NDArray[np.bool_],
    flop_codes: NDArray[np.int16],
    layers: int,
    table: Classes,
    weights: NDArray[np.int32],
) -> None:
    """Add the deals of one starting hand to the weights, indexed by [layer, cell].

    A layer is a five-card code (hole cards and Flop) together with a branch. Flops with a negative code are
    skipped.
    """
    cards = np.empty(3, np.int32)
    cells = np.empty(4, np.int32)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                spot_cells(hole, cards, table, cells)
                place = flop_place(a, b, c)
                if flop_codes[place] < 0:
                    continue
                to = PLAYED if first == BET and flop[place] else first
                layer = flop_codes[place] * layers + to
                for cell in cells:
                    weights[layer, cell] += combinations


@kernel
def _outcomes(
    h: int,
    first: int,
    counts: NDArray[np.int16],
    bounds: NDArray[np.int64],
    table: Classes,
    room: Scratch,
    out: NDArray[np.int64],
) -> None:
    """Count the dealer's 990 holdings by outcome. ``bounds`` gives the rung where each category begins."""
    one, two = table.holding_kinds[first + h, 0], table.holding_kinds[first + h, 1]
    below, place = room.below, room.place[first + h]
    under = 0
    rest = DEALER_HOLDINGS
    for category in range(LOST_AT):
        rung = min(bounds[category + 1], place)
        upto = np.int64(below[rung, 26]) - below[rung, one] - below[rung, two]
        out[category] = upto - under
        under = upto
    out[LOST_AT] = counts[LOST]
    out[LOST_AT + 1] = counts[LOST_UNQUALIFIED]
    out[TIED_AT] = rest - under - counts[LOST] - counts[LOST_UNQUALIFIED]


@kernel
def _find_bounds(first: int, strong: Strengths, room: Scratch, bounds: NDArray[np.int64]) -> None:
    bounds[:] = 0
    for h in range(first, HOLDINGS):
        if room.strength[h]:
            category = strong.category[room.strength[h]]
            bounds[category + 1] = max(bounds[category + 1], np.int64(room.place[h] + 1))
    for category in range(1, bounds.size):
        bounds[category] = max(bounds[category], bounds[category - 1])


@kernel
def _against_aces(
    h: int,
    first: int,
    table: Classes,
    strong: Strengths,
    room: Scratch,
    out: NDArray[np.int64],
) -> None:
    """Count the outcomes of two aces against a dealer who has the other two aces."""
    free, mine = room.free, room.strength[first + h]
    one, two = table.holding_kinds[first + h, 0], table.holding_kinds[first + h, 1]
    free[one] -= 1
    free[two] -= 1
    out[:] = 0
    for kind in (ACE, OTHER_ACE):
        if first and kind == ACE:
            continue
        left = free[OTHER_ACE]
        ways = free[ACE] * left if kind == ACE else left * (left - 1) // 2
        theirs = room.strength[table.kinds_holding[kind, OTHER_ACE]]
        if ways > 0 and theirs:
            category = strong.category[theirs]
            if mine > theirs:
                out[category] += ways
            elif mine == theirs:
                out[TIED_AT] += ways
            else:
                out[LOST_AT if theirs >= strong.qualifies else LOST_AT + 1] += ways
    free[one] += 1
    free[two] += 1


@kernel
def _add(
    weights: NDArray[np.int32],
    h: int,
    pair: int,
    suited: int,
    bet: bool,
    board: int,
    hand_code: int,
    layers: int,
    ways: NDArray[np.int64],
    named: TallyLabels,
    out: NDArray[np.int64],
) -> None:
    """Add one River state to the counts of every layer that reaches it."""
    for layer in range(weights.shape[0]):
        weight = np.int64(weights[layer, h])
        if weight:
            to = layer % layers
            if to == BET and not bet:
                to = FOLDED
            row = out[named.hole[suited, pair], layer // layers, to, hand_code, board]
            for outcome in range(OUTCOMES):
                row[outcome] += weight * ways[outcome]


@kernel
def _rivers(
    suit_weights: NDArray[np.int32],
    rank_weights: NDArray[np.int32],
    used: NDArray[np.bool_],
    suited: int,
    layers: int,
    plan: UthPlan,
    table: Classes,
    strong: Strengths,
    suit_origins: Origins,
    rank_origins: Origins,
    named: TallyLabels,
    start: int,
    stop: int,
) -> DealCounts:
    out = DealCounts(
        np.zeros((named.holes, named.fives, DECISIONS, named.mades, named.boards, OUTCOMES), np.int64),
        np.zeros((1, named.fives, DECISIONS, named.mades, named.boards, OUTCOMES), np.int64),
    )
    by_ranks = np.zeros((used.size, RANK_PAIRS), np.int32)
    by_suit = np.zeros((used.size, HOLDINGS), np.int32)
    rank_held = table.held[:, BOTH_OTHER:]
    room = scratch(strong)
    bounds, ways = np.zeros(LOST_AT + 1, np.int64), np.zeros(OUTCOMES, np.int64)
    counts, category = np.empty((HOLDINGS, 4), np.int16), np.empty(HOLDINGS, np.int8)
    for board in range(start, stop):
        for layer in range(used.size):
            if used[layer]:
                gather(rank_weights[layer], rank_origins, board, rank_held, by_ranks[layer])
        for k in range(table.kin_start[board], table.kin_start[board + 1]):
            kin = table.kin[k]
            flush_board(kin, table, strong, room, counts, category)
            _find_bounds(0, strong, room, bounds)
            for layer in range(used.size):
                if used[layer]:
                    gather(suit_weights[layer], suit_origins, kin, table.held, by_suit[layer])
            for h in range(HOLDINGS):
                if category[h] == NO_STATE:
                    continue
                pair = table.holding_pair[h]
                some = np.int32(0)
                for layer in range(used.size):
                    some |= by_suit[layer, h]
                    by_ranks[layer, pair] -= by_suit[layer, h]
                if some == 0:
                    continue
                hand_code = named.hand_codes[room.strength[h]]
                _outcomes(h, 0, counts[h], bounds, table, room, ways)
                bet, label = plan.river_suit[kin, h], named.suit_board[kin]
                _add(by_suit, h, pair, suited, bet, label, hand_code, layers, ways, named, out.every)
                if pair == ACES:
                    _against_aces(h, 0, table, strong, room, ways)
                    _add(by_suit, h, pair, 2, bet, label, hand_code, layers, ways, named, out.aces)
        rank_board(board, table, strong, room, counts[:RANK_PAIRS], category[:RANK_PAIRS])
        _find_bounds(BOTH_OTHER, strong, room, bounds)
        for pair in range(RANK_PAIRS):
            if category[pair] == NO_STATE:
                continue
            some = np.int32(0)
            for layer in range(used.size):
                some |= by_ranks[layer, pair]
            if some == 0:
                continue
            hand_code = named.hand_codes[room.strength[BOTH_OTHER + pair]]
            _outcomes(pair, BOTH_OTHER, counts[pair], bounds, table, room, ways)
            bet, label = plan.river_ranks[board, pair], named.rank_board[board]
            _add(by_ranks, pair, pair, suited, bet, label, hand_code, layers, ways, named, out.every)
            if pair == ACES:
                _against_aces(pair, BOTH_OTHER, table, strong, room, ways)
                _add(by_ranks, pair, pair, 2, bet, label, hand_code, layers, ways, named, out.aces)
    return out


def _weigh_hands(
    plan: UthPlan, suited: int, flop_codes: NDArray[np.int16], fives: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count the deals of one kind of starting hands, indexed by [layer, Flop, holding].

    Only suited hands are counted if ``suited`` is 1, and only unsuited hands (with pairs) if it is 0.
    """
    layers = BET + 1
    weights = np.zeros((fives * layers, CELLS + 1), np.int32)
    hands = starting_hands()
    chosen = [n for n in range(HANDS) if hands[n].name.endswith("s") == bool(suited)]

    def weigh(start: int, stop: int) -> None:  # No two threads write the same cell.
        for number in chosen[start:stop]:
            hand = hands[number]
            _weigh(
                np.array(hand.cards, np.int32), hand.combinations, plan.first[number], plan.flop[number],
                flop_codes[number], layers, classes(), weights,
            )  # fmt: skip

    spread(weigh, len(chosen))
    by_suit = weights[:, :SUIT_CELLS].reshape(-1, HOLDINGS, FLOPS).transpose(0, 2, 1)
    by_ranks = weights[:, SUIT_CELLS:CELLS].reshape(-1, RANK_PAIRS, RANK_FLOPS).transpose(0, 2, 1)
    return np.ascontiguousarray(by_suit), np.ascontiguousarray(by_ranks)


@cache
def five_codes() -> NDArray[np.int16]:
    """Return five-card codes indexed by [starting hand, Flop], with 0 where a card would occur twice."""
    flops = np.array([(a, b, c) for c in range(52) for b in range(c) for a in range(b)])
    found = np.zeros((HANDS, THREES), np.int16)
    made = made_codes()[1]
    for number, hand in enumerate(starting_hands()):
        there = ~np.isin(flops, hand.cards).any(axis=1)
        own = np.broadcast_to(np.array(hand.cards), (int(there.sum()), 2))
        found[number, there] = made[evaluate(np.concatenate([own, flops[there]], axis=1))]
    return found


def _find_labels(holes: HoleClasses, boards: NDArray[np.int64], fives: int) -> TallyLabels:
    made = np.concatenate([[0], made_codes()[1]]).astype(np.int64)
    by_suit, by_ranks = board_strengths()
    return TallyLabels(
        hole=holes.classes,
        hand_codes=made,
        suit_board=boards[made[by_suit]],
        rank_board=boards[made[by_ranks]],
        holes=int(holes.classes.max()) + 1,
        fives=fives,
        mades=len(made_codes()[0]),
        boards=int(boards.max()) + 1,
    )


def count(
    plan: UthPlan,
    boards: NDArray[np.int64],
    fives: NDArray[np.int64],
    progress: Progress | None = None,
    qualifier: str = AS_PRINTED.qualifier,
) -> DealCounts:
    """Count all deals under a plan.

    ``boards`` maps board codes to labels, and ``fives`` maps five-card codes (hole cards and Flop) to labels.
    """
    strong = strengths(qualifier)
    labels = int(fives.max()) + 1
    flop_codes = fives[five_codes()].astype(np.int16) if labels > 1 else np.zeros((HANDS, THREES), np.int16)
    passes = [(first, suited) for first in range(0, labels, AT_ONCE) for suited in range(2)]
    total: list[DealCounts] = []
    for done, (first, suited) in enumerate(passes):
        size = min(AT_ONCE, labels - first)
        named = _find_labels(hole_codes(), boards, size)
        part = np.where((flop_codes >= first) & (flop_codes < first + size), flop_codes - first, -1).astype(
            np.int16
        )
        by_suit, by_ranks = _weigh_hands(plan, suited, part, size)
        used = np.array([bool(layer.any()) for layer in by_ranks])
        work = partial(
            _rivers, by_suit, by_ranks, used, suited, BET + 1, plan, classes(), strong, *origins(), named
        )

        def tell(share: float, done: int = done) -> None:
            if progress:
                progress((done + share) / len(passes))

        found = spread(work, RANK_BOARDS, pieces=8, progress=tell)
        total.append(DealCounts(sum(each.every for each in found), sum(each.aces for each in found)))
    both = list(zip(total[::2], total[1::2], strict=True))
    return DealCounts(
        np.concatenate([one.every + two.every for one, two in both], axis=1),
        np.concatenate([one.aces + two.aces for one, two in both], axis=1),
    )


def tally(
    plan: UthPlan,
    labels: Labels,
    progress: Progress | None = None,
    qualifier: str = AS_PRINTED.qualifier,
) -> PlayTally:
    """Compute the tally of any plan with the kernels."""
    everything = np.zeros(len(made_codes()[0]), np.int64)
    boards, fives = labels.get("board", everything), labels.get("five", everything)
    found = count(plan, boards, fives, progress, qualifier)
    every_board, every_five = np.arange(int(boards.max()) + 1), np.arange(int(fives.max()) + 1)
    return entries(found, labels, every_board, every_five, qualifier)


def entries(
    found: DealCounts,
    labels: Labels,
    boards: NDArray[np.int64],
    fives: NDArray[np.int64],
    qualifier: str = AS_PRINTED.qualifier,
) -> PlayTally:
    """Convert counts to rows of ending, labels and number of deals.

    ``boards`` and ``fives`` are the labels of the boards and of the five-card codes in ``found``. A pair of
    aces is split by color and by whether the dealer has the other two aces.
    """
    holes = hole_codes()
    every, aces = found.every.copy(), found.aces[0]
    every[holes.aces] -= aces
    parts = []
    for hole, counts in enumerate(every):
        parts += [(code, counts * share // of) for code, share, of in holes.codes[hole]]
    parts += [(code, aces * share // of) for code, share, of in holes.both]
    columns = []
    for code, counts in parts:
        places = np.nonzero(counts)
        columns.append([np.full(len(places[0]), code), *places, counts[places]])
    hole_code, five, decision, made, board, outcome, deals = (
        np.concatenate(each) for each in zip(*columns, strict=True)
    )
    category = category_of_made()[made]
    won, lost = outcome < LOST_AT, (outcome == LOST_AT) | (outcome == LOST_AT + 1)
    qualified = won & (outcome >= CATEGORIES.index(qualifier))
    result = np.select([qualified, won, lost], [0, 1, outcome - LOST_AT + 2], len(RESULTS) - 1)
    beaten = np.select([won, lost], [len(CATEGORIES) + outcome, category], NOBODY)
    ending = (decision * len(CATEGORIES) + category) * len(RESULTS) + result
    codes = {"hole": hole_code, "seven": made, "beaten": beaten}
    by_column = {column: labels[column][each] for column, each in codes.items() if column in labels}
    by_column |= {"board": boards[board], "five": fives[five]}
    return PlayTally(ending, {column: by_column[column] for column in labels}, deals)


# --- stored counts of best play


def arrays(blind: Mapping[str, Fraction]) -> dict[str, dict[str, NDArray[Any]]]:
    """Compute the arrays of the stored file, with five-card hands by category."""
    found = count(best_plan(blind), np.arange(len(made_codes()[0])), category_of_made())
    return {STORED: pack_counts(found)}


def pack_counts(found: DealCounts) -> dict[str, NDArray[Any]]:
    """Return the nonzero counts, each with its distance from the previous nonzero count."""
    gaps: dict[str, NDArray[Any]] = {}
    for name, counts in found._asdict().items():
        places = np.flatnonzero(counts)
        gaps[f"{name}_gap"] = np.diff(places, prepend=0).astype(np.int32)
        gaps[f"{name}_deals"] = counts.ravel()[places]
    return gaps


@cache
def read_stored() -> DealCounts:
    gaps, codes = unpack_arrays(read(STORED)), len(made_codes()[0])
    found = []
    for name, holes in (("every", len(hole_codes().codes)), ("aces", 1)):
        counts = np.zeros((holes, len(CATEGORIES), DECISIONS, codes, codes, OUTCOMES), np.int64)
        counts.ravel()[np.cumsum(gaps[f"{name}_gap"])] = gaps[f"{name}_deals"]
        found.append(counts)
    return DealCounts(*found)


def stored_tally(labels: Labels) -> PlayTally | None:
    """Return the tally of best play under the rule book's Blind, from stored counts.

    The result is None if the ``five`` labels distinguish hands of one category. Those counts are not stored.
    """
    everything = np.zeros(len(made_codes()[0]), np.int64)
    fives = labels.get("five", everything)
    by_category = np.zeros(len(CATEGORIES), np.int64)
    by_category[category_of_made()] = fives
    if (by_category[category_of_made()] != fives).any():
        return None
    return entries(read_stored(), labels, labels.get("board", everything), by_category)


@cache
def category_of_made() -> NDArray[np.int64]:
    """Return the index in CATEGORIES of each hand code."""
    found = np.zeros(len(made_codes()[0]), np.int64)
    found[made_codes()[1]] = categories()
    return found
