"""Test that the cage's cash and chips are counted by two people, and that nothing missing can be paid out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Refused
from croupier.casino.cage import cash_commands as cash_do
from croupier.casino.cage import chip_commands as away_do
from croupier.casino.cage import commands as do
from croupier.casino.cage import inventory_commands as bank_do
from croupier.casino.cage import tray_commands as tray_do
from croupier.casino.cage.inventory import circulation
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND
from croupier.store.ledgers import CageBooks
from tests.casino.cage.test_machine import back, cage, patron, refused, table, to
from tests.casino.cage.test_outstanding import away, bring, sold

KIM, KAY, LEE, FLO, DINA = "cage:kim", "cage:kay", "accounting:lee", "floor:flo", "dealer:dina"
COLE, CORA = "count_team:cole", "count_team:cora"
START = cage(table("t1", "real"), table("t2", "real"), table("free"), patron())
CHIPS = {"500": 200, "2500": 100, "10000": 50}  # $8,500
BANK_CASH = 10_000_00


def counts(
    id_: str = "n1", what: bank_do.BankCountKind = "opening", cents: int = BANK_CASH, **chips: int
) -> Any:
    pieces = {name[1:]: number for name, number in chips.items()} or CHIPS
    return bank_do.CountBank(id=id_, what=what, bills={}, other=cents, chips=pieces, by=KIM)


def verifies(count: int = 1, by: str = KAY) -> bank_do.VerifyBank:
    return bank_do.VerifyBank(count=count, by=by)


def opens(by: str = KIM, cents: int = 2_000_00, **chips: int) -> cash_do.OpenDrawer:
    pieces = {name[1:]: number for name, number in chips.items()}
    return cash_do.OpenDrawer(id=f"o-{by[-3:]}", bills={}, other=cents, chips=pieces, tracked=True, by=by)


def accepts(drawer: int = 1, by: str = KAY) -> cash_do.AcceptDrawer:
    return cash_do.AcceptDrawer(drawer=drawer, by=by)


def cashes(id_: str, **chips: int) -> away_do.CashChips:
    pieces = {name[1:]: number for name, number in chips.items()}
    return away_do.CashChips(id=id_, chips=pieces, drawer=1, by=KIM)


def sells(id_: str, **chips: int) -> away_do.SellCageChips:
    pieces = {name[1:]: number for name, number in chips.items()}
    return away_do.SellCageChips(id=id_, chips=pieces, drawer=1, by=KIM)


def posted(*commands: Any, state: CageState) -> Counter[str]:
    """Return the total posted to each account. Check that the balances in the state change by it."""
    total, before = Counter[str](), CageBooks().balances(state)
    for command in commands:
        events, state = KIND.step(state, command)
        for event in events:
            lines = KIND.postings(event)
            assert sum(cents for _, cents in lines) == 0
            for account, cents in lines:
                total[account] += cents
    after = CageBooks().balances(state)
    for account in {*before, *after, *total}:
        assert after.get(account, 0) - before.get(account, 0) == total[account], account
    return total


def counted() -> CageState:
    return cage(counts(), verifies(), state=START)


def with_drawer() -> CageState:
    """Return a cage with a counted main bank, and Kim's drawer with $2,000 and forty $5 chips."""
    return cage(opens(_500=40), accepts(), state=counted())


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_two_people_count_the_main_bank() -> None:
    state = cage(counts(), state=START)
    assert state.bank is None and state.bank_count is not None
    assert refused(state, verifies(by=KIM)).code == "own_slip"
    assert refused(state, verifies(2)).code == "no_such_slip"
    after = cage(verifies(by=LEE), state=state)
    assert after.bank is not None and (after.bank.cash, after.bank.chips) == (BANK_CASH, CHIPS)
    assert after.over_short == after.chip_over_short == 0  # the first count starts the inventory


@pytest.mark.parametrize(("cents", "fives"), [(-100, 0), (0, -3), (50, 7)])
def test_later_count_posts_its_differences(cents: int, fives: int) -> None:
    again = counts("n2", "closing", BANK_CASH + cents, _500=200 + fives, _2500=100, _10000=50)
    after = cage(again, verifies(2), state=counted())
    assert (after.over_short, after.chip_over_short) == (cents, 500 * fives)
    assert after.bank is not None and after.bank.chips["500"] == 200 + fives
    total = posted(again, verifies(2), state=counted())
    assert (total["over_short"], total["chip_over_short"]) == (cents, 500 * fives)
    assert total["bank_cash"] == cents and total["bank_chips"] == 500 * fives
    where = circulation(after, {})
    assert where is not None and where.difference == -500 * fives  # missing chips are in circulation


