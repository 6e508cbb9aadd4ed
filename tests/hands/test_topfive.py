"""Test chapter 6 of Top Five Poker: the card count, the classes and the dealer's qualifier."""

from itertools import combinations, pairwise
from math import comb

import pytest

from croupier.cards import STANDARD, parse_cards, show_cards
from croupier.errors import BadInput
from croupier.hands import top_five, top_five_qualifies, top_ranking
from croupier.rulebook import paytable

TOP = tuple(card for card in STANDARD.order if card[0] in "TJQKA")


def hand(text, reading="R1"):
    return top_five(parse_cards(text), reading)


def in_order(*texts, reading="R1"):
    values = [hand(text, reading) for text in texts]
    for better, worse in pairwise(values):
        assert better > worse, f"{show_cards(better.source)} should beat {show_cards(worse.source)}"
    return values


def poker_row(text, letter="A"):
    row = paytable("topfive", "poker", letter).row_for(hand(text).titles)
    return row and row.hand


@pytest.mark.clause("topfive/6.A")
def test_6_A_only_ace_to_ten_rank_in_that_order():
    in_order("As", "Ks", "Qs", "Js", "Ts")
    # Nines and lower never count, even paired or suited.
    assert hand("9s 8s 7s 6s 5s") == hand("")
    assert hand("As 9s 9d 9h 9c 2c 2d") == hand("As")
    assert hand("As 9s 9d 9h 9c 2c 2d").count == 1
    assert hand("Ts 9d") > hand("9s 9d 9h 9c")
    assert show_cards(hand("9c Td As 2c").cards) == "As Td"


@pytest.mark.clause("topfive/6.B")
def test_6_B_suits_do_not_rank():
    assert hand("As Kd") == hand("Ac Kh")
    assert len({hand(f"A{s} K{s} Q{s} J{s} T{s}") for s in "cdhs"}) == 1
    # Except for the royal, classes depend on ranks only, so four suited cards are worth no more.
    assert hand("As Ks Qs Js") == hand("Ac Kd Qh Js")


@pytest.mark.clause("topfive/6.C")
def test_T_03_the_count_comes_before_the_class():
    in_order(
        "Ac Kd Qh Js Tc Ts Jd",
        "Ac Ad Ah As Kc Kd",
        "Tc Td Jc Jd Qh",
        "Ac Ad Ah As",
        "Tc Jd Qh",
        "Ac Ad",
        "As",
        "",
    )
    in_order("Tc Jd Qh", "Ac Ad")
    in_order("Tc Jd", "As")
    assert hand("2c 3d") == hand("")  # two hands without top cards tie
    assert hand("").count == 0


@pytest.mark.clause("topfive/6.C.1")
def test_6_C_1_a_royal_is_the_suited_five_and_beats_four_of_a_kind():
    values = in_order("As Ks Qs Js Ts", "Ac Ad Ah As Kc")
    assert [value.category for value in values] == ["royal_flush", "four_of_a_kind"]
    assert hand("As Ks Qs Js Td").category == "straight"
    assert hand("As Ks Qs Js").category == "high_card"
    # A royal among six or seven cards counts, regardless of the other classes that the cards make.
    assert hand("As Ks Qs Js Ts Td Th").category == "royal_flush"
    assert show_cards(hand("Td Th As Ks Qs Js Ts").cards) == "As Ks Qs Js Ts"
    assert poker_row("As Ks Qs Js Ts Td") == "royal_flush"


@pytest.mark.clause("topfive/6.C.2")
def test_6_C_2_four_of_a_kind_beats_a_full_house():
    values = in_order(
        "Ac Ad Ah As Tc", "Kc Kd Kh Ks Ac", "Kc Kd Kh Ks Qc", "Tc Td Th Ts Jc", "Ac Ad Ah Kc Kd"
    )
    assert [value.category for value in values] == ["four_of_a_kind"] * 4 + ["full_house"]
    in_order("Ac Ad Ah As", "Kc Kd Kh Ks", "Ac Ad Ah Kc")  # four cards are enough for four of a kind
    assert poker_row("Tc Td Th Ts") == "four_of_a_kind"
    assert poker_row("Tc Td Th Js") == "three_of_a_kind"


