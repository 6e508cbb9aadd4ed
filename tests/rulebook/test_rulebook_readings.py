"""Test that the readings are complete and agree with their clauses and with the index in the docs."""

import re
from pathlib import Path

import pytest

from croupier.rulebook import Reading, clauses, defaults, games, paytables, readings, readings_of

GAMES = games()
NUMBER_OF_READINGS = {"X": 33, "U": 30, "L": 20, "D": 21, "T": 20, "N": 35}

SEVERITY_A = """
    X-02 X-03 X-04 X-05 X-10 X-11
    U-01 U-02 U-03 U-04 U-05 U-08 U-09 U-12
    L-01 L-02 L-03 L-04 L-05 L-08 L-09
    D-01 D-02 D-03 D-04
    T-01 T-02 T-03 T-05 T-09
"""
SEVERITY_B = """
    X-06 X-07 X-08 X-09 X-12 X-13 X-14 X-15 X-16 X-23 X-24 X-29 X-31
    U-06 U-07 U-10 U-11 U-13 U-15 U-19 U-20 U-21 U-22 U-23 U-25 U-27 U-28 U-29
    L-06 L-07 L-10 L-11 L-12 L-13 L-14 L-19
    D-05 D-06 D-11 D-13 D-18
    T-04 T-06 T-07 T-08 T-10 T-14 T-15 T-20
    N-01 N-02 N-03 N-04 N-05 N-06 N-07 N-08 N-09 N-26 N-32 N-33
"""
SWITCHES = {
    "U-01": "R1 R2",
    "U-03": "R1 R2",
    "U-05": "R1 R2 R3 R4",
    "U-06": "R1 R2",
    "U-12": "R1 R2",
    "U-20": "R1 R2",
    "U-21": "R1 R2",
    "U-29": "R1 R2",
    "L-03": "R1 R2",
    "L-04": "R1 R2",
    "L-05": "R1 R2",
    "L-06": "R1 R2",
    "D-04": "R1 R2 R3",
    "D-06": "R1 R2",
    "T-02": "R1 R2 R3 R4",
    "T-03": "R1 R2 R3",
    "T-14": "R1 R2",
    "X-02": "R1 R2",
    "X-04": "R1 R2",
    "X-08": "R1 R2",
    "X-11": "R1 R3",
    "X-12": "R1 R2",
    "X-13": "R1 R2",
    "X-16": "R1 R2",
    "N-02": "R1 R2",
    "N-04": "R1 R2",
    "N-06": "R1 R2",
    "N-07": "R1 R2",
    "N-08": "R1 R2",
    "N-19": "R1 R2",
    "N-25": "R1 R2",
}
CHOSEN_IN = {
    "X-02": "uth",
    "X-04": "uth",
    "X-08": "uth letitride dragon topfive",
    "X-11": "uth letitride",
    "X-12": "uth letitride",
    "X-13": "uth",
    "X-16": "uth",
    "N-02": "uth letitride",
    "N-04": "uth letitride",
    "N-06": "uth",
    "N-07": "uth",
    "N-08": "uth letitride dragon",
    "N-19": "letitride",
    "N-25": "uth letitride dragon topfive",
}
OWN_GAME = {"U": "uth", "L": "letitride", "D": "dragon", "T": "topfive"}
NOT_THE_FIRST = {"X-01": "R2", "X-11": "R3", "X-16": "R2", "U-01": "R2", "L-06": "R2"}

every_reading = pytest.mark.parametrize("entry", readings().values(), ids=lambda entry: entry.id)


@pytest.mark.parametrize(("prefix", "number"), NUMBER_OF_READINGS.items())
def test_every_reading_exists_in_order(prefix: str, number: int) -> None:
    assert [r for r in readings() if r.startswith(prefix)] == [
        f"{prefix}-{n:02}" for n in range(1, number + 1)
    ]


def test_no_reading_has_a_stray_prefix() -> None:
    assert len(readings()) == sum(NUMBER_OF_READINGS.values()) == 159


def test_number_of_readings_by_severity() -> None:
    graded = {grade: {r.id for r in readings().values() if r.severity == grade} for grade in "ABC"}
    assert graded["A"] == set(SEVERITY_A.split())
    assert graded["B"] == set(SEVERITY_B.split())
    assert graded["C"] == set(readings()) - graded["A"] - graded["B"]