def test_count_differences_apply_after_a_movement_in_between() -> None:
    short = counts("n2", "closing", BANK_CASH, _500=190, _2500=100, _10000=50)
    state = cage(short, opens(_500=40), accepts(by=LEE), verifies(2), state=counted())
    assert state.bank is not None and state.bank.chips["500"] == 200 - 40 - 10
    assert state.chip_over_short == -5_000


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_second_person_verifies_a_drawers_opening() -> None:
    state = cage(opens(_500=40), state=counted())
    deposit = do.Deposit(id="s1", person="max", cents=100, drawer=1, by=KIM)
    told = refused(state, deposit)
    assert (told.code, told.message) == ("no_drawer", "the opening of drawer 1 is not verified")
    assert refused(state, accepts(by=KIM)).code == "own_slip"
    again = cage(opens(_500=41), state=state)  # a recount keeps the number of the drawer
    assert [one.number for one in again.drawers.values()] == [1] and again.drawers_opened == 1
    after = cage(accepts(), state=again)
    assert after.bank is not None and after.bank.cash == BANK_CASH - 2_000_00
    assert after.bank.chips["500"] == 200 - 41
    assert (after.drawers["kim"].expected, after.drawers["kim"].chips) == (2_000_00, {"500": 41})
    assert refused(after, accepts()).code == "no_drawer"
    assert cage(deposit, state=after).drawers["kim"].expected == 2_000_00 + 100


def test_drawer_opens_only_from_a_counted_main_bank_that_covers_it() -> None:
    assert refused(START, opens()).code == "bank_uncounted"
    assert refused(counted(), opens(cents=BANK_CASH + 1)).code == "bank_short"
    assert (
        refused(counted(), opens(_10000=51)).message
        == "the main bank holds 50 $100 black chips, fewer than 51"
    )
    both = cage(opens(cents=6_000_00), opens(KAY, cents=6_000_00), accepts(), state=counted())
    assert refused(both, accepts(2, KIM)).code == "bank_short"


def test_refuses_cash_and_chips_that_the_drawer_does_not_hold() -> None:
    state = cage(sold(5_000_00), away(5_000_00), state=with_drawer())
    assert (
        refused(state, cashes("c1", _10000=21)).message == "drawer 1 holds $2,000 in cash, less than $2,100"
    )
    assert refused(state, sells("c1", _500=41)).code == "drawer_short"
    assert refused(state, sells("c1", _2500=1)).message == "drawer 1 holds 0 $25 green chips, fewer than 1"
    after = cage(cashes("c1", _2500=2), sells("c2", _2500=1, _500=40), state=state)
    assert after.drawers["kim"].chips == {"2500": 1}
    assert after.drawers["kim"].expected == 2_000_00 - 50_00 + 225_00


def test_chips_missing_from_a_drawer_are_found_at_its_close() -> None:
    state = cage(sold(500_00), away(500_00), cashes("c1", _2500=4), state=with_drawer())
    closes = cash_do.CloseDrawer(bills={}, other=1_900_00, chips={"500": 40, "2500": 3}, by=KIM)
    commands = closes, cash_do.VerifyDrawer(drawer=1, by=LEE)
    after = cage(*commands, state=state)
    assert (after.over_short, after.chip_over_short, after.drawers) == (0, -2_500, {})
    assert after.bank is not None and after.bank.chips == CHIPS | {"2500": 103}
    total = posted(*commands, state=state)
    assert total["drawers_cash"] == -1_900_00 and total["bank_cash"] == 1_900_00
    assert total["drawers_chips"] == -300_00 and total["bank_chips"] == 275_00
    where = circulation(after, {})
    assert where is not None and where.difference == 2_500


def test_reversal_moves_the_chips_back() -> None:
    state = cage(sold(500_00), away(500_00), cashes("c1", _2500=4), state=with_drawer())
    assert state.drawers["kim"].chips["2500"] == 4
    after = cage(do.ReverseSlip(slip=1, reason="counted wrongly", by=LEE), state=state)
    assert after.drawers["kim"].chips == {"500": 40} and after.drawers["kim"].expected == 2_000_00


def fill(chips: dict[str, int], what: tray_do.Movement = "fill") -> tray_do.RequestChips:
    return tray_do.RequestChips(id=f"f-{what}", table="t1", what=what, chips=chips, by_chip=True, by=FLO)


def sign(by: str, slip: int = 1) -> tray_do.SignTraySlip:
    return tray_do.SignTraySlip(slip=slip, by=by)