@pytest.mark.clause("topfive/6.C.3")
def test_6_C_3_a_full_house_beats_a_straight():
    values = in_order(
        "Ac Ad Ah Kc Kd", "Ac Ad Ah Qc Qd", "Kc Kd Kh Ac Ad", "Tc Td Th Jc Jd", "Ac Kd Qh Js Tc"
    )
    assert [value.category for value in values] == ["full_house"] * 4 + ["straight"]
    assert hand("Ac Ad Ah Kc Kd Kh").category == "full_house"  # two sets of three count as a full house
    assert poker_row("Tc Td Th Jc Jd") == "full_house"
    assert poker_row("Tc Td Th Jc") == "three_of_a_kind"


@pytest.mark.clause("topfive/6.C.4")
def test_6_C_4_a_straight_is_ace_to_ten_in_more_than_one_suit():
    # T-01: the text describes five suited cards out of sequence, which is impossible with only five ranks.
    values = in_order("Ac Kd Qh Js Tc", "Ac Ad Ah Kc Qc")
    assert [value.category for value in values] == ["straight", "three_of_a_kind"]
    assert hand("Ac Kd Qh Js").category == "high_card"  # four cards in sequence are not a straight
    assert hand("Ac Kd Qh Js Jc").category == "pair"
    assert hand("Ac Kd Qh Js Tc") == hand("As Ks Qs Js Td")  # straights with the same number of cards tie
    # More than five cards with a straight rank as the straight, even if they also contain a pair or trips.
    assert hand("Ac Kd Qh Js Tc Td").category == hand("Ac Kd Qh Js Tc Td Th").category == "straight"
    assert poker_row("Ac Kd Qh Js Tc Td Th") == "straight"


@pytest.mark.clause("topfive/6.C.5")
def test_6_C_5_three_of_a_kind_beats_two_pair():
    values = in_order(
        "Ac Ad Ah Kc Qc", "Ac Ad Ah Kc Jc", "Kc Kd Kh Ac Qc", "Tc Td Th Qc Jc", "Ac Ad Kc Kd Qc"
    )
    assert [value.category for value in values] == ["three_of_a_kind"] * 4 + ["two_pair"]
    in_order("Tc Td Th", "Ac Ad Kc")
    assert poker_row("Tc Td Th") == "three_of_a_kind"


@pytest.mark.clause("topfive/6.C.6")
def test_6_C_6_two_pair_beats_one():
    values = in_order(
        "Ac Ad Kc Kd Qc", "Ac Ad Kc Kd Jc", "Ac Ad Qc Qd Kc", "Jc Jd Tc Td Qc", "Ac Ad Kc Qc Jc"
    )
    assert [value.category for value in values] == ["two_pair"] * 4 + ["pair"]
    in_order("Jc Jd Tc Td", "Ac Ad Kc Qc")
    assert hand("Ac Ad Kc Kd Qc Qd").category == "two_pair"  # three pairs count as two pair
    assert poker_row("Jc Jd Tc Td") == "two_pair"
    assert str(hand("Ac Ad Kc Kd Qc Qd")) == "six cards, two pair, aces and kings"


@pytest.mark.clause("topfive/6.C.7")
def test_6_C_7_a_pair_beats_no_pair_and_pays_from_kings_up():
    values = in_order("Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd", "Tc Td", "Ac Kd", "Jc Td")
    assert [value.category for value in values] == ["pair"] * 5 + ["high_card"] * 2
    in_order("Tc Td Jc", "Ac Kd Qh")
    in_order("Kc Kd Ac", "Kc Kd Qc")
    assert [poker_row(f"{rank}c {rank}d") for rank in "AKQJT"] == ["pair_of_aces_or_kings"] * 2 + [None] * 3
    assert poker_row("Ac Ad", "B") is None
    assert "pair_of_aces_or_kings" not in hand("Ac Ad Kc Kd").titles


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Ac Kd Qh Js Tc Td Th", "seven_cards"),
        ("Ac Kd Qh Js Tc Td 9h", "six_cards"),
        ("Ac Kd Qh Js Tc 9d 9h", "five_cards"),
        ("Ac Kd Qh Js 9c 9d 9h", "four_cards"),
        ("Ac Kd Qh 9s 9c 9d 9h", None),
        ("9s 9c 9d 9h 2c 3c 4c", None),
    ],
)
def test_top_five_bonus_requires_the_count(text, row):
    for letter in "ABC":
        paid = paytable("topfive", "top_five", letter).row_for(hand(text).titles)
        assert (paid and paid.hand) == row


