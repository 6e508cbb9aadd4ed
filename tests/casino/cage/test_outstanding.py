"""Test chips that players carry away from tables, buy at the cage or exchange for cash."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.casino.cage import chip_commands as do
from croupier.casino.cage.commands import ReverseSlip, SellChips
from croupier.casino.cage.stream import KIND
from tests.casino.cage.test_machine import cage, refused, table
from tests.casino.cage.test_trays import posted

KIM, LEE = "cage:kim", "accounting:lee"
START = cage(table("t1", "real"), table("t2", "real"), table("free"))


def sold(cents: int = 50_000, transfer: str = "s1") -> SellChips:
    return SellChips(transfer=transfer, person="walkin-1", table="t1", cents=cents, by="table:t1")


def away(cents: int, transfer: str = "a1", name: str = "t1") -> do.CarryChipsAway:
    return do.CarryChipsAway(
        transfer=transfer, person="walkin-1", table=name, cents=cents, by=f"table:{name}"
    )


def bring(cents: int, transfer: str = "b1", name: str = "t2") -> do.BringChips:
    return do.BringChips(transfer=transfer, person="walkin-2", table=name, cents=cents, by=f"table:{name}")


def cash(id_: str = "c1", **chips: int) -> do.CashChips:
    return do.CashChips(id=id_, chips={name[1:]: number for name, number in chips.items()}, by=KIM)


@pytest.mark.clause("COMAR 36.03.10.02B")
def test_carrying_chips_away_is_not_a_redemption() -> None:
    total = posted(sold(), away(83_700), state=START)
    assert total["outstanding"] == 83_700 and total["table:t1"] == 50_000 - 83_700
    assert total["cash"] == -50_000 and total["drop:t1"] == 50_000


def test_bringing_chips_to_a_table_is_not_a_sale() -> None:
    total = posted(sold(), away(50_000), bring(20_000), state=START)
    assert total["outstanding"] == 30_000 and total["table:t2"] == 20_000
    assert total["drop:t2"] == total["tray:t2"] == 0


def test_refuses_more_chips_than_are_outstanding() -> None:
    state = cage(sold(), away(50_000), state=START)
    assert cage(bring(50_000), state=state).outstanding == 0
    too_many = refused(state, bring(50_001))
    assert too_many.code == "chips_unknown" and "$500.01" in too_many.message
    assert refused(state, cash(_50000=1, _100=1)).code == "chips_unknown"


def test_a_repeated_chip_transfer_is_refused() -> None:
    state = cage(sold(), away(1_000), state=START)
    assert refused(state, away(1_000)).code == "transfer_twice"
    assert refused(state, away(1, "a2", "t9")).code == "no_such_table"
    forged = do.CarryChipsAway(transfer="x", person="w", table="t1", cents=1, by="table:t2")
    assert refused(state, forged).code == "no_such_table"


def test_play_money_never_leaves_its_table() -> None:
    events, state = KIND.step(START, away(700, name="free"))
    assert type(events[0]).__name__ == "ChipsRedeemed" and state.outstanding == 0
    assert refused(START, bring(700, name="free")).code == "other_money"


def test_cage_buys_and_sells_chips_for_cash() -> None:
    sell = do.SellCageChips(id="d1", chips={"2500": 4}, name="Pat", by=KIM)
    state = cage(sold(), away(50_000), cash(_10000=3), sell, state=START)
    assert state.outstanding == 50_000 - 30_000 + 10_000
    assert [(slip.number, slip.cents, slip.kind) for slip in state.slips] == [
        (1, -30_000, "chips"),
        (2, 10_000, "chips"),
    ]
    posted(sold(), away(50_000), cash(_10000=3), sell, state=START)
    assert refused(state, cash(_10000=1)).code == "transfer_twice"
    assert refused(state, cash("c2", _10001=1)).code == "no_such_chip"
    assert refused(state, do.CashChips(id="c3", chips={}, by=KIM)).code == "no_such_chip"


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_accounting_reverses_a_slip_for_chips() -> None:
    state = cage(sold(), away(50_000), cash(_10000=3), state=START)
    undo = ReverseSlip(slip=1, reason="three red chips were meant", by=LEE)
    assert cage(undo, state=state).outstanding == 50_000
    posted(sold(), away(50_000), cash(_10000=3), undo, state=START)
    sale = do.SellCageChips(id="d1", chips={"50000": 1}, by=KIM)
    spent = cage(sale, bring(50_000), state=START)
    assert refused(spent, ReverseSlip(slip=1, reason="never paid", by=LEE)).code == "chips_unknown"


def test_accounting_declares_chips_from_before_the_books() -> None:
    declare = do.DeclareChips(id="o1", cents=100_000, reason="counted at the start", by=LEE)
    total = posted(declare, bring(100_000), state=START)
    assert total["outstanding"] == 0 and total["cash"] == -100_000
    without: Any = do.DeclareChips(id="o1", cents=100_000, reason=" ", by=LEE)
    assert refused(START, without).code == "reason_missing"
