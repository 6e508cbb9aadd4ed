"""Test player ids, display names, chip transfers, and the removal of empty purses."""

from __future__ import annotations

import pytest

from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.codec import decode_state, encode_state
from croupier.table.readers.ledger import postings
from tests.helpers import now
from tests.helpers.pit import table
from tests.helpers.table_help import GAMES, MAIN


@pytest.mark.clause("uth/7.A")
@pytest.mark.parametrize("game", GAMES)
def test_a_player_cannot_make_chips(game: str) -> None:
    pit = table(game, submission={})
    pit.do(do.SitDown(seat=1, player="ann", by="player:ann"))
    for by in ("player:ann", "player", "player:bob", "surveillance", "administrator"):
        for act in (do.BuyIn(player="ann", cents=100, by=by), do.CashOut(player="ann", by=by)):
            refused = pit.refused(act)
            assert (refused.code, refused.clauses) == ("not_your_role", pit.state.game.chips)
            assert refused.readings == ("X-28",)
    for by in ("dealer:dee", "floor", "pit_manager:ida", "cage:cal"):
        bought = pit.one(do.BuyIn(player="ann", cents=100, by=by))
        assert (bought.clauses, bought.readings) == (pit.state.game.chips, ("X-28",))
    assert pit.state.seating.purses == {"ann": 400}


def test_repeated_transfer_moves_money_once() -> None:
    pit = table("uth", submission={})
    bought = pit.one(do.BuyIn(player="ann", cents=5_000, transfer="t-1", by="cage"))
    assert bought == ev.BoughtIn(
        player="ann",
        cents=5_000,
        transfer="t-1",
        clauses=("uth/7.A", "uth/7.B"),
        readings=("X-28",),
        audience=ev.EVERYONE,
    )
    for again in (
        do.BuyIn(player="ann", cents=5_000, transfer="t-1", by="cage"),
        do.BuyIn(player="bob", cents=1, transfer="t-1", by="cage"),
        do.CashOut(player="ann", transfer="t-1", by="cage"),
    ):
        refused = pit.refused(again)
        assert (refused.code, refused.clauses) == ("transfer_twice", ("uth/7.A", "uth/7.B"))
    cashed = pit.one(do.CashOut(player="ann", transfer="t-2", by="cage"))
    assert (cashed.cents, cashed.transfer) == (5_000, "t-2")
    for number in range(100):  # the list of transfers is bounded
        pit.do(do.BuyIn(player="ann", cents=1, transfer=f"u-{number}", by="cage"))
    assert len(pit.state.seating.transfers) == 64


def test_display_name_does_not_affect_decisions() -> None:
    pit = table("topfive", submission={}, adjacent_boxes=2)
    taken = pit.one(do.SitDown(seat=1, player="id-7", name="Zoë", by="player:id-7"))
    assert (taken.player, taken.name) == ("id-7", "Zoë")
    pit.do(do.SitDown(seat=2, player="id-8", name="Zoë", by="player:id-8"))
    assert pit.state.seating.names == {"id-7": "Zoë", "id-8": "Zoë"}
    assert pit.refused(do.GetUp(seat=1, by="player:Zoë")).code == "not_your_seat"
    assert pit.refused(do.GetUp(seat=1, by="player:id-8")).code == "not_your_seat"
    pit.do(do.GetUp(seat=1, by="player:id-7"))
    assert pit.state.seating.names == {"id-8": "Zoë"}
    assert decode_state(encode_state(pit.state)) == pit.state


@pytest.mark.parametrize("game", GAMES)
def test_forgets_a_player_who_left_without_chips(game: str) -> None:
    pit = table(game, submission={})
    before = pit.state.seating
    for cash_first in (True, False):
        pit.do(do.SitDown(seat=1, player="ann", name="Ann"), do.BuyIn(player="ann", cents=10_000))
        pit.do(now.bet(1, {wager: 100 * dollars for wager, dollars in MAIN[game].items()}))
        if cash_first:
            pit.do(now.take_back(1), do.CashOut(player="ann"), do.GetUp(seat=1))
        else:
            pit.do(do.GetUp(seat=1))
            assert pit.state.seating.purses == {"ann": 10_000}
            pit.do(do.CashOut(player="ann"))
        assert pit.state.seating == before


def test_accounts_are_prefixed_with_the_table() -> None:
    bought = ev.BoughtIn(player="ann", cents=100, audience=ev.EVERYONE)
    assert postings(bought, "uth-3") == (("uth-3/player:ann", 100), ("uth-3/house", -100))
    assert postings(bought) == (("player:ann", 100), ("house", -100))
