"""Test the listings of `croupier rules` and the spellings of ids that the command accepts."""

from __future__ import annotations

import json

import pytest

from croupier.cli.rules import show_rules
from croupier.errors import BadInput
from croupier.rulebook import CHAPTERS, clauses, games

GAMES = games()


def told(capsys: pytest.CaptureFixture[str], *wanted: str, as_json: bool = False) -> str:
    assert show_rules(wanted, None, False, as_json) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_game_lists_its_chapters(capsys: pytest.CaptureFixture[str], game: str) -> None:
    lines = told(capsys, game.upper()).splitlines()
    assert [line.split()[0] for line in lines if line.startswith(f"  {game}/")] == [
        f"{game}/{number}" for number in CHAPTERS
    ]
    document = json.loads(told(capsys, game, as_json=True))
    counted = sum(chapter["clauses"] for chapter in document["chapters"])
    assert counted == sum(clause.game == game for clause in clauses().values())


@pytest.mark.parametrize("wanted", [("uth/11",), ("UTH/11",), ("uth", "11"), ("uth/11.",)])
def test_a_chapter_lists_its_clauses(capsys: pytest.CaptureFixture[str], wanted: tuple[str, ...]) -> None:
    out = told(capsys, *wanted)
    assert out.startswith("uth/11  Ultimate Texas Hold 'Em, chapter 11: the round\n")
    assert len(out.splitlines()) == 1 + sum(name.startswith("uth/11.") for name in clauses())


@pytest.mark.parametrize(
    "wanted", [("uth/11.H.3",), ("uth/11.h.3",), ("uth", "11.H.3"), ("UTH", "11.h.3"), ("11.h.3",)]
)
def test_finds_clauses_by_common_spellings(
    capsys: pytest.CaptureFixture[str], wanted: tuple[str, ...]
) -> None:
    out = told(capsys, *wanted)
    assert out.startswith("uth/11.H.3  ")
    assert "11.H.3.d" in out


@pytest.mark.parametrize(
    ("game", "version", "texts"),
    [
        ("uth", "MLGCA Version 1.4", 1),
        ("letitride", "no version stated", 1),
        ("dragon", "no version stated", 1),
        ("topfive", "MLGCA Version 1.0", 2),
    ],
)
def test_a_game_names_the_edition_of_its_document(
    capsys: pytest.CaptureFixture[str], game: str, version: str, texts: int
) -> None:
    out = told(capsys, game)
    assert version in out
    assert out.count("SHA-256 ") == texts


def test_a_reading_is_found_in_lower_case(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "x-04")
    assert out.startswith("X-04 [A]  ")
    assert "a submission may choose R1 or R2 in uth" in out


def test_clause_shows_readings_of_its_parents(capsys: pytest.CaptureFixture[str]) -> None:
    assert "X-31 (through uth/12.C): " in told(capsys, "uth/12.C.1.a")
    document = json.loads(told(capsys, "uth/12.C.1.a", as_json=True))
    assert (document["readings"], document["read_by"]) == (["X-03", "X-31"], [])


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (("11.A",), "is in uth, letitride, dragon, topfive: name the game, as in uth/11.A"),
        (("uth/99",), "no clause or reading 'uth/99'"),
        (("Q-01",), "no clause or reading 'Q-01'"),
        (("uth", "11", "H"), "give one clause"),
    ],
)
def test_unknown_id_gives_one_line(wanted: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        show_rules(wanted, None, False, False)
    assert "\n" not in str(caught.value)
