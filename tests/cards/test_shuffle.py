"""Test that the shuffle is unbiased and reproducible, and that the cut follows the cover card."""

import random
from collections import Counter
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import LEAST_CUT, STANDARD, cut, shuffle
from croupier.cards.shuffle import below
from croupier.errors import BadInput, Refused
from croupier.hands.dragon import DRAGON
from croupier.rulebook import declaration
from tests.helpers.uniformity import even_over_positions, plausible

SHUFFLES = 20_000


def even_over_adjacencies(packs, cards):
    size, number = len(cards), len(packs)
    counts = Counter(pair for pack in packs for pair in pairwise(pack))
    # A given card follows another given card with probability 1 / size.
    chance = 1 / size
    expected, variance = number * chance, number * chance * (1 - chance)
    chi_square = sum((counts[pair] - expected) ** 2 / variance for pair in permutations(cards, 2))
    return plausible(chi_square, (size - 1) ** 2)


def packs_by(method):
    source = random.Random(20240611)
    return [method(source) for _ in range(SHUFFLES)]


def fair(source):
    return shuffle(range(52), source.randbytes)


def modulo(source):
    # This shuffle takes the remainder of each byte and rejects no byte, so it is biased.
    pack = list(range(52))
    for last in range(51, 0, -1):
        chosen = source.randbytes(1)[0] % (last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return pack


def sloppy(source):
    # After a single riffle, most neighboring cards are still neighbors.
    pack, left, right = [], list(range(26)), list(range(26, 52))
    while left or right:
        side = left if source.random() < len(left) / (len(left) + len(right)) else right
        pack.append(side.pop(0))
    return pack


def test_every_card_is_equally_likely_in_every_position():
    assert even_over_positions(packs_by(fair))


def test_every_card_is_equally_likely_to_follow_every_other():
    assert even_over_adjacencies(packs_by(fair), range(52))


@pytest.mark.long
def test_both_statistical_tests_detect_a_biased_shuffle():
    assert not even_over_positions(packs_by(modulo))
    assert not even_over_adjacencies(packs_by(sloppy), range(52))


@pytest.mark.parametrize("bound", range(2, 54))
def test_numbers_below_a_bound_are_uniform(bound):
    taken: Counter[int] = Counter()
    for byte in range(256):
        stream = iter([byte, 0])
        number = below(bound, stream)
        if list(stream):  # One byte is left, so the first byte was accepted.
            taken[number] += 1
        else:
            assert number == 0
    assert taken == dict.fromkeys(range(bound), 256 // bound)


@pytest.mark.parametrize("bound", [255, 256, 257, 300, 65_535])
def test_bounds_near_a_byte_boundary_are_unbiased(bound):
    width = (bound.bit_length() + 7) // 8
    space = 256**width
    taken: Counter[int] = Counter()
    for draw in range(space):
        stream = iter(draw.to_bytes(width, "big") + bytes(width))
        number = below(bound, stream)
        taken[number] += len(list(stream)) == width
    assert taken == dict.fromkeys(range(bound), space // bound)


def test_all_byte_values_give_each_order_of_three_cards_equally_often():
    orders: Counter[tuple[str, ...]] = Counter()
    for pair in product(range(256), repeat=2):
        if pair[0] < 255:  # for three cards the byte 255 is rejected, because 256 is not a multiple of 3
            stream = bytes(pair)
            orders[shuffle("abc", lambda n, stream=stream: stream + bytes(n - 2))] += 1  # type: ignore[misc]
    assert orders == dict.fromkeys(permutations("abc"), 255 * 256 // 6)


@given(st.integers(0, 2**64), st.integers(0, 60))
def test_a_shuffle_is_a_pure_function_of_the_stream_of_bytes(seed, size):
    cards = (STANDARD.order + DRAGON.order)[:size]
    once, again = random.Random(seed), random.Random(seed)
    shuffled = shuffle(cards, once.randbytes)
    assert sorted(shuffled) == sorted(cards)
    assert shuffled == shuffle(cards, again.randbytes)


def test_rejects_an_exhausted_byte_source():
    with pytest.raises(BadInput, match="returned 3 bytes instead of 64"):
        shuffle(STANDARD.order, lambda n: b"abc")


@pytest.mark.clause("uth/5.F", "letitride/5.F", "dragon/5.F", "topfive/5.D")
@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_5_F_cover_card_is_at_least_ten_cards_from_the_top(game):
    assert LEAST_CUT == 10
    clause = declaration(game).care.cut[0]
    assert clause == ("topfive/5.D" if game == "topfive" else f"{game}/5.F")
    pack = DRAGON.order if game == "dragon" else STANDARD.order
    for depth in (-1, 0, 1, 9):
        with pytest.raises(Refused) as refused:
            cut(pack, depth, (clause,))
        assert refused.value.code == "cut_too_shallow"
        assert refused.value.clauses == (clause,)
    assert cut(pack, 10)[0] == pack[10]
    assert cut(pack, 11)[0] == pack[11]


@pytest.mark.clause("uth/5.F.1", "letitride/5.F.1", "dragon/5.F.1", "topfive/5.D.1")
@pytest.mark.parametrize("pack", [STANDARD.order, DRAGON.order])
def test_5_F_1_cards_above_the_cover_card_go_to_the_bottom(pack):
    for depth in range(10, len(pack)):
        after = cut(pack, depth)
        assert after[-depth:] == pack[:depth]
        assert after[:-depth] == pack[depth:]


def test_rejects_cover_card_outside_the_deck():
    assert cut(STANDARD.order, 51)[0] == "As"
    for depth in (52, 53, 10**9):
        with pytest.raises(BadInput, match="below 52"):
            cut(STANDARD.order, depth)
    for wrong in (10.0, "10", None, True):
        with pytest.raises(BadInput, match="whole number"):
            cut(STANDARD.order, wrong)


@pytest.mark.clause("uth/5.G", "letitride/5.G", "dragon/5.G", "topfive/5.E")
def test_5_G_a_second_cut_applies_to_the_cut_pack():
    once = cut(STANDARD.order, 20)
    again = cut(once, 32)
    assert again == STANDARD.order  # the second cut moves the top 20 cards under the other 32
    with pytest.raises(Refused):
        cut(once, 9)
