"""Test chapter 6 of Ultimate Texas Hold 'Em and Let It Ride, which ranks five, six and seven cards."""

from itertools import pairwise, permutations

import pytest

from croupier.cards import STANDARD, parse_cards, show_cards
from croupier.errors import BadInput
from croupier.hands import FIVE, HandValue, best_five, poker_strength, three_card
from croupier.rulebook import paytable

RANKS = "AKQJT98765432"


def hand(text: str) -> HandValue:
    return best_five(parse_cards(text))


def in_order(*texts: str) -> list[HandValue]:
    """Check that each hand beats the next hand, and return the hands."""
    values = [hand(text) for text in texts]
    for better, worse in pairwise(values):
        assert better > worse, f"{show_cards(better.source)} should beat {show_cards(worse.source)}"
        assert worse < better
        assert better != worse
    return values


def categories(*texts: str) -> list[str]:
    return [hand(text).category for text in texts]


def straights(suits: str) -> list[str]:
    """Return every sequence of five ranks, best first, with A-2-3-4-5 last."""
    ranks = RANKS + "A"
    runs = [ranks[start : start + 5] for start in range(10)]
    return [" ".join(rank + suit for rank, suit in zip(run, suits, strict=True)) for run in runs]


@pytest.mark.clause("uth/6.A", "letitride/6.A")
def test_6_A_cards_rank_from_the_ace_down_to_the_deuce():
    in_order(
        *(f"{rank}s {rank}h 2c 3d 4c" for rank in RANKS[:-3]),
        "4h 4s 2c 3d 5c",
        "3s 3h 2c 4d 5c",
        "2s 2h 3c 4d 5c",
    )
    # With a pair of aces, each kicker beats the next lower one.
    in_order(*(f"As Ah {rank}c 3d 2c" for rank in "KQJT987654"))


@pytest.mark.clause("uth/6.B", "letitride/6.A.1")
def test_6_B_the_ace_plays_low_under_a_deuce_to_five():
    low, six_high = hand("Ac 2d 3h 4s 5c"), hand("2d 3h 4s 5c 6d")
    assert (low.category, six_high.category) == ("straight", "straight")
    assert low < six_high
    suited, six_high_suited = hand("Ad 2d 3d 4d 5d"), hand("2d 3d 4d 5d 6d")
    assert (suited.category, six_high_suited.category) == ("straight_flush", "straight_flush")
    assert suited < six_high_suited
    assert str(low) == "straight, five high"
    assert show_cards(low.cards) == "5c 4s 3h 2d Ac"


@pytest.mark.clause("uth/6.B", "letitride/6.A.2")
def test_6_B_no_sequence_wraps_around_the_ace():
    for around in ("KA234", "QKA23", "JQKA2"):
        mixed = " ".join(rank + suit for rank, suit in zip(around, "cdhsc", strict=True))
        assert hand(mixed).category == "high_card"
        assert hand(" ".join(rank + "d" for rank in around)).category == "flush"
    # U-10, L-09: the text allows the ace in no other sequence, but names A-K-Q-J-10 as the best straight.
    assert hand("Ac Kd Qh Js Tc").category == "straight"


@pytest.mark.clause("uth/6.C", "letitride/6.B")
@pytest.mark.parametrize(
    "text",
    [
        "As Ks Qs Js Ts",
        "9h 8h 7h 6h 5h",
        "7c 7d 7h 7s 2c",
        "Kc Kd Kh 4s 4c",
        "Ad Jd 8d 6d 2d",
        "Tc 9d 8h 7s 6c",
        "Qc Qd Qh 9s 2c",
        "Jc Jd 4h 4s Ac",
        "Tc Td 7h 5s 3c",
        "Ac Jd 9h 5s 3c",
    ],
)
def test_6_C_suits_never_break_a_tie(text):
    first = hand(text)
    for suits in permutations("cdhs"):
        other = hand(text.translate(str.maketrans("cdhs", "".join(suits))))
        assert other == first
        assert not other < first
        assert other <= first <= other
        assert hash(other) == hash(first)


@pytest.mark.clause("uth/6.D.1", "letitride/6.C.1", "letitride/6.F.1")
def test_6_D_1_royal_flush_is_only_the_suited_ace_to_ten():
    royals = [hand(f"A{s} K{s} Q{s} J{s} T{s}") for s in "cdhs"]
    assert {value.category for value in royals} == {"royal_flush"}
    assert len(set(royals)) == 1
    assert royals[0].strength == len(FIVE.rungs) - 1
    in_order("As Ks Qs Js Ts", "Ks Qs Js Ts 9s")
    assert categories("Ks Qs Js Ts 9s", "As Ks Qs Js 9s", "As Ks Qs Js Td") == [
        "straight_flush",
        "flush",
        "straight",
    ]
    assert royals[0].titles == {"royal_flush"}
    assert royals[0].announce() == "royal flush"


