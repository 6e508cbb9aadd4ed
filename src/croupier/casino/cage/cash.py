"""Decide counts of drawers and drop boxes. Two people confirm every count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.casino.cage import cash_commands as do
from croupier.casino.cage.cash_commands import Drawer, DropBox
from croupier.casino.cage.commands import REAL, CageCode
from croupier.casino.cage.custody import check_bank, into_bank, moved, negative, out_of_bank, value_of
from croupier.casino.cage.machine import APART, BOOKS, STAFF, CageState, check_money, own_drawer, the_table
from croupier.casino.cage.tray_commands import Signature
from croupier.casino.cage.trays import worth
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.table.roles import COUNT_TEAM, id_of

DROP = regulation("chip_slips")
MOST_DRAWERS = 64
MOST_BOXES = 512
COUNT_READERS = (*STAFF, COUNT_TEAM)


def total(bills: Mapping[str, int], other: int) -> int:
    return sum(int(value) * number for value, number in bills.items()) + other


def decide_open(state: CageState, command: do.OpenDrawer) -> tuple[CasinoEvent, ...]:
    """Open a drawer. The cashier may count again until a second person verifies the count."""
    drawer = state.drawers.get(id_of(command.by))
    waits = drawer is not None and drawer.tracked and drawer.accepted is None
    if drawer is not None and not (waits and command.tracked):
        remedy = "Have the last count of the drawer verified first." if drawer.closed else "Close it first."
        raise refuse(
            CageCode.DRAWER_OPEN, f"drawer {drawer.number} of this cashier is not finished", remedy, BOOKS
        )
    if len(state.drawers) >= MOST_DRAWERS:
        raise refuse(CageCode.CAGE_FULL, f"{MOST_DRAWERS} drawers are open", "Close some drawers.", BOOKS)
    worth(command.chips, 0)  # refuse unknown denominations
    cents = total(command.bills, command.other)
    if command.tracked:
        check_counted(state)
        check_bank(state, cents, command.chips)
    return (
        do.DrawerOpened(
            drawer=drawer.number if drawer is not None else state.drawers_opened + 1,
            id=command.id,
            bills=command.bills,
            other=command.other,
            cents=cents,
            chips=command.chips,
            tracked=command.tracked,
            by=command.by,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
    )


def check_counted(state: CageState) -> None:
    if state.bank is None:
        raise refuse(
            CageCode.BANK_UNCOUNTED,
            "the main bank was never counted",
            "Count the main bank first. A second person must verify the count.",
            BOOKS,
        )


def the_drawer(state: CageState, number: int) -> tuple[str, Drawer]:
    """Return a drawer that waits for a second person, and its cashier."""
    for cashier, drawer in state.drawers.items():
        if drawer.number == number:
            return cashier, drawer
    raise refuse(CageCode.NO_DRAWER, f"there is no drawer {number}", "Choose a drawer from the list.", BOOKS)


def decide_accept(state: CageState, command: do.AcceptDrawer) -> tuple[CasinoEvent, ...]:
    cashier, drawer = the_drawer(state, command.drawer)
    if not drawer.tracked or drawer.accepted is not None:
        raise refuse(
            CageCode.NO_DRAWER,
            f"the opening of drawer {drawer.number} is already verified",
            "No action needed.",
            BOOKS,
        )
    check_other_person(cashier, command.by, f"drawer {drawer.number}")
    accepted = do.DrawerAccepted(
        drawer=drawer.number,
        cents=drawer.opening,
        chips=drawer.chips,
        cashier=cashier,
        by=command.by,
        audience=STAFF,
        clauses=(BOOKS, APART),
    )
    handed_out = out_of_bank(state, drawer.opening, drawer.chips)
    return accepted, *handed_out, *moved("drawer", drawer.opening, drawer.chips, drawer.number)


def decide_close(state: CageState, command: do.CloseDrawer) -> tuple[CasinoEvent, ...]:
    drawer = own_drawer(state, command.by)
    worth(command.chips, 0)
    return (
        do.DrawerClosed(
            drawer=drawer.number,
            bills=command.bills,
            other=command.other,
            cents=total(command.bills, command.other),
            expected=drawer.expected,
            chips=command.chips,
            expected_chips=drawer.chips,
            by=command.by,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
    )


def decide_verify(state: CageState, command: do.VerifyDrawer) -> tuple[CasinoEvent, ...]:
    """Verify a last count. The counted cash and chips go back to the main bank."""
    matches = [item for item in state.drawers.items() if item[1].number == command.drawer]
    if not matches or matches[0][1].closed is None:
        raise refuse(
            CageCode.NO_DRAWER,
            f"drawer {command.drawer} has no count to verify",
            "Choose a drawer that its cashier has closed.",
            BOOKS,
        )
    cashier, drawer = matches[0]
    check_other_person(cashier, command.by, f"drawer {drawer.number}")
    verified = do.DrawerVerified(
        drawer=drawer.number,
        cents=drawer.closing,
        difference=drawer.closing - drawer.expected,
        chip_difference=value_of(drawer.counted) - value_of(drawer.chips) if drawer.tracked else 0,
        cashier=cashier,
        by=command.by,
        audience=STAFF,
        clauses=(BOOKS, APART),
    )
    if not drawer.tracked:
        return (verified,)
    emptied = moved("drawer", -drawer.expected, negative(drawer.chips), drawer.number)
    return verified, *emptied, *into_bank(state, drawer.closing, drawer.counted)


def check_other_person(first: str, by: str, what: str) -> None:
    if id_of(by) == first:
        raise refuse(
            CageCode.OWN_SLIP, f"you counted {what} yourself", "Someone else must verify the count.", APART
        )


def the_box(state: CageState, number: int) -> DropBox:
    box = state.boxes.get(str(number))
    if box is None:
        raise refuse(
            CageCode.NO_SUCH_BOX,
            f"drop box {number} is not in the count room",
            "Choose a box that was collected and not verified.",
            DROP,
        )
    return box


def decide_collect(state: CageState, command: do.CollectDropBox) -> tuple[CasinoEvent, ...]:
    check_money(f"table {command.table}", the_table(state, command.table).money, REAL)
    if len(state.boxes) >= MOST_BOXES:
        raise refuse(
            CageCode.CAGE_FULL, f"{MOST_BOXES} boxes are waiting to be counted", "Count some boxes.", DROP
        )
    return (
        do.DropBoxCollected(
            box=state.boxes_collected + 1,
            id=command.id,
            table=command.table,
            expected=state.trays.drop.get(command.table, 0),
            by=command.by,
            audience=COUNT_READERS,
            clauses=(DROP,),
        ),
    )


def decide_count(state: CageState, command: do.CountDropBox) -> tuple[CasinoEvent, ...]:
    box = the_box(state, command.box)
    if box.counted is not None:
        raise refuse(
            CageCode.SLIP_DONE,
            f"drop box {box.number} is already counted",
            "Someone else must verify the count or have the box counted again.",
            DROP,
        )
    return (
        do.DropBoxCounted(
            box=box.number,
            table=box.table,
            bills=command.bills,
            other=command.other,
            cents=total(command.bills, command.other),
            expected=box.expected,
            by=command.by,
            audience=COUNT_READERS,
            clauses=(DROP,),
        ),
    )


def counted_box(state: CageState, number: int, by: str) -> tuple[DropBox, str]:
    """Return a drop box and the person who counted it. Refuse a box that is not counted, or that `by`
    counted.
    """
    box = the_box(state, number)
    if box.counted is None:
        raise refuse(CageCode.SLIP_WAITS, f"drop box {number} is not counted yet", "Count it first.", DROP)
    counter = id_of(box.counted.by)
    check_other_person(counter, by, f"drop box {number}")
    return box, counter


def decide_verify_box(state: CageState, command: do.VerifyDropBox) -> tuple[CasinoEvent, ...]:
    box, counter = counted_box(state, command.box, command.by)
    return (
        do.DropBoxVerified(
            box=box.number,
            table=box.table,
            cents=box.cents,
            difference=box.cents - box.expected,
            counter=counter,
            by=command.by,
            audience=COUNT_READERS,
            clauses=(DROP, APART),
        ),
        *into_bank(state, box.cents, {}),
    )


def decide_reject(state: CageState, command: do.RejectDropCount) -> tuple[CasinoEvent, ...]:
    box, _ = counted_box(state, command.box, command.by)
    return (
        do.DropCountRejected(
            box=box.number,
            table=box.table,
            cents=box.cents,
            by=command.by,
            reason=with_reason(command.reason),
            audience=COUNT_READERS,
            clauses=(DROP, APART),
        ),
    )


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.OpenDrawer: decide_open,
    do.AcceptDrawer: decide_accept,
    do.CloseDrawer: decide_close,
    do.VerifyDrawer: decide_verify,
    do.CollectDropBox: decide_collect,
    do.CountDropBox: decide_count,
    do.VerifyDropBox: decide_verify_box,
    do.RejectDropCount: decide_reject,
}


def post_difference(state: CageState, cents: int) -> CageState:
    """Post the difference between a count and the books. The difference is negative if cash is missing."""
    return replace(state, cash=state.cash - cents, over_short=state.over_short + cents)


def add_chip_difference(state: CageState, cents: int) -> CageState:
    """Post the difference between counted chips of the cage and the books."""
    if not cents:
        return state
    vault = {**state.trays.vault, REAL: state.trays.vault.get(REAL, 0) - cents}
    trays = replace(state.trays, vault=vault)
    return replace(state, trays=trays, chip_over_short=state.chip_over_short + cents)


def put_drawer(state: CageState, cashier: str, drawer: Drawer) -> CageState:
    return replace(state, drawers={**state.drawers, cashier: drawer})


def apply_opened(state: CageState, event: do.DrawerOpened) -> CageState:
    drawer = Drawer(event.drawer, Signature(event.by, event.at), event.cents, tracked=event.tracked)
    if event.tracked:
        drawer = replace(drawer, chips=event.chips)
    number = max(state.drawers_opened, event.drawer)
    return replace(put_drawer(state, id_of(event.by), drawer), drawers_opened=number)


def apply_accepted(state: CageState, event: do.DrawerAccepted) -> CageState:
    """Accept an opening. The contents follow in their own events, so the drawer starts empty."""
    drawer = replace(state.drawers[event.cashier], accepted=Signature(event.by, event.at))
    return put_drawer(state, event.cashier, replace(drawer, chips={}, received=-drawer.opening))


def apply_closed(state: CageState, event: do.DrawerClosed) -> CageState:
    cashier = id_of(event.by)
    closed = replace(state.drawers[cashier], closed=Signature(event.by, event.at), closing=event.cents)
    return put_drawer(state, cashier, replace(closed, counted=event.chips) if closed.tracked else closed)


def apply_verified(state: CageState, event: do.DrawerVerified) -> CageState:
    drawers = {person: drawer for person, drawer in state.drawers.items() if person != event.cashier}
    after = add_chip_difference(replace(state, drawers=drawers), event.chip_difference)
    return post_difference(after, event.difference)


def put_box(state: CageState, box: DropBox) -> CageState:
    return replace(state, boxes={**state.boxes, str(box.number): box})


def apply_collected(state: CageState, event: do.DropBoxCollected) -> CageState:
    box = DropBox(event.box, event.table, event.expected, Signature(event.by, event.at))
    drop = {**state.trays.drop, event.table: 0}
    after = replace(put_box(state, box), boxes_collected=event.box)
    return replace(after, trays=replace(after.trays, drop=drop))


def apply_counted(state: CageState, event: do.DropBoxCounted) -> CageState:
    box = state.boxes[str(event.box)]
    return put_box(state, replace(box, counted=Signature(event.by, event.at), cents=event.cents))


def apply_rejected(state: CageState, event: do.DropCountRejected) -> CageState:
    return put_box(state, replace(state.boxes[str(event.box)], counted=None, cents=0))


def apply_box_verified(state: CageState, event: do.DropBoxVerified) -> CageState:
    boxes = {number: box for number, box in state.boxes.items() if number != str(event.box)}
    vault = {**state.trays.vault, REAL: state.trays.vault.get(REAL, 0) + event.cents - event.difference}
    after = replace(state, boxes=boxes, trays=replace(state.trays, vault=vault))
    return post_difference(after, event.difference)


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.DrawerOpened: apply_opened,
    do.DrawerAccepted: apply_accepted,
    do.DrawerClosed: apply_closed,
    do.DrawerVerified: apply_verified,
    do.DropBoxCollected: apply_collected,
    do.DropBoxCounted: apply_counted,
    do.DropCountRejected: apply_rejected,
    do.DropBoxVerified: apply_box_verified,
}
