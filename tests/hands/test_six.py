"""Test the hands of the Six Card Bonus (uth/6.F, letitride/6.E)."""

from itertools import combinations, permutations

import pytest

from croupier.cards import STANDARD, parse_cards, show_cards
from croupier.errors import BadInput
from croupier.hands import SIX, best_five, six_card
from croupier.rulebook import paytable

TABLES = [("uth", "A"), ("uth", "B"), ("letitride", "A"), ("letitride", "B")]


def hand(text):
    return six_card(parse_cards(text))


def paid_as(text, game, letter):
    row = paytable(game, "six_card", letter).row_for(hand(text).titles)
    return row and row.hand


@pytest.mark.clause("uth/6.F.8", "letitride/6.E.8")
def test_6_F_8_a_super_royal_is_all_six_cards_from_ace_to_nine_in_one_suit():
    for suit in "cdhs":
        for order in list(permutations("AKQJT9"))[::97]:
            value = hand(" ".join(rank + suit for rank in order))
            assert value.category == "super_royal"
            assert value > hand("As Ks Qs Js Ts 8s")
            assert show_cards(value.cards) == " ".join(rank + suit for rank in "AKQJT9")
            assert ("super_royal_diamonds" in value.titles) == (suit == "d")
            assert ("super_royal_other" in value.titles) == (suit != "d")
            assert "super_royal" in value.titles
    assert str(hand("Ad Kd Qd Jd Td 9d")) == "super royal of diamonds"
    # One wrong card, such as a nine of a different suit or an eight, prevents the super royal.
    assert hand("Ad Kd Qd Jd Td 9s").category == "royal_flush"
    assert hand("Ad Kd Qd Jd Td 8d").category == "royal_flush"
    assert hand("Kd Qd Jd Td 9d 8d").category == "straight_flush"
    assert hand("As Kd Qd Jd Td 9d").category == "straight_flush"


def test_there_are_four_super_royals_and_they_tie():
    ranks = [card for card in STANDARD.order if card[0] in "AKQJT9"]
    found = [six for six in combinations(ranks, 6) if six_card(six).category == "super_royal"]
    assert len(found) == 4
    assert len({six_card(six) for six in found}) == 1


@pytest.mark.parametrize(("game", "letter"), TABLES)
@pytest.mark.parametrize(
    ("name", "eligible", "beside"),
    [
        pytest.param(
            "royal_flush",
            "As Ks Qs Js Ts 2d",
            "Ks Qs Js Ts 9s 2d",
            marks=pytest.mark.clause("uth/6.F.1", "letitride/6.E.1"),
        ),
        pytest.param(
            "straight_flush",
            "Ah 2h 3h 4h 5h Kd",
            "Ah 2h 3h 4h 6h Kd",
            marks=pytest.mark.clause("uth/6.F.2", "letitride/6.E.2"),
        ),
        pytest.param(
            "four_of_a_kind",
            "2c 2d 2h 2s 3c 3d",
            "2c 2d 2h 3s 3c 3d",
            marks=pytest.mark.clause("uth/6.F.3", "letitride/6.E.3"),
        ),
        pytest.param(
            "full_house",
            "2c 2d 2h 3s 3c 4d",
            "2c 2d 2h 3s 4c 5d",
            marks=pytest.mark.clause("uth/6.F.4", "letitride/6.E.4"),
        ),
        pytest.param(
            "flush",
            "2c 3c 4c 5c 7c Ad",
            "2c 3c 4c 5c 7d Ad",
            marks=pytest.mark.clause("uth/6.F.5", "letitride/6.E.5"),
        ),
        pytest.param(
            "straight",
            "Ac 2d 3h 4s 5c 5d",
            "Kc Ad 2h 3s 4c 9d",
            marks=pytest.mark.clause("uth/6.F.6", "letitride/6.E.6"),
        ),
        pytest.param(
            "three_of_a_kind",
            "2c 2d 2h 5s 7c 8d",
            "Ac Ad Kh Ks Qc Qd",
            marks=pytest.mark.clause("uth/6.F.7", "letitride/6.E.7"),
        ),
    ],
)
def test_6_F_classes_that_the_six_card_bonus_pays(game, letter, name, eligible, beside):
    assert paid_as(eligible, game, letter) == name
    assert hand(eligible).category == name
    assert paid_as(beside, game, letter) != name


@pytest.mark.clause(
    "uth/6.F.2", "uth/6.F.5", "uth/6.F.6", "letitride/6.E.2", "letitride/6.E.5", "letitride/6.E.6"
)
def test_6_F_2_5_6_the_classes_overlap_and_the_first_listed_row_pays():
    # U-28: a royal is also a straight flush, and both are also a flush and a straight.
    # only one row pays.
    assert {"royal_flush", "straight_flush", "flush", "straight"} <= hand("As Ks Qs Js Ts 2d").titles
    assert {"straight_flush", "flush", "straight"} <= hand("9s Ks Qs Js Ts 2d").titles
    for game, letter in TABLES:
        assert paid_as("As Ks Qs Js Ts 2d", game, letter) == "royal_flush"
        assert paid_as("9s Ks Qs Js Ts 2d", game, letter) == "straight_flush"


def test_two_pair_or_lower_is_not_paid():
    for game, letter in TABLES:
        assert paid_as("Ac Ad Kh Ks Qc Qd", game, letter) is None
        assert paid_as("Ac Ad Kh Qs Jc 9d", game, letter) is None
        assert paid_as("Ac Kd Qh Js 9c 8d", game, letter) is None


def test_below_the_super_royal_six_cards_rank_as_their_best_five():
    for text in ("As Ks Qs Js Ts 2d", "2c 2d 2h 3s 3c 4d", "Ac Kd Qh Js 9c 8d", "Tc Td 4h 4s 7c 7d"):
        six, five = hand(text), best_five(parse_cards(text))
        assert (six.strength, six.category, six.cards) == (five.strength, five.category, five.cards)
        assert str(six) == str(five)
    assert len(SIX.rungs) == 7463


@pytest.mark.parametrize("wrong", ["As Ks Qs Js Ts", "As Ks Qs Js Ts 9s 8s", ""])
def test_other_numbers_of_cards_are_refused(wrong):
    with pytest.raises(BadInput, match="six cards"):
        hand(wrong)