@pytest.mark.clause("uth/6.D.2", "letitride/6.C.2", "letitride/6.F.2")
def test_6_D_2_straight_flushes_run_from_king_high_to_the_suited_wheel():
    below_royal = straights("hhhhh")[1:]
    values = in_order(*below_royal, "As Ah Ad Ac Ks")
    assert [value.category for value in values] == ["straight_flush"] * 9 + ["four_of_a_kind"]
    assert str(values[0]) == "king-high straight flush"
    assert str(values[8]) == "five-high straight flush"
    assert values[0].titles == {"straight_flush"}


@pytest.mark.clause("uth/6.D.3", "letitride/6.C.3", "letitride/6.F.3")
def test_6_D_3_four_of_a_kind_from_aces_to_deuces_then_the_odd_card():
    quads = [f"{rank}c {rank}d {rank}h {rank}s" for rank in RANKS]
    values = in_order(
        f"{quads[0]} Kc", f"{quads[0]} Qc", f"{quads[0]} 2c", *(f"{four} Ac" for four in quads[1:])
    )
    assert {value.category for value in values} == {"four_of_a_kind"}
    in_order(f"{quads[-1]} 3c", "Ac Ad Ah Kc Kd")  # the lowest four of a kind beats aces full
    assert str(values[0]) == "four of a kind, aces"


@pytest.mark.clause("uth/6.D.4", "letitride/6.C.4", "letitride/6.F.4")
def test_6_D_4_full_houses_by_the_three_then_by_the_pair():
    houses = [f"{three}c {three}d {three}h {two}c {two}d" for three in RANKS for two in RANKS if two != three]
    values = in_order(*houses, "As Ks Qs Js 9s")
    assert [value.category for value in values] == ["full_house"] * 156 + ["flush"]
    assert houses[0] == "Ac Ad Ah Kc Kd"  # this is the highest hand that the clause names
    # The lowest full house that the clause names is three deuces and two threes.
    assert hand("2c 2d 2h 3c 3d") == values[155]
    in_order("3c 3d 3h 2c 2d", "2c 2d 2h Ac Ad")
    # U-09: the order within the class decides, not the highest unmatched card.
    in_order("3c 3d 3h Qc Qd", "2c 2d 2h Kc Kd")
    assert str(hand("Kc Kd Kh 4c 4d")) == "full house, kings full of fours"


@pytest.mark.clause("uth/6.D.5", "letitride/6.C.5", "letitride/6.F.5")
def test_6_D_5_flushes_from_ace_king_queen_jack_nine_to_seven_high():
    values = in_order(
        "As Ks Qs Js 9s",
        "Ad Kd Qd Jd 8d",
        "Ac Kc Qc Tc 9c",
        "8c 5c 4c 3c 2c",
        "7h 6h 5h 4h 2h",
        "7h 6h 5h 3h 2h",
        "7h 6h 4h 3h 2h",
        "7h 5h 4h 3h 2h",
        "Ac Kd Qh Js Tc",
    )
    assert [value.category for value in values] == ["flush"] * 8 + ["straight"]
    flushes = [strength for strength, category in enumerate(FIVE.categories) if category == "flush"]
    assert (values[0].strength, values[7].strength) == (flushes[-1], flushes[0])
    assert hand("7h 5h 4h 3h 2d").category == "high_card"  # four cards of one suit are not a flush
    assert str(values[0]) == "flush, ace high"


@pytest.mark.clause("uth/6.D.6", "letitride/6.C.6", "letitride/6.F.6")
def test_6_D_6_straights_from_ace_high_to_the_wheel_in_more_than_one_suit():
    values = in_order(*straights("cdhsc"), "Ac Ad Ah Kc Qc")
    assert [value.category for value in values] == ["straight"] * 10 + ["three_of_a_kind"]
    assert categories("Tc 9c 8c 7c 6d", "Tc 9c 8c 7c 6c", "Tc 9d 8h 7s 5c") == [
        "straight",
        "straight_flush",
        "high_card",
    ]
    # U-09: A-2-3-4-5 is the lowest straight although it contains an ace.
    in_order("6c 5d 4h 3s 2c", "Ac 2d 3h 4s 5c")
    assert str(values[4]) == "straight, ten high"


