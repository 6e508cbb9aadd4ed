"""Store a complete plan of play as arrays of decisions, and count its endings exactly.

A permutation of the suits turns any holding into one of the 169 starting hands. The same permutation is
applied to the Flop, which is identified by its index among all sets of three cards. A River decision belongs
to a class of boards and holdings (``classes``), so the features that a plan uses must be the same for all
members of a class.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.hands.arrays import Int
from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.strategy.rule_list import RuleList, decide
from croupier.maths.uth.classes import (
    BOARDS,
    BOTH_OTHER,
    FLOPS,
    HOLDINGS,
    RANK_BOARDS,
    RANK_FLOPS,
    RANK_PAIRS,
    Classes,
    classes,
)
from croupier.maths.uth.distribution import BET, BRANCHES, DECISIONS, FOLDED, PLAYED, RAISED_4, RESULTS, TIED
from croupier.maths.uth.features import first_features, flop_features, river_features
from croupier.maths.uth.flop import CELLS, SUIT_CELLS, sum_raise
from croupier.maths.uth.origins import Origins, origins
from croupier.maths.uth.pricing import price
from croupier.maths.uth.questions import QUESTIONS
from croupier.maths.uth.river import (
    DEALER_HOLDINGS,
    FOLD,
    NO_STATE,
    WON,
    WON_UNQUALIFIED,
    RiverStates,
    all_states,
)
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.solution import solve, whole_pays
from croupier.maths.uth.spots import HANDS, spot_cells, starting_hands
from croupier.maths.uth.strength import STRAIGHT
from croupier.maths.uth.sums import sums

THREES = 22_100  # number of sets of three cards
CATEGORIES = 10


class UthPlan(NamedTuple):
    first: NDArray[np.int8]  # decision for each starting hand, as an index in DECISIONS (BET means check)
    flop: NDArray[np.bool_]  # whether to raise, indexed by [starting hand, Flop]
    river_suit: NDArray[np.bool_]  # whether to bet, indexed by [board with a flush suit, holding]
    river_ranks: NDArray[np.bool_]  # whether to bet, indexed by [rank board, rank pair]


class HoleSuits(NamedTuple):
    """The starting hand of any two cards, and the permutation of suits that leads to it."""

    hand: NDArray[np.int16]  # index of the starting hand, indexed by the two cards
    suits: NDArray[np.uint8]  # new suit, indexed by [card, card, suit]


@cache
def holes() -> HoleSuits:
    hand = np.zeros((52, 52), np.int16)
    suits = np.zeros((52, 52, 4), np.uint8)
    named = {each.name: number for number, each in enumerate(starting_hands())}
    for one in range(52):
        for two in range(52):
            if one == two:
                continue
            high, low = (one, two) if (one % 13, one) > (two % 13, two) else (two, one)
            ranks = "23456789TJQKA"[high % 13] + "23456789TJQKA"[low % 13]
            paired, suited = high % 13 == low % 13, high // 13 == low // 13
            hand[one, two] = named[ranks if paired else ranks + ("s" if suited else "o")]
            order = list(dict.fromkeys((high // 13, low // 13, 0, 1, 2, 3)))
            for name, suit in enumerate(order):
                suits[one, two, suit] = name
    return HoleSuits(hand, suits)


@kernel
def flop_place(a: Int, b: Int, c: Int) -> Int:
    """Return the index of three cards among all sets of three cards."""
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


# --- best play


@kernel
def _best_flops(
    hole: NDArray[np.int32], gain: NDArray[np.int64], table: Classes, flop: NDArray[np.bool_]
) -> None:
    cards = np.empty(3, np.int32)
    cells = np.empty(4, np.int32)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                spot_cells(hole, cards, table, cells)
                better = 0  # gain of a check over the raise
                for cell in cells:
                    better += gain[cell]
                flop[flop_place(a, b, c)] = better < 0


@kernel
def _best_rivers(
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
    pays: NDArray[np.int64],
    scale: int,
    river: int,
    bets: NDArray[np.bool_],
    start: int,
    stop: int,
) -> None:
    for board in range(start, stop):
        for h in range(category.shape[1]):
            made = category[board, h]
            if made != NO_STATE:
                blind = pays[made - STRAIGHT] if made >= STRAIGHT else 0
                won = counts[board, h, WON] + counts[board, h, WON_UNQUALIFIED]
                bets[board, h] = scale * (sum_raise(counts[board, h], river) - FOLD) + blind * won > 0


def best_plan(blind: Mapping[str, Fraction], rules: MainRules = AS_PRINTED) -> UthPlan:
    """Return all decisions of best play. If two choices are equal, the plan takes the smaller wager.

    Before the Flop, no raise but the largest can be best, because the value of a Play is linear in its size.
    """
    pays, scale = whole_pays(blind)
    gain = price(sums(None, rules), pays, scale).gain
    largest = f"{max(rules.first)}x"
    plan = no_plan()
    for number, hand in enumerate(solve(blind, rules=rules).hands):
        assert hand.best in ("check", largest), "only the largest raise can be best"
        plan.first[number] = BET if hand.best == "check" else RAISED_4

    def flops(first: int, last: int) -> None:
        for number, hand in enumerate(starting_hands()[first:last], first):
            _best_flops(np.array(hand.cards, np.int32), gain, classes(), plan.flop[number])

    spread(flops, HANDS)
    states = all_states(rules.qualifier)
    for counts, category, bets in (
        (states.flush, states.flush_category, plan.river_suit),
        (states.ranks, states.ranks_category, plan.river_ranks),
    ):
        spread(partial(_best_rivers, counts, category, pays, scale, rules.river, bets), len(bets))
    return plan


def no_plan() -> UthPlan:
    """Return a plan that checks to the River and folds there. Other plans are built from it."""
    return UthPlan(
        first=np.full(HANDS, BET, np.int8),
        flop=np.zeros((HANDS, THREES), np.bool_),
        river_suit=np.zeros((BOARDS, HOLDINGS), np.bool_),
        river_ranks=np.zeros((RANK_BOARDS, RANK_PAIRS), np.bool_),
    )


# --- counting the endings


@kernel
def _weigh(
    hole: NDArray[np.int32],
    combinations: int,
    first: int,
    flop: NDArray[np.bool_],
    table: Classes,
    weights: NDArray[np.int32],
) -> None:
    """Add the deals of one starting hand to the weights, indexed by [branch, cell]."""
    cards = np.empty(3, np.int32)
    cells = np.empty(4, np.int32)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                spot_cells(hole, cards, table, cells)
                to = PLAYED if first == BET and flop[flop_place(a, b, c)] else first
                for cell in cells:
                    weights[to, cell] += combinations


@kernel
def gather(
    weights: NDArray[np.int32],
    origins: Origins,
    board: int,
    rank_counts: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """For each holding, add up the deals that reach a board from every Flop that can lead to it."""
    out[:] = 0
    for f in range(origins.flops[board]):
        row = weights[origins.flop[board, f]]
        one, two = origins.drawn[board, f, 0], origins.drawn[board, f, 1]
        left_one, left_two = np.int32(origins.left[board, f, 0]), np.int32(origins.left[board, f, 1])
        for h in range(out.size):
            ways = np.int32(1)
            if one >= 0:
                ways = left_one - rank_counts[one, h]
                if two == one:
                    ways = ways * (ways - 1) // 2
                elif two >= 0:
                    ways *= left_two - rank_counts[two, h]
            out[h] += row[h] * ways


@kernel
def _count(
    weight: int, branch: int, bet: bool, counts: NDArray[np.int16], category: int, out: NDArray[np.int64]
) -> None:
    to = FOLDED if branch == BET and not bet else branch
    rest = DEALER_HOLDINGS
    for result in range(TIED):
        out[to, category, result] += weight * counts[result]
        rest -= counts[result]
    out[to, category, TIED] += weight * rest


@kernel
def _results(
    by_suit_weights: NDArray[np.int32],
    by_ranks_weights: NDArray[np.int32],
    plan: UthPlan,
    states: RiverStates,
    table: Classes,
    suit_origins: Origins,
    rank_origins: Origins,
    start: int,
    stop: int,
) -> NDArray[np.int64]:
    results = np.zeros((5, 10, 5), np.int64)
    by_ranks = np.empty(RANK_PAIRS, np.int32)
    by_suit = np.empty(HOLDINGS, np.int32)
    rank_held = table.held[:, BOTH_OTHER:]
    for board in range(start, stop):
        for branch in range(BRANCHES):
            gather(by_ranks_weights[branch], rank_origins, board, rank_held, by_ranks)
            for k in range(table.kin_start[board], table.kin_start[board + 1]):
                kin = table.kin[k]
                gather(by_suit_weights[branch], suit_origins, kin, table.held, by_suit)
                for h in range(HOLDINGS):
                    made = states.flush_category[kin, h]
                    if by_suit[h] and made != NO_STATE:
                        bet = plan.river_suit[kin, h]
                        _count(by_suit[h], branch, bet, states.flush[kin, h], made, results)
                        by_ranks[table.holding_pair[h]] -= by_suit[h]
            for pair in range(RANK_PAIRS):
                made = states.ranks_category[board, pair]
                if made != NO_STATE and by_ranks[pair]:
                    bet = plan.river_ranks[board, pair]
                    _count(by_ranks[pair], branch, bet, states.ranks[board, pair], made, results)
    return results


def weigh_cells(plan: UthPlan) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count deals, indexed by [branch, Flop, holding], relative to a suit and with suits ignored."""
    weights = np.zeros((BRANCHES, CELLS + 1), np.int32)
    hands = starting_hands()
    # Hands with the same ranks share cells, so the same thread counts them.
    starts = [n for n in range(HANDS) if n == 0 or hands[n].pair != hands[n - 1].pair] + [HANDS]

    def weigh(start: int, stop: int) -> None:
        for number in range(starts[start], starts[stop]):
            hand = hands[number]
            hole = np.array(hand.cards, np.int32)
            _weigh(hole, hand.combinations, plan.first[number], plan.flop[number], classes(), weights)

    spread(weigh, RANK_PAIRS)
    by_suit = weights[:, :SUIT_CELLS].reshape(BRANCHES, HOLDINGS, FLOPS).transpose(0, 2, 1)
    by_ranks = weights[:, SUIT_CELLS:CELLS].reshape(BRANCHES, RANK_PAIRS, RANK_FLOPS).transpose(0, 2, 1)
    return np.ascontiguousarray(by_suit), np.ascontiguousarray(by_ranks)


def count_endings(plan: UthPlan, qualifier: str = AS_PRINTED.qualifier) -> NDArray[np.int64]:
    """Count all DEALS deals by decision, category of the player's hand and result."""
    work = partial(_results, *weigh_cells(plan), plan, all_states(qualifier), classes(), *origins())
    total: NDArray[np.int64] = np.sum(spread(work, RANK_BOARDS, pieces=64), axis=0)
    assert total.shape == (len(DECISIONS), CATEGORIES, len(RESULTS))
    return total


def plan_of(rules: RuleList) -> UthPlan:
    """Convert a rule list to a plan."""
    plan = no_plan()
    first, flop, river = (rules.questions[question.name] for question in QUESTIONS)
    features = first_features()
    for choice in ("4x", "3x"):
        plan.first[decide(first, features, choice)] = DECISIONS.index(choice)
    plan.flop[:] = decide(flop, flop_features(), "2x")
    by_suit, by_rank = river_features()
    plan.river_suit[:] = decide(river, by_suit, "1x")
    plan.river_ranks[:] = decide(river, by_rank, "1x")
    return plan
