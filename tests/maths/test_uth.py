"""Test the main game of Ultimate Texas Hold 'Em against published figures and general invariants."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import BadInput
from croupier.maths.uth import DEALS, UthSolution, solve
from croupier.maths.uth.classes import BOARDS, FLOPS, HOLDINGS, classes
from croupier.maths.uth.flop import SPREAD
from croupier.maths.uth.pricing import PricedCells, price
from croupier.maths.uth.river import river_states
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.solution import whole_pays
from croupier.maths.uth.spots import SPOTS, groups, spot_cells, starting_hands
from croupier.maths.uth.strength import BLIND_ROWS
from croupier.maths.uth.sums import build, sums

# One worker builds the sums for all of these tests.
pytestmark = pytest.mark.xdist_group("maths_uth")

BLIND_A = {
    "royal_flush": Fraction(500),
    "straight_flush": Fraction(50),
    "four_of_a_kind": Fraction(10),
    "full_house": Fraction(3),
    "flush": Fraction(3, 2),
    "straight": Fraction(1),
}
BLIND_B = {row: pays for row, pays in BLIND_A.items() if row != "straight"}

# the widely published counts of the best five of seven cards, out of 133,784,560
SEVEN_CARDS = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}


@pytest.fixture(scope="module")
def blind_a() -> UthSolution:
    return solve(BLIND_A, distribution=True)


@pytest.fixture(scope="module")
def blind_b() -> UthSolution:
    return solve(BLIND_B, distribution=True)


def test_edge_and_element_of_risk_as_published_by_the_wizard_of_odds(blind_a: UthSolution) -> None:
    assert round(float(blind_a.house_edge), 5) == 0.02185
    assert round(float(blind_a.element_of_risk), 5) == 0.00526


def test_values_on_which_two_methods_agreed(blind_a: UthSolution, blind_b: UthSolution) -> None:
    # tests.proofs.uth_plain finds the same fractions by an independent method.
    assert blind_a.ev == Fraction(-50_643_648_973, 2_317_817_502_000)
    assert blind_b.ev == Fraction(-10_542_144_541, 178_293_654_000)


def test_first_decision_chart_of_the_wizard_of_odds(blind_a: UthSolution) -> None:
    ranks = "23456789TJQKA"
    least = {
        "suited": {"A": "2", "K": "2", "Q": "6", "J": "8"},
        "off": {"A": "2", "K": "5", "Q": "8", "J": "T"},
    }
    for hand in blind_a.hands:
        high, low, *suited = hand.name
        if high == low:
            raises = high != "2"
        else:
            chart = least["suited" if suited == ["s"] else "off"]
            raises = high in chart and ranks.index(low) >= ranks.index(chart[high])
        assert (hand.best == "4x") == raises, hand.name


def test_three_times_is_never_better(blind_a: UthSolution, blind_b: UthSolution) -> None:
    for hand in (*blind_a.hands, *blind_b.hands):
        assert hand.raise_3x < max(hand.raise_4x, hand.check)
        assert hand.best in ("4x", "check")


def test_hands_cover_all_holdings(blind_a: UthSolution) -> None:
    assert len({hand.name for hand in blind_a.hands}) == 169
    assert sum(hand.combinations for hand in blind_a.hands) == comb(52, 2)
    assert sum(int((group.weight > 0).sum()) for group in groups()) == SPOTS
    for group in groups():
        assert (group.weight.sum(axis=1) == comb(50, 3)).all()


def test_distribution_adds_up_to_all_deals(blind_a: UthSolution, blind_b: UthSolution) -> None:
    assert comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2) == DEALS
    for solution in (blind_a, blind_b):
        assert sum(solution.distribution.values()) == DEALS
        mean = sum((net * deals for net, deals in solution.distribution.items()), Fraction(0)) / DEALS
        assert mean == solution.ev
        assert solution.results is not None
        for decision, often in solution.decisions.items():
            deals = sum(count for key, count in solution.results.items() if key[0] == decision)
            assert Fraction(deals, DEALS) == often
        assert sum(solution.decisions.values()) == 1
    assert min(blind_a.distribution) == -6
    assert max(blind_a.distribution) == 505  # the best result is a royal flush after 4x
    assert max(blind_b.distribution) == 505
    assert Fraction(13, 2) in blind_a.distribution  # a flush after 4x, paid 3 to 2
    # The standard deviation published for the game is 4.94 Antes.
    assert round(float(blind_a.variance) ** 0.5, 2) == 4.94


def test_seven_card_hands_have_their_known_frequencies(blind_a: UthSolution) -> None:
    assert blind_a.results is not None
    for category, hands in SEVEN_CARDS.items():
        deals = sum(count for key, count in blind_a.results.items() if key[1] == category)
        assert Fraction(deals, DEALS) == Fraction(hands, 133_784_560)


def test_only_a_high_card_loses_to_a_dealer_who_does_not_qualify(blind_a: UthSolution) -> None:
    assert blind_a.results is not None
    assert {key[1] for key in blind_a.results if key[2] == "lost_unqualified"} == {"high_card"}
    assert "high_card" not in {key[1] for key in blind_a.results if key[2] == "won"}


def test_player_and_dealer_are_symmetric_before_any_decision() -> None:
    hands = starting_hands()
    total = sum(hand.combinations * int(sums().by_hand[n, SPREAD]) for n, hand in enumerate(hands))
    assert total == 0


def test_a_straight_row_is_worth_its_winning_straights(blind_a: UthSolution, blind_b: UthSolution) -> None:
    """By U-02, the tables differ by one unit on a winning straight, which bounds the difference in value."""
    assert won_with(blind_b, "straight") <= blind_a.ev - blind_b.ev <= won_with(blind_a, "straight")


def won_with(solution: UthSolution, category: str) -> Fraction:
    assert solution.results is not None
    results = solution.results.items()
    deals = sum(
        count for (_, hand, result), count in results if hand == category and result.startswith("won")
    )
    return Fraction(deals, DEALS)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
def test_no_other_paytables_best_play_is_better(seed: int) -> None:
    """The best decisions for ``one`` are legal under ``other``, so their value is a lower bound there."""
    chance = random.Random(seed)
    one, other = (
        {row: Fraction(chance.randint(-6, 6 ** chance.randint(1, 4)), 6) for row in BLIND_ROWS}
        for _ in range(2)
    )
    solution = solve(one, distribution=True)
    played_on = solution.ev + sum((other[row] - one[row]) * won_with(solution, row) for row in BLIND_ROWS)
    assert solve(other).ev >= played_on


def test_an_omitted_row_pushes() -> None:
    assert solve(BLIND_B).ev == solve({**BLIND_B, "straight": Fraction(0)}).ev
    assert solve({}).ev == solve(dict.fromkeys(BLIND_ROWS, Fraction(0))).ev


def test_very_large_payments_stay_exact() -> None:
    """Only the Blind pays a huge amount. The other values are tiny in comparison, but the sum stays exact."""
    royal = 10**9 + Fraction(1, 7)
    solution = solve({"royal_flush": royal}, distribution=True)
    mean = sum((net * deals for net, deals in solution.distribution.items()), Fraction(0)) / DEALS
    assert mean == solution.ev
    with pytest.raises(BadInput, match="too large"):
        solve({"royal_flush": Fraction(10**15)})


@pytest.mark.long
@given(data=st.data())
@settings(max_examples=30)
def test_renaming_suits_changes_nothing(data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
    names = data.draw(st.permutations(range(4)))
    moved = [names[card // 13] * 13 + card % 13 for card in cards]
    priced = price(sums(), *whole_pays(BLIND_A))
    assert spot(priced, cards) == spot(priced, moved)
    assert spot(priced, [cards[1], cards[0], *cards[4:1:-1]]) == spot(priced, cards)


def spot(priced: PricedCells, cards: list[int]) -> list[int]:
    cells = np.empty(4, np.int32)
    spot_cells(np.array(cards[:2], np.int32), np.array(cards[2:], np.int32), classes(), cells)
    return [int(figure[cells].sum()) for figure in (priced.gain, priced.bets, priced.ties)]


@pytest.mark.long
def test_class_counts_match_the_design() -> None:
    table = classes()
    assert (HOLDINGS, FLOPS, BOARDS) == (338, 2483, 36_608)
    exist = (river_states().flush_category >= 0).sum(axis=1)
    assert (int(exist.max()), int(exist.min())) == (266, 223)
    assert len(np.unique(np.stack((table.board_suited, *table.board_others.T), 1), axis=0)) == BOARDS


@pytest.mark.parametrize(
    ("blind", "complaint"),
    [
        ({"pair": Fraction(1)}, "no row 'pair'"),
        ({"flush": 1.5}, "neither a whole number nor a fraction"),
        ({"flush": True}, "neither a whole number nor a fraction"),
        ({"flush": Fraction(-3, 2)}, "more than the wager"),
    ],
)
def test_rejects_invalid_paytables(blind: dict[str, Fraction], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        solve(blind)


@pytest.mark.long
def test_progress_is_reported_while_sums_are_built() -> None:
    told: list[float] = []
    build(AS_PRINTED, told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