@pytest.mark.clause("uth/6.D.7", "letitride/6.C.7", "letitride/6.F.7")
def test_6_D_7_three_of_a_kind_from_aces_to_deuces():
    values = in_order(
        *(
            f"{rank}c {rank}d {rank}h {kickers}"
            for rank in RANKS
            for kickers in [
                " ".join(k + "s" for k in [r for r in RANKS if r != rank][:2]),
                " ".join(k + "s" for k in [r for r in RANKS if r != rank][-2:]),
            ]
        ),
        "Ac Ad Kc Kd Qs",
    )
    assert [value.category for value in values] == ["three_of_a_kind"] * 26 + ["two_pair"]
    assert str(hand("Jc Jd Jh 4s 2s")) == "three of a kind, jacks"


@pytest.mark.clause("uth/6.D.8", "letitride/6.C.8")
def test_6_D_8_two_pair_from_aces_and_kings_to_threes_and_deuces():
    pairs = [(high, low) for place, high in enumerate(RANKS) for low in RANKS[place + 1 :]]
    texts = [
        f"{high}c {high}d {low}c {low}d {kicker}s"
        for high, low in pairs
        for kicker in RANKS
        if kicker not in (high, low)
    ]
    values = in_order(*texts, "Ac Ad Ks Qs Js")
    assert [value.category for value in values] == ["two_pair"] * 858 + ["pair"]
    assert texts[0] == "Ac Ad Kc Kd Qs"
    assert texts[-1] == "3c 3d 2c 2d 4s"
    assert str(hand("Kc Kd 4c 4d 9s")) == "two pair, kings and fours"
    assert str(hand("6c 6d 2c 2d 9s")) == "two pair, sixes and deuces"


@pytest.mark.clause("uth/6.D.9")
def test_6_D_9_a_pair_from_aces_to_deuces():
    texts = [f"{rank}c {rank}d " + " ".join(k + "s" for k in RANKS if k != rank)[:8] for rank in RANKS]
    values = in_order(*texts, "Ac Kd Qh Js 9c")
    assert [value.category for value in values] == ["pair"] * 13 + ["high_card"]
    in_order("2c 2d 5s 4s 3h", "Ac Kd Qh Js 9c")  # the lowest pair beats the highest hand without one


@pytest.mark.clause("letitride/6.C.9")
def test_letitride_6_C_9_a_pair_counts_from_tens_up():
    for rank in RANKS:
        value = hand(f"{rank}c {rank}d " + " ".join(k + "s" for k in RANKS if k != rank)[:8])
        assert ("pair_of_tens_or_better" in value.titles) == (rank in "AKQJT")
        pays = paytable("letitride", "main", "A").row_for(value.titles)
        assert (pays is not None) == (rank in "AKQJT")
    assert "pair_of_tens_or_better" not in hand("Ac Ad 4c 4d 9s").titles  # the hand is two pair, not a pair


@pytest.mark.clause("uth/6.E.1")
def test_6_E_1_within_a_class_the_highest_unmatched_card_decides():
    in_order(
        "Ac Kd 9h 5s 3c",
        "Ac Kd 9h 5s 2c",
        "Ac Kd 9h 4s 3c",
        "Ac Kd 8h 7s 6c",
        "Ac Qd Jh Ts 9c",
        "Kc Qd Jh Ts 8c",
        "7c 5d 4h 3s 2c",
    )
    in_order("Tc Td Ah 3s 2c", "Tc Td Kh Qs Jc")  # the kickers beside the pair decide
    in_order("Tc Td Kh Qs 3c", "Tc Td Kh Js 9c")
    in_order("Tc Td Kh Qs 3c", "Tc Td Kh Qs 2c")
    in_order("Tc Td 5h 5s 3c", "Tc Td 5h 5s 2c")
    in_order("Tc Td Th Ks 2c", "Tc Td Th Qs Jc")
    # U-09: kickers count only after the order within the class, so a pair of threes beats deuces with an ace.
    in_order("3c 3d Qh Js Tc", "2c 2d Ah Ks Qc")
    assert str(hand("Ac Kd 9h 5s 3c")) == "ace high"


@pytest.mark.clause("uth/6.E.2")
def test_6_E_2_hands_with_equal_counting_cards_tie():
    assert hand("Ac Kd 9h 5s 3c") == hand("As Kh 9c 5d 3h")
    board = "Ac Kd Qh Js 9c"
    # of seven cards, both players' best hand is the board
    assert hand(board + " 2d 3d") == hand(board + " 4h 5h")
    assert hand("Tc Td Ah Ks Qc 3d 2d") == hand(
        "Tc Td Ah Ks Qc 5d 4d"
    )  # kickers after the fifth card do not count
    assert hand("Ac Kd 9h 5s 3c") != hand("Ac Kd 9h 5s 2c")


