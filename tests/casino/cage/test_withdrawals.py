"""Test that withdrawals need the customer's identification, and large ones a second person."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.casino.cage import commands as do
from croupier.casino.cage.machine import CageState
from croupier.casino.machines import replace
from tests.casino.cage.test_inventory import KAY, KIM, LEE, posted, with_drawer
from tests.casino.cage.test_machine import cage, refused

LIMIT = 1_000_00


def takes(id_: str, cents: int, **changed: Any) -> do.Withdraw:
    command = do.Withdraw(
        id=id_, person="max", cents=cents, drawer=1, document="passport", above=LIMIT, day=9, by=KIM
    )
    return replace(command, **changed)


def confirms(by: str = KAY, number: int = 1) -> do.ConfirmWithdrawal:
    return do.ConfirmWithdrawal(withdrawal=number, by=by)


def rich() -> CageState:
    return cage(do.Deposit(id="in", person="max", cents=3_000_00, drawer=1, by=KIM), state=with_drawer())


def test_withdrawal_needs_an_identification() -> None:
    assert refused(rich(), takes("w1", 100, document="")).code == "no_identity"
    after = cage(takes("w1", 100), state=rich())
    assert after.wallets["max"].cents == 2_999_00 and after.drawers["kim"].expected == 4_999_00
    old = takes("w1", 100, document="", above=None, day=0)  # an entry of an older version
    assert cage(old, state=rich()).wallets["max"].cents == 2_999_00


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_large_withdrawal_waits_for_a_second_person() -> None:
    state = cage(takes("w1", LIMIT + 1), state=rich())
    assert state.wallets["max"].cents == 3_000_00 and state.withdrawals["1"].document == "passport"
    assert refused(state, takes("w1", LIMIT + 1)).code == "transfer_twice"
    assert refused(state, confirms(KIM)).code == "own_slip"
    assert refused(state, confirms(number=2)).code == "no_such_slip"
    after = cage(confirms(), state=state)
    assert after.withdrawals == {} and after.slips[-1].cents == -LIMIT - 1
    assert after.drawers["kim"].expected == 5_000_00 - LIMIT - 1
    total = posted(confirms(), state=state)
    assert total["wallet:max"] == -LIMIT - 1 and total["drawers_cash"] == -LIMIT - 1


def test_small_withdrawals_of_a_day_are_added_up() -> None:
    state = cage(takes("w1", 600_00), takes("w2", 400_00), state=rich())
    assert state.withdrawn["max"].cents == LIMIT
    held = cage(takes("w3", 1), state=state)
    assert held.withdrawals and held.wallets == state.wallets
    # the limit starts again on the next gaming day
    assert not cage(takes("w3", 1, day=10), state=state).withdrawals
    waiting = cage(takes("w1", LIMIT + 1), state=rich())
    # the first withdrawal counts while it waits
    assert len(cage(takes("w2", 1), state=waiting).withdrawals) == 2


def test_declined_withdrawal_moves_nothing() -> None:
    state = cage(takes("w1", LIMIT + 1), state=rich())
    after = cage(do.DeclineWithdrawal(withdrawal=1, reason="not the owner", by=LEE), state=state)
    assert after.withdrawals == {} and after.wallets == rich().wallets
    assert refused(after, confirms()).code == "no_such_slip"
    assert cage(takes("w2", LIMIT), state=after).wallets["max"].cents == 3_000_00 - LIMIT


def test_confirmation_needs_the_money_and_the_drawer() -> None:
    state = cage(takes("w1", 2_000_00), takes("w2", 2_000_00), state=rich())
    one = cage(confirms(), state=state)
    assert refused(one, confirms(number=2)).code == "insufficient_funds"
