"""Compare the value of every choice with an enumeration of all deals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import STANDARD, Card, show_cards
from croupier.errors import BadInput
from croupier.hands import best_five, dragon_hand, top_five, top_five_qualifies
from croupier.hands.dragon import DRAGON
from croupier.maths.advice import ChosenTerms, advise
from croupier.maths.terms import Terms
from croupier.submission import OperatorChoices, Rules
from tests.helpers.reference_solver import gain

LETITRIDE = ChosenTerms(Terms("letitride"), "A")
DRAGON_A = ChosenTerms(Terms("dragon"), "A")
TOP_FIVE = ChosenTerms(Terms("topfive"))


def test_let_it_ride_three_to_a_royal() -> None:
    advice = advise(LETITRIDE, "letitride", "Ts Js Qs")
    assert advice.question == "bet1"
    assert advice.values == {"withdraw": 0, "ride": Fraction(31, 21)}
    assert (advice.best, advice.cost("withdraw"), advice.cost("ride")) == ("ride", Fraction(31, 21), 0)


def test_let_it_ride_open_straight_is_exactly_even() -> None:
    advice = advise(LETITRIDE, "letitride", "6c 7d 8h", "9s")
    assert advice.question == "bet2"
    assert advice.values["ride"] == 0
    assert advice.indifferent
    assert advice.best == "withdraw"


def test_a_dead_card_decides_an_even_hand() -> None:
    assert advise(LETITRIDE, "letitride", "6c 7d 8h", "9s", "2c").best == "ride"
    assert advise(LETITRIDE, "letitride", "6c 7d 8h", "9s", "Tc").best == "withdraw"


@settings(max_examples=15)
@given(st.permutations(STANDARD.order), st.integers(0, 1), st.integers(0, 40))
def test_let_it_ride_values_equal_counted_deals(cards: list[Card], shown: int, dead: int) -> None:
    hand, board, gone, rest = cards[:3], cards[3 : 3 + shown], cards[4 : 4 + dead], cards[4 + dead :]
    if not shown:
        rest = [*rest, cards[3]]
    table = LETITRIDE.paytable("main")
    made = [best_five((*hand, *board, *more)) for more in combinations(rest, 2 - shown)]
    worth = sum((gain(table.row_for(five.titles)) for five in made), Fraction(0)) / len(made)
    assert advise(LETITRIDE, "letitride", hand, board, gone).values == {"withdraw": 0, "ride": worth}


@settings(max_examples=15)
@given(st.permutations(DRAGON.order), st.integers(0, 47), st.sampled_from("AB"))
def test_dragon_values_equal_counted_deals(cards: list[Card], dead: int, letter: str) -> None:
    chosen = ChosenTerms(Terms("dragon"), letter)
    hand, gone, rest = cards[:3], cards[3 : 3 + dead], cards[3 + dead :]
    mine = dragon_hand(hand)
    results = Counter((mine > dealer) - (mine < dealer) for dealer in map(dragon_hand, combinations(rest, 3)))
    won = 2 + gain(chosen.paytable("ante_bonus").row_for(mine.titles))
    play = (won * results[1] - 3 * results[-1]) / Fraction(results.total())
    assert advise(chosen, "dragon", hand, (), gone).values == {"fold": -2, "play": play}


@pytest.mark.long
@settings(max_examples=20)
@given(
    st.permutations(STANDARD.order),
    st.integers(28, 38),
    st.sampled_from(["R1", "R2", "R3", "R4"]),
    st.sampled_from(["R1", "R2", "R3"]),
)
def test_top_five_values_equal_counted_deals(
    cards: list[Card], dead: int, qualifying: str, ranking: str
) -> None:
    chosen = ChosenTerms(Terms("topfive", {"T-02": qualifying, "T-03": ranking}))
    hand, gone, rest = cards[:7], cards[7 : 7 + dead], cards[7 + dead :]
    mine = top_five(hand, ranking)
    total = Fraction(0)
    deals = 0
    for dealer in combinations(rest, 7):
        his = top_five(dealer, ranking)
        play = (mine > his) - (mine < his)
        total += 2 * play if top_five_qualifies(dealer, qualifying) else play
        deals += 1
    assert advise(chosen, "topfive", hand, (), gone).values == {"fold": -1, "play": total / deals}


@pytest.mark.long
@pytest.mark.clause("topfive/6.C.1")
def test_top_five_straight_against_dealers_who_may_have_royals() -> None:
    hand = ["As", "Ks", "Qs", "Js", "Td", "2c", "3c"]
    dead = [card for card in STANDARD.order if card[0] not in "AKQJT" and card not in hand][:24]
    rest = [card for card in STANDARD.order if card not in hand and card not in dead]
    mine = top_five(hand)
    # There are 21 unseen cards. 15 of them are top cards, among them all five hearts and all five clubs.
    total = deals = royals = 0
    for dealer in combinations(rest, 7):
        his = top_five(dealer)
        play = (mine > his) - (mine < his)
        total += 2 * play if top_five_qualifies(dealer) else play
        deals += 1
        royals += his.category == "royal_flush"
    assert (deals, royals) == (116_280, 2 * 120)
    assert advise(TOP_FIVE, "topfive", hand, (), dead).values["play"] == Fraction(total, deals)


def test_advice_from_a_tables_rules_is_the_same() -> None:
    rules = Rules(OperatorChoices("topfive", readings={"T-02": "R3"}))
    hand = "Ks Td 2c 3c 4c 5d 6d"
    mine = ChosenTerms(Terms("topfive", {"T-02": "R3"}))
    assert advise(rules, "topfive", hand).values == advise(mine, "topfive", hand).values
    rules = Rules(OperatorChoices("dragon", paytables={"ante_bonus": "B"}))
    assert (
        advise(rules, "dragon", "Ph Pa Ra").values
        == advise(ChosenTerms(Terms("dragon"), "B"), "dragon", "Ph Pa Ra").values
    )


@pytest.mark.xdist_group("uth")
def test_uth_last_decision_s_how() -> None:
    chosen = ChosenTerms(Terms("uth"), "A")
    advice = advise(chosen, "uth", "Kd Qh", "4s 5h 6d 8c 9d")
    assert advice.values["fold"] == -2
    assert f"{float(advice.values['1x']):.4f}" == "-2.1727"
    assert f"{float(advise(chosen, 'uth', 'Ad Jh', '4s 5h 6d 8c 9d').values['1x']):.4f}" == "-1.9788"


@pytest.mark.parametrize(
    ("game", "hand", "board", "dead", "says"),
    [
        ("poker", "As", "", "", "no game"),
        ("letitride", "As Kd", "", "", "3 cards, not 2"),
        ("letitride", "As Kd Xx", "", "", "no card 'Xx'"),
        ("letitride", "As As Kd", "", "", "listed 2 times"),
        ("letitride", "As Kd Qc", "As", "", "listed 2 times"),
        ("letitride", "As Kd Qc", "2c", "Kd", "listed 2 times"),
        ("letitride", "As Kd Qc", "2c 3c", "", "has no decision"),
        ("dragon", "Ph Ti Pa", "Ra", "", "no community cards"),
        ("dragon", "Dg Dg Pa", "", "", "deck has one"),
        ("dragon", "As Kd Qc", "", "", "Dragon deck"),
        ("topfive", "As Ks Qs Js Ts 9s", "", "", "7 cards, not 6"),
        ("uth", "As Kd", "2c 3c", "", "has no decision"),
    ],
)
def test_rejects_impossible_cards(game: str, hand: str, board: str, dead: str, says: str) -> None:
    chosen = {"letitride": LETITRIDE, "dragon": DRAGON_A, "uth": ChosenTerms(Terms("uth"))}.get(
        game, TOP_FIVE
    )
    with pytest.raises(BadInput, match=says) as fault:
        advise(chosen, game, hand, board, dead)
    assert "\n" not in str(fault.value)


def test_rejects_too_many_dead_cards() -> None:
    random = Random(5)
    cards = random.sample(STANDARD.order, 52)
    advise(TOP_FIVE, "topfive", cards[:7], (), cards[7:45])
    with pytest.raises(BadInput, match="leave 6 in the deck, but 7 cards must still be dealt"):
        advise(TOP_FIVE, "topfive", cards[:7], (), show_cards(cards[7:46]))
