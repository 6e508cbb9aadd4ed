"""Compare folded hands, counted over all River states (X-04 R2), with the distribution and with dealt
rounds.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier.hands.arrays import CATEGORIES, category_of_strength, evaluate
from croupier.maths.rules_file import terms_from
from croupier.maths.terms import Terms
from croupier.maths.uth import DEALS, solve
from croupier.maths.uth.decision_tables import UthBestPlay
from croupier.maths.uth.folds import ROUNDS, count_folds
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.solution import first_decisions, whole_pays
from croupier.maths.uth.solver import book_blind, find_folds
from croupier.maths.uth.sums import sums
from croupier.maths.wagers.frequencies import read_frequencies
from croupier.maths.wagers.side_wagers import match_rows, net, side_wager
from croupier.rulebook import paytables, readings

pytestmark = pytest.mark.xdist_group("maths_uth")

SEED = 20_240_702
ROUNDS_DEALT = 300_000


def by_category(column: str) -> dict[str, Fraction]:
    found = read_frequencies(f"folded_{column}")
    return {
        name: Fraction(sum(count for titles, count in found.counts.items() if name in titles), found.total)
        for name in CATEGORIES
    }


def test_folded_hands_match_the_distribution() -> None:
    solution = solve(book_blind(), distribution=True)
    assert solution.results is not None
    told = {name: Fraction(solution.results.get(("fold", name, "folded"), 0), DEALS) for name in CATEGORIES}
    assert by_category("seven") == told
    for column in ("five", "board", "hole"):
        assert (
            sum(read_frequencies(f"folded_{column}").counts.values()) == solution.decisions["fold"] * ROUNDS
        )


@pytest.mark.long
def test_dealt_rounds_fold_the_same_hands() -> None:
    best = UthBestPlay(book_blind())
    generator = np.random.default_rng(SEED)
    rounds = np.argpartition(generator.random((ROUNDS_DEALT, 52)), 9, axis=1)[:, :9]
    folds = best.decide(rounds) == 4
    player, dealer = evaluate(rounds[:, :7]), evaluate(rounds[:, 2:])
    made = {
        "seven": (folds, player),
        "five": (folds, evaluate(rounds[:, :5])),
        "board": (folds, evaluate(rounds[:, 2:7])),
        "beaten_player": (folds & (player < dealer), player),
    }
    for column, (which, strength) in made.items():
        category = category_of_strength(strength)
        for place, name in enumerate(CATEGORIES):
            often, found = float(by_category(column)[name]), float((which & (category == place)).mean())
            assert abs(found - often) <= 5 * (often * (1 - often) / ROUNDS_DEALT) ** 0.5, (column, name)
    either = by_category("beaten_either")
    beaten = category_of_strength(np.minimum(player, dealer))
    for place, name in enumerate(CATEGORIES):
        often = float(either[name])
        found = float((folds & (player != dealer) & (beaten == place)).mean())
        assert abs(found - often) <= 5 * (often * (1 - often) / ROUNDS_DEALT) ** 0.5, name


def cost_of_a_fold(wager: str, column: str) -> str:
    """Return the share of a wager, under paytable A, that players would forfeit by folding."""
    table, side = paytables("uth")[wager]["A"], side_wager("uth", wager)
    rows = match_rows(Terms("uth"), table, folded := find_folds(Terms("uth"), column))
    lost = sum(count * (net(Terms("uth"), side, table, row) + 1) for row, count in rows)
    return f"{100 * float(lost / folded.total):.2f}%"


def test_readings_state_the_exact_cost_of_forfeited_wagers() -> None:
    money = readings()["X-04"].money
    assert (
        f"costs an Ultimate Texas Hold 'Em player {cost_of_a_fold('bad_beat', 'beaten_either')} of Bad Beat A"
        in money
    )
    assert f"Trips A would cost the player {cost_of_a_fold('trips', 'seven')} more (exact)" in money
    assert f"{cost_of_a_fold('ultimate_pairs', 'hole')} of Ultimate Pairs A" in money
    assert (
        f"R2 costs a player {cost_of_a_fold('bad_beat', 'beaten_either')} of Bad Beat A (exact"
        in readings()["N-26"].money
    )


@pytest.mark.whole
def test_blind_that_folds_other_rivers_is_recounted() -> None:
    """If four of a kind pays more, the player bets more often with four of a kind on the board."""
    own = terms_from({"paytables": {"blind": {"base": "A", "four_of_a_kind": "500 to 1"}}}, "uth")
    fresh, book = find_folds(own, "board"), find_folds(Terms("uth"), "board")
    quads = frozenset({"four_of_a_kind"})
    assert fresh.counts.get(quads, 0) < book.counts[quads]
    assert {each: count for each, count in fresh.counts.items() if each != quads} == {
        each: count for each, count in book.counts.items() if each != quads
    }


@pytest.mark.long
def test_recomputes_the_stored_counts() -> None:
    first = first_decisions(book_blind(), AS_PRINTED)
    for column, found in count_folds(sums(), first, *whole_pays(book_blind())).items():
        assert read_frequencies(f"folded_{column}") == found
