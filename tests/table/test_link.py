"""Test that a lost link suspends only progressive wagers until the link is restored."""

from __future__ import annotations

import msgspec
import pytest

from croupier.games.game import Collect, Settle
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.readers.legal import stakes_open
from croupier.table.readers.offers import offers
from croupier.table.state import BETTING
from tests.helpers import now
from tests.helpers.pit import Pit, bets_down, full_bets, rules_for, table
from tests.helpers.table_help import MAIN, METHODS

replace = msgspec.structs.replace
METERED = ("uth", "letitride")
LOST = do.LoseLink(reason="the display is dark", by="floor:ida")


def progressive_wagers(pit: Pit) -> list[int]:
    return [seat for seat, placed in pit.state.bets.wagers.items() if "progressive" in placed]


@pytest.mark.parametrize("game", METERED)
def test_link_loss_during_betting_returns_and_refuses_wagers(game: str) -> None:
    pit = bets_down(game)
    purses = dict(pit.state.seating.purses)
    told = pit.do(LOST)
    assert [type(event) for event in told] == [ev.LinkLost, ev.WagerTakenBack, ev.WagerTakenBack]
    assert told[0].audience == ("everyone",) and told[0].clauses == pit.state.game.meter_clauses
    assert pit.state.seating.purses == {player: cents + 100 for player, cents in purses.items()}
    refused = pit.refused(now.bet(seat=1, wagers={"progressive": 100}))
    assert refused.code == "link_lost" and "the display is dark" in refused.message
    assert "progressive" not in {stake.name for stake in stakes_open(pit.state, 1)}
    pit.do(do.CloseBetting())
    pit.run()
    assert pit.state.round.number == 2 and pit.state.link_lost
    assert not pit.of(ev.MeterContributed)
    pit.do(do.RestoreLink(by="floor:ida"))
    pit.bet(1, full_bets(game))
    assert progressive_wagers(pit) == [1]
    pit.do(do.CloseBetting())
    pit.run()
    assert pit.state.round.number == 3 and pit.of(ev.MeterContributed)


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", METERED)
def test_link_loss_before_the_lock_returns_the_chips(game: str, dealing: str) -> None:
    pit = bets_down(game, dealing)
    pit.do(do.CloseBetting())
    assert isinstance(pit.state.phase, Collect)
    told = pit.do(LOST)
    assert [type(event) for event in told] == [ev.LinkLost, ev.ChipReturned, ev.ChipReturned]
    assert not progressive_wagers(pit)
    pit.run()
    assert pit.state.round.number == 2 and not pit.of(ev.MeterContributed)


@pytest.mark.parametrize("game", METERED)
def test_settles_accepted_progressive_wagers_after_link_loss(game: str) -> None:
    pit = bets_down(game)
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: bool(state.round.progressive_seats))
    assert [type(event) for event in pit.do(LOST)] == [ev.LinkLost]
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    pit.run()
    settled = [event for event in pit.of(ev.WagerSettled) if event.wager == "progressive"]
    assert len(settled) == 2 and pit.state.round.phase == BETTING


def test_link_is_lost_once_and_restored_once() -> None:
    pit = table("uth")
    assert pit.refused(do.RestoreLink(by="floor")).code == "nothing_wrong"
    assert pit.refused(replace(LOST, reason=" ")).code == "reason_missing"
    assert pit.refused(replace(LOST, by="player:p1")).code == "not_your_role"
    before = pit.state
    pit.do(LOST)
    assert pit.refused(LOST).code == "nothing_wrong"
    assert "restore_link@1" in {offer.act for offer in offers(pit.state, "floor")}
    pit.do(do.RestoreLink(by="dealer"))
    assert pit.state == before


@pytest.mark.parametrize("game", ["dragon", "topfive"])
def test_a_game_without_meters_has_no_link(game: str) -> None:
    assert table(game).refused(LOST).code == "nothing_wrong"


# A group of tables.


def test_rejects_progressive_change_at_one_table_of_a_group() -> None:
    alone = rules_for("uth").choices
    assert alone.progressive is not None
    shared = replace(alone, progressive=replace(alone.progressive, group="main-floor"))
    pit = table("uth")
    refused = pit.refused(do.ChangeRules(choices=shared, reason="to share", by="floor"))
    assert "shares its meters" in refused.message and refused.clauses == pit.state.game.meter_clauses
    pit = table("uth", progressive=shared.progressive)
    for other in (alone, replace(alone, progressive=None)):
        assert (
            pit.refused(do.ChangeRules(choices=other, reason="alone", by="floor")).code == "no_such_outcome"
        )
    pit.do(do.ChangeRules(choices=replace(shared, adjacent_boxes=1, payout_limit=10_000_000), by="floor"))
    pit.seat(1, "p1")
    pit.bet(1, MAIN["uth"])
