"""Test that the array evaluator gives the published counts and agrees with the readable evaluator."""

from itertools import chain, combinations

import numba
import numpy as np
import pytest

from croupier.cards import STANDARD
from croupier.errors import BadInput
from croupier.hands import FIVE, arrays, best_five, poker_strength

pytestmark = pytest.mark.xdist_group("arrays")

NAMES = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
]
# These counts are widely published.
PUBLISHED = {
    5: [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540],
    6: [188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900],
    7: [
        4_324,
        37_260,
        224_848,
        3_473_184,
        4_047_644,
        6_180_020,
        6_461_620,
        31_433_400,
        58_627_800,
        23_294_460,
    ],
}
ALL = {5: 2_598_960, 6: 20_358_520, 7: 133_784_560}


def sampled(size, number, seed=1):
    """Return rows of distinct cards. Rows with a duplicate are dropped."""
    rows = np.random.default_rng(seed).integers(0, 52, (3 * number, size), dtype=np.uint8)
    ordered = np.sort(rows, axis=1)
    return rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][:number]


def readable(rows):
    card = STANDARD.order.__getitem__
    return [poker_strength(tuple(map(card, row))) for row in rows.tolist()]


@pytest.mark.long
@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_hands_of_a_size_give_the_published_counts(size):
    assert arrays.category_counts(size) == dict(zip(NAMES, PUBLISHED[size], strict=True))
    assert arrays.strength_counts(size).sum() == ALL[size]


@pytest.mark.long
def test_five_card_hands_reach_every_strength_and_four_royals():
    counts = arrays.strength_counts(5)
    assert len(counts) == len(FIVE.rungs)
    assert counts.min() >= 4
    assert counts[-1] == 4


@pytest.mark.whole
def test_all_five_card_hands_agree_with_the_readable_evaluator():
    rows = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    assert len(rows) == ALL[5]
    assert arrays.evaluate(rows).tolist() == list(map(poker_strength, combinations(STANDARD.order, 5)))


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("number", [30_000, pytest.param(1_000_000, marks=pytest.mark.whole)])
def test_sampled_hands_agree_with_the_readable_evaluator(size, number):
    rows = sampled(size, number)
    assert len(rows) == number
    assert arrays.evaluate(rows).tolist() == readable(rows)


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"])
def test_accepts_every_integer_type(kind):
    rows = sampled(7, 9_000)
    assert (arrays.evaluate(rows.astype(kind)) == arrays.evaluate(rows)).all()
    assert arrays.evaluate(rows).dtype == np.int16


def test_accepts_lists_slices_and_columns_in_any_card_order():
    rows = sampled(7, 9_000)
    expected = arrays.evaluate(rows)
    assert (arrays.evaluate(rows[:, ::-1]) == expected).all()
    assert (arrays.evaluate(np.asfortranarray(rows)) == expected).all()
    assert (arrays.evaluate(rows[::2]) == expected[::2]).all()
    rows.setflags(write=False)
    assert (arrays.evaluate(rows) == expected).all()
    assert arrays.evaluate([[0, 1, 2, 3, 4]]).tolist() == [best_five(STANDARD.order[:5]).strength]
    assert arrays.evaluate(np.empty((0, 6), np.uint8)).shape == (0,)


@pytest.mark.parametrize("wrong", [52, 63, 64, 73, 127, -1, -128])
@pytest.mark.parametrize("kind", ["i1", "i4", "i8"])
@pytest.mark.parametrize("place", [0, 8_999])
def test_rejects_a_non_card_with_its_index(wrong, kind, place):
    rows = sampled(7, 9_000).astype(kind)
    rows[place, 3] = wrong
    with pytest.raises(BadInput, match=f"hand {place} is "):
        arrays.evaluate(rows)


@pytest.mark.parametrize("wrong", [256, 300, 2**40, -(2**40), 256 + 7])
def test_a_number_over_255_does_not_wrap_around_to_a_card(wrong):
    with pytest.raises(BadInput, match="hand 1 is "):
        arrays.evaluate([[0, 1, 2, 3, 4], [0, 1, 2, 3, wrong]])


@pytest.mark.parametrize("size", [5, 6, 7])
def test_rejects_a_duplicate_card(size):
    for first, second in combinations(range(size), 2):
        rows = sampled(size, 3)
        rows[2, second] = rows[2, first]
        with pytest.raises(BadInput, match="hand 2 is "):
            arrays.evaluate(rows)


@pytest.mark.parametrize(
    "wrong", [[[0.0, 1, 2, 3, 4]], [[0, 1, 2, 3]], [0, 1, 2, 3, 4], [[[0]]], [["As"] * 5], [[True] * 5]]
)
def test_rejects_other_shapes_and_types(wrong):
    with pytest.raises(BadInput, match="shape"):
        arrays.evaluate(wrong)
    with pytest.raises(BadInput):
        arrays.strength_counts(4)


def test_categories_match_those_of_the_readable_evaluator():
    places = arrays.category_of_strength(np.arange(len(FIVE.rungs)))
    assert [arrays.CATEGORIES[place] for place in places] == list(FIVE.categories)


@pytest.mark.long
def test_kernels_can_call_the_building_blocks():
    @numba.njit
    def rank_all(tables, rows, out):
        for i in range(len(rows)):
            r = rows[i]
            out[i, 0] = arrays_eval5(tables, r[0], r[1], r[2], r[3], r[4])
            out[i, 1] = arrays_eval6(tables, r[0], r[1], r[2], r[3], r[4], r[5])
            out[i, 2] = arrays_eval7(tables, r[0], r[1], r[2], r[3], r[4], r[5], r[6])

    arrays_eval5, arrays_eval6, arrays_eval7 = arrays.eval5, arrays.eval6, arrays.eval7
    rows = sampled(7, 20_000).astype(np.int64)
    out = np.zeros((len(rows), 3), np.int64)
    rank_all(arrays.tables(), rows, out)
    for column, size in enumerate((5, 6, 7)):
        assert (out[:, column] == arrays.evaluate(rows[:, :size])).all()


def test_royal_flush_is_the_top_in_all_sizes():
    royal = [51, 50, 49, 48, 47]
    for more in ([], [0], [0, 13]):
        assert arrays.evaluate([royal + more]).tolist() == [len(FIVE.rungs) - 1]
