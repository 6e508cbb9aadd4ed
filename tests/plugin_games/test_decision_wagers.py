"""Test the chips required and the value of each choice in a game with two decision wagers."""

from __future__ import annotations

import io
from fractions import Fraction

import msgspec
from rich.console import Console

from croupier import open_table, play_record
from croupier.cli.play.coach import Coach
from croupier.cli.play.picture import TerminalPicture
from croupier.cli.play.screen import Screen
from croupier.maths.advice import advise
from croupier.server.tables.player_decisions import decision_of, price_decision
from croupier.server.workers.figures import compute_advice
from croupier.submission import Rules, partial
from croupier.table.acts.betting import required_purse
from croupier.table.events import EVERYONE, Decided
from croupier.table.readers.legal import least_to_stay, main_stakes
from croupier.table.state import TableState, bare_table
from tests.plugin_games.conftest import PAIR_UP, Install
from tests.plugin_games.press import PRESS


def rules() -> Rules:
    return partial({}, "pairup", "shoe")


def test_required_purse_adds_the_maximum_of_each_decision_wager(install: Install) -> None:
    install(PAIR_UP, *PRESS)
    table = bare_table(rules())
    assert required_purse(table, {"ante": 1000}) == 1000 + 2 * 1000 + 3 * 1000
    seat = {"seat": 1, "wagers": {"ante": 10, "twins": 5}, "decisions": ["raise", "press 3x"]}
    played = play_record({"game": "pairup", "deck": "7c 7d 7h", "seats": [seat]})
    assert played["seats"][0]["wagers"]["press"]["staked"] == 3000
    assert played["seats"][0]["net"] == 6 * (1000 + 2000 + 3000) + 8 * 500


def test_required_purse_counts_a_wager_offered_by_several_questions_once() -> None:
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


def pressed(install: Install) -> TableState:
    """Deal an unpaired hand, raise to $30 in all, and turn up a board card that does not help."""
    install(PAIR_UP, *PRESS)
    table = open_table("pairup", cards="7c 9d Ks").sit(1, "Ann", 100).bet(1, ante=10, twins=5).deal()
    return table.decide("raise").state


def test_choice_values_include_the_stakes_already_placed(install: Install) -> None:
    state = pressed(install)
    stakes = main_stakes(state, 1)
    assert dict(stakes) == {"ante": 1, "raise": 2}  # the side wager is not part of the decision
    assert advise(rules(), "pairup", "7c 9d", "Ks", stakes=dict(stakes)).values["fold"] == -3
    assert advise(rules(), "pairup", "7c 9d", "Ks").values["fold"] == -1  # the default stake is one unit


def test_the_server_prices_a_fold_after_a_raise(install: Install) -> None:
    state = pressed(install)
    decided = Decided(seat=1, player="Ann", question="Fold or press", choice="fold", audience=EVERYONE)
    one = decision_of(state, decided, 1000, "player")
    advice = compute_advice(
        msgspec.json.encode(state.rules.choices), one.hand, one.board, one.stakes, one.dealer
    )
    values = {each["choice"]: Fraction(each["value"]) for each in advice["choices"]}
    assert values == {"fold": -3, "press 1x": -4, "press 3x": -6}
    assert Fraction(price_decision(one, advice)["cost"]) == 0


def test_the_coach_prices_a_fold_after_a_raise(install: Install) -> None:
    state = pressed(install)
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80))
    picture = TerminalPicture("Ann", 1, state)
    coach = Coach(state.rules)
    coach.show(screen, ("7c", "9d"), ("Ks",), ("fold", "press 1x"), 1000, picture.stakes)
    assert "-$30.00" in out.getvalue() and "-$10.00" not in out.getvalue()
