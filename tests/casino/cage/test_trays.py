"""Test that both sides sign numbered tray slips, two people count trays, and the ledger matches."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from croupier import Refused
from croupier.casino.cage import tray_commands as do
from croupier.casino.cage import trays
from croupier.casino.cage.commands import RedeemChips, SellChips
from croupier.casino.cage.machine import KEPT_SLIPS, CageState
from croupier.casino.cage.stream import KIND
from croupier.casino.cage.trays import MOST_OPEN
from croupier.rulebook import regulation
from croupier.rulebook.chips import denominations
from croupier.store.ledgers import BOOKS
from tests.casino.cage.test_machine import cage, refused, table

FLO, PIT, DINA, KIM, ANN = "floor:flo", "pit_manager:pit", "dealer:dina", "cage:kim", "cage:ann"
GUS = "security:gus"
START = cage(table())


def ask(what: do.Movement = "fill", id_: str = "a", by: str = FLO, **chips: Any) -> do.RequestChips:
    given = {"chips": {"500": 100, "10000": 5}, "other": 0} | chips
    return do.RequestChips(id=id_, table="t1", what=what, by=by, **given)


def sign(slip: int, by: str) -> do.SignTraySlip:
    return do.SignTraySlip(slip=slip, by=by)


def void(slip: int, by: str, reason: str = "a slip of the pen") -> do.VoidTraySlip:
    return do.VoidTraySlip(slip=slip, by=by, reason=reason)


def counted(
    what: do.Count, cents: int, won: int = 0, id_: str = "", by: str = DINA, entries: int = 7
) -> do.CountTray:
    return do.CountTray(
        id=id_ or what, table="t1", what=what, chips={}, other=cents, won=won, entries=entries, by=by
    )


def posted(*commands: Any, state: CageState = START) -> Counter[str]:
    """Return the total postings of the commands, and check that each event's postings sum to zero."""
    total: Counter[str] = Counter()
    for command in commands:
        events, state = KIND.step(state, command)
        for event in events:
            lines = KIND.postings(event)
            assert sum(cents for _, cents in lines) == 0
            total.update(dict(lines))
    for account, cents in BOOKS["cage"].balances(state).items():
        assert total[account] == cents, account
    return total


def test_fill_moves_from_the_vault_through_transit_to_the_tray() -> None:
    assert posted(ask()) == Counter()
    assert posted(ask(), sign(1, KIM)) == Counter({"vault:play": -100_000, "transit:t1": 100_000})
    whole = posted(ask(), sign(1, KIM), sign(1, DINA))
    assert whole == Counter({"vault:play": -100_000, "transit:t1": 0, "tray:t1": 100_000})
    (slip,) = cage(ask(), sign(1, KIM), sign(1, DINA), state=START).trays.slips
    assert (slip.number, slip.cents) == (1, 100_000)
    assert [sign and sign.by for sign in (slip.asked, slip.left, slip.done)] == [FLO, KIM, DINA]


def test_credit_moves_from_the_tray_to_the_vault() -> None:
    first = cage(ask("credit"), state=START)
    # the cage signs for the receipt after the table has released the chips
    assert refused(first, sign(1, KIM)).code == "slip_waits"
    assert posted(ask("credit"), sign(1, DINA)) == Counter({"tray:t1": -100_000, "transit:t1": 100_000})
    whole = posted(ask("credit"), sign(1, DINA), sign(1, KIM))
    assert whole == Counter({"tray:t1": -100_000, "transit:t1": 0, "vault:play": 100_000})


@pytest.mark.parametrize(
    ("done", "by", "code"),
    [
        ((), FLO, "slip_waits"),
        ((), DINA, "slip_waits"),
        ((KIM,), ANN, "slip_waits"),
        ((KIM,), FLO, "own_slip"),  # the requester may not sign for the receipt
        ((KIM, PIT), DINA, "slip_done"),
    ],
)
@pytest.mark.clause("COMAR 36.05.03.02-.08")
def test_each_side_signs_once_in_order(done: tuple[str, ...], by: str, code: str) -> None:
    state = cage(ask(), *(sign(1, one) for one in done), state=START)
    found = refused(state, sign(1, by))
    assert found.code == code and found.clauses and found.remedy


def escorted(what: do.Movement = "fill") -> do.RequestChips:
    return ask(what, escorted=True)


