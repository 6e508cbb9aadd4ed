"""Test deals after a fold, the readings that a choice cites, and a dealer's face-up card at a decision."""

from __future__ import annotations

import io

from rich.console import Console

from croupier import open_table, play_record
from croupier.cli.play.picture import TerminalPicture
from croupier.cli.play.results import show_hand
from croupier.cli.play.screen import Screen
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.machine import decide, fold
from tests.plugin_games.conftest import NINES, WAR, Edit, Install

# This version of Lucky Nines deals the third card after the decision.
LATE: tuple[Edit, ...] = (
    (
        "game.py",
        '        Deal("starting cards", dealt_around(3, around, around)),\n'
        "        GAME.stub[rules.dealing],\n        PLAY_OR_FOLD,\n",
        '        Deal("starting cards", dealt_around(2, around, around)),\n        PLAY_OR_FOLD,\n'
        '        Deal("last cards", dealt_around(1, around, around)),\n        GAME.stub[rules.dealing],\n',
    ),
)
CITED: Edit = (
    "game.py",
    'Choice("play", (c("11.B.1"),), stakes="play", multiple=1, of="ante")',
    'Choice("play", (c("11.B.1"),), stakes="play", multiple=1, of="ante", readings=("NI-01",))',
)


def test_a_folded_seat_gets_no_more_cards(install: Install) -> None:
    install(NINES, *LATE)
    seats = [
        {"seat": 1, "wagers": {"ante": 9}, "decisions": ["fold"]},
        {"seat": 2, "wagers": {"ante": 9}, "decisions": ["play"]},
    ]
    # Twice around, one card each to seat 1, seat 2 and the dealer. Then seat 2 and the dealer get one card
    # each.
    record = {"game": "nines", "dealing": "shoe", "deck": "2c 9h Kd 4c Kh 8d Qc 3d", "seats": seats}
    document = play_record(record)
    second = next(each for each in document["seats"] if each["seat"] == 2)
    assert (second["cards"], second["hand"]) == ("9h Kh Qc", "nine_points")
    assert document["dealer"]["cards"] == "Kd 8d 3d"


def test_a_choice_cites_its_readings(install: Install) -> None:
    install(NINES, CITED)
    table = open_table("nines", cards="9h Kd Kh 8d Qc 3d").sit(1, "Ann", 100).bet(1, ante=9).deal()
    events = decide(table.state, do.Decide(seat=1, choice="play", round=1, question="Play or fold"))
    (decided,) = (event for event in events if isinstance(event, ev.Decided))
    assert decided.readings == ("NI-01",)


def test_the_terminal_shows_a_face_up_dealers_card(install: Install) -> None:
    install(WAR)
    state = open_table("war", cards="9c 9d").sit(1, "Ann", 100).bet(1, bet=10).state
    picture, out = TerminalPicture("Ann", 1, state), io.StringIO()
    for command in (do.CloseBetting(), do.DealCards(cards=("9c", "9d"))):
        events = decide(state, command)
        state = fold(state, events)
        picture.look(events)
    show_hand(Screen(Console(file=out, width=80)), picture)
    assert "Dealer" in out.getvalue() and "Your cards" in out.getvalue()
