"""Compute the value of rule lists from *trails*, the features that a player sees in the course of a round.

A trail has a starting hand, the features of the hand on the Flop, and its features on the River. A rule list
makes the same decisions in all deals of a trail, and the trail's made hand determines the Blind payment. The
value of a rule list under any Blind is therefore a weighted sum of stored counts. ``count_trails`` computes
the counts, board by board.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.stored import read, unpack_arrays
from croupier.maths.strategy.rule_list import Answers, RuleList, decide
from croupier.maths.uth.distribution import BET, DECISIONS, FOLDED, PLAYED, RESULTS
from croupier.maths.uth.features import first_features
from croupier.maths.uth.questions import CATEGORIES, FIRST, FLOP, RIVER
from croupier.maths.uth.river import DEALER_HOLDINGS
from croupier.maths.uth.spots import HANDS, starting_hands

Numbers = NDArray[np.int64]

MOST_SUITED, MOST_OUTS = 6, 48  # limits of the features flush_cards and outs
NO_PAIR, LOWER, HIGHER = range(3)  # which hole card is part of a pair

STORED = "uth-trails.npz"
COUNTED = {"won": "uth-trails-won.npz", "lost": "uth-trails-lost.npz"}


class Trails(NamedTuple):
    """All trails, with the number of deals for one holding of each starting hand.

    The first three arrays have one entry per kind of Flop, and the next three one entry per trail. The last
    three link kinds of Flop to the River states whose decision a paytable may change, one link per entry.
    """

    hand: Numbers  # starting hand of each kind of Flop
    flop: Numbers  # features of each kind of Flop, encoded as one number
    gain: Numbers  # gain of a check over 2x for each kind of Flop, with a Blind that always pushes
    past: Numbers  # kind of Flop of each trail
    river: Numbers  # River features of each trail, encoded as one number
    results: Numbers  # number of deals, indexed by [trail, result]
    turning_flop: Numbers  # kind of Flop
    turning_state: Numbers  # index of the River state
    turning_ways: Numbers  # number of ways to deal the Turn and River that lead to the state

    @property
    def category(self) -> Numbers:
        """Return the category of the hand on the River for each trail."""
        return self.river // (MOST_OUTS * 2 * 3)

    @property
    def combinations(self) -> Numbers:
        """Return, for each kind of Flop, the number of holdings of its starting hand."""
        return np.array([each.combinations for each in starting_hands()])[self.hand]


@cache
def trails() -> Trails:
    """Load the stored trails."""
    known = unpack_arrays(read(STORED))
    by_result = {name: each for file in COUNTED.values() for name, each in unpack_arrays(read(file)).items()}
    four = np.stack([by_result[name] for name in RESULTS[:-1]], axis=1).astype(np.int64)
    tied = DEALER_HOLDINGS * known["boards"].astype(np.int64) - four.sum(axis=1)
    length = known["length"].astype(np.int64)
    return Trails(
        hand=known["hand"].astype(np.int64),
        flop=known["flop"].astype(np.int64),
        gain=known["gain"],
        past=np.repeat(np.arange(len(length)), length),
        river=known["river"].astype(np.int64),
        results=np.concatenate([four, tied[:, None]], axis=1),
        **{name: known[name].astype(np.int64) for name in Trails._fields if name.startswith("turning")},
    )


# --- visible features


def flop_number(made: Numbers, which: Numbers, flush_cards: Numbers, higher: Numbers) -> Numbers:
    """Encode the Flop features as one number.

    ``which`` is NO_PAIR, LOWER or HIGHER. ``higher`` is 1 if the higher hole card is also the highest hole
    card of the flush suit.
    """
    return ((made * 3 + which) * MOST_SUITED + flush_cards) * 2 + higher


def river_number(made: Numbers, which: Numbers, improves: Numbers, outs: Numbers) -> Numbers:
    return ((made * 3 + which) * 2 + improves) * MOST_OUTS + outs


@cache
def list_flop_features() -> Mapping[str, Numbers]:
    """Return each Flop feature as an array with one value per kind of Flop."""
    known = trails()
    rest, higher = np.divmod(known.flop, 2)
    rest, flush_cards = np.divmod(rest, MOST_SUITED)
    made, which = np.divmod(rest, 3)
    first = {name: each[known.hand].astype(np.int64) for name, each in first_features().items()}
    return {
        "made": made,
        "pair": _pair(which, first),
        "pocket": first["pair"],
        "flush_cards": flush_cards,
        "flush_high": np.where(higher == 1, first["high"], first["low"]),
        "high": first["high"],
    }


@cache
def list_trail_features() -> Mapping[str, Numbers]:
    """Return each River feature as an array with one value per trail."""
    known = trails()
    rest, outs = np.divmod(known.river, MOST_OUTS)
    rest, improves = np.divmod(rest, 2)
    made, which = np.divmod(rest, 3)
    hand = known.hand[known.past]
    first = {name: each[hand].astype(np.int64) for name, each in first_features().items()}
    return {
        "made": made,
        "pair": _pair(which, first),
        "improves": improves,
        "outs": outs,
        "high": first["high"],
    }


def _pair(which: Numbers, first: Mapping[str, Numbers]) -> Numbers:
    return np.where(which == HIGHER, first["high"], np.where(which == LOWER, first["low"], 0))


# --- results of a rule list


def first_answers(answers: Answers) -> Numbers:
    """Return the decision for each starting hand as an index in DECISIONS, where BET means check."""
    first = np.full(HANDS, BET, np.int64)
    for choice in ("4x", "3x"):
        first[decide(answers, first_features(), choice)] = DECISIONS.index(choice)
    return first


def find_checked(known: Trails, before: Mapping[str, Answers]) -> NDArray[np.bool_]:
    """Return a mask of the trails in which these rules do not raise before the River."""
    checked = first_answers(before[FIRST])[known.hand] == BET
    checked &= ~decide(before[FLOP], list_flop_features(), "2x")
    return checked[known.past]


def count_endings(rules: RuleList) -> Numbers:
    """Count all deals by the rule list's decision, the category of the player's hand and the result."""
    known = trails()
    raises = decide(rules.questions[FLOP], list_flop_features(), "2x")
    first = first_answers(rules.questions[FIRST])[known.hand]
    by_flop = np.where((first == BET) & raises, PLAYED, first)[known.past]
    bets = decide(rules.questions[RIVER], list_trail_features(), "1x")
    to = np.where((by_flop == BET) & ~bets, FOLDED, by_flop)
    total = np.zeros((len(DECISIONS), len(CATEGORIES), len(RESULTS)), np.int64)
    np.add.at(total, (to, known.category), known.combinations[known.past][:, None] * known.results)
    return total
