"""Test `croupier design`: the effect of rows and readings, and the search for paytables within bounds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli.app import app
from croupier.maths.design.design import design
from croupier.maths.solver import solver
from croupier.maths.terms import Terms

pytestmark = pytest.mark.long


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


def test_a_changed_row_of_the_main_game_is_solved(tmp_path: Any) -> None:
    """The result for a different flush payment in Let It Ride equals that of --rules."""
    document = design(Terms("letitride"), "main", "A")
    flush = next(row for row in document["rows"] if row["row"] == "flush")
    file = tmp_path / "own.toml"
    file.write_text(f'[paytables.main]\nbase = "A"\nflush = "{flush["with"]}"\n')
    own = croupier.analyze("letitride", "main", rules=file)["results"][0]
    assert flush["ev"] == own["ev"] and Fraction(flush["change"]) > 0


def test_computes_the_effect_of_readings() -> None:
    found = {(each["reading"], each["option"]): each for each in design(Terms("topfive"), "main")["readings"]}
    other = croupier.analyze("topfive", "main", readings={"T-03": "R2"})["results"][0]
    assert found["T-03", "R2"]["ev"] == other["ev"]
    assert Fraction(found["T-02", "R2"]["change"]) > 0  # the text of T-02 states that this favors the player
    bad_beat = {
        (each["reading"], each["option"]): each for each in design(Terms("uth"), "trips", "A")["readings"]
    }
    assert ("U-03", "R2") not in bad_beat  # this reading affects a different paytable


def test_searches_paytables_within_bounds() -> None:
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


def test_a_found_table_has_the_same_figures_as_a_custom_table(tmp_path: Any) -> None:
    document = design(Terms("uth"), "trips", "A", ranges=["flush=6..6", "straight=5..5"])
    best = document["tables"]["nearest"][0]
    file = tmp_path / "own.toml"
    file.write_text('[paytables.trips]\nbase = "A"\nflush = "6 to 1"\nstraight = "5 to 1"\n')
    own = croupier.analyze("uth", "trips", rules=file)["results"][0]
    assert best["ev"] == own["ev"] and best["sd"] == pytest.approx(own["sd"])


def test_paytables_of_the_main_game_are_solved(tmp_path: Any) -> None:
    """Each Let It Ride paytable is solved with its own best play. The results equal those of --rules."""
    wanted = Fraction(3, 100), Fraction(5, 100)
    found = design(
        Terms("letitride"), "main", "A", ranges=["flush=7..9", "straight=4..6"], edge=wanted
    )["tables"]  # fmt: skip
    assert found["tried"] == 9 and 0 < found["found"] < 9
    for each in found["nearest"]:
        file = tmp_path / "own.toml"
        rows = "".join(f'{hand} = "{pay} to 1"\n' for hand, pay in each["pays"].items())
        file.write_text(f'[paytables.main]\nbase = "A"\n{rows}')
        own = croupier.analyze("letitride", "main", rules=file)["results"][0]
        assert each["ev"] == own["ev"] and each["sd"] == own["sd"]
        assert (
            each["hit_frequency"] == own["hit_frequency"] and wanted[0] <= -Fraction(own["ev"]) <= wanted[1]
        )


def test_removing_a_row_changes_the_hit_frequency(tmp_path: Any) -> None:
    """The test checks both sides of the bound. A royal flush without a row loses, as with --rules."""
    rows = ["three_of_a_kind=0..3", "royal_flush=0..50/50"]
    every = design(Terms("uth"), "trips", "A", ranges=rows)["tables"]["nearest"]
    seen = {}
    for each in every:
        file = tmp_path / "own.toml"
        lines = "".join(
            f'{hand} = "{f"{pay} to 1" if pay else "lose"}"\n' for hand, pay in each["pays"].items()
        )
        file.write_text(f'[paytables.trips]\nbase = "A"\n{lines}')
        own = croupier.analyze("uth", "trips", rules=file)["results"][0]
        assert (each["ev"], each["hit_frequency"]) == (own["ev"], own["hit_frequency"])
        assert each["sd"] == pytest.approx(own["sd"])
        seen[each["pays"]["three_of_a_kind"] > 0] = Fraction(own["hit_frequency"])
    bound = seen[True]
    at = design(Terms("uth"), "trips", "A", ranges=rows, hit=(bound, bound))["tables"]
    assert {each["pays"]["three_of_a_kind"] > 0 for each in at["nearest"]} == {True}
    below = design(Terms("uth"), "trips", "A", ranges=rows, hit=(Fraction(0), bound - Fraction(1, 10**9)))
    assert {each["pays"]["three_of_a_kind"] for each in below["tables"]["nearest"]} == {0}


@pytest.mark.parametrize(("game", "letter"), [("uth", "A"), ("letitride", "A"), ("letitride", "C")])
def test_a_progressive_keeps_the_meters_of_its_table(game: str, letter: str, tmp_path: Any) -> None:
    """The meters have their defaults, and each changed row gives the same result as --rules."""
    document = design(Terms(game), "progressive", letter)
    assert document["ev"] == croupier.analyze(game, "progressive", letter)["results"][0]["ev"]
    assert document["rows"]
    for row in document["rows"]:
        file = tmp_path / "own.toml"
        file.write_text(f'[paytables.progressive]\nbase = "{letter}"\n{row["row"]} = "{row["with"]}"\n')
        assert row["ev"] == croupier.analyze(game, "progressive", rules=file)["results"][0]["ev"]


def test_uses_the_given_meter_amount() -> None:
    meters = {"main": 25_000}
    found = croupier.design("letitride", "progressive", "C", meters=meters)
    assert found["ev"] == croupier.analyze("letitride", "progressive", "C", meters=meters)["results"][0]["ev"]
    words = ["design", "letitride", "--wager", "progressive", "--paytable", "C", "--meter", "main=25000"]
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout) == found


def test_searches_paytables_of_a_progressive(tmp_path: Any) -> None:
    found = design(Terms("uth"), "progressive", "A", ranges=["full_house=40..60/10"])["tables"]["nearest"]
    assert len(found) == 3
    for each in found:
        file = tmp_path / "own.toml"
        pays = f'full_house = "{each["pays"]["full_house"]} to 1"'
        file.write_text(f'[paytables.progressive]\nbase = "A"\n{pays}\n')
        own = croupier.analyze("uth", "progressive", rules=file)["results"][0]
        assert each["ev"] == own["ev"] and each["sd"] == pytest.approx(own["sd"])


def test_odds_of_a_main_wager_can_be_varied(tmp_path: Any) -> None:
    found = design(Terms("topfive"), "main", values=True)["values"]
    assert {each["value"] for each in found} == {f"{wager} odds" for wager in solver("topfive").odds}
    for each in found:
        file = tmp_path / "own.toml"
        file.write_text(f'[odds]\n{each["value"].split()[0]} = "{each["with"]}"\n')
        assert each["ev"] == croupier.analyze("topfive", "main", rules=file)["results"][0]["ev"]
    assert "values" not in design(Terms("topfive"), "main")


def test_raises_and_qualifier_can_be_varied(tmp_path: Any) -> None:
    """Each varied value for Ultimate Texas Hold 'Em gives the same result as --rules."""
    found = {
        (each["value"], each["was"], each["with"]): each
        for each in design(Terms("uth"), "main", "A", values=True)["values"]
    }
    assert {key for key in found if key[0] == "qualifier"} == {
        ("qualifier", "pair", hand) for hand in solver("uth").qualifiers if hand != "pair"
    }
    assert {key for key in found if "raise" in key[0]} == {("first raise", "4x", "5x")}
    written = {
        ("first raise", "4x", "5x"): "[raises]\nfirst = [3, 5]\n",
        ("qualifier", "pair", "high_card"): 'qualifier = "high_card"\n',
        ("qualifier", "pair", "two_pair"): 'qualifier = "two_pair"\n',
    }
    for key, text in written.items():
        file = tmp_path / "own.toml"
        file.write_text(text)
        assert found[key]["ev"] == croupier.analyze("uth", "main", "A", rules=file)["results"][0]["ev"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("uth", "--wager", "trips", "--range", "moon=1..2"), "write it like flush=3..7"),
        (("uth", "--wager", "trips", "--range", "flush=7..3"), "smaller one"),
        (("uth", "--wager", "trips", "--edge", "0.02"), "a --range is needed too"),
        (("uth", "--wager", "trips", "--range", "flush=1..2", "--edge", "x"), "write it like 0.02..0.05"),
        (("uth", "--wager", "trips", "--range", "flush=1..2", "--edge", "0.3..0.1"), "smaller one"),
        (("letitride", "--range", "flush=0..2"), "at least 1 to 1"),
        (("topfive", "--range", "flush=1..2"), "no paytable"),
        (("letitride", "--range", "flush=1..9999"), "the limit is 5,000"),
        (("uth", "--wager", "trips", "--hit", "0.2..0.3"), "a --range is needed too"),
        (("uth", "--wager", "trips", "--range", "flush=0..9999999"), "the limit is 500,000"),
        (("letitride", "--wager", "five_card", "--range", "flush=30..60"), "has no row that pays odds"),
        (("uth", "--wager", "progressive", "--range", "royal_flush=3..6"), "royal_flush pays 100% of"),
        (("uth", "--wager", "trips", "--range", "flush=5..8", "--range", "flush=5..6"), "a range already"),
        (("uth", "--wager", "trips", "--values"), "--values needs the main game"),
        (("uth", "--wager", "trips", "--meter", "main=5"), "pays from a meter"),
    ],
)
def test_rejects_invalid_arguments(words: tuple[str, ...], told: str) -> None:
    wrong = CliRunner().invoke(app, ["design", *words])
    assert wrong.exit_code == 2 and told in wrong.stderr, wrong.output


def test_the_command() -> None:
    words = ["design", "dragon", "--wager", "three_card", "--paytable", "A"]
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rows"] == design(Terms("dragon"), "three_card", "A")["rows"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0 and "one unit more on" in shown.stdout