@pytest.mark.parametrize(
    ("better", "worse", "r1", "r2", "r3"),
    [
        ("Ac Kd Qh", "Ac Kd Jh", ">", "=", ">"),
        ("Ac Ad Kc", "Kc Kd Ac", ">", "=", ">"),
        ("Ac Ad", "Ac Kd", ">", ">", ">"),
        ("Tc Jd Qh", "Ac Ad", ">", ">", ">"),
        ("Ac Ad Ah As Kc Kd", "Ac Ad Ah As Kc Qd", "=", "=", ">"),
        ("Ac Kd Qh Js Tc Ad", "Ac Kd Qh Js Tc Td", "=", "=", ">"),
        ("As Ks Qs Js Ts Ad Kd", "As Ks Qs Js Ts Ad Qd", "=", "=", ">"),
        ("Ac Ad Kc Kd Qc Qd Jh", "Ac Ad Kc Kd Qc Qd Th", "=", "=", ">"),
        ("Ac Ad Kc Kd Qc Qd Jh", "Ac Ad Kc Kd Qc Jd Jh", "=", "=", ">"),
    ],
)
def test_T_03_each_reading_ranks_hands_of_equal_count(better, worse, r1, r2, r3):
    for reading, sign in (("R1", r1), ("R2", r2), ("R3", r3)):
        first, second = hand(better, reading), hand(worse, reading)
        assert (first > second, first == second) == (sign == ">", sign == "=")
        assert first.count == len(better.split())
        assert first.titles == hand(better).titles  # The bonus wagers count the same cards.
        assert str(first) == str(hand(better))
        assert first.cards == hand(better).cards


@pytest.mark.clause("topfive/11.C.2")
@pytest.mark.parametrize(
    ("text", "r1", "r2", "r3", "r4"),
    [
        ("", 0, 0, 0, 0),
        ("Ts", 0, 0, 0, 0),
        ("Qs", 0, 0, 0, 0),
        ("Ks", 0, 1, 0, 0),
        ("As", 0, 1, 0, 0),
        ("Js Td", 0, 0, 1, 0),
        ("Qs Td", 0, 0, 1, 0),
        ("Qs Jd", 1, 1, 1, 1),
        ("Ks Td", 1, 1, 1, 1),
        ("Ts Td", 1, 1, 1, 0),
        ("Js Jd", 1, 1, 1, 0),
        ("Qs Qd", 1, 1, 1, 1),
        ("Qs Jd Tc", 1, 1, 1, 1),
        ("Ts Td Jc", 1, 1, 1, 1),
    ],
)
def test_T_02_each_reading_of_the_dealers_queen_and_jack(text, r1, r2, r3, r4):
    filled = parse_cards(text + " 9c 8c 7c")
    assert [top_five_qualifies(filled, reading) for reading in ("R1", "R2", "R3", "R4")] == [r1, r2, r3, r4]


def test_T_02_frequency_of_a_dealer_who_does_not_qualify():
    short = dict.fromkeys(("R1", "R2", "R3", "R4"), 0)
    for size in range(3):  # three cards always qualify
        for top in combinations(TOP, size):
            for reading in short:
                short[reading] += (not top_five_qualifies(top, reading)) * comb(32, 7 - size)
    assert all(top_five_qualifies(top, r) for top in combinations(TOP, 3) for r in short)
    # Under the four readings, the dealer fails to qualify in 20.9, 15.5, 16.1 and 22.7 percent of rounds.
    assert [round(1000 * count / comb(52, 7)) for count in short.values()] == [209, 155, 161, 227]


def test_R1_qualifies_with_exactly_the_hands_that_rank_from_queen_and_jack_up():
    least = hand("Qs Jd")
    for size in range(4):
        for top in combinations(TOP, size):
            assert top_five_qualifies(top) == (top_five(top) >= least)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no card above nine"),
        ("As", "one card, ace high"),
        ("Qs Jd", "two cards, queen high"),
        ("As Ad Tc", "three cards, pair of aces"),
        ("Ac Kd Qh Js Tc Td", "six cards, straight, ace high"),
        ("As Ks Qs Js Ts", "five cards, royal flush"),
    ],
)
def test_dealer_announcements(text, words):
    assert str(hand(text)) == words


def test_rejects_invalid_hand_or_reading():
    for wrong in (STANDARD.order[:8], ("As", "As"), ("As", "Xx"), ("As", None)):
        with pytest.raises(BadInput):
            top_five(wrong)
        with pytest.raises(BadInput):
            top_five_qualifies(wrong)
    with pytest.raises(BadInput, match="T-03"):
        top_five((), "R4")
    with pytest.raises(BadInput, match="T-02"):
        top_five_qualifies((), "R5")


def test_ladders_are_complete():
    assert [len(top_ranking(reading).rungs) for reading in ("R1", "R2", "R3")] == [385, 30, 708]
