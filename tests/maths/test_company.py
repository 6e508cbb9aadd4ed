"""Test how Envy affects a progressive's variance. Joint counts of two hands are checked independently."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import pytest

from croupier.cards import STANDARD
from croupier.hands import three_card
from croupier.maths.analyze import plan, solve
from croupier.maths.options import terms_of
from croupier.maths.wagers.pairs import pairs
from croupier.rulebook import Dollars, envy_schedule

TOTALS = {
    "flop": 22_100 * 1_176 * 1_081,
    "ride": 1_326 * 19_600 * 16_215,
    "three": 22_100 * 18_424,
    "seven": 2_598_960 * 1_081 * 990,
}
# The number of the other player's hands that earn Envy, and the number of all hands.
HANDS = {
    "flop": (40, 2_598_960),
    "ride": (40, 2_598_960),
    "three": (4, 22_100),
    "seven": (41_584, 133_784_560),
}


@pytest.mark.parametrize("name", TOTALS)
def test_both_players_hands_have_the_same_distribution(name: str) -> None:
    found = pairs(name)
    assert found.total == TOTALS[name]
    assert Fraction(sum(found.counts.values()), found.total) == Fraction(*HANDS[name])


@pytest.mark.parametrize("name", TOTALS)
def test_result_is_symmetric_between_players(name: str) -> None:
    counts = pairs(name).counts
    theirs = {two for _, two in counts}
    assert all(counts.get((one, two), 0) == counts.get((two, one), 0) for one in theirs for two in theirs)


def test_two_players_have_a_royal_flush_only_on_the_board() -> None:
    for name in TOTALS:
        counts = pairs(name).counts
        both = sum(
            count for (one, two), count in counts.items() if "royal_flush" in one and "royal_flush" in two
        )
        assert both == (4 * 1_081 * 990 if name == "seven" else 0)


@pytest.mark.long
def test_three_card_envy_counted_from_the_bettors_hand() -> None:
    """The test enumerates the bettor's hands first, and then the other player's suited A-K-Q."""
    terms = terms_of("letitride", others=1)
    (task,) = plan(terms, "progressive", "C")
    assert task.table is not None
    schedule = envy_schedule("letitride", 100, "C")
    suited = [
        tuple(card for card in STANDARD.order if card[0] in "AKQ" and card[1] == suit) for suit in "cdhs"
    ]
    bonus = {}
    for held in suited:
        row = schedule.row_for(three_card(held).titles)
        assert row is not None and isinstance(row.pays, Dollars)
        bonus[held] = Fraction(row.pays.cents, 100)
    alone = solve(terms_of("letitride"), task)
    gain = {each.name: each.net for each in alone.outcomes}
    first = second = Fraction(0)
    for hand in combinations(STANDARD.order, 3):
        paid = task.table.row_for(three_card(hand).titles)
        own = gain[paid.hand] if paid else Fraction(-1)
        for held, amount in bonus.items():
            if not set(held) & set(hand):
                first += own + amount
                second += (own + amount) ** 2
                first -= own
                second -= own**2
    deals = comb(52, 3) * comb(49, 3)
    mean = alone.ev + first / deals
    squares = sum((each.probability * each.net**2 for each in alone.outcomes), Fraction(0)) + second / deals
    result = solve(terms, task)
    assert result.ev == mean
    assert result.variance == squares - mean**2


def test_each_additional_player_adds_more_envy_variance() -> None:
    def variance(others: int, **more: object) -> Fraction:
        terms = terms_of("uth", others=others, **more)
        return solve(terms, plan(terms, "progressive", "A")[0]).variance

    for reading in ([], ["U-01=R1"]):
        found = [variance(others, reading=reading) for others in range(4)]
        assert found == sorted(found)
        steps = [after - before for before, after in pairwise(found)]
        assert steps[1] > steps[0]  # the board correlates the other players' hands
        # The variance depends only on pairs of players, so its second differences are equal.
        assert steps[2] - steps[1] == steps[1] - steps[0]
    assert variance(2, reading=["N-02=R2"]) == variance(0)
