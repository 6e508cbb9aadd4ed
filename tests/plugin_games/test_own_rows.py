"""Test a custom paytable that pays a hand without a row in the base table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from croupier import analyze
from croupier.errors import BadInput
from croupier.maths.rules_file import in_one_order
from tests.plugin_games.conftest import PAIR_UP, Edit, Install

# A second table for the Twins wager has a row for a pair of aces. The base table A does not.
WITH_B: tuple[Edit, ...] = (
    ("paytables.toml", '  ["12.B.1.a", "pair_of_aces", "20 to 1"],\n', ""),
    (
        "paytables.toml",
        '  ["12.B.1.c", "suited", "push"],\n]\n',
        '  ["12.B.1.c", "suited", "push"],\n]\n\n[twins.B]\nclause = "12.B.1"\nrows = [\n'
        '  ["12.B.1.a", "pair_of_aces", "20 to 1"],\n  ["12.B.1.b", "twins", "8 to 1"],\n]\n',
    ),
)


def own(tmp_path: Path, rows: str) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(f'game = "pairup"\n[paytables.twins]\nname = "mine"\nbase = "A"\n{rows}\n')
    return file


def test_a_row_that_only_another_table_lists_is_counted(install: Install, tmp_path: Path) -> None:
    install(PAIR_UP, *WITH_B)
    (result,) = analyze("pairup", "twins", rules=own(tmp_path, 'pair_of_aces = "50 to 1"'))["results"]
    (aces,) = (each for each in result["outcomes"] if each["outcome"] == "pair_of_aces")
    assert Fraction(aces["probability"]) == Fraction(6, 496)


def test_a_row_that_no_hand_can_win_is_refused(install: Install, tmp_path: Path) -> None:
    install(PAIR_UP, ("ranking.py", '["pair_of_aces"]', "[]"))  # a solver that does not count the title
    with pytest.raises(BadInput, match="pair_of_aces: no hand can win this row; the solver does not count"):
        analyze("pairup", "twins", rules=own(tmp_path, 'pair_of_aces = "50 to 1"'))


def test_merged_tables_keep_the_order_of_their_rows() -> None:
    assert in_one_order([["a", "c"], ["b", "c", "d"]]) == ("a", "b", "c", "d")
    assert in_one_order([["straight_flush", "pair"], ["mini_royal", "straight_flush"]]) == (
        "mini_royal",
        "straight_flush",
        "pair",
    )
