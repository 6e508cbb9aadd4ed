"""Test several games of other packages in one process."""

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


def test_every_game_keeps_its_readings_whatever_the_order(install: Install) -> None:
    """Games are read in the order of their ids.

    The caches of the first game must not hide the readings of the second.
    """
    install(NINES)
    install(PAIR_UP)
    assert registry.games()[-2:] == ("nines", "pairup")
    assert "NI-01" in readings()
    played = play_record(NINES_TIE)
    assert played["seats"][0]["wagers"]["play"]["readings"] == ["NI-01"]


def test_a_game_read_after_another_keeps_its_readings(install: Install) -> None:
    install(PAIR_UP)
    install(NINES, as_="zines")
    assert registry.games()[-2:] == ("pairup", "zines")
    assert "NI-01" in readings() and "NI-01" in defaults()
    assert {"zines/11.D.3", "pairup/11.D"} <= set(clauses())
    played = play_record({**NINES_TIE, "game": "zines"})
    assert played["seats"][0]["wagers"]["play"]["readings"] == ["NI-01"]
