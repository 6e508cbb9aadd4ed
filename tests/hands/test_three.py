"""Test the three-card hands of Let It Ride and the hole cards of Ultimate Pairs."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from croupier.cards import STANDARD, parse_cards, show_cards
from croupier.errors import BadInput
from croupier.hands import THREE, hole_pair_titles, three_card
from croupier.rulebook import paytable


def hand(text):
    return three_card(parse_cards(text))


def paid_as(text, wager, letter):
    row = paytable("letitride", wager, letter).row_for(hand(text).titles)
    return row and row.hand


@pytest.mark.parametrize("letter", ["A", "B", "C"])
@pytest.mark.parametrize(
    ("name", "eligible", "beside"),
    [
        pytest.param("straight_flush", "Ad 2d 3d", "Kd Ad 2d", marks=pytest.mark.clause("letitride/6.D.1")),
        pytest.param("straight_flush", "Ad Kd Qd", "Ad Kd Qc", marks=pytest.mark.clause("letitride/6.D.1")),
        pytest.param("straight_flush", "4d 3d 2d", "5d 3d 2d", marks=pytest.mark.clause("letitride/6.D.1")),
        pytest.param("three_of_a_kind", "2c 2d 2h", "2c 2d 3h", marks=pytest.mark.clause("letitride/6.D.2")),
        pytest.param("straight", "Ac 2d 3h", "Kc Ad 2h", marks=pytest.mark.clause("letitride/6.D.3")),
        pytest.param("straight", "Ac Kd Qh", "Ac Kd Jh", marks=pytest.mark.clause("letitride/6.D.3")),
        pytest.param("flush", "5c 3c 2c", "5c 3c 2d", marks=pytest.mark.clause("letitride/6.D.4")),
        pytest.param("pair", "2c 2d 3h", "Ac Kd Jh", marks=pytest.mark.clause("letitride/6.D.5")),
    ],
)
def test_6_D_classes_that_the_three_card_bonus_pays(letter, name, eligible, beside):
    assert hand(eligible).category == name
    assert paid_as(eligible, "three_card", letter) == name
    assert paid_as(beside, "three_card", letter) != name


@pytest.mark.clause("letitride/6.A.1", "letitride/6.A.2", "letitride/6.D.1", "letitride/6.D.3")
def test_6_D_3_the_ace_is_high_or_low_in_three_card_straights_but_never_in_the_middle():
    # L-09
    values = [hand(text) for text in ("Ac Kd Qh", "Kc Qd Jh", "4c 3d 2h", "3c 2d Ah")]
    assert {value.category for value in values} == {"straight"}
    assert all(better > worse for better, worse in pairwise(values))
    assert hand("2c Ad Kh").category == "high_card"
    assert hand("2c Ac Kc").category == "flush"
    assert str(hand("3c 2c Ac")) == "three-high straight flush"


@pytest.mark.clause(
    "letitride/6.D.1", "letitride/6.D.2", "letitride/6.D.3", "letitride/6.D.4", "letitride/6.D.5"
)
def test_6_D_the_lowest_of_each_class_beats_the_highest_of_the_next():
    ladder = [
        ("straight_flush", "Ac Kc Qc", "3c 2c Ac"),
        ("three_of_a_kind", "Ac Ad Ah", "2c 2d 2h"),
        ("straight", "Ac Kd Qh", "3c 2d Ah"),
        ("flush", "Ac Kc Jc", "5c 3c 2c"),
        ("pair", "Ac Ad Kh", "2c 2d 3h"),
        ("high_card", "Ac Kd Jh", "5c 3d 2h"),
    ]
    for category, best, worst in ladder:
        assert hand(best).category == hand(worst).category == category
        places = [place for place, name in enumerate(THREE.categories) if name == category]
        assert (hand(worst).strength, hand(best).strength) == (places[0], places[-1])
    for (_, _, worst), (_, best, _) in pairwise(ladder):
        assert hand(worst) > hand(best)


@pytest.mark.clause("letitride/6.B")
def test_6_B_suits_do_not_rank_three_cards():
    assert hand("Ac Kc Qc") == hand("As Ks Qs")
    assert hand("Ac Ad 9h") == hand("Ah As 9c")


def test_suited_ace_king_queen_has_its_own_title_and_spades_another():
    # L-01, L-02: The progressive paytables B and C use three cards.
    assert hand("Qs As Ks").titles == {"straight_flush", "akq_of_spades"}
    for suit in "cdh":
        assert hand(f"A{suit} K{suit} Q{suit}").titles == {"straight_flush", "akq_suited_other"}
    assert hand("Ks Qs Js").titles == {"straight_flush"}
    assert hand("As Ks Qd").titles == {"straight"}
    assert paid_as("As Ks Qs", "progressive", "B") == "akq_of_spades"
    assert paid_as("Ah Kh Qh", "progressive", "B") == "akq_suited_other"
    assert paid_as("As Ks Qd", "progressive", "B") == "straight"
    assert paid_as("As Ks Qs", "three_card", "A") == "straight_flush"
    assert paid_as("As Ks Qd", "progressive", "C") is None


def test_cards_and_announcements():
    assert show_cards(hand("2c 9d 2h").cards) == "2c 2h 9d"
    assert show_cards(hand("2c Ad 3h").cards) == "3h 2c Ad"
    assert str(hand("2c 9d 2h")) == "pair of deuces"
    assert str(hand("Jc Jd Jh")) == "three of a kind, jacks"


def test_all_22_100_hands_have_the_right_class():
    counts = Counter(three_card(three).category for three in combinations(STANDARD.order, 3))
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }


@pytest.mark.parametrize(
    "wrong", [(), ("As", "Ks"), ("As", "Ks", "As"), ("As", "Ks", "Xx"), ("As", None, "Ks"), ("As", "Ks", "A")]
)
def test_rejects_invalid_three_card_hand(wrong):
    with pytest.raises(BadInput):
        three_card(wrong)


# --- Ultimate Pairs


def first_title(two, letter, dealer=None):
    row = paytable("uth", "ultimate_pairs", letter).row_for(hole_pair_titles(parse_cards(two), dealer))
    return row and row.hand


def test_all_1_326_hole_card_pairs_have_the_right_titles():
    counts = Counter(title for two in combinations(STANDARD.order, 2) for title in hole_pair_titles(two))
    assert counts == {
        "pair_of_aces": 6,
        "red_aces": 1,
        "ace_king_suited": 4,
        "ace_queen_or_jack_suited": 8,
        "ace_king_offsuit": 12,
        "pair_of_jacks_to_kings": 18,
        "ace_queen_or_jack_offsuit": 24,
        "pair_of_tens_or_less": 54,
    }
    for two in combinations(STANDARD.order, 2):
        titles = hole_pair_titles(two)
        assert titles == hole_pair_titles(two[::-1])
        assert len(titles) <= (2 if "red_aces" in titles else 1)


@pytest.mark.parametrize(
    ("two", "title"),
    [
        ("Jc Jd", "pair_of_jacks_to_kings"),
        ("Tc Td", "pair_of_tens_or_less"),
        ("Kc Kd", "pair_of_jacks_to_kings"),
        ("Ac Ad", "pair_of_aces"),
        ("Ac Jc", "ace_queen_or_jack_suited"),
        ("Ac Tc", None),
        ("Kc Qc", None),
        ("Ac Jd", "ace_queen_or_jack_offsuit"),
        ("Ac Td", None),
        ("Kd Ac", "ace_king_offsuit"),
        ("Kc Ac", "ace_king_suited"),
    ],
)
def test_thresholds_of_ultimate_pairs(two, title):
    assert first_title(two, "A") == title


def test_red_aces_are_exactly_hearts_and_diamonds():
    assert first_title("Ad Ah", "D") == "red_aces"
    for two in ("Ad As", "Ah Ac", "As Ac"):
        assert first_title(two, "D") == "pair_of_aces"


def test_both_pairs_of_aces_needs_the_dealers_two_cards():
    dealer = parse_cards("Ac As")
    assert first_title("Ad Ah", "B", dealer) == "both_pairs_of_aces"
    assert first_title("Ad Ah", "B", parse_cards("Ac Ks")) == "pair_of_aces"
    assert first_title("Ad Ah", "B", None) == first_title("Ad Ah", "B", ("Ac", None)) == "pair_of_aces"
    assert first_title("Kd Kh", "B", dealer) == "pair_of_jacks_to_kings"


@pytest.mark.parametrize("wrong", [(), ("As",), ("As", "As"), ("As", None), ("As", "Kd", "Qc"), ("As", "Zz")])
def test_rejects_invalid_hole_cards(wrong):
    with pytest.raises(BadInput):
        hole_pair_titles(wrong)
