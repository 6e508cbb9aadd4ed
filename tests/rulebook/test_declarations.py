"""Test that an unknown id in game.toml is rejected when the file is read."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import msgspec
import pytest

from croupier.rulebook import declaration, defaults, games, under
from croupier.rulebook.declarations import read_declaration
from croupier.rulebook.jurisdiction import jurisdiction_folder

GAMES = games()


def written(game: str = "uth") -> dict[str, Any]:
    text = jurisdiction_folder().joinpath(game, "game.toml").read_text(encoding="utf-8")
    return copy.deepcopy(tomllib.loads(text))


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_carries_its_game(game: str) -> None:
    facts = declaration(game)
    assert facts.id == game
    assert {clause.split("/")[0] for clause in (*facts.care.cut, facts.seats_clause, *facts.chips)} == {game}


def test_rejects_unknown_clause() -> None:
    raw = written()
    raw["care"]["cut"] = ["5.F", "99.Z"]
    with pytest.raises(LookupError, match=r"uth/99\.Z"):
        read_declaration("uth", raw)


def test_rejects_unknown_reading() -> None:
    raw = written()
    raw["irregularities"]["other"]["readings"] = ["Q-99"]
    with pytest.raises(LookupError, match="Q-99"):
        read_declaration("uth", raw)


def test_rejects_undeclared_wager() -> None:
    raw = written()
    raw["irregularities"]["wrong_count"]["settles"] = ["quads"]
    with pytest.raises(LookupError, match="quads"):
        read_declaration("uth", raw)


def test_rejects_unknown_key() -> None:
    raw = written()
    raw["wagers"][0]["colour"] = "red"
    with pytest.raises(msgspec.ValidationError, match="colour"):
        read_declaration("uth", raw)


def test_single_clause_needs_no_brackets() -> None:
    raw = written()
    raw["chips"] = "7.A"
    assert read_declaration("uth", raw).chips == ("uth/7.A",)


def test_reading_changes_required_wagers() -> None:
    six = declaration("uth").wager("six_card")
    assert six is not None
    assert six.needs is not None
    assert under(six.needs, defaults()).wagers == ("ante", "blind", "trips")
    other = under(six.needs, {**defaults(), "U-06": "R2"})
    assert (other.wagers, other.clauses, other.readings) == (("ante", "blind"), ("uth/7.F.4.b",), ("U-06",))


def test_reading_changes_the_consequence_of_an_irregularity() -> None:
    raw = written()
    raw["irregularities"]["dealer_exposed"]["under"] = {"U-06": {"R2": {"outcome": "ruling", "settles": []}}}
    mishap = read_declaration("uth", raw).irregularities["dealer_exposed"]
    assert under(mishap, {"U-06": "R1"}) is mishap
    switched = under(mishap, {"U-06": "R2"})
    assert (switched.outcome, switched.settles, switched.clauses) == ("ruling", (), ("uth/13.F",))
    assert switched.until_decided
