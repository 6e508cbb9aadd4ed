"""Test value, variance and break-even with several bettors on one meter. Double wins are counted
independently.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.maths.analyze import analyze
from croupier.maths.rules_file import terms_from
from croupier.maths.wagers.sharing import paid_last

WINDOWS = [(12, 0, 1, 2, 3), *(tuple(range(low, low + 5)) for low in range(9))]
ROYAL = tuple(range(8, 13))


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))


def result(document: dict[str, Any], game: str = "uth", letter: str | None = "A") -> dict[str, Any]:
    found: dict[str, Any] = analyze(terms_from(document, game), "progressive", letter)["results"][0]
    return found


@pytest.mark.clause("uth/11.J")
def test_each_winner_is_paid_from_the_remainder() -> None:
    """X-12: with $12,000 on the meter, two straight flushes win $1,200 and $1,080, or $1,200 each."""
    meter, reset = Fraction(1_200_000), Fraction(1_000_000)
    assert paid_last((10,), meter, reset, False, True) == 120_000
    assert paid_last((10, 10), meter, reset, False, True) == 108_000
    assert paid_last((10, 10), meter, reset, True, True) == 120_000
    assert paid_last((100, 10), meter, reset, False, True) == 100_000
    assert paid_last((10, 100), meter, reset, False, True) == 1_080_000
    # the first share is 123,456, and the second is a tenth of the rest
    assert paid_last((10, 10), Fraction(1_234_567), reset, False, True) == 111_111


def two_winners() -> tuple[int, int]:
    """Count ordered pairs of holdings that both make a straight flush with the Flop.

    Return the pairs without a royal and those whose second hand is royal. All cards have the same suit.
    """
    both = second_royal = 0
    for flop in combinations(range(13), 3):
        holdings = {
            frozenset(window) - set(flop): window == ROYAL for window in WINDOWS if set(flop) <= set(window)
        }
        # A higher straight flush wins the same row. No two sequences need the same two hole cards.
        for one, royal_one in holdings.items():
            for two, royal_two in holdings.items():
                if not one & two:
                    both += not royal_one and not royal_two
                    second_royal += not royal_one and royal_two
    return 4 * both, 4 * second_royal


@pytest.mark.parametrize("bettors", [1, 2, 4])
def test_two_winners_on_hole_cards_and_flop(bettors: int) -> None:
    both, second_royal = two_winners()
    deals = 22_100 * 1_176 * 1_081
    meter = 25_000
    alone = result({"meters": {"main": meter}})
    shared = result({"meters": {"main": meter}, "bettors": bettors})
    # In half of the cases, the other player is paid first and the bettor is paid from the rest of the meter.
    lost = both * 250 + second_royal * (2500 - 1000) + second_royal * 2500
    loss = Fraction(bettors * lost, 2 * deals)
    assert Fraction(alone["ev"]) - Fraction(shared["ev"]) == loss
    assert shared["readings"]["X-12"] == "R1"
    at = Fraction(shared["fixed_return"]) + meter * Fraction(shared["return_per_meter_dollar"]["main"]) - 1
    assert at == Fraction(shared["ev"])
    assert Fraction(shared["break_even"]["main"]) > Fraction(alone["break_even"]["main"])


@pytest.mark.parametrize("bettors", [1, 3, 5])
def test_a_royal_flush_on_the_board_pays_the_meter_once_and_then_the_reset_amount(bettors: int) -> None:
    rows = {"base": "A", "straight_flush": "lose"}
    own = {"paytables": {"progressive": rows}, "readings": {"U-01": "R1"}, "meters": {"main": 50_000}}
    alone, shared = result(own, letter=None), result({**own, "bettors": bettors}, letter=None)
    mean = Fraction(50_000 + bettors * 10_000, bettors + 1)
    assert Fraction(alone["ev"]) - Fraction(shared["ev"]) == Fraction(4, 2_598_960) * (50_000 - mean)
    # One winner gets 50,000 and the others 10,000, which changes the squares of the net results.
    squares = Fraction(4 * bettors, 2_598_960 * (bettors + 1)) * (9_999**2 - 49_999**2)
    means = Fraction(shared["ev"]) ** 2 - Fraction(alone["ev"]) ** 2
    assert Fraction(shared["variance"]) - Fraction(alone["variance"]) == squares - means


def test_with_envy() -> None:
    """Someone else's straight flush reduces the meter but earns Envy. The variance includes both effects."""
    both, royal = two_winners()
    plain = result({"others": 2, "bettors": 2})
    assert plain["bettors"] == 2
    assert Fraction(plain["ev"]) < Fraction(result({"others": 2})["ev"])
    kept = result({"others": 2, "bettors": 2, "readings": {"X-12": "R2"}})
    # The reduction is a tenth of the first tenth of $10,000, or the whole amount for a royal.
    gain = Fraction(2 * (both * 100 + royal * 1000), 2 * 22_100 * 1_176 * 1_081)
    assert Fraction(kept["ev"]) - Fraction(plain["ev"]) == gain


def test_refuses_unknown_sharing() -> None:
    with pytest.raises(BadInput, match="1 other players, so 2 cannot"):
        result({"others": 1, "bettors": 2})
    with pytest.raises(BadInput, match="bettors must equal others"):
        result({"others": 3, "bettors": 2, "readings": {"U-01": "R1"}})
    with pytest.raises(BadInput, match="X-04 R2"):
        result({"bettors": 2, "readings": {"X-04": "R2"}})
    with pytest.raises(BadInput, match="a whole number"):
        terms_from({"bettors": -1}, "uth")


def test_two_players_never_share_a_three_card_win() -> None:
    assert result({"bettors": 3}, "letitride", "C")["ev"] == result({}, "letitride", "C")["ev"]


def test_bettors_are_an_option() -> None:
    """`bettors` is accepted on the command line and in a rules file, but not more bettors than players."""
    words = ["analyze", "uth", "--wager", "progressive", "--paytable", "A", "--meter", "main=25000"]
    told = CliRunner().invoke(app, [*words, "--bettors", "2", "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["results"][0] == result({"meters": {"main": 25_000}, "bettors": 2})
    too_many = CliRunner().invoke(app, [*words, "--others", "1", "--bettors", "2"])
    assert too_many.exit_code == 2 and "1 other players, so 2 cannot" in too_many.stderr
    senseless = CliRunner().invoke(app, [*words, "--bettors", "52"])
    assert senseless.exit_code == 2 and "from 0 to 51" in senseless.stderr
