"""Test chapter 6 of Dragon Poker: characters, the wild Gold Dragon and the Dragon Wager's rows."""

from collections import Counter
from itertools import combinations, pairwise, permutations, product

import pytest

from croupier.cards import parse_cards, show_cards
from croupier.errors import BadInput
from croupier.hands import DRAGON_HANDS, dragon_hand, dragon_titles
from croupier.hands.dragon import DRAGON
from croupier.rulebook import paytable

ORDER = ["Dr", "Ph", "Ti", "Pa", "Mo", "Ra"]  # best first


def hand(text):
    return dragon_hand(parse_cards(text, DRAGON))


def in_order(*texts):
    values = [hand(text) for text in texts]
    for better, worse in pairwise(values):
        assert better > worse, f"{show_cards(better.source)} should beat {show_cards(worse.source)}"
    return values


@pytest.mark.clause("dragon/3.0.b", "dragon/6.A")
def test_6_A_characters_rank_from_dragon_down_to_rabbit():
    in_order(*(f"{character} {character} {character}" for character in ORDER))
    in_order("Dr Mo Ra", "Ph Mo Ra", "Ti Mo Ra", "Pa Mo Ra")
    assert hand("Db Mo Ra") == hand("Dr Mo Ra")  # the color of a dragon does not affect its rank


@pytest.mark.clause("dragon/6.A.1", "dragon/3.0.c")
def test_6_A_1_gold_dragon_becomes_the_best_character():
    # D-03: a pair and the gold dragon make trips, for every character.
    for character in ORDER:
        assert hand(f"{character} {character} Dg") == hand(" ".join([character] * 3))
    # The gold dragon with two different cards pairs the higher card, and the lower card is the kicker.
    for high, low in combinations(ORDER, 2):
        assert hand(f"{high} {low} Dg") == hand(f"{high} {high} {low}")
    # With the gold dragon, every hand has at least a pair.
    for two in product(ORDER, repeat=2):
        assert hand(f"{two[0]} Dg {two[1]}").category != "high_card"


@pytest.mark.clause("dragon/6.A.1", "dragon/3.0.c")
def test_6_A_1_the_gold_dragon_may_be_a_dragon_and_stays_gold():
    assert hand("Dg Dr Db") == hand("Dr Db Dr")
    assert str(hand("Dg Dr Db")) == "three dragons"
    assert hand("Dg Db Ra") == hand("Dr Db Ra")
    assert str(hand("Dg Db Ra")) == "pair of dragons"
    # For the Dragon Wager the card is still a Gold Dragon (D-04).
    assert "three_dragons_with_gold" in dragon_titles(parse_cards("Dg Dr Dr", DRAGON))
    assert "three_red_dragons" not in dragon_titles(parse_cards("Dg Dr Dr", DRAGON))


@pytest.mark.clause("dragon/6.B.1")
def test_6_B_1_trips_are_three_of_one_character_and_beat_every_pair():
    values = in_order("Dr Db Dr", "Ph Ph Ph", "Ti Ti Ti", "Pa Pa Pa", "Mo Mo Mo", "Ra Ra Ra", "Dr Db Ph")
    assert [value.category for value in values] == ["trips"] * 6 + ["pair"]
    assert hand("Dr Dr Dr") == hand("Db Db Db") == hand("Dr Db Dr")
    assert str(values[1]) == "three phoenixes"


@pytest.mark.clause("dragon/6.B.2", "dragon/6.B.2.a")
def test_6_B_2_a_pairs_by_character_then_by_the_odd_card():
    texts = [f"{pair} {pair} {odd}" for pair in ORDER for odd in ORDER if odd != pair]
    values = in_order(*texts, "Dr Ph Ti")
    assert [value.category for value in values] == ["pair"] * 30 + ["high_card"]
    in_order("Mo Mo Dr", "Mo Mo Ph", "Mo Mo Ra")
    in_order("Pa Pa Ra", "Mo Mo Dr")
    assert str(hand("Ti Ra Ti")) == "pair of tigers"


@pytest.mark.clause("dragon/6.B.3", "dragon/6.B.3.a", "dragon/6.B.3.b")
def test_6_B_3_three_different_by_the_first_then_second_then_third():
    texts = [" ".join(three) for three in combinations(ORDER, 3)]
    values = in_order(*texts)
    assert {value.category for value in values} == {"high_card"}
    in_order("Dr Mo Ra", "Ph Ti Pa")  # the highest card decides first
    in_order("Dr Ti Ra", "Dr Pa Mo")  # if the highest cards are equal, the second cards decide
    in_order("Dr Ti Mo", "Dr Ti Ra")  # if the two highest cards are equal, the third cards decide
    assert str(hand("Pa Ti Ra")) == "tiger high"


@pytest.mark.clause("dragon/6.B.4")
def test_6_B_4_hands_with_equal_characters_tie():
    for text in ("Dr Db Ph", "Ti Ti Ti", "Pa Mo Ra", "Dr Ti Mo"):
        for order in permutations(text.split()):
            other = hand(" ".join(order).replace("Db", "Dx").replace("Dr", "Db").replace("Dx", "Dr"))
            assert other == hand(text)
            assert not other < hand(text)
            assert not other > hand(text)
    assert hand("Ti Ti Dg") == hand("Ti Ti Ti")
    assert hand("Ti Ti Mo") != hand("Ti Ti Ra")


