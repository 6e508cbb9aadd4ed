"""Test several third-party games in one process."""

from __future__ import annotations

from croupier import play_record
from croupier.rulebook import clauses, defaults, readings, registry
from tests.plugin_games.conftest import NINES, PAIR_UP, Install

NINES_TIE = {
    "game": "nines",
    "dealing": "shoe",
    "deck": "9h 9d Kh Kd Qc Qd",
    "seats": [{"seat": 1, "wagers": {"ante": 9}, "decisions": ["play"]}],
}


def test_load_order_does_not_affect_the_games_readings(install: Install) -> None:
    """Games load in the order of their ids. The first game's caches must not hide the second game's
    readings.
    """
    install(NINES)
    install(PAIR_UP)
    assert registry.games()[-2:] == ("nines", "pairup")
    assert "NI-01" in readings()
    played = play_record(NINES_TIE)
    assert played["seats"][0]["wagers"]["play"]["readings"] == ["NI-01"]


def test_a_game_loaded_later_keeps_its_readings(install: Install) -> None:
    install(PAIR_UP)
    install(NINES, as_="zines")
    assert registry.games()[-2:] == ("pairup", "zines")
    assert "NI-01" in readings() and "NI-01" in defaults()
    assert {"zines/11.D.3", "pairup/11.D"} <= set(clauses())
    played = play_record({**NINES_TIE, "game": "zines"})
    assert played["seats"][0]["wagers"]["play"]["readings"] == ["NI-01"]