@pytest.mark.clause(*(f"letitride/6.F.{number}" for number in range(1, 8)))
@pytest.mark.parametrize("letter", ["A", "D", "E", "F"])
def test_letitride_6_F_the_progressive_pays_seven_classes_and_no_other(letter):
    table = paytable("letitride", "progressive", letter)
    paid = {
        "royal_flush": "As Ks Qs Js Ts",
        "straight_flush": "Ad 2d 3d 4d 5d",
        "four_of_a_kind": "2c 2d 2h 2s 3c",
        "full_house": "2c 2d 2h 3s 3c",
        "flush": "2h 3h 4h 5h 7h",
        "straight": "Ac 2d 3h 4s 5c",
        "three_of_a_kind": "2c 2d 2h 3s 4c",
    }
    assert [row.hand for row in table.rows] == list(paid)
    for name, text in paid.items():
        row = table.row_for(hand(text).titles)
        assert row is not None
        assert row.hand == name
    assert table.row_for(hand("Ac Ad Kc Kd Qs").titles) is None
    assert table.row_for(hand("Ac Ad Kc Qd Js").titles) is None


@pytest.mark.parametrize(
    ("text", "straight", "flush"),
    [
        ("Ac Ad Ah Kc Qd", True, True),
        ("Ac 2d 3h 4s 5c", False, True),
        ("2h 3h 4h 5h 7h", False, False),
        ("7c 5d 4h 3s 2c", True, True),
        ("As Ks Qs Js Ts", False, False),
    ],
)
def test_a_hand_below_a_straight_and_below_a_flush(text, straight, flush):
    titles = hand(text).titles
    assert ("below_straight" in titles, "below_flush" in titles) == (straight, flush)


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("2c 7h As Ks Qs Js Ts", "As Ks Qs Js Ts"),
        ("9d Kc 4c Kd 4d 2h 3h", "Kc Kd 4c 4d 9d"),
        ("Kc Kd Kh Qc Qd Qh 2s", "Kc Kd Kh Qc Qd"),  # two sets of three make a full house
        # of three pairs, the two best count, with the highest remaining card
        ("Ac Ad Kc Kd Qc Qd Js", "Ac Ad Kc Kd Qc"),
        # the six-high straight counts, not the five-high straight
        ("6h 5c 4d 3h 2s Ac Kd", "6h 5c 4d 3h 2s"),
        ("Ah 9h 7h 4h 3h 2h Ad", "Ah 9h 7h 4h 3h"),
        ("9h 8h 7h 6h 5h Th Jd", "Th 9h 8h 7h 6h"),  # the lower straight flush beats the higher straight
        ("7c 7d 7h 7s 2c 2d 2h", "7c 7d 7h 7s 2c"),
    ],
)
def test_the_cards_used_are_the_best_five_in_the_order_they_count(text, used):
    value = hand(text)
    assert show_cards(value.cards) == used
    assert best_five(value.cards) == value
    assert value.source == parse_cards(text)


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        ("As",) * 5,
        ("As", "Kd", "Qc", "Jh"),
        STANDARD.order[:8],
        (*STANDARD.order[:4], "Dr"),
        ("As", "Kd", "Qc", "Jh", None),
        ("Ah", "2c", "3c", "4c", "2c"),
    ],
)
def test_rejects_invalid_hand(wrong):
    with pytest.raises(BadInput):
        best_five(wrong)


def test_strength_counts_the_weaker_hands():
    assert len(FIVE.rungs) == 7462
    assert hand("7c 5d 4h 3s 2c").strength == 0
    assert poker_strength(parse_cards("As Ks Qs Js Ts")) == 7461


def test_values_of_different_rankings_do_not_compare():
    five, three = hand("As Ks Qs Js Ts"), three_card(parse_cards("As Ks Qs"))
    assert five != three
    assert five != "royal flush"
    with pytest.raises(TypeError, match="cannot be compared"):
        assert five > three


def test_a_value_is_frozen_and_cites_its_clauses():
    value = hand("As Ks Qs Js Ts")
    with pytest.raises(AttributeError):
        value.strength = 3  # type: ignore[misc]
    assert value.clauses == ("uth/6.D.1", "letitride/6.C.1", "letitride/6.F.1")
    assert value.count is None