@pytest.mark.clause("COMAR 36.05.03.02-.08")
def test_escorted_fill_needs_cage_security_dealer_and_floor_in_order() -> None:
    signers = (KIM, GUS, DINA, FLO)  # the floorperson who requested the fill also signs
    for done in range(4):
        state = cage(escorted(), *(sign(1, by) for by in signers[:done]), state=START)
        for by in {*signers, PIT} - {signers[done]}:
            if not (done == 3 and by == PIT):
                assert refused(state, sign(1, by)).code == "slip_waits"
        slip = state.trays.slips[0]
        assert slip.is_open and trays.next_signer(slip).roles == trays.SIGNERS["fill", True][done].roles  # type: ignore[union-attr]
        # The chips are in the tray only after the last signature.
        assert state.trays.held.get("t1", 0) == 0
    assert posted(escorted(), *(sign(1, by) for by in signers)) == Counter(
        {"vault:play": -100_000, "transit:t1": 0, "tray:t1": 100_000}
    )
    (slip,) = cage(escorted(), *(sign(1, by) for by in signers), state=START).trays.slips
    signs = (slip.left, slip.carried, slip.dealer, slip.done)
    assert [one and one.by for one in signs] == [*signers] and trays.next_signer(slip) is None


@pytest.mark.clause("COMAR 36.05.03.02-.08")
def test_escorted_credit_needs_dealer_floor_security_and_cage_in_order() -> None:
    signers = (DINA, FLO, GUS, KIM)
    for done in range(4):
        state = cage(escorted("credit"), *(sign(1, by) for by in signers[:done]), state=START)
        assert state.trays.transit.get("t1", 0) == (100_000 if done >= 2 else 0)
        for by in {*signers} - {signers[done]}:
            assert refused(state, sign(1, by)).code == "slip_waits"
    assert posted(escorted("credit"), *(sign(1, by) for by in signers)) == Counter(
        {"tray:t1": -100_000, "transit:t1": 0, "vault:play": 100_000}
    )


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_no_person_signs_an_escorted_slip_twice() -> None:
    state = cage(escorted(), sign(1, "cage:kim"), state=START)
    assert refused(state, sign(1, "security:kim")).code == "own_slip"
    state = cage(sign(1, GUS), state=state)
    assert refused(state, sign(1, "dealer:gus")).code == "own_slip"
    state = cage(sign(1, DINA), state=state)
    assert refused(state, sign(1, "floor:dina")).code == "own_slip"


def test_void_of_an_escorted_slip_returns_its_chips_at_every_step() -> None:
    for done in range(4):
        signed = [sign(1, by) for by in (KIM, GUS, DINA)][:done]
        total = posted(escorted(), *signed, void(1, FLO if done == 0 else ANN))
        assert not any(total.values())
        if done:
            assert refused(cage(escorted(), *signed, state=START), void(1, FLO)).code == "slip_waits"


@pytest.mark.clause("COMAR 36.05.03.02-.08")
def test_void_slip_stays_on_record_and_its_chips_return() -> None:
    assert posted(ask(), void(1, FLO)) == Counter()
    on_their_way = cage(ask(), sign(1, KIM), state=START)
    assert refused(on_their_way, void(1, FLO)).code == "slip_waits"  # the chips are back in the cage
    assert posted(ask(), sign(1, KIM), void(1, ANN)) == Counter({"vault:play": 0, "transit:t1": 0})
    credit = cage(ask("credit"), sign(1, DINA), state=START)
    assert refused(credit, void(1, KIM)).code == "slip_waits"
    assert posted(ask("credit"), sign(1, DINA), void(1, FLO)) == Counter({"tray:t1": 0, "transit:t1": 0})
    over = cage(void(1, KIM), state=on_their_way)
    assert [slip.void is not None for slip in over.trays.slips] == [True]
    assert refused(over, sign(1, DINA)).code == "slip_done"
    assert refused(over, void(1, KIM)).code == "slip_done"
    assert refused(on_their_way, void(1, KIM, " ")).code == "reason_missing"
    # the number of a void slip is not reused
    assert cage(ask(id_="b"), state=over).trays.slips[-1].number == 2


def test_count_posts_its_difference_from_the_book_value() -> None:
    filled = cage(ask(), sign(1, KIM), sign(1, DINA), state=START)
    (event,) = KIND.decide(filled, counted("opener", 98_000, won=-3_000))
    assert isinstance(event, do.TrayCounted)
    assert (event.expected, event.cents, event.entries) == (97_000, 98_000, 7)
    state = cage(counted("opener", 98_000, won=-3_000), state=filled)
    assert refused(state, do.VerifyCount(slip=2, by="floor:dina")).code == "own_slip"
    held, stands = KIND.decide(state, do.VerifyCount(slip=2, by=FLO))
    assert isinstance(stands, do.CountStands) and KIND.postings(stands) == ()
    # an entry of an older version has only the first event
    assert KIND.decide(state, do.VerifyCount(slip=2, by=FLO, stands=False)) == (held,)
    assert KIND.postings(held) == (("short:t1", -1_000), ("tray:t1", 1_000))
    after = cage(do.VerifyCount(slip=2, by=FLO), state=state)
    # From this point on, the tray balance plus the win equals the count.
    assert after.trays.held["t1"] - 3_000 == 98_000 and not after.trays.apart
    (again,) = KIND.decide(after, counted("closer", 90_000, won=-11_000))
    assert isinstance(again, do.TrayCounted) and again.expected == 90_000


