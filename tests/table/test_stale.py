"""Test that late answers and bets are refused and never apply to the next question or the next round."""

from __future__ import annotations

import pytest

from croupier.games import script
from croupier.games.game import Ask
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import Driver
from tests.helpers import now
from tests.helpers.table_help import EVERYTHING, GAMES, MAIN, METHODS, SIDES, at_table, refusal


def betting(game: str, seated: dict[int, str] | None = None) -> Driver:
    table = at_table(game, seated=seated or {1: "ann", 2: "bob"})
    for seat in table.state.seating.seats:
        table.do(now.bet(seat, {wager: 100 * dollars for wager, dollars in MAIN[game].items()}))
    return table


def asking(game: str) -> Driver:
    table = betting(game)
    table.do(do.CloseBetting())
    table.run()
    assert isinstance(table.state.phase, Ask)
    return table


def finish(table: Driver) -> None:
    number = table.state.round.number
    while table.state.round.number == number:
        phase = table.state.phase
        assert isinstance(phase, Ask)
        table.do(now.decide(table.state.round.in_play[table.state.round.cursor], phase.choices[-1].name))
        table.run()


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_question_names_are_unique_in_a_script(game: str, dealing: str) -> None:
    names = [
        phase.name for phase in script(partial(EVERYTHING[game], game, dealing)) if isinstance(phase, Ask)
    ]
    assert names and len({*names}) == len(names)


@pytest.mark.parametrize("game", GAMES)
def test_repeated_answer_has_no_effect(game: str) -> None:
    """A repeated click has no effect at any moment until the next round is over."""
    table = asking(game)
    answers: list[do.Decide] = []
    for _ in range(2):
        number = table.state.round.number
        while table.state.round.number == number:
            phase = table.state.phase
            assert isinstance(phase, Ask)
            seat = table.state.round.in_play[table.state.round.cursor]
            answers.append(now.filled(table.state, now.decide(seat, phase.choices[0].name)))
            table.do(answers[-1])
            for late in answers:
                assert refusal(table, late).code in ("stale", "out_of_turn")
            table.run()
            for late in answers:
                assert refusal(table, late).code in ("stale", "out_of_turn")
        for seat in table.state.seating.seats:
            table.do(now.bet(seat, {wager: 100 * dollars for wager, dollars in MAIN[game].items()}))
            for late in answers:
                assert refusal(table, late).code == "stale"
        table.do(do.CloseBetting())
        table.run()


@pytest.mark.clause("uth/11.D", "uth/11.B")
def test_a_late_check_does_not_answer_the_next_question() -> None:
    table = asking("uth")
    before_flop = now.filled(table.state, now.decide(1, "check"))
    table.do(before_flop)
    table.do(now.decide(2, "check"))
    table.run()
    late = refusal(table, before_flop)
    assert late.code == "stale"
    assert late.clauses == ("uth/11.B",)
    assert "after the Flop" in late.message
    early = do.Decide(seat=1, choice="fold", round=1, question="after the last two cards")
    assert refusal(table, early).code == "stale"
    assert (
        refusal(table, do.Decide(seat=1, choice="check", round=1, question="no such question")).code
        == "stale"
    )


def test_an_answer_for_the_previous_round_is_always_stale() -> None:
    table = asking("uth")
    answer = now.filled(table.state, now.decide(1, "check"))
    finish(table)
    late = refusal(table, answer)  # bets are open
    assert (late.code, late.clauses) == ("stale", table.state.game.bets_by)
    table.do(now.bet(1, {"ante": 1000, "blind": 1000}))
    table.do(do.CloseBetting())
    table.run()
    assert refusal(table, answer).code == "stale"  # the same question, but in a different round


@pytest.mark.parametrize("game", GAMES)
def test_bets_and_take_backs_apply_only_to_their_round(game: str) -> None:
    table = betting(game)
    wagers = {wager: 100 * dollars for wager, dollars in MAIN[game].items()}
    bet, back = do.Bet(seat=1, wagers=wagers, round=1), do.TakeBack(seat=1, round=1)
    table.do(do.CloseBetting())
    assert refusal(table, bet).code == refusal(table, back).code == "bets_closed"
    table.run()
    finish(table)
    for late in (bet, back, do.Bet(seat=1, wagers=wagers, round=3), do.TakeBack(seat=1, round=3)):
        refused = refusal(table, late)
        assert (refused.code, refused.clauses) == ("stale", table.state.game.bets_by)
    table.do(do.Bet(seat=1, wagers=wagers, round=2))


@pytest.mark.parametrize("game", GAMES)
def test_a_single_side_wager_can_be_taken_back_before_no_more_bets(game: str) -> None:
    table = betting(game)
    side = next(iter(SIDES[game]))
    purse = table.state.seating.purses["ann"]
    table.do(now.bet(1, {side: 100 * SIDES[game][side]}))
    (back,) = table.do(now.take_back(1, side))
    assert isinstance(back, ev.WagerTakenBack)
    assert (back.wager, back.cents, back.clauses) == (side, 100 * SIDES[game][side], table.state.game.bets_by)
    assert table.state.seating.purses["ann"] == purse
    assert refusal(table, now.take_back(1, side)).code == "no_wagers"


@pytest.mark.parametrize("game", [game for game in GAMES if len(MAIN[game]) > 1])
def test_a_required_wager_cannot_be_taken_back_while_others_depend_on_it(game: str) -> None:
    table = betting(game)
    assert refusal(table, now.take_back(1, [*MAIN[game]][-1])).code == "wager_missing"


@pytest.mark.clause("uth/7.F.4.b")
def test_a_prerequisite_cannot_be_taken_back_before_its_side_wager() -> None:
    table = at_table("uth", seated={1: "ann"})
    table.do(now.bet(1, {"ante": 1000, "blind": 1000, "trips": 500, "six_card": 500}))
    needed = refusal(table, now.take_back(1, "trips"))
    assert (needed.code, needed.clauses) == ("prerequisite_missing", ("uth/7.F.4.b",))
    table.do(now.take_back(1, "six_card"))
    table.do(now.take_back(1, "trips"))
    assert table.state.bets.wagers[1] == {"ante": 1000, "blind": 1000}
