"""Test shared readings in a third-party game."""

from __future__ import annotations

from croupier.rulebook import readings, registry
from croupier.submission import partial
from tests.plugin_games.conftest import NINES, Edit, Install

USES_X08: Edit = ("readings.toml", '["NI-01"]', '["X-08"]\nclauses = ["nines/8.C"]\n\n["NI-01"]')


def test_a_game_can_offer_a_shared_reading(install: Install) -> None:
    install(NINES, USES_X08)
    assert readings()["X-08"].choices_in("nines") == readings()["X-08"].choices_in("uth") != ()
    other = next(each for each in readings()["X-08"].choices if each != readings()["X-08"].default)
    assert partial({"readings": {"X-08": other}}, "nines", "hand").reading("X-08") == other


def test_a_shared_reading_for_other_games_cannot_be_chosen(install: Install) -> None:
    install(NINES)
    assert readings()["X-08"].choices_in("nines") == ()


def test_clauses_without_a_shared_reading_are_refused(install: Install) -> None:
    install(NINES, ("readings.toml", '["NI-01"]', '["X-88"]\nclauses = ["nines/8.C"]\n\n["NI-01"]'))
    assert "'X-88' has only clauses" in registry.broken()["nines"]


def test_a_shared_reading_names_clauses_that_exist(install: Install) -> None:
    install(NINES, ("readings.toml", '["NI-01"]', '["X-08"]\nclauses = ["nines/8.Z"]\n\n["NI-01"]'))
    assert "nines/8.Z" in registry.broken()["nines"]
