"""A game with two decision wagers: chips that a seat needs, and the value of each choice."""

from __future__ import annotations

from croupier import play_record
from croupier.submission import Rules, partial
from croupier.table.acts.betting import required_purse
from croupier.table.readers.legal import least_to_stay
from croupier.table.state import bare_table
from tests.plugin_games.conftest import PAIR_UP, Install
from tests.plugin_games.press import PRESS


def rules() -> Rules:
    return partial({}, "pairup", "shoe")


def test_required_purse_adds_the_most_of_each_decision_wager(install: Install) -> None:
    install(PAIR_UP, *PRESS)
    table = bare_table(rules())
    assert required_purse(table, {"ante": 1000}) == 1000 + 2 * 1000 + 3 * 1000
    seat = {"seat": 1, "wagers": {"ante": 10, "twins": 5}, "decisions": ["raise", "press 3x"]}
    played = play_record({"game": "pairup", "deck": "7c 7d 7h", "seats": [seat]})
    assert played["seats"][0]["wagers"]["press"]["staked"] == 3000
    assert played["seats"][0]["net"] == 6 * (1000 + 2000 + 3000) + 8 * 500


def test_required_purse_takes_one_size_of_a_wager_that_several_questions_offer() -> None:
    uth = bare_table(partial({}, "uth", "hand"))
    assert required_purse(uth, {"ante": 500, "blind": 500}) == 1000 + 4 * 500
    ride = bare_table(partial({}, "letitride", "hand"))
    assert required_purse(ride, {"bet1": 500, "bet2": 500, "bet3": 500}) == 1500


def test_a_free_choice_needs_no_chips_to_stay(install: Install) -> None:
    install(PAIR_UP)
    assert least_to_stay(bare_table(rules()), {"ante": 1000}) == 0  # "stay" costs nothing


def test_least_to_stay_counts_each_decision_wager_once(install: Install) -> None:
    install(PAIR_UP, *PRESS)
    assert least_to_stay(bare_table(rules()), {"ante": 1000}) == 1000
    assert least_to_stay(bare_table(partial({}, "uth", "hand")), {"ante": 500, "blind": 500}) == 500
    assert least_to_stay(bare_table(partial({}, "letitride", "hand")), {"bet1": 500}) == 0
