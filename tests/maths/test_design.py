"""Design: rows, readings, paytables within bounds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli.app import app
from croupier.maths.design.design import design
from croupier.maths.terms import Terms


def trips() -> dict[str, Any]:
    return design(Terms("uth"), "trips", "A")


def test_a_row_of_a_bonus_wager_is_worth_its_probability() -> None:
    often = {
        each["outcome"]: Fraction(each["probability"])
        for each in croupier.analyze("uth", "trips", "A")["results"][0]["outcomes"]
    }
    rows = trips()["rows"]
    assert {row["row"] for row in rows} == set(often) - {"no paying hand"}
    for row in rows:
        assert Fraction(row["change"]) == often[row["row"]]
        assert Fraction(row["hit_frequency_change"]) == 0


def test_a_row_of_the_main_game_is_solved_again(tmp_path: Any) -> None:
    """Let It Ride with another payment on a flush, by --rules."""
    document = design(Terms("letitride"), "main", "A")
    flush = next(row for row in document["rows"] if row["row"] == "flush")
    file = tmp_path / "own.toml"
    file.write_text(f'[paytables.main]\nbase = "A"\nflush = "{flush["with"]}"\n')
    own = croupier.analyze("letitride", "main", rules=file)["results"][0]
    assert flush["ev"] == own["ev"] and Fraction(flush["change"]) > 0


def test_readings_are_computed() -> None:
    found = {(each["reading"], each["option"]): each for each in design(Terms("topfive"), "main")["readings"]}
    other = croupier.analyze("topfive", "main", readings={"T-03": "R2"})["results"][0]
    assert found["T-03", "R2"]["ev"] == other["ev"]
    assert Fraction(found["T-02", "R2"]["change"]) > 0  # the player's edge, as the notes on T-02 say
    bad_beat = {
        (each["reading"], each["option"]): each for each in design(Terms("uth"), "trips", "A")["readings"]
    }
    assert ("U-03", "R2") not in bad_beat  # moves another wager


def test_tables_within_bounds() -> None:
    document = design(
        Terms("uth"), "trips", "A", ranges=["flush=5..8", "straight=3..6"],
        edge=(Fraction(1, 100), Fraction(4, 100)),
    )  # fmt: skip
    tables = document["tables"]
    assert tables["tried"] == 16 and 0 < tables["found"] < 16
    for each in tables["nearest"]:
        assert each["pays"]["flush"] >= each["pays"]["straight"]
        assert Fraction(1, 100) <= -Fraction(each["ev"]) <= Fraction(4, 100)
    with_sd = design(Terms("uth"), "trips", "A", ranges=["flush=5..8"], sd=(Fraction(0), Fraction(1)))
    assert with_sd["tables"]["found"] == 0


def test_a_found_table_solved_as_one_of_ones_own(tmp_path: Any) -> None:
    document = design(Terms("uth"), "trips", "A", ranges=["flush=6..6", "straight=5..5"])
    best = document["tables"]["nearest"][0]
    file = tmp_path / "own.toml"
    file.write_text('[paytables.trips]\nbase = "A"\nflush = "6 to 1"\nstraight = "5 to 1"\n')
    own = croupier.analyze("uth", "trips", rules=file)["results"][0]
    assert best["ev"] == own["ev"] and best["sd"] == pytest.approx(own["sd"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("uth", "--wager", "trips", "--range", "moon=1..2"), "write it like flush=3..7"),
        (("uth", "--wager", "trips", "--range", "flush=7..3"), "smaller one"),
        (("uth", "--wager", "trips", "--edge", "0.02"), "say in which --range"),
        (("uth", "--wager", "trips", "--range", "flush=1..2", "--edge", "x"), "write it like 0.02..0.05"),
        (("uth", "--wager", "trips", "--range", "flush=1..2", "--edge", "0.3..0.1"), "smaller one"),
        (("letitride", "--range", "flush=1..2"), "for bonus wagers"),
        (("uth", "--wager", "trips", "--range", "flush=0..9999999"), "at most"),
    ],
)
def test_calls_that_are_refused(words: tuple[str, ...], told: str) -> None:
    wrong = CliRunner().invoke(app, ["design", *words])
    assert wrong.exit_code == 2 and told in wrong.stderr, wrong.output


def test_the_command() -> None:
    words = ["design", "dragon", "--wager", "three_card", "--paytable", "A"]
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rows"] == design(Terms("dragon"), "three_card", "A")["rows"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0 and "one unit more on" in shown.stdout
