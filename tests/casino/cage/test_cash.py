"""Test that two people confirm every count of a drawer or drop box, and that differences are posted."""

from __future__ import annotations

import pytest

from croupier.casino.cage import cash_commands as do
from croupier.casino.cage.chip_commands import SellCageChips
from croupier.casino.cage.commands import ReverseSlip
from croupier.casino.cage.machine import CageState
from croupier.casino.machines import CasinoCommand, replace
from croupier.table.roles import id_of
from tests.casino.cage.test_machine import cage, patron, put, refused, table, take
from tests.casino.cage.test_outstanding import away, cash, sold
from tests.casino.cage.test_trays import posted

KIM, KAY, LEE = "cage:kim", "cage:kay", "accounting:lee"
COLE, CORA = "count_team:cole", "count_team:cora"
START = cage(table("t1", "real"), table("free"), patron())


def opens(by: str = KIM, **bills: int) -> do.OpenDrawer:
    counted = {name[1:]: number for name, number in bills.items()} or {"10000": 20}
    return do.OpenDrawer(id=f"o-{id_of(by)}", bills=counted, by=by)


def closes(cents: int, by: str = KIM) -> do.CloseDrawer:
    return do.CloseDrawer(bills={}, other=cents, by=by)


def verifies(drawer: int = 1, by: str = KAY) -> do.VerifyDrawer:
    return do.VerifyDrawer(drawer=drawer, by=by)


def collect(id_: str = "b1") -> do.CollectDropBox:
    return do.CollectDropBox(id=id_, table="t1", by=COLE)


def count(cents: int, by: str = COLE) -> do.CountDropBox:
    return do.CountDropBox(box=1, bills={}, other=cents, by=by)


def verify(by: str = CORA) -> do.VerifyDropBox:
    return do.VerifyDropBox(box=1, by=by)


def with_slips() -> CageState:
    """Return a cage where Kim's drawer started with $2,000, received $500 and paid out $200."""
    return cage(opens(), put("s1", 50_000), take("s2", 20_000), state=START)


def test_drawer_balance_follows_its_cashiers_slips() -> None:
    assert with_slips().drawers["kim"].expected == 200_000 + 30_000
    other = cage(opens(KAY), put("s3", 100), state=with_slips())
    assert other.drawers["kay"].expected == 200_000 and other.drawers["kim"].expected == 230_100
    assert [drawer.number for drawer in other.drawers.values()] == [1, 2]


def test_reversed_slip_changes_its_authors_drawer() -> None:
    state = cage(ReverseSlip(slip=2, reason="not paid", by=LEE), state=with_slips())
    assert state.drawers["kim"].expected == 250_000


def from_drawer(number: int | None) -> tuple[CasinoCommand, ...]:
    """Return one command of each kind that moves cash, all from one of Kim's drawers."""
    slips = (
        put("s8", 100),
        take("s9", 100),
        cash("c8", _100=1),
        SellCageChips(id="c9", chips={"100": 1}, by=KIM),
    )
    return tuple(replace(command, drawer=number) for command in slips)


def test_cash_moves_only_with_an_open_drawer() -> None:
    """Entries of older versions name no drawer and stay valid."""
    full = cage(sold(), away(50_000), state=with_slips())
    closed = cage(closes(0), state=full)
    for command in from_drawer(1):
        assert cage(command, state=full).drawers["kim"].received in (30_100, 29_900)
        assert refused(closed, command).code == "no_drawer"
    for command in from_drawer(0):  # the server sends 0 if no drawer is open
        assert refused(full, command).code == refused(closed, command).code == "no_drawer"
    second = cage(verifies(), opens(), state=closed)
    for command in from_drawer(1):  # this drawer was closed in the meantime
        assert refused(second, command).message == "drawer 1 is not your open drawer"
    for command in from_drawer(None):
        assert cage(command, state=closed).written == closed.written + 1


def test_cashier_has_one_drawer_at_a_time() -> None:
    assert refused(with_slips(), opens()).code == "drawer_open"
    closed = cage(closes(230_000), state=with_slips())
    assert refused(closed, opens()).code == "drawer_open"
    assert refused(closed, closes(1)).code == refused(START, closes(1)).code == "no_drawer"
    assert cage(verifies(), opens(), state=closed).drawers["kim"].number == 2


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
@pytest.mark.parametrize("difference", [-1_000, 0, 25])
def test_second_person_verifies_the_drawer(difference: int) -> None:
    state = cage(closes(230_000 + difference), state=with_slips())
    assert refused(state, verifies(by=KIM)).code == "own_slip"
    assert refused(state, verifies(2)).code == "no_drawer"
    assert refused(with_slips(), verifies()).code == "no_drawer"
    after = cage(verifies(), state=state)
    assert after.drawers == {} and after.over_short == difference
    assert cage(verifies(by=LEE), state=state).over_short == difference
    total = posted(opens(), put("s1", 50_000), closes(250_000 + difference), verifies(), state=START)
    assert total["over_short"] == difference and total["cash"] == -50_000 - difference


@pytest.mark.clause("COMAR 36.05.03.02-.08")
@pytest.mark.parametrize("difference", [-50_000, 0, 100])
def test_drop_box_is_counted_by_two_people(difference: int) -> None:
    """A recorded buy-in that no player paid for leaves the drop box short."""
    state = cage(sold(), collect(), state=START)
    assert state.boxes["1"].expected == 50_000 and state.trays.drop["t1"] == 0
    assert refused(state, verify()).code == "slip_waits"
    counted = cage(count(50_000 + difference), state=state)
    assert refused(counted, count(1)).code == "slip_done"
    assert refused(counted, verify(COLE)).code == "own_slip"
    after = cage(verify(), state=counted)
    assert after.boxes == {} and after.over_short == difference
    total = posted(sold(), collect(), count(50_000 + difference), verify(), state=START)
    assert total["drop:t1"] == total["count:t1"] == 0 and total["vault:real"] == 50_000
    assert total["over_short"] == difference
    assert refused(after, verify()).code == "no_such_box"


def test_rejected_count_is_counted_again() -> None:
    state = cage(sold(), collect(), count(40_000), state=START)
    reject = do.RejectDropCount(box=1, reason="two bills stuck together", by=CORA)
    assert refused(state, do.RejectDropCount(box=1, reason="x", by=COLE)).code == "own_slip"
    again = cage(reject, count(50_000, CORA), state=state)
    assert refused(again, verify(CORA)).code == "own_slip"
    assert cage(verify(COLE), state=again).over_short == 0


def test_sales_after_a_collection_belong_to_the_next_box() -> None:
    state = cage(sold(), collect(), sold(700, "s2"), collect("b2"), state=START)
    assert [(box.number, box.expected) for box in state.boxes.values()] == [(1, 50_000), (2, 700)]
    free = do.CollectDropBox(id="b3", table="free", by=COLE)
    assert refused(state, free).code == "other_money"
