"""Test the arguments and output formats of the commands."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.cli.rounds import play_round
from croupier.rulebook import games
from croupier.submission import check, template
from croupier.submission.files import read_toml

pytestmark = pytest.mark.long

GAMES = games()

PROJECT = Path(__file__).parents[2]


def croupier(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env={**os.environ, "COLUMNS": "80", **environment},
    )


DRAGON = "examples/submissions/dragon.toml"


@pytest.mark.parametrize("option", ["--submission", "--rules"])
def test_analyzes_a_submission_unchanged(option: str) -> None:
    """Only the offered wagers are analyzed, each with the paytable that the submission names."""
    done = croupier("analyze", "dragon", option, DRAGON, "--json")
    assert done.returncode == 0, done.stderr
    found = {each["wager"]: each["paytable"] for each in json.loads(done.stdout)["results"]}
    named = read_toml(PROJECT / DRAGON)["paytables"]
    assert found == {"main": named["ante_bonus"], **{k: v for k, v in named.items() if k != "ante_bonus"}}


def test_takes_the_game_from_the_submission() -> None:
    assert croupier("analyze", "--submission", DRAGON, "--json").returncode == 0
    best = croupier("strategy", "--submission", DRAGON)
    assert best.returncode == 0
    assert "Dragon Poker, paytable A" in best.stdout


def test_rejects_a_submission_for_another_game_or_no_game() -> None:
    other = croupier("analyze", "uth", "--submission", DRAGON)
    assert (other.returncode, other.stdout) == (2, "")
    assert "a submission for 'dragon', not for uth" in other.stderr
    assert croupier("analyze").stderr == (
        f"croupier: no game given; name one of {', '.join(GAMES)}, or give a --submission\n"
    )
    both = croupier("strategy", "--submission", DRAGON, "--rules", DRAGON)
    assert "cannot be combined" in both.stderr


def test_refuses_to_analyze_a_faulty_submission(tmp_path: Path) -> None:
    file = tmp_path / "faulty.toml"
    file.write_text((PROJECT / DRAGON).read_text().replace("shuffler", "#shuffler", 1))
    done = croupier("analyze", "dragon", "--submission", str(file))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"croupier check {file} lists every fault" in done.stderr


def test_rejects_analysis_of_wagers_not_offered() -> None:
    done = croupier("analyze", "--submission", "examples/submissions/letitride.toml", "--wager", "six_card")
    offered = "six_card" in read_toml(PROJECT / "examples/submissions/letitride.toml")["paytables"]
    assert (done.returncode == 0) is offered
    if not offered:
        assert done.stderr == "croupier: six_card is not offered under these rules\n"


def test_json_contains_exact_edges_beside_the_decimals() -> None:
    (result,) = json.loads(
        croupier("analyze", "dragon", "--wager", "dragon", "--paytable", "A", "--json").stdout
    )["results"]
    assert Fraction(result["house_edge_exact"]) == -Fraction(result["ev"])
    assert float(Fraction(result["house_edge_exact"])) == result["house_edge"]
    assert float(Fraction(result["element_of_risk_exact"])) == result["element_of_risk"]
    value = sum(Fraction(each["probability"]) * Fraction(each["net"]) for each in result["outcomes"])
    assert value == Fraction(result["ev"])


def test_csv_markdown_and_text_contain_the_same_fractions() -> None:
    document = json.loads(croupier("analyze", "dragon", "--format", "json").stdout)
    rows = list(csv.DictReader(io.StringIO(croupier("analyze", "dragon", "--format", "csv").stdout)))
    page = croupier("analyze", "dragon", "--format", "markdown").stdout
    text = croupier("analyze", "dragon").stdout
    assert [row["ev"] for row in rows] == [each["ev"] for each in document["results"]]
    for each in document["results"]:
        assert f"| {each['ev']} |" in page
        assert each["ev"] in text
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("words", [["--format", "yaml"], ["--format", "csv", "--json"]])
def test_rejects_unknown_format(words: list[str]) -> None:
    done = croupier("analyze", "dragon", *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["", "rules", "analyze", "play", "submission"])
def test_dash_h_prints_the_help(command: str) -> None:
    done = croupier(*command.split(), "-h")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: croupier")


def test_the_shell_completes_commands_and_games() -> None:
    def offered(*typed: str) -> list[str]:
        done = croupier(
            _CROUPIER_COMPLETE="complete_bash",
            COMP_WORDS=" ".join(("croupier", *typed)),
            COMP_CWORD=str(len(typed)),
        )
        return done.stdout.split()

    assert offered("ana") == ["analyze"]
    assert offered("analyze", "l") == ["letitride"]


@pytest.mark.parametrize(
    "words", [["check", DRAGON], ["analyze", "dragon"], ["strategy", "dragon"], ["demo"]], ids=str
)
def test_no_color_is_plain_text(words: list[str]) -> None:
    """NO_COLOR disables color, bold and dim text even if color is forced."""
    coloured = croupier(*words, FORCE_COLOR="1", NO_COLOR="")
    assert "\x1b[" in coloured.stdout
    plain = croupier(*words, FORCE_COLOR="1", NO_COLOR="1")
    assert "\x1b" not in plain.stdout


def test_old_python_is_reported_before_anything_else(tmp_path: Path) -> None:
    old = tmp_path / "python3.9"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.9.2" && exit 0\nexit 2\n')
    old.chmod(0o755)
    (tmp_path / "Makefile").write_text((PROJECT / "Makefile").read_text())
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text((PROJECT / name).read_text())
    done = subprocess.run(
        ["make", "-s", "play", f"PYTHON={old}"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == (
        "croupier needs Python 3.11 or later, and this is Python 3.9.2. Run make PYTHON=python3.11"
    )
    assert not (tmp_path / ".venv").exists()
    none = subprocess.run(
        ["make", "-s", "test", "PYTHON=python-of-nowhere"], cwd=tmp_path, capture_output=True, text=True
    )
    assert "python-of-nowhere was not found" in none.stderr


@pytest.mark.parametrize("game", GAMES)
def test_analyzes_the_submission_template(game: str) -> None:
    import tomllib

    from croupier.maths.submission_rules import check_submission, is_submission, terms_of_choices

    document = tomllib.loads(template(game))
    assert is_submission(document)
    choices = check(document).choices
    assert choices is not None
    terms = terms_of_choices(check_submission(document, game, "template"))
    assert {w: next(iter(t)) for w, t in terms.tables.items() if t} == choices.paytables


def test_the_text_of_a_round_mentions_incidents_with_their_clauses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = tmp_path / "round.toml"
    told.write_text(
        'game = "topfive"\n[[seats]]\nseat = 1\nwagers = { ante = 10 }\ndecisions = ["play"]\n'
        '[[incidents]]\nwhen = "starting cards"\nafter = 3\nwhat = "face_up"\n'
    )
    assert play_round(told, as_json=False) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    at = lines.index("incident: face up (starting cards)")
    assert lines[at + 1 : at + 4] == [
        "  Found face up in the deck and discarded: 5c",
        "  Round 1 is void: a card found face up in the deck",
        "  13.A T-10 X-05",
    ]
