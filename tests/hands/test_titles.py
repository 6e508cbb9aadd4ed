"""Test that every hand named in a paytable row can actually occur."""

import copy
import pickle
from itertools import combinations

import pytest

from croupier.cards import STANDARD, parse_cards
from croupier.hands import (
    FIVE,
    best_five,
    dragon_hand,
    dragon_titles,
    hole_pair_titles,
    six_card,
    three_card,
    top_five,
)
from croupier.hands.dragon import DRAGON
from croupier.rulebook import games, paytables

GAMES = games()


def of_five():
    return {title for rung in FIVE.rungs for title in FIVE.titles(rung, ())}


def of_three():
    return {title for hand in combinations(STANDARD.order, 3) for title in three_card(hand).titles}


def of_six():
    supers = [f"A{s} K{s} Q{s} J{s} T{s} 9{s}" for s in "cdhs"]
    others = [
        "As Ks Qs Js Ts 2d",
        "Ks Qs Js Ts 9s 2d",
        "2c 2d 2h 2s 3c 4c",
        "2c 2d 2h 3s 3c 4c",
        "2c 3c 4c 5c 7c Kd",
        "2c 3c 4c 5c 6d Kd",
        "2c 2d 2h 4s 5c 9d",
    ]
    return {title for text in supers + others for title in six_card(parse_cards(text)).titles}


def of_hole_cards():
    aces = hole_pair_titles(parse_cards("Ac Ad"), parse_cards("Ah As"))
    return aces | {title for two in combinations(STANDARD.order, 2) for title in hole_pair_titles(two)}


def of_dragon():
    return {title for hand in combinations(DRAGON.order, 3) for title in dragon_hand(hand).titles}


def of_dragon_wager():
    return {title for hand in combinations(DRAGON.order, 3) for title in dragon_titles(hand)}


def of_top_five():
    top = [card for card in STANDARD.order if card[0] in "TJQKA"]
    hands = [hand for size in (1, 2, 3, 4, 5) for hand in combinations(top, size)]
    return {title for hand in [*hands, top[:6], top[:7]] for title in top_five(hand).titles}


ASKED_OF = {
    ("uth", "six_card"): of_six,
    ("uth", "ultimate_pairs"): of_hole_cards,
    ("letitride", "three_card"): of_three,
    ("letitride", "six_card"): of_six,
    ("letitride", "progressive"): lambda: of_five() | of_three(),  # tables B and C use three cards (L-02)
    ("letitride", "envy_1"): lambda: of_five() | of_three(),
    ("letitride", "envy_5"): lambda: of_five() | of_three(),
    ("dragon", "ante_bonus"): of_dragon,
    ("dragon", "three_card"): of_dragon,
    ("dragon", "dragon"): of_dragon_wager,
    ("topfive", "top_five"): of_top_five,
    ("topfive", "poker"): of_top_five,
}


@pytest.mark.parametrize(("game", "wager"), [(game, wager) for game in GAMES for wager in paytables(game)])
def test_every_row_can_be_reached(game, wager):
    borne = ASKED_OF.get((game, wager), of_five)()
    asked = {row.hand for table in paytables(game)[wager].values() for row in table.rows}
    assert asked
    assert asked <= borne


def test_copied_or_pickled_value_still_compares():
    value = best_five(parse_cards("As Ks Qs Js Ts 2c 3c"))
    for other in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert other >= value
        assert other.titles == value.titles
    top = top_five(parse_cards("As Kd 2c"), "R3")
    assert pickle.loads(pickle.dumps(top)) == top
    assert top != top_five(parse_cards("As Kd 2c"))  # a different reading gives a different ranking
