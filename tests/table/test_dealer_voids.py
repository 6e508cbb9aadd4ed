"""Test that a dealer's report voids a round only where chapter 13 says so. A floorperson rules on everything
else.

The list below was written from chapter 13 of each game, not from the declarations that the table uses.
"""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.games.game import Ask, Deal
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.reopening import won_already
from croupier.table.commands import TableCommand
from croupier.table.machine import step
from croupier.table.state import TableState
from tests.helpers import now
from tests.helpers.pit import Pit, in_round

DEALER = "dealer:dina"

# game -> report -> the clause that voids the round
VOIDED_BY = {
    "uth": {
        "two cards face up": "uth/13.B",
        "wrong number, player": "uth/13.E",
        "wrong number, dealer": "uth/13.E",
        "wrong number, board": "uth/13.E",
        "exposed, dealer": "uth/13.F",
        "shuffler failed": "uth/13.H.2",
        "shoe failed": "uth/13.I.1",
    },
    "letitride": {
        "two cards face up": "letitride/13.B",
        "wrong number, player": "letitride/13.D",
        "wrong number, board": "letitride/13.D",
        "wrong number, box": "letitride/13.D",  # the box counts as community cards (L-19)
        "exposed, board": "letitride/13.E",
        "shoe failed": "letitride/13.G",
    },
    "dragon": {
        "two cards face up": "dragon/13.B",
        "wrong number, player": "dragon/13.D",
        "wrong number, dealer": "dragon/13.D",
        "exposed, dealer": "dragon/13.E",
        "shoe failed": "dragon/13.G",
    },
    "topfive": {
        "one card face up": "topfive/13.A",
        "two cards face up": "topfive/13.A",
        "wrong number, player": "topfive/13.C",
        "wrong number, dealer": "topfive/13.C",  # T-09
        "shoe failed": "topfive/13.D",
    },
}
# Every report that a dealer can make. If a game has no such card, the table refuses the report.
REPORTS: dict[str, TableCommand] = {
    "one card face up": do.ReportFaceUp(cards=("2c",), by=DEALER),
    "two cards face up": do.ReportFaceUp(cards=("2c", "2d"), by=DEALER),
    "drawn in error and seen": do.ReportFaceUp(cards=("2c",), drawn=True, by=DEALER),
    "drawn in error, unseen": do.ReportDrawnInError(by=DEALER),
    "wrong number, player": do.ReportWrongNumber(place="seat1", cards=9, by=DEALER),
    "wrong number, dealer": do.ReportWrongNumber(place="dealer", cards=9, by=DEALER),
    "wrong number, board": do.ReportWrongNumber(place="board", cards=9, by=DEALER),
    "wrong number, box": do.ReportWrongNumber(place="box", cards=9, by=DEALER),
    "wrong number, burn": do.ReportWrongNumber(place="burn", cards=9, by=DEALER),
    "exposed, player": do.ReportExposed(place="seat1", by=DEALER),
    "exposed, dealer": do.ReportExposed(place="dealer", by=DEALER),
    "exposed, board": do.ReportExposed(place="board", by=DEALER),
    "exposed, box": do.ReportExposed(place="box", by=DEALER),
    "shuffler failed": do.ReportDeviceFailure(device="shuffler", by=DEALER),
    "shoe failed": do.ReportDeviceFailure(device="shoe", by=DEALER),
    "missed burn": do.ReportOther(matter="missed_burn", detail="no burn card", by=DEALER),
    "something else": do.ReportOther(matter="other", detail="a drink on the layout", by=DEALER),
}
# Acts that only a floorperson or above performs.
FLOOR_ONLY: tuple[TableCommand, ...] = (
    do.RuleOnIncident(outcome="void", reason="so", by=DEALER),
    do.DeclareDefective(reason="two aces of spades", by=DEALER),
    do.DeclareAbandoned(seat=1, reason="left", by=DEALER),
    do.DeclareForfeit(seat=1, clause="topfive/11.A.2", reason="so", by=DEALER),
    do.ActFor(seat=1, reason="so", by=DEALER),
    do.CorrectDecision(seat=1, choice="fold", round=1, question="q", reason="so", by=DEALER),
    do.CorrectNaming(place="seat1", index=0, card="2c", reason="so", by=DEALER),
    do.CorrectSettlement(round=1, seat=1, wager="ante", returned=0, reason="so", by=DEALER),
    do.CorrectEnvy(round=1, seat=1, holder=3, cents=0, reason="so", by=DEALER),
    do.ValidateProgressive(seat=1, by=DEALER),
)


