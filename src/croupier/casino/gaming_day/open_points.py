"""List what is missing before a gaming day can be closed, with the people who must act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from croupier.casino.administration.hand_pays import missing_step
from croupier.casino.administration.state import AdministrationState
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.trays import next_signer


class OpenPoint(msgspec.Struct, frozen=True):
    words: str
    who: str  # the people who must act


ANOTHER = "another cashier or accounting"
COUNTERS = "the count team"


def open_points(
    cage: CageState, desk: AdministrationState, begins: int, ends: int, uncollected: Iterable[str] = ()
) -> tuple[OpenPoint, ...]:
    """Return the open points of a gaming day between two times.

    `uncollected` is the tables whose drop boxes still have money of the day. Drawers, slips and counts that
    began after the day are not listed.
    """
    points = (*_counts(cage, desk, begins, ends), *_slips(cage, ends), *_hand_pays(desk, ends))
    boxes = (OpenPoint(f"The drop box of {table} is not collected", COUNTERS) for table in uncollected)
    return *points, *boxes


def _counts(cage: CageState, desk: AdministrationState, begins: int, ends: int) -> Iterator[OpenPoint]:
    for cashier, drawer in cage.drawers.items():
        if drawer.opened.at < ends:
            if drawer.closed is not None:
                yield OpenPoint(f"The closing of drawer {drawer.number} is not verified", ANOTHER)
            else:
                name = desk.people[cashier].name if cashier in desk.people else cashier
                yield OpenPoint(f"Drawer {drawer.number} is not closed", f"its cashier, {name}")
    for box in cage.boxes.values():
        if box.collected.at < ends:
            word = "not verified" if box.counted else "not counted"
            yield OpenPoint(f"Drop box {box.number} of {box.table} is {word}", COUNTERS)
    for count in cage.toke_counts.values():
        if count.counted.at < ends:
            yield OpenPoint(
                f"The count of the toke box of {count.table} is not verified", "another person who counts"
            )
    if cage.bank_count is not None and cage.bank_count.counted.at < ends:
        yield OpenPoint("The count of the main bank is not verified", ANOTHER)
    elif cage.bank is not None and cage.bank.at < begins:
        yield OpenPoint("The main bank was not counted on this day", "a cashier, then a second person")


def _slips(cage: CageState, ends: int) -> Iterator[OpenPoint]:
    for slip in cage.trays.slips:
        if slip.is_open and slip.asked.at < ends:
            signer = next_signer(slip)
            who = signer.title if signer is not None else "a floorperson other than the counter"
            yield OpenPoint(f"{slip.what.capitalize()} {slip.number} of {slip.table} is not complete", who)
    for bank_slip in cage.bank_slips.values():
        if bank_slip.asked.at < ends:
            yield OpenPoint(f"Bank slip {bank_slip.number} is not signed", ANOTHER)
    for held in cage.withdrawals.values():
        if held.asked.at < ends:
            yield OpenPoint(f"Withdrawal {held.number} waits for a second person", ANOTHER)


def _hand_pays(desk: AdministrationState, ends: int) -> Iterator[OpenPoint]:
    for one in desk.hand_pays.values():
        if one.is_open and one.status != "withheld" and one.at < ends:
            yield OpenPoint(f"Hand pay {one.number} is not complete", missing_step(one))
