"""Alerts for surveillance about overrides of the books and about counts that differ from them.

The cage service raises them in the transaction of the slip.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.casino.administration.alert_commands import RaiseAlert
from croupier.casino.administration.state import AdministrationState
from croupier.casino.cage.cash_commands import DrawerVerified, DropBoxVerified, VerifyDrawer, VerifyDropBox
from croupier.casino.cage.chip_commands import DeclareChips
from croupier.casino.cage.commands import REAL, ReverseSlip
from croupier.casino.cage.inventory_commands import BankVerified, VerifyBank
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND
from croupier.casino.cage.tray_commands import CountVerified, VoidTraySlip
from croupier.casino.machines import HOUSE, CasinoCommand, CasinoEvent
from croupier.errors import Refused
from croupier.submission.money import format_dollars

LONGEST = 500
Count = VerifyDrawer | VerifyBank | VerifyDropBox


def variance_alert(command: Count, cage: CageState) -> RaiseAlert | None:
    """Return the alert of a verified count whose cash or chips differ from the books."""
    try:
        events = KIND.decide(cage, command)
    except Refused:
        return None  # the commit refuses the command
    cash = chips = 0
    what = table = ""
    for event in events:
        match event:
            case DrawerVerified():
                what, cash, chips = f"Drawer {event.drawer}", event.difference, event.chip_difference
            case BankVerified():
                what, cash, chips = "The main bank", event.cash_difference, event.chip_difference
            case DropBoxVerified():
                what, cash, table = f"Drop box {event.box} of {event.table}", event.difference, event.table
    parts = [_part(cash, "cash"), _part(chips, "chips")]
    words = f"{what} differs from the books: {' and '.join(part for part in parts if part)}"
    if not cash and not chips:
        return None
    return RaiseAlert(
        table=table,
        kind="variance",
        words=words,
        cents=max(abs(cash), abs(chips)),
        who=command.by,
        by=HOUSE,
        at=command.at,
    )


def _part(cents: int, what: str) -> str:
    if not cents:
        return ""
    return f"{format_dollars(abs(cents))} in {what} {'over' if cents > 0 else 'short'}"


def short_count_alert(
    command: CasinoCommand, events: Iterable[CasinoEvent], desk: AdministrationState
) -> RaiseAlert | None:
    """Return the alert of a verified count that finds less in a tray than the books say."""
    for event in events:
        if isinstance(event, CountVerified) and event.difference < 0 and event.money == REAL:
            words = f"The {event.what} of {event.table} is {format_dollars(-event.difference)} short"
            return RaiseAlert(
                table=event.table if event.table in desk.tables else "",
                kind="variance",
                words=words,
                cents=-event.difference,
                who=getattr(command, "by", ""),
                by=HOUSE,
                at=command.at,
            )
    return None


def override_alert(command: CasinoCommand, cage: CageState, desk: AdministrationState) -> RaiseAlert | None:
    """Return the alert for declared chips, for a reversed slip, or for a slip that was voided while its chips
    were in transit.
    """
    table, cents, words = "", 0, ""
    match command:
        case DeclareChips(cents=cents):
            words = f"Accounting declares {format_dollars(cents)} in chips away from the tables"
        case ReverseSlip():
            slip = next((slip for slip in cage.slips if slip.number == command.slip), None)
            if slip is not None:
                cents = abs(slip.cents)
                words = f"Slip {slip.number} of {format_dollars(cents)} is reversed"
        case VoidTraySlip():
            sent = next((slip for slip in cage.trays.slips if slip.number == command.slip), None)
            if sent is not None and sent.left and sent.money == REAL and sent.table in desk.tables:
                table, cents = sent.table, sent.cents
                words = (
                    f"{sent.what.capitalize()} {sent.number} of {format_dollars(cents)} is void, "
                    "and its chips were in transit"
                )
        case VerifyDrawer() | VerifyBank() | VerifyDropBox():
            return variance_alert(command, cage)
    if not words:
        return None
    reason = getattr(command, "reason", "").strip()
    return RaiseAlert(
        table=table,
        kind="override",
        words=f"{words}: {reason}"[:LONGEST],
        cents=cents,
        who=getattr(command, "by", ""),
        by=HOUSE,
        at=command.at,
    )