def test_all_23_426_hands_have_56_strengths():
    counts = Counter(dragon_hand(three).category for three in combinations(DRAGON.order, 3))
    assert sum(counts.values()) == 23_426
    assert len(DRAGON_HANDS.rungs) == 6 + 30 + 20
    # Counted by hand. Without the gold dragon, the six characters have 6, 7, 8, 9, 10 and 12 cards.
    sizes = [6, 7, 8, 9, 10, 12]
    natural_trips = sum(n * (n - 1) * (n - 2) // 6 for n in sizes)
    natural_pairs = sum(n * (n - 1) // 2 for n in sizes)
    different = sum(a * b * c for a, b, c in combinations(sizes, 3))
    assert counts["trips"] == natural_trips + natural_pairs
    assert counts["high_card"] == different
    assert counts["pair"] == sum(n * (n - 1) // 2 * (52 - n) for n in sizes) + sum(
        a * b for a, b in combinations(sizes, 2)
    )


@pytest.mark.parametrize(
    ("text", "bonus_a", "bonus_b", "three_a"),
    [
        ("Dr Db Dr", "three_dragons", "three_dragons", "three_dragons"),
        ("Dr Db Dg", "three_dragons", "three_dragons", "three_dragons"),
        ("Ph Ph Ph", "three_phoenix", "trips", "three_phoenix"),
        ("Ti Ti Dg", "trips", "trips", "three_tigers"),
        ("Pa Pa Pa", "trips", "trips", "trips"),
        ("Ra Ra Dg", "trips", "trips", "trips"),
        ("Dr Dg Ra", "pair_of_dragons", "pair_of_pandas_or_better", "pair_of_dragons"),
        ("Ph Ph Ra", "pair_of_phoenix", "pair_of_pandas_or_better", "pair_of_phoenix"),
        ("Ti Ti Ra", "winning_hand", "pair_of_pandas_or_better", "pair_of_tigers"),
        ("Pa Pa Ra", "winning_hand", "pair_of_pandas_or_better", None),
        ("Mo Mo Dr", "winning_hand", "winning_hand", None),
        ("Dr Ph Ti", "winning_hand", "winning_hand", None),
    ],
)
def test_bonus_conditions_of_a_hand(text, bonus_a, bonus_b, three_a):
    titles = hand(text).titles
    for letter, paid in (("A", bonus_a), ("B", bonus_b)):
        bonus = paytable("dragon", "ante_bonus", letter).row_for(titles)
        assert bonus is not None
        assert bonus.hand == paid
    row = paytable("dragon", "three_card", "A").row_for(titles)
    assert (row and row.hand) == three_a


def paid(three, reading):
    row = paytable("dragon", "dragon", "A").row_for(dragon_titles(three, reading))
    return row.hand if row else "nothing"


@pytest.mark.parametrize(
    ("text", "r1", "r2", "r3"),
    [
        ("Dr Dr Dr", "three_red_dragons", "three_red_dragons", "three_red_dragons"),
        ("Db Db Db", "three_blue_dragons", "three_blue_dragons", "three_blue_dragons"),
        ("Dr Dr Dg", "three_dragons_with_gold", "three_red_dragons", "three_dragons_with_gold"),
        ("Db Dg Db", "three_dragons_with_gold", "three_blue_dragons", "three_dragons_with_gold"),
        ("Dr Db Dg", "three_dragons_with_gold", "three_dragons_with_gold", "three_dragons_with_gold"),
        ("Dr Dr Db", "three_dragons", "three_dragons", "three_dragons"),
        ("Dr Db Ph", "pair_of_dragons", "pair_of_dragons", "pair_of_dragons"),
        ("Dg Db Ph", "pair_of_dragons", "pair_of_dragons", "gold_dragon"),
        ("Dg Ph Ph", "gold_dragon", "gold_dragon", "gold_dragon"),
        ("Dr Ph Ph", "nothing", "nothing", "nothing"),
        ("Ra Ph Ph", "nothing", "nothing", "nothing"),
    ],
)
def test_D_04_the_dragon_wager_under_each_reading(text, r1, r2, r3):
    three = parse_cards(text, DRAGON)
    assert (paid(three, "R1"), paid(three, "R2"), paid(three, "R3")) == (r1, r2, r3)


def test_D_04_counts_over_all_hands():
    by_reading = {
        reading: Counter(paid(three, reading) for three in combinations(DRAGON.order, 3))
        for reading in ("R1", "R2", "R3")
    }
    rows = [
        "three_red_dragons",
        "three_blue_dragons",
        "three_dragons_with_gold",
        "three_dragons",
        "pair_of_dragons",
        "gold_dragon",
    ]
    assert [by_reading["R1"][row] for row in rows] == [1, 1, 15, 18, 966, 1035]
    assert [by_reading["R2"][row] for row in rows] == [4, 4, 9, 18, 966, 1035]
    assert [by_reading["R3"][row] for row in rows] == [1, 1, 15, 18, 966 - 276, 1035 + 276]


def test_cards_used_list_the_gold_dragon_with_its_group():
    assert show_cards(hand("Ra Dg Ti").cards) == "Dg Ti Ra"
    assert show_cards(hand("Ra Mo Dr").cards) == "Dr Mo Ra"


@pytest.mark.parametrize(
    "wrong", [(), ("Dr", "Dr"), ("Dr",) * 4, ("Dg", "Dg", "Ra"), ("As", "Dr", "Ra"), ("Dr", None, "Ra")]
)
def test_rejects_invalid_dragon_hand(wrong):
    for function in (dragon_hand, dragon_titles):
        with pytest.raises(BadInput):
            function(wrong)


def test_an_unknown_reading_is_refused():
    with pytest.raises(BadInput, match="D-04"):
        dragon_titles(parse_cards("Dr Ph Ra", DRAGON), "R4")
