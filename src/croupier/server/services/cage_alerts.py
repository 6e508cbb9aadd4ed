"""Alerts for surveillance when one person of the cage or accounting overrides the books of the casino.

The cage service raises them in the transaction of the slip.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.casino.administration.alert_commands import RaiseAlert
from croupier.casino.administration.state import AdministrationState
from croupier.casino.cage.chip_commands import DeclareChips
from croupier.casino.cage.commands import REAL, ReverseSlip
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.tray_commands import CountVerified, VoidTraySlip
from croupier.casino.machines import HOUSE, CasinoCommand, CasinoEvent
from croupier.submission.money import format_dollars

LONGEST = 500


def short_count_alert(
    command: CasinoCommand, events: Iterable[CasinoEvent], desk: AdministrationState
) -> RaiseAlert | None:
    """Return the alert of a verified count that finds less in a tray than the books say."""
    for event in events:
        if isinstance(event, CountVerified) and event.difference < 0 and event.money == REAL:
            words = f"The {event.what} of {event.table} is {format_dollars(-event.difference)} short by the books"
            return RaiseAlert(
                table=event.table if event.table in desk.tables else "",
                kind="override",
                words=words,
                cents=-event.difference,
                who=getattr(command, "by", ""),
                by=HOUSE,
                at=command.at,
            )
    return None


def override_alert(command: CasinoCommand, cage: CageState, desk: AdministrationState) -> RaiseAlert | None:
    """Return the alert of chips declared, a slip reversed, or a slip void while its chips are in transit."""
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
