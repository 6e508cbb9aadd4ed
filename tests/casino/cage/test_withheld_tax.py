"""Test the tax that tables withhold: it leaves the winner's chips, and a void hand pay gives it back."""

from __future__ import annotations

import pytest

from croupier.casino.cage import tax_commands as do
from tests.casino.cage.test_machine import cage, refused, table
from tests.casino.cage.test_tokes import REAL, posted


def withhold(cents: int = 2_400, tray: int = 2_400, number: int = 1, transfer: str = "k1") -> do.WithholdTax:
    return do.WithholdTax(
        transfer=transfer,
        person="walkin-1",
        table="t1",
        hand_pay=number,
        cents=cents,
        tray=tray,
        by="table:t1",
    )


def give_back(number: int = 1, transfer: str = "k9") -> do.ReturnTax:
    return do.ReturnTax(transfer=transfer, person="walkin-1", table="t1", hand_pay=number, by="table:t1")


@pytest.mark.clause("IRC 3402(q)")
@pytest.mark.parametrize("tray", [2_400, 400, 0])
def test_tax_moves_to_a_liability_and_its_chips_stay_in_the_tray(tray: int) -> None:
    moved, state = posted(withhold(tray=tray))
    chips = {"vault:real": -tray, "tray:t1": tray} if tray else {}  # a meter's win never was in the tray
    assert moved == {"table:t1": -2_400, "tax_withheld": 2_400, **chips}
    assert (state.tax_withheld, state.taxes) == (2_400, {"1": do.WithheldTax(2_400, tray)})


def test_returned_tax_reverses_every_posting() -> None:
    moved, state = posted(withhold(tray=400), give_back())
    assert moved == {} and (state.tax_withheld, state.taxes) == (0, {})


def test_tax_is_withheld_and_returned_once() -> None:
    state = cage(withhold(), state=REAL)
    assert refused(state, withhold()).code == "transfer_twice"
    assert refused(state, withhold(transfer="k2")).code == "transfer_twice"
    assert refused(state, give_back(number=2)).code == "transfer_twice"
    assert refused(cage(give_back(), state=state), give_back(transfer="k3")).code == "transfer_twice"


def test_tray_gets_no_more_than_the_tax() -> None:
    assert refused(REAL, withhold(tray=2_401)).code == "unequal_chips"


def test_play_money_has_no_tax() -> None:
    assert refused(cage(table()), withhold()).code == "other_money"
