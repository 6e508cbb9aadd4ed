"""Test amounts of money as files write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import BadInput
from croupier.submission import dollars, format_dollars
from croupier.submission.money import short_text


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        (0, 0),
        (10, 1000),
        (25000, 2_500_000),
        ("10", 1000),
        ("2.5", 250),
        ("2.50", 250),
        ("0.01", 1),
        ("0", 0),
        (10**12, 10**14),
    ],
)
def test_whole_dollars_or_a_string_with_at_most_two_decimals(value: object, cents: int) -> None:
    assert dollars(value, "here") == cents


@pytest.mark.parametrize(
    "value",
    [
        -1, "-1", 2.5, 10.0, True, False, None, "", " ", "2.", ".5", "2.505", "1,000", "$5", "٣", "2\n", "x",
        [], {}, 10**12 + 1, "1000000000000.01", "9" * 20, float("nan"), pytest.param(10**5000, id="huge"),
    ],
)  # fmt: skip
def test_rejects_other_amounts_with_a_one_line_message_and_path(value: object) -> None:
    with pytest.raises(BadInput) as caught:
        dollars(value, "seats[0].wagers.ante")
    message = str(caught.value)
    assert message.startswith("seats[0].wagers.ante: ")
    assert "\n" not in message


@given(st.integers(0, 10**14))
def test_amounts_survive_encoding(cents: int) -> None:
    assert dollars(format_dollars(cents).removeprefix("$").replace(",", ""), "here") == cents


def test_negative_amount_has_a_sign() -> None:
    assert [format_dollars(c) for c in (-250, 5, 123456700)] == ["-$2.50", "$0.05", "$1,234,567"]


@given(st.one_of(st.text(), st.binary(), st.integers(), st.floats(), st.lists(st.text()), st.none()))
def test_any_value_can_be_shown_in_a_message(value: object) -> None:
    picture = short_text(value)
    assert picture.isprintable()
    assert len(picture) < 700


@pytest.mark.parametrize(
    ("value", "picture"),
    [
        (2**127 - 1, str(2**127 - 1)),
        (2**127, "a huge number"),
        ("a" * 60, repr("a" * 60)),
        ("a" * 61, repr("a" * 60) + "…"),
        (True, "true"),
        ([1], "a list"),
        (b"", "a bytes"),
    ],
)
def test_shown_values_are_short_and_marked_when_cut(value: object, picture: str) -> None:
    assert short_text(value) == picture
