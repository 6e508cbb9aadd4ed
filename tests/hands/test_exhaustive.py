"""Compare all hands with a slow, simple ranking that shares no code with the package.

The ranking gives each hand a key, a tuple that sorts in the order of the hands. A hand's strength must equal
the index of its key among all distinct keys, worst first.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from croupier.cards import STANDARD
from croupier.hands import best_five, dragon_hand, poker_strength, six_card, three_card, top_five
from croupier.hands.dragon import DRAGON

VALUE = {
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 10,
    "J": 11,
    "Q": 12,
    "K": 13,
    "A": 14,
}
CREATURE = {"Dr": 6, "Db": 6, "Ph": 5, "Ti": 4, "Pa": 3, "Mo": 2, "Ra": 1}
POKER = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]
RUNS = {tuple(range(top, top - 5, -1)): top for top in range(14, 5, -1)} | {(14, 5, 4, 3, 2): 5}
SHORT_RUNS = {tuple(range(top, top - 3, -1)): top for top in range(14, 3, -1)} | {(14, 3, 2): 3}


def five_key(values, suits):
    values = sorted(values, reverse=True)
    flush = suits.count(suits[0]) == 5
    if len(set(values)) == 5:
        top = RUNS.get(tuple(values))
        if top:
            return (9,) if flush and top == 14 else (8, top) if flush else (4, top)
        return (5 if flush else 0, *values)
    grouped = sorted(values, key=lambda value: (values.count(value), value), reverse=True)
    times = [values.count(value) for value in grouped]
    if times[0] == 4:
        return (7, *grouped)
    if times[0] == 3:
        return (6, *grouped) if times[3] == 2 else (3, *grouped)
    return (2, *grouped) if times[2] == 2 else (1, *grouped)


def best_key(cards):
    return max(five_key([VALUE[c[0]] for c in five], [c[1] for c in five]) for five in combinations(cards, 5))


@cache
def places_of_five():
    """Return the key of every choice of five ranks, suited and unsuited."""
    deck = [value for value in range(2, 15) for _ in range(4)]
    keys = {five_key(five, "ccccd") for five in set(combinations(deck, 5))}
    keys |= {five_key(five, "ccccc") for five in combinations(range(2, 15), 5)}
    return {key: place for place, key in enumerate(sorted(keys))}


@pytest.mark.parametrize("part", [7, *(pytest.param(part, marks=pytest.mark.whole) for part in range(7))])
def test_all_2_598_960_five_card_hands(part):
    places = places_of_five()
    assert len(places) == 7462
    deck = [(card, VALUE[card[0]], card[1]) for card in STANDARD.order]
    seen = 0
    for first in range(part, 48, 8):
        for others in combinations(deck[first + 1 :], 4):
            cards, values, suits = zip(deck[first], *others, strict=True)
            seen += 1
            if poker_strength(cards) != places[five_key(values, suits)]:
                pytest.fail(f"{cards}: {best_five(cards)} at {poker_strength(cards)}")
    assert seen == sum(SIZES[first] for first in range(part, 48, 8))


SIZES = [(51 - first) * (50 - first) * (49 - first) * (48 - first) // 24 for first in range(48)]


def test_eight_parts_cover_all_hands():
    assert sum(SIZES) == 2_598_960


@pytest.mark.long
@pytest.mark.parametrize("size", [6, 7])
def test_sampled_six_and_seven_card_hands(size):
    places, source = places_of_five(), random.Random(size)
    for _ in range(40_000 // (1 if size == 6 else 3)):
        cards = source.sample(STANDARD.order, size)
        key = best_key(cards)
        value = best_five(cards)
        assert (value.strength, value.category) == (places[key], POKER[key[0]]), cards
        assert best_key(value.cards) == key
        assert set(value.cards) <= set(cards)


def test_only_the_super_royal_uses_six_suited_cards():
    places = places_of_five()
    for suit in "cdhs":
        for six in combinations([card for card in STANDARD.order if card[1] == suit], 6):
            value = six_card(six)
            if {card[0] for card in six} == set("AKQJT9"):
                assert (value.strength, value.category) == (7462, "super_royal")
            else:
                assert value.strength == places[best_key(six)]


def three_key(cards):
    values = sorted((VALUE[card[0]] for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    grouped = sorted(values, key=lambda value: (values.count(value), value), reverse=True)
    top = SHORT_RUNS.get(tuple(values))
    if top:
        return (5, top) if flush else (3, top)
    if len(set(values)) == 1:
        return (4, values[0])
    return (2, *values) if flush else (1, *grouped) if len(set(values)) == 2 else (0, *values)


def check_against(keys, strengths, categories, names):
    """Check that each hand's strength is its key's index and its category is the key's first number."""
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    for key, strength, category in zip(keys, strengths, categories, strict=True):
        assert strength == places[key]
        assert category == names(key)