def while_dealing(game: str, dealing: str) -> Pit:
    """Return a round in which the first cards have been dealt and more are to come."""
    pit = in_round(game, dealing)
    pit.deal_next()
    return pit


def moments(game: str, dealing: str) -> list[tuple[str, TableState]]:
    dealt = while_dealing(game, dealing)
    first = dealt.state
    dealt.run(until=lambda state: isinstance(state.phase, Ask))
    return [("while dealing", first), ("while asking", dealt.state)]


def fitting(state: TableState, command: TableCommand) -> TableCommand:
    """Replace the report's cards by cards that are still in the deck."""
    if not isinstance(command, do.ReportFaceUp):
        return command
    seen = {card for cards in state.layout.cards.values() for card in cards}
    free = [card for card in state.game.deck.order if card not in seen]
    return do.ReportFaceUp(cards=tuple(free[-len(command.cards) :]), drawn=command.drawn, by=command.by)


@pytest.mark.parametrize("dealing", ["hand", "shoe", "automated"])
@pytest.mark.parametrize("game", VOIDED_BY)
def test_dealer_voids_only_what_chapter_13_voids(game: str, dealing: str) -> None:
    shown: set[str] = set()
    for moment, state in moments(game, dealing):
        for report, command in REPORTS.items():
            clause = VOIDED_BY[game].get(report)
            try:
                done = step(state, now.filled(state, fitting(state, command)))
            except Refused:
                continue  # the report is not possible now, so nothing is voided
            voided = [event for event in done.events if isinstance(event, ev.RoundVoided)]
            asked = [event for event in done.events if isinstance(event, ev.RulingAsked)]
            where = f"{game} by {dealing}, {moment}: {report}"
            if voided:
                assert clause is not None and clause in voided[0].clauses, where
                assert not asked, where
                shown.add(report)
            if asked:
                assert done.state.round.void is None and done.state.bets == state.bets, where
                for outcome in ("void", "play_on"):
                    with pytest.raises(Refused) as refused:
                        step(done.state, do.RuleOnIncident(outcome=outcome, reason="so", by=DEALER))
                    assert refused.value.code == "not_your_role", where
    hand_only = {report for report in VOIDED_BY[game] if not report.endswith("failed")}
    assert shown >= hand_only - {"exposed, board"}


@pytest.mark.parametrize("game", VOIDED_BY)
def test_dealer_voids_nothing_after_the_first_payment(game: str) -> None:
    """Reading X-06: once a player has been paid, a void needs a floorperson's ruling."""
    pit = in_round(game)
    pit.run(until=won_already)
    state, paid = pit.state, won_already(pit.state)
    assert paid or game == "topfive"  # in topfive, no player wins with these cards
    for command in REPORTS.values() if paid else ():
        try:
            done = step(state, now.filled(state, fitting(state, command)))
        except Refused:
            continue
        assert not any(isinstance(event, ev.RoundVoided) for event in done.events), command


@pytest.mark.parametrize("game", VOIDED_BY)
def test_the_dealer_cannot_perform_floor_acts(game: str) -> None:
    state = while_dealing(game, "hand").state
    for command in FLOOR_ONLY:
        with pytest.raises(Refused) as refused:
            step(state, command)
        assert refused.value.code == "not_your_role", command


def test_table_covers_every_report_that_may_void() -> None:
    """If a later version adds a report, it must be listed above."""
    from croupier.server.tables.correction_reviews import MAY_VOID

    known = {type(command) for command in (*REPORTS.values(), *FLOOR_ONLY)} | {do.Recount}
    assert known >= set(MAY_VOID) and isinstance(while_dealing("uth", "hand").state.phase, Deal)
