"""Test tokes at the table: a player gives chips to the dealers and keeps the others."""

from __future__ import annotations

import pytest

from croupier.records.transcript import say
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.readers.ledger import HOUSE, player, postings
from tests.helpers.pit import table
from tests.helpers.table_help import GAMES


@pytest.mark.clause("COMAR 36.03.10.49")
@pytest.mark.parametrize("game", GAMES)
def test_player_gives_a_part_of_the_chips(game: str) -> None:
    pit = table(game)
    pit.do(do.SitDown(seat=1, player="ann"))
    pit.do(do.BuyIn(player="ann", cents=10_000))
    given = pit.one(do.CashOut(player="ann", toke=2_500, transfer="t-1", by="dealer:dina"))
    assert isinstance(given, ev.CashedOut)
    assert (given.cents, given.toke, given.carried, given.transfer) == (2_500, True, False, "t-1")
    assert postings(given) == ((player("ann"), -2_500), (HOUSE, 2_500))
    assert pit.state.seating.purses["ann"] == 7_500
    assert pit.refused(do.CashOut(player="ann", toke=100, transfer="t-1", by="dealer:dina")).code == (
        "transfer_twice"
    )
    whole = pit.one(do.CashOut(player="ann", transfer="t-2", by="dealer:dina"))
    assert isinstance(whole, ev.CashedOut) and (whole.cents, whole.toke) == (7_500, False)


@pytest.mark.parametrize(
    "command",
    [
        do.CashOut(player="ann", toke=10_001),
        do.CashOut(player="ann", toke=-5),
        do.CashOut(player="ann", toke=500, carried=True),
        do.CashOut(player="bob", toke=500),
    ],
)
def test_rejects_invalid_toke(command: do.CashOut) -> None:
    pit = table("uth")
    pit.do(do.SitDown(seat=1, player="ann"))
    pit.do(do.BuyIn(player="ann", cents=10_000))
    refused = pit.refused(command)
    assert (refused.code, refused.clauses) == ("bad_amount", pit.state.game.chips)


def test_sentence_names_the_player_and_the_amount() -> None:
    pit = table("uth")
    pit.do(do.SitDown(seat=1, player="ann"))
    pit.do(do.BuyIn(player="ann", cents=10_000))
    event = pit.one(do.CashOut(player="ann", toke=2_500))
    assert say(event) == "ann gives the dealers $25"