def test_all_22_100_three_card_hands():
    hands = list(combinations(STANDARD.order, 3))
    values = [three_card(hand) for hand in hands]
    names = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"]
    check_against(
        [three_key(hand) for hand in hands],
        [value.strength for value in values],
        [value.category for value in values],
        lambda key: names[key[0]],
    )
    assert len(hands) == 22_100


def dragon_key(cards):
    """Try the gold dragon as each of the six characters and return the best key."""
    wild = [card for card in cards if card == "Dg"]
    plain = [CREATURE[card] for card in cards if card != "Dg"]
    keys = []
    for character in range(1, 7) if wild else [None]:
        values = plain + [character] * len(wild)
        grouped = sorted(values, key=lambda value: (values.count(value), value), reverse=True)
        keys.append((3 - len(set(values)), *grouped))
    return max(keys)


def test_all_23_426_dragon_hands():
    hands = list(combinations(DRAGON.order, 3))
    values = [dragon_hand(hand) for hand in hands]
    check_against(
        [dragon_key(hand) for hand in hands],
        [value.strength for value in values],
        [value.category for value in values],
        lambda key: ["high_card", "pair", "trips"][key[0]],
    )
    assert len(hands) == 23_426


TOP = [card for card in STANDARD.order if card[0] in "TJQKA"]
TOP_CLASSES = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "full_house",
    "four_of_a_kind",
    "royal_flush",
]


def top_class_key(cards):
    """Return the key of a hand with at most five cards."""
    values = sorted((VALUE[card[0]] for card in cards), reverse=True)
    grouped = tuple(sorted(values, key=lambda value: (values.count(value), value), reverse=True))
    times = [values.count(value) for value in grouped]
    if values == [14, 13, 12, 11, 10]:
        return (7 if len({card[1] for card in cards}) == 1 else 4, grouped)
    if times[:1] == [4]:
        return (6, grouped)
    if times == [3, 3, 3, 2, 2]:
        return (5, grouped)
    if times[:1] == [3]:
        return (3, grouped)
    if times[:4] == [2, 2, 2, 2]:
        return (2, grouped)
    return (1 if times[:1] == [2] else 0, grouped)


def top_keys(cards):
    """Return the best five cards with their key, and the remaining cards."""
    best = max(combinations(cards, min(5, len(cards))), key=top_class_key)
    klass, grouped = top_class_key(best)
    left = tuple(sorted((VALUE[card[0]] for card in set(cards) - set(best)), reverse=True))
    return {
        "R1": (len(cards), klass, grouped),
        "R2": (len(cards), klass),
        "R3": (len(cards), klass, grouped, left),
    }


def test_sampled_subsets_of_top_cards_are_ordered():
    source = random.Random(5)
    hands = [tuple(source.sample(TOP, source.randrange(8))) for _ in range(2_000)]
    keys = [top_keys(hand) for hand in hands]
    for reading in ("R1", "R2", "R3"):
        values = [top_five(hand, reading) for hand in hands]
        by_key = {key[reading]: value.strength for key, value in zip(keys, values, strict=True)}
        assert [value.strength for value in values] == [by_key[key[reading]] for key in keys]
        in_order = [by_key[key] for key in sorted(by_key)]
        assert in_order == sorted({*in_order})
        assert [value.category for value in values] == [TOP_CLASSES[key[reading][1]] for key in keys]
        assert all(value.count == len(hand) for value, hand in zip(values, hands, strict=True))


@pytest.mark.whole
@pytest.mark.xdist_group("top five")
def test_all_137_980_subsets_of_up_to_seven_top_cards():
    hands = [hand for size in range(8) for hand in combinations(TOP, size)]
    assert len(hands) == 137_980
    keys = [top_keys(hand) for hand in hands]
    for reading in ("R1", "R2", "R3"):
        values = [top_five(hand, reading) for hand in hands]
        check_against(
            [key[reading] for key in keys],
            [value.strength for value in values],
            [value.category for value in values],
            lambda key: TOP_CLASSES[key[1]],
        )
        assert all(value.count == len(hand) for value, hand in zip(values, hands, strict=True))


def test_the_classes_of_top_five_hands_by_count():
    counts = Counter(top_five(hand).category for hand in combinations(TOP, 5))
    assert counts["royal_flush"] == 4
    assert counts["straight"] == 4**5 - 4
    assert counts["four_of_a_kind"] == 5 * 16
    assert counts["full_house"] == 5 * 4 * 4 * 6
    assert sum(counts.values()) == 15_504
