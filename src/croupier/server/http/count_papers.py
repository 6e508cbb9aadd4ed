"""Build the printed slips of drawers, drop boxes and the main bank from their stored events."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.casino.cage import cash_commands as cash
from croupier.casino.cage import inventory_commands as bank
from croupier.casino.cage.commands import CageCode
from croupier.documents.cage_slips import PrintedSlip
from croupier.errors import Refused
from croupier.server.http.access import AppRequest, cage_of, person_of
from croupier.server.http.cage import name_of_person
from croupier.server.services.cage import StoredEvent
from croupier.server.workers import print_jobs
from croupier.submission.money import format_dollars
from croupier.table.roles import CAGE, COUNT_TEAM, id_of, role_of, role_title


class CountPaper(NamedTuple):
    """A kind of printed slip: the event that begins it, its later events, its title and its signatures."""

    title: str
    field: str  # field of the events that contains the number
    kinds: tuple[type, ...]
    signatures: tuple[str, ...]

    @property
    def begins(self) -> tuple[type, ...]:
        return self.kinds[:1]


DRAWER_OPENING = CountPaper(
    "Drawer {} opening", "drawer", (cash.DrawerOpened, cash.DrawerAccepted), ("Cashier", "Second person")
)
DRAWER_CLOSING = CountPaper(
    "Drawer {} closing", "drawer", (cash.DrawerClosed, cash.DrawerVerified), ("Cashier", "Second person")
)
DROP_BOX = CountPaper(
    "Drop box {}",
    "box",
    (cash.DropBoxCollected, cash.DropBoxCounted, cash.DropCountRejected, cash.DropBoxVerified),
    ("Collected by", "Counted by", "Verified by"),
)
BANK_COUNT = CountPaper(
    "Main bank count {}", "count", (bank.BankCounted, bank.BankVerified), ("Counted by", "Verified by")
)
BANK_SLIP = CountPaper(
    "Bank slip {}",
    "slip",
    (bank.BankMoveRequested, bank.BankMoveSigned, bank.BankMoveVoided),
    ("Requested by", "Signed by"),
)
STEPS: dict[type, str] = {
    cash.DrawerOpened: "Counted by",
    cash.DrawerAccepted: "Verified by",
    cash.DrawerClosed: "Counted by",
    cash.DrawerVerified: "Verified by",
    cash.DropBoxCollected: "Collected by",
    cash.DropBoxCounted: "Counted by",
    cash.DropCountRejected: "Count rejected by",
    cash.DropBoxVerified: "Verified by",
    bank.BankCounted: "Counted by",
    bank.BankVerified: "Verified by",
    bank.BankMoveRequested: "Requested by",
    bank.BankMoveSigned: "Signed by",
}
MOVES = {
    "to_drawer": "From the main bank to a drawer",
    "to_bank": "From a drawer to the main bank",
    "received": "Received from outside",
    "sent_out": "Sent out",
}


def signed(request: AppRequest, by: str, at: int) -> str:
    return f"{name_of_person(request, id_of(by))}, {role_title(role_of(by))}, {print_jobs.utc(at)}"


def no_slip(number: int) -> Refused:
    message = f"there is no slip {number}"
    return Refused(CageCode.NO_SUCH_SLIP.value, message, (), "Choose a slip from the list.")


async def count_slip(request: AppRequest, number: int, what: CountPaper) -> PrintedSlip:
    found = await cage_of(request).slip_events(number, what.kinds, what.begins, what.field)
    if not found:
        raise no_slip(number)
    # Drop boxes are counted blind. The cage sees a drawer's expected amount only after the last count.
    blind = {*person_of(request).roles} <= {CAGE, COUNT_TEAM}
    return make_slip(request, number, what, found, blind)


def make_slip(
    request: AppRequest, number: int, what: CountPaper, found: list[StoredEvent], blind: bool
) -> PrintedSlip:
    """Return a slip with every signature so far, and the cash and chips of its last count."""
    facts: list[tuple[str, str]] = []
    void, count = "", found[0].event
    for stored in found:
        event = stored.event
        if isinstance(event, bank.BankMoveVoided):
            void = f"{event.reason} ({signed(request, event.by, stored.at)})"
            continue
        facts.append((STEPS[type(event)], signed(request, event.by, stored.at)))
        if hasattr(event, "bills"):
            count = event
    last = found[-1].event
    bills, chips = getattr(count, "bills", {}), getattr(count, "chips", {})
    coins = getattr(count, "other", 0)
    in_cash = sum(int(value) * pieces for value, pieces in bills.items()) + coins
    facts += [*place_facts(count), *difference_facts(last, blind)]
    in_chips = sum(int(value) * pieces for value, pieces in chips.items())
    return PrintedSlip(
        what.title.format(number),
        tuple(facts),
        in_cash + in_chips,
        chips,
        0,
        what.signatures,
        void,
        found[0].n,
        found[0].hash,
        bills,
        coins,
        in_cash,
    )


def place_facts(count: Any) -> list[tuple[str, str]]:
    facts = []
    if table := getattr(count, "table", ""):
        facts.append(("Table", table))
    if isinstance(count, bank.BankMoveRequested):
        facts.append(("Movement", MOVES[count.what]))
        if count.drawer:
            facts.append(("Drawer", str(count.drawer)))
        if count.reason:
            facts.append(("Reason", count.reason))
    if isinstance(count, bank.BankCounted):
        facts.append(("Count", count.what))
    return facts


def difference_facts(last: Any, blind: bool) -> list[tuple[str, str]]:
    """Return the differences from the books. The count team never sees them."""
    match last:
        case cash.DropBoxVerified() if not blind:
            return [difference("Cash", last.difference)]
        case cash.DrawerVerified():
            return [difference("Cash", last.difference), difference("Chips", last.chip_difference)]
        case bank.BankVerified() if not last.first:
            return [difference("Cash", last.cash_difference), difference("Chips", last.chip_difference)]
    return []


def difference(what: str, cents: int) -> tuple[str, str]:
    if not cents:
        return f"{what} against the books", "agrees"
    return f"{what} against the books", f"{format_dollars(abs(cents))} {'over' if cents > 0 else 'short'}"
