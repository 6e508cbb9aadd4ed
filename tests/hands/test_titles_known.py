"""Test that each ranking lists exactly the titles that its hands can have."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from croupier.cards import STANDARD, parse_cards
from croupier.hands import (
    DRAGON_TITLES,
    FIVE_TITLES,
    HOLE_PAIR_TITLES,
    SIX_TITLES,
    THREE_TITLES,
    TOP_FIVE_TITLES,
    best_five,
    dragon_hand,
    dragon_titles,
    hole_pair_titles,
    six_card,
    three_card,
    top_five,
)
from croupier.hands.dragon import DRAGON
from croupier.hands.poker import FIVE

SUPER = ("Ad Kd Qd Jd Td 9d", "As Ks Qs Js Ts 9s")
SIX = (
    *SUPER, "Ad Kd Qd Jd Td 2c", "9d Kd Qd Jd Td 2c", "Ad 2d 4d 6d 8d Tc", "Ad Kc Qd Jd Td 2c",
    "Ad Ac As Ah 2d 3d", "Ad Ac As 2h 2d 3d", "Ad Ac As 5h 2d 3d", "Ad Ac 5s 5h 2d 3d", "Ad Ac 5s 8h 2d 3d",
    "Ad Qc 5s 8h 2d 3d",
)  # fmt: skip


def test_five_cards() -> None:
    of_rungs = {title for rung in FIVE.rungs for title in FIVE.titles(rung, ())}
    assert of_rungs == FIVE_TITLES
    assert best_five(parse_cards("Td Tc 2s 3s 4s")).titles <= FIVE_TITLES


def test_six_cards() -> None:
    assert {title for hand in SIX for title in six_card(hand.split()).titles} == SIX_TITLES


def test_three_cards() -> None:
    found = {title for hand in combinations(STANDARD.order, 3) for title in three_card(hand).titles}
    assert found == THREE_TITLES


def test_hole_pairs() -> None:
    alone = {title for hand in combinations(STANDARD.order, 2) for title in hole_pair_titles(hand)}
    both = hole_pair_titles(("As", "Ac"), ("Ad", "Ah"))
    assert alone | both == HOLE_PAIR_TITLES


def test_dragon_hands() -> None:
    hands = [
        hand
        for hand in combinations_with_replacement(sorted(DRAGON.counts), 3)
        if all(hand.count(card) <= DRAGON.counts[card] for card in hand)
    ]
    found = {title for hand in hands for title in dragon_hand(hand).titles}
    dragons = {title for hand in hands for each in ("R1", "R2", "R3") for title in dragon_titles(hand, each)}
    assert found | dragons == DRAGON_TITLES


def test_top_five() -> None:
    tops = [card for card in STANDARD.order if card[0] in "TJQKA"]
    found = {
        title for size in range(5) for hand in combinations(tops, size) for title in top_five(hand).titles
    }
    for hand in (
        "As Ks Qs Js Ts", "As Kd Qs Js Ts", "As Ad Ac Js Jd", "As Ad Ac Js Jd Ts", "As Ad Ac Ah Jd Ts Kd",
    ):  # fmt: skip
        found |= top_five(hand.split()).titles
    assert found == TOP_FIVE_TITLES