@pytest.mark.clause("COMAR 36.05.03.02-.08")
def test_fills_and_credits_move_chips_of_the_main_bank() -> None:
    state = cage(fill({"10000": 51}), state=counted())
    assert refused(state, sign(KIM)).code == "bank_short"
    state = cage(fill({"10000": 20}), sign(KIM), state=counted())
    assert state.bank is not None and state.bank.chips["10000"] == 30
    void = tray_do.VoidTraySlip(slip=1, reason="wrong table", by=KIM)
    assert cage(void, state=state).bank.chips["10000"] == 50  # type: ignore[union-attr]
    credit = fill({"10000": 5}, "credit")
    after = cage(sign(DINA), credit, sign(DINA, 2), sign(KIM, 2), state=state)
    assert after.bank is not None and after.bank.chips["10000"] == 35


def test_bank_slips_need_two_people() -> None:
    state = with_drawer()
    request = bank_do.RequestBankMove(
        id="b1", what="to_drawer", bills={"10000": 10}, chips={"10000": 5}, by=KIM
    )
    waiting = cage(request, state=state)
    assert refused(waiting, bank_do.SignBankMove(slip=1, by=KIM)).code == "own_slip"
    assert refused(waiting, request).code == "transfer_twice"
    after = cage(bank_do.SignBankMove(slip=1, by=KAY), state=waiting)
    assert after.drawers["kim"].expected == 3_000_00 and after.drawers["kim"].chips["10000"] == 5
    assert after.bank is not None and after.bank.cash == BANK_CASH - 3_000_00 and after.bank_slips == {}
    back_ = bank_do.RequestBankMove(id="b2", what="to_bank", bills={}, other=3_000_01, chips={}, by=KIM)
    assert refused(after, back_).code == "drawer_short"
    void = cage(bank_do.VoidBankMove(slip=1, reason="not needed", by=KAY), state=waiting)
    assert void.bank_slips == {} and void.bank == state.bank
    assert refused(void, bank_do.SignBankMove(slip=1, by=KAY)).code == "no_such_slip"
    assert refused(
        state, bank_do.RequestBankMove(id="b3", what="to_bank", bills={}, chips={}, by=KIM)
    ).code == ("no_such_chip")


def test_new_chips_come_into_service_with_a_reason() -> None:
    request = bank_do.RequestBankMove(id="b1", what="received", bills={}, chips={"10000": 5}, by=LEE)
    assert refused(counted(), request).code == "reason_missing"
    named = bank_do.RequestBankMove(
        id="b1", what="received", bills={}, chips={"10000": 5}, reason="delivery 7", by=LEE
    )
    after = cage(named, bank_do.SignBankMove(slip=1, by=KIM), state=counted())
    assert after.issued == counted().issued + 500_00
    where = circulation(after, {})
    assert where is not None and where.difference == 0


def test_cash_of_a_verified_drop_box_comes_into_the_main_bank() -> None:
    state = cage(
        sold(500_00),
        cash_do.CollectDropBox(id="b1", table="t1", by=COLE),
        cash_do.CountDropBox(box=1, bills={"10000": 4}, by=COLE),
        cash_do.VerifyDropBox(box=1, by=CORA),
        state=counted(),
    )
    assert state.bank is not None and state.bank.cash == BANK_CASH + 400_00


STEPS = st.lists(
    st.sampled_from(
        [
            lambda n: sold(100_00, f"s{n}"),
            lambda n: away(60_00, f"a{n}"),
            lambda n: bring(20_00, f"b{n}"),
            lambda n: cashes(f"c{n}", _500=3),
            lambda n: sells(f"d{n}", _500=5),
            lambda n: do.Deposit(id=f"e{n}", person="max", cents=300_00, drawer=1, by=KIM),
            lambda n: to(f"f{n}", 100_00, "max"),
            lambda n: back(f"g{n}", 40_00, "max"),
            lambda n: do.ReverseSlip(slip=max(1, n // 3), reason="wrong", by=LEE),
            lambda n: fill({"500": 4}),
            lambda n: sign(KIM, 1),
            lambda n: sign(DINA, 1),
        ]
    ),
    max_size=40,
)


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_inventory_and_books_agree_on_chips_in_circulation(steps: list[Any]) -> None:
    """After any commands, the inventory and the books agree on the chips in circulation."""
    state = with_drawer()
    for n, step in enumerate(steps, 1):
        command = step(n)
        try:
            KIND.decide(state, command)
        except Refused:
            continue
        posted(command, state=state)
        state = KIND.step(state, command)[1]
    where = circulation(state, {"t1": -30_00})
    assert where is not None and where.difference == 0
