"""Test the mathematics pages: named modules exist, examples work and figures are up to date."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer

import croupier
from croupier.cli.app import app
from croupier.maths.repricing import MovedDecision
from croupier.rulebook import games, readings, title

PROJECT = Path(__file__).parents[2]
NAMES = ("computing.md", "mathematics.md", "mathematics-uth.md")
ESSAYS = {name: (PROJECT / "docs" / name).read_text() for name in NAMES}
FENCED = re.compile(r"^```\w*\n(.*?)^```$", flags=re.M | re.S)
BLOCKS = {name: FENCED.findall(text) for name, text in ESSAYS.items()}
COMMANDS = [
    line.split("  #")[0].split(" # ")[0].strip()
    for blocks in BLOCKS.values()
    for block in blocks
    for line in block.splitlines()
    if line.startswith("croupier ")
]


def test_named_files_and_modules_exist() -> None:
    for text in ESSAYS.values():
        for name in re.findall(r"`(?:python )?((?:tests|docs|benchmarks|examples)/[\w./-]+)`", text):
            assert (PROJECT / name).exists(), name
        for name in re.findall(r"`([a-z_]+\.py)`", text):
            assert (PROJECT / "src/croupier/maths/uth" / name).exists(), name
        for name in re.findall(r"`(?:python -m )?((?:croupier|tests|benchmarks)\.[a-z_.]+)`", text):
            assert find_spec(name) is not None, name


@pytest.mark.parametrize("line", COMMANDS)
def test_shown_commands_are_valid(line: str) -> None:
    """Commands and options are checked. The files that they name need not exist."""
    _, name, *words = shlex.split(line)
    group: Any = typer.main.get_command(app)
    given = group.commands[name].make_context(name, words).params
    assert given["game"] in (None, *games())


@pytest.mark.long
@pytest.mark.parametrize("name", ["computing.md", "mathematics-uth.md"])
def test_python_examples_give_the_shown_output(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {"MovedDecision": MovedDecision, "Fraction": Fraction, "croupier": croupier}
    compared = 0
    for block in BLOCKS[name]:
        if "from croupier" not in block:
            continue
        lines = "".join(f"{line}\n" for line in block.splitlines() if not line.startswith("croupier "))
        statements = re.split(r"\n(?![ )\]}])", lines.strip())
        for statement in statements:
            code, _, said = statement.partition("  #")
            if not said:
                exec(code, known)
            else:
                assert eval(code, known) == eval(said.strip(), known), code
                compared += 1
    assert compared >= 2


def numbers(game: str, **chosen: str) -> list[Any]:
    keys = ("ev", "variance", "hit_frequency", "average_wager", "outcomes")
    return [[each[key] for key in keys] for each in croupier.analyze(game, readings=chosen)["results"]]


@pytest.mark.long
@pytest.mark.whole
def test_readings_that_change_numbers() -> None:
    """Only the readings that the page names change a wager's value for a player without company."""
    (told,) = re.findall(r"of these\n?((?:[ \n,and]*[A-Z]-\d\d)+) change numbers", ESSAYS["mathematics.md"])
    found = {
        each.id
        for game in games()
        for each in readings().values()
        for choice in (each.choices_in(game) if each.bears_on(game) else ())
        if numbers(game, **{each.id: choice}) != numbers(game)
    }
    assert found == set(re.findall(r"[A-Z]-\d\d", told))


# --- figures


def rows_of(name: str, first_column: str) -> list[list[str]]:
    """Return the rows of the table whose header begins with these words."""
    lines = ESSAYS[name].splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"| {first_column} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


@cache
def main_of(game: str, letter: str | None) -> dict[str, Any]:
    found: dict[str, Any] = croupier.analyze(game, "main", letter)["results"][0]
    return found


def game_called(name: str) -> str:
    return next(game for game in games() if title(game) == name)


def test_table_of_the_main_games() -> None:
    game = ""
    for name, table, value, edge, staked, sd in rows_of(
        "mathematics.md", "game | paytable | value of one unit, exactly"
    ):
        game = game_called(name) if name else game
        found = main_of(game, table.split()[-1] if table else None)
        assert value == found["ev"]
        assert edge == f"{100 * found['house_edge']:.8f} %"
        assert staked == f"{100 * found['element_of_risk']:.6f} %"
        assert sd == f"{found['sd']:.6f}"


@pytest.mark.long
def test_table_of_the_simple_strategies() -> None:
    for name, rules, edge, beyond in rows_of("mathematics.md", "| rules found | house edge"):
        called, _, table = name.replace(" Ride A", " Ride, A").partition(", ")
        found = croupier.strategy(
            game_called(called), paytable=table.split()[-1] if table else None, simple=True
        )
        assert int(rules) == sum("otherwise" not in line for line in found["rules"])
        assert edge == f"{100 * found['house_edge']:.7f} %"
        cost = Fraction(found["cost"])
        assert beyond == (f"{100 * float(cost):.7f} %" if cost else "0")


@pytest.mark.long
def test_table_of_seen_cards() -> None:
    for name, unseen, one, every, first, both in rows_of(
        "mathematics.md", "| without | one card of the dealer's"
    ):
        game = game_called(name)
        hands = {"dragon": 3}.get(game, 2)
        asked = {
            ("dealer", 1): one,
            ("dealer", hands): every,
            ("community", 1): first,
            ("community", 2): both,
        }
        for (what, cards), value in asked.items():
            if value:
                found = croupier.analyze(game, "main", seen=what, seen_cards=cards)["results"][0]
                assert value == f"{float(Fraction(found['ev'])):+.8f}", (game, what, cards)
                assert unseen == f"{float(Fraction(found['unseen'])):+.8f}"


def test_tables_of_ultimate_texas_hold_em_results() -> None:
    told = {name: (a, b) for name, a, b in rows_of("mathematics-uth.md", "| Blind A | Blind B")}
    for place, letter in enumerate("AB"):
        found = main_of("uth", letter)

        def said(name: str, place: int = place) -> str:
            value = told[name][place]
            return told[name][0] if value == "the same" else value

        assert said("value, Antes").replace(",", "").replace(" ", "") == found["ev"]
        assert said("").replace("−", "-") == f"{float(Fraction(found['ev'])):.12f}"
        assert said("element of risk") == f"{found['element_of_risk']:.10f}"
        assert said("standard deviation, Antes") == f"{found['sd']:.8f}"
        assert said("rounds with a gain") == f"{float(Fraction(found['hit_frequency'])):.8f}"
        for choice, often in found["decisions"][0]["choices"].items():
            if choice != "3x":
                exactly, about = said(choice).replace(",", "").replace(" ", "").split("=")
                assert (exactly, about) == (often, f"{float(Fraction(often)):.8f}")