def test_buy_in_moves_chips_from_the_tray_and_cash_to_the_drop_box() -> None:
    sale = SellChips(transfer="w1", person="walkin-1", table="t1", cents=30_000, by="table:t1")
    back = RedeemChips(transfer="w2", person="walkin-1", table="t1", cents=12_000, by="table:t1")
    assert posted(sale) == Counter(
        {"table:t1": 30_000, "play": -30_000, "tray:t1": -30_000, "drop:t1": 30_000}
    )
    # A player who leaves takes the chips away, so they are neither in the tray nor in the drop box.
    assert posted(sale, back)["tray:t1"] == -30_000 and posted(sale, back)["drop:t1"] == 30_000
    filled = cage(ask(), sign(1, KIM), sign(1, DINA), sale, state=START)
    (event,) = KIND.decide(filled, counted("closer", 70_000))
    assert isinstance(event, do.TrayCounted) and event.expected == 70_000
    sold = KIND.decide(START, sale)[1]
    assert isinstance(sold, do.TrayChipsSold) and sold.clauses == (
        regulation("double_entry"),
        regulation("chip_slips"),
    )


def test_refuses_count_while_a_fill_credit_or_count_is_pending() -> None:
    moving = cage(ask(), sign(1, KIM), state=START)
    assert refused(moving, counted("opener", 0)).code == "slip_waits"
    waiting = cage(counted("opener", 0), state=START)
    assert refused(waiting, counted("closer", 0)).code == "slip_waits"
    cage(void(1, FLO), counted("closer", 0), state=waiting)  # a wrong count is voided and then repeated
    assert refused(waiting, sign(1, KIM)).code == "no_such_slip"  # a count cannot be signed like a fill
    assert refused(moving, do.VerifyCount(slip=1, by=FLO)).code == "no_such_slip"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ask(chips={"300": 1}), "no_such_chip"),
        (ask(chips={}), "no_such_chip"),
        (ask(chips={"500": 0}), "not_understood"),
        (ask(by=KIM), "not_your_role"),
        (ask(by=DINA), "not_your_role"),
        (do.RequestChips(id="x", table="t9", what="fill", chips={"500": 1}, by=FLO), "no_such_table"),
        (sign(1, FLO), "no_such_slip"),
    ],
)
def test_rejects_invalid_slips(command: Any, code: str) -> None:
    assert refused(START, command).code == code


@pytest.mark.clause("COMAR 36.05.02.03")
def test_every_denomination_counts_by_its_value() -> None:
    (event,) = KIND.decide(START, ask(chips=dict.fromkeys(map(str, denominations()), 1), other=50))
    assert isinstance(event, do.ChipsRequested)
    assert event.cents == 4_165_550 + 50 == sum(denominations()) + 50


def test_repeated_slip_is_recorded_once_and_open_slips_are_limited() -> None:
    state = cage(ask(), state=START)
    assert refused(state, ask()).code == "transfer_twice"
    for number in range(1, MOST_OPEN):
        state = cage(ask(id_=f"n{number}"), state=state)
    assert refused(state, ask(id_="more")).code == "cage_full"
    cage(void(3, FLO), ask(id_="more"), state=state)


def test_old_slips_are_forgotten_except_open_ones() -> None:
    state = cage(ask(id_="waits"), state=START)
    for number in range(KEPT_SLIPS + 5):
        state = cage(ask(id_=f"n{number}"), void(number + 2, FLO), state=state)
    assert len(state.trays.slips) == KEPT_SLIPS + 1 and state.trays.written == KEPT_SLIPS + 6
    assert state.trays.slips[0].id == "waits"
    cage(sign(1, KIM), state=state)


def test_real_money_has_its_own_vault() -> None:
    real = cage(table(money="real"))
    state = cage(ask(), sign(1, KIM), state=real)
    assert state.trays.vault == {"real": -100_000}


def test_refuses_to_void_an_unknown_slip() -> None:
    with pytest.raises(Refused):
        KIND.decide(START, void(1, KIM))
