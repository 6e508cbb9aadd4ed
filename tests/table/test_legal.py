"""Test that the machine accepts exactly the reported legal wagers and choices."""

from __future__ import annotations

import pytest

from croupier.games import game, script
from croupier.games.game import Ask
from croupier.rulebook import games
from croupier.submission import partial
from croupier.table import commands as do_
from croupier.table.driving.driver import Driver
from croupier.table.driving.sources import StackedDeck
from croupier.table.machine import can
from croupier.table.readers.legal import (
    asked_seat,
    choice_cost,
    least_to_stay,
    legal_choices,
    question,
    questions_left,
    stakes_open,
)
from croupier.table.state import BETTING, open_table
from tests.helpers import now

GAMES = games()

STAKES = {
    "uth": {"ante": 1000, "blind": 1000},
    "letitride": {"bet1": 1000, "bet2": 1000, "bet3": 1000},
    "dragon": {"ante": 1000, "ante_bonus": 1000},
    "topfive": {"ante": 1000},
}


def seated(name: str, purse: int, dealing: str = "hand", seats: int = 3) -> Driver:
    table = now.AskingDriver(open_table(partial({}, name, dealing)), StackedDeck(game(name).deck))
    for seat in range(1, seats + 1):
        table.do(do_.SitDown(seat=seat, player=f"p{seat}"))
        table.do(do_.BuyIn(player=f"p{seat}", cents=purse))
        table.do(now.bet(seat=seat, wagers=STAKES[name]))
    return table


@pytest.mark.parametrize("dealing", ["shoe", "hand", "automated"])
@pytest.mark.parametrize("name", GAMES)
def test_legal_choices_match_the_accepted_commands(name: str, dealing: str) -> None:
    table = seated(name, 100_000, dealing)
    words = {
        choice.name
        for phase in script(table.state.rules)
        if isinstance(phase, Ask)
        for choice in phase.choices
    }
    table.do(do_.CloseBetting())
    asked = 0
    while table.state.round.number == 1:
        table.run()
        if table.state.round.phase == BETTING:
            break
        state = table.state
        turn = asked_seat(state)
        assert turn is not None and question(state) is not None
        for seat in (1, 2, 3):
            allowed = {w for w in words if can(state, now.filled(state, now.decide(seat, w)))}
            assert set(legal_choices(state, seat)) == allowed
            assert bool(allowed) == (seat == turn)
        assert question(state) in questions_left(state, turn)
        table.do(now.decide(seat=turn, choice=legal_choices(state, turn)[0]))
        assert question(state) not in questions_left(table.state, turn) or name == "letitride"
        asked += 1
    assert asked == {"uth": 9, "letitride": 6}.get(name, 3)


@pytest.mark.parametrize(
    ("left", "choices"), [(4000, ("check", "4x", "3x")), (3999, ("check", "3x")), (2999, ("check",))]
)
def test_offers_only_affordable_choices(left: int, choices: tuple[str, ...]) -> None:
    table = seated("uth", 2000 + left, seats=1)
    table.do(do_.CloseBetting())
    table.run()
    assert legal_choices(table.state, 1) == choices


def test_no_choice_before_the_deal_and_no_wager_after_no_more_bets() -> None:
    table = seated("uth", 100_000)
    assert legal_choices(table.state, 1) == () and questions_left(table.state, 1) == ()
    assert asked_seat(table.state) is None and question(table.state) is None
    assert stakes_open(table.state)
    table.do(do_.CloseBetting())
    table.run()
    assert stakes_open(table.state) == ()
    assert choice_cost(table.state, 1, "4x") == 4000 and choice_cost(table.state, 1, "check") == 0
    assert questions_left(table.state, 4) == ()


def test_a_raise_ends_the_questions_of_its_seat() -> None:
    table = seated("uth", 100_000, seats=1)
    table.do(do_.CloseBetting())
    table.run()
    assert [phase.name for phase in questions_left(table.state, 1)] == [
        "before the Flop",
        "after the Flop",
        "after the last two cards",
    ]
    table.do(now.decide(seat=1, choice="4x"))
    assert questions_left(table.state, 1) == ()


def test_offers_state_the_limits_of_each_wager() -> None:
    rules = partial(
        {
            "paytables": {"five_card": "A", "three_card": "A", "six_card": "A"},
            "progressive": {"paytable": "A", "stake": 5},
            "readings": {"L-06": "R1"},
            "limits": {"three_card": {"minimum": 5, "maximum": 100, "increment": 5}},
        },
        "letitride",
        "hand",
    )
    offers = {offer.name: offer for offer in stakes_open(open_table(rules))}
    assert list(offers) == ["bet1", "bet2", "bet3", "five_card", "three_card", "six_card", "progressive"]
    assert [name for name, offer in offers.items() if offer.required] == ["bet1", "bet2", "bet3"]
    assert offers["bet2"].equal_to == "bet1"
    assert offers["five_card"].fixed == 100 and offers["progressive"].fixed == 500
    assert (offers["three_card"].minimum, offers["three_card"].maximum) == (500, 10_000)
    assert offers["three_card"].increment == 500
    assert offers["six_card"].needs == ("bet1", "bet2", "bet3", "five_card", "three_card")


@pytest.mark.parametrize("name", GAMES)
def test_a_wager_that_is_not_offered_is_not_listed(name: str) -> None:
    state = open_table(partial({}, name, "hand"))
    listed = {offer.name for offer in stakes_open(state)}
    for wager in game(name).wagers:
        offered = wager.kind == "required" or (wager.kind == "optional" and state.rules.offers(wager.name))
        assert (wager.name in listed) == offered


def test_chips_needed_to_stay_in() -> None:
    for name, least in (("uth", 1000), ("letitride", 0), ("dragon", 1000), ("topfive", 1000)):
        assert least_to_stay(open_table(partial({}, name, "hand")), STAKES[name]) == least