def test_exactly_the_listed_readings_can_be_chosen() -> None:
    assert {r.id: " ".join(r.choices) for r in readings().values() if r.switchable} == SWITCHES
    assert not [r.id for r in readings().values() if r.choices and not r.switchable]


@every_reading
def test_each_reading_can_be_chosen_in_the_listed_games(entry: Reading) -> None:
    where = CHOSEN_IN.get(entry.id, OWN_GAME.get(entry.id[0], "")) if entry.switchable else ""
    assert [game for game in GAMES if entry.choices_in(game)] == where.split()
    assert set(entry.games) <= {game for game in GAMES if entry.bears_on(game)}


def test_defaults_that_are_not_the_first_option() -> None:
    assert {r.id: r.default for r in readings().values() if r.default != "R1"} == NOT_THE_FIRST
    assert dict(defaults()) == {r.id: r.default for r in readings().values() if r.switchable}


@every_reading
def test_options_include_the_default_and_all_choices(entry: Reading) -> None:
    assert list(entry.options) == [f"R{n}" for n in range(1, len(entry.options) + 1)]
    assert entry.default in entry.options
    assert set(entry.choices) <= set(entry.options)
    if entry.switchable:
        assert entry.default in entry.choices


@every_reading
def test_an_option_that_cannot_be_chosen_says_so(entry: Reading) -> None:
    marked = {name for name, text in entry.options.items() if "for the record only" in text}
    assert marked == (set(entry.options) - set(entry.choices) if entry.switchable else set())


@every_reading
def test_readings_interpret_existing_clauses(entry: Reading) -> None:
    assert entry.clauses
    assert len(set(entry.clauses)) == len(entry.clauses)
    assert set(entry.clauses) <= set(clauses())


@every_reading
def test_prose_cites_existing_clauses_and_readings(entry: Reading) -> None:
    assert entry.question.endswith("?")
    prose = " ".join([entry.question, *entry.options.values(), entry.why, entry.money])
    games = "|".join(GAMES)
    named = [c.rstrip(".'") for c in re.findall(rf"\b(?:{games})/[\w.']+", prose)]
    whole_chapters = {f"{game}/{n}" for game in GAMES for n in range(1, 14)}
    assert set(named) <= set(clauses()) | whole_chapters
    assert set(re.findall(r"\b[XULDTN]-\d\d\b", prose)) <= set(readings())


def test_clause_lists_readings_of_itself_and_its_headings() -> None:
    for clause_id in clauses():
        named = {r.id for r in readings().values() if clause_id in r.clauses}
        above = {r.id for r in readings().values() if any(clause_id.startswith(f"{c}.") for c in r.clauses)}
        assert set(readings_of(clause_id)) == named | above, clause_id
    assert {"X-05", "X-06", "U-20"} <= set(readings_of("uth/13.B"))
    assert readings_of("uth/12.C.1.a") == {"X-03": "uth/12.C", "X-31": "uth/12.C"}
    assert {"U-16", "X-10", "X-11"} <= set(readings_of("uth/12.D.6.a.i"))


@pytest.mark.parametrize("game", GAMES)
def test_paytable_rows_name_existing_readings(game: str) -> None:
    for tables in paytables(game).values():
        for table in tables.values():
            for row in table.rows:
                assert set(row.readings) <= set(readings()), row.clause


def test_the_index_in_the_docs_agrees_with_the_data() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "readings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([XULDTN]-\d\d) \| (R\d) \| (.*) \| (.*) \|$", page, flags=re.MULTILINE)
    assert rows == [(r.id, r.default, switch(r), r.question) for r in readings().values()]
    assert f"choose the answer of {sum(r.switchable for r in readings().values())} readings" in page


def switch(entry: Reading) -> str:
    """Describe the options that an operator may choose, and the games if not all games allow it."""
    everywhere = all(entry.choices_in(game) for game in GAMES if entry.bears_on(game))
    where = "" if everywhere or not entry.choices else f" ({', '.join(entry.games)})"
    return (", ".join(entry.choices) or "no") + where
