"""Compare grouped counts with hand-by-hand enumeration, where the number of hands is small enough."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from croupier.cards import STANDARD
from croupier.hands import dragon_hand, dragon_titles, hole_pair_titles, three_card, top_five
from croupier.hands.arrays import CATEGORIES
from croupier.hands.dragon import DRAGON
from croupier.maths.dragon import solver as dragon_solver
from croupier.maths.topfive import solver as topfive_solver
from croupier.maths.uth.classes import BOTH_OTHER, classes
from croupier.maths.uth.river import LOST, LOST_UNQUALIFIED, NO_STATE, WON, WON_UNQUALIFIED, river_states
from croupier.maths.wagers import frequencies
from croupier.maths.wagers.bad_beat import DEALS, _holding_ways, _rank_boards, flush_boards, player_beaten
from croupier.maths.wagers.frequencies import Frequencies, gather, poker_titles, suitings


def test_every_three_card_hand() -> None:
    one_by_one = Counter(three_card(hand).titles for hand in combinations(STANDARD.order, 3))
    assert frequencies.three_cards() == Frequencies(dict(one_by_one), 22_100)


@pytest.mark.long
def test_every_five_card_hand() -> None:
    one_by_one = Counter(poker_titles(hand) for hand in combinations(STANDARD.order, 5))
    assert frequencies.poker(5) == Frequencies(dict(one_by_one), 2_598_960)


def test_every_two_card_hand_and_for_aces_every_dealer_hand() -> None:
    one_by_one: Counter[frozenset[str]] = Counter()
    for hole in combinations(STANDARD.order, 2):
        if {card[0] for card in hole} != {"A"}:
            one_by_one[hole_pair_titles(hole)] += 1_225
            continue
        rest = [card for card in STANDARD.order if card not in hole]
        for dealer in combinations(rest, 2):
            one_by_one[hole_pair_titles(hole, dealer)] += 1
    assert frequencies.hole_pairs() == Frequencies(dict(one_by_one), 1_326 * 1_225)


@pytest.mark.parametrize("reading", ["R1", "R2", "R3"])
def test_every_dragon_hand(reading: str) -> None:
    hands = list(combinations(DRAGON.order, 3))
    assert dragon_solver.dragon_hands().counts == Counter(dragon_hand(hand).titles for hand in hands)
    assert dragon_solver.dragon_wager(reading).counts == Counter(
        dragon_titles(hand, reading) for hand in hands
    )


def test_dragon_wager_counts_of_d_04() -> None:
    found = dragon_solver.dragon_wager("R1").counts

    def paid(title: str, *above: str) -> int:
        return sum(n for titles, n in found.items() if title in titles and not titles & set(above))

    named = ("three_red_dragons", "three_blue_dragons")
    assert sum(paid(name) for name in named) == 2
    assert paid("three_dragons_with_gold") == 15
    assert paid("three_dragons", "three_dragons_with_gold", *named) == 18
    assert paid("pair_of_dragons") == 966
    assert paid("gold_dragon", "pair_of_dragons", "three_dragons") == 1_035


@pytest.mark.long
def test_every_top_five_hand_by_its_counting_cards() -> None:
    top = [card for card in STANDARD.order if card[0] in "AKQJT"]
    one_by_one: Counter[frozenset[str]] = Counter()
    for size in range(8):
        for chosen in combinations(top, size):
            one_by_one[top_five(chosen).titles] += comb(32, 7 - size)
    assert topfive_solver.top_fives() == Frequencies(dict(one_by_one), 133_784_560)


def test_number_of_suitings_without_a_flush() -> None:
    # Seven different ranks have 4^7 suitings. For each suit, C(7,5) 3^2 + 7 x 3 + 1 of them contain a flush.
    assert suitings((1,) * 7, 5) == 4**7 - 4 * (21 * 9 + 7 * 3 + 1)
    assert suitings((4, 3), 5) == 4  # a hand with only two ranks has no flush
    assert suitings((1, 1, 1), 3) == 64 - 4


def test_rejects_classes_that_do_not_cover_all_hands() -> None:
    with pytest.raises(AssertionError, match="cover all hands"):
        gather([(frozenset({"pair"}), 10)], 11)


def test_custom_pair_rows_have_the_right_counts() -> None:
    found = frequencies.poker(5).counts

    def paid(title: str) -> int:
        return sum(n for titles, n in found.items() if title in titles)

    assert paid("pair_of_deuces_or_better") == paid("pair") == 1_098_240
    assert paid("pair_of_tens_or_better") == 5 * 84_480
    assert paid("pair_of_aces_or_better") == 84_480


@pytest.mark.long
@pytest.mark.xdist_group("uth")
def test_river_state_weights_add_up_to_all_seven_card_hands() -> None:
    states, table = river_states(), classes()
    held = np.zeros(len(CATEGORIES), np.int64)
    won = lost = 0
    for ways, free, kinds, category, counts in (
        (*flush_boards(table), table.holding_kinds, states.flush_category, states.flush),
        (*_rank_boards(table), table.holding_kinds[BOTH_OTHER:], states.ranks_category, states.ranks),
    ):
        weights = ways[:, None] * _holding_ways(free, kinds)
        np.add.at(held, category[category != NO_STATE], weights[category != NO_STATE])
        won += int((weights * counts[:, :, [WON, WON_UNQUALIFIED]].sum(axis=2)).sum())
        lost += int((weights * counts[:, :, [LOST, LOST_UNQUALIFIED]].sum(axis=2)).sum())
    seven = frequencies.poker(7)
    for name, deals in zip(CATEGORIES, held.tolist(), strict=True):
        assert deals == comb(7, 2) * sum(n for titles, n in seven.counts.items() if name in titles)
    # Player and dealer have the same distribution, so each wins in the same number of deals.
    assert won == lost == sum(player_beaten()[0].values())


@pytest.mark.long
@pytest.mark.xdist_group("uth")
def test_bad_beat_deals() -> None:
    counts, total = player_beaten()
    assert total == DEALS == comb(52, 5) * comb(47, 2) * comb(45, 2)
    assert counts["royal_flush"] == 0
    assert f"{float(2 * sum(counts[name] for name in CATEGORIES[3:]) / total):.4f}" == "0.0398"


@pytest.mark.long
@pytest.mark.xdist_group("uth")
def test_bad_beat_against_random_deals() -> None:
    from croupier.hands import best_five

    counts, total = player_beaten()
    random = Random("bad beat")
    deals = 40_000
    seen: Counter[str] = Counter()
    for _ in range(deals):
        cards = random.sample(STANDARD.order, 9)
        player, dealer = best_five(cards[:7]), best_five((*cards[:5], *cards[7:]))
        if player < dealer:
            seen[player.category] += 1
    for name, beaten in counts.items():
        expected = deals * beaten / total
        assert abs(seen[name] - expected) <= 5 * expected**0.5 + 1, name
