"""Alerts for surveillance when the tray of a live real-money table falls below its threshold or below zero.

The table raises an alert in the same transaction as the entry that takes the chips. The cage raises one for
chips that leave on a slip or that a count finds missing.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.casino.administration.alert_commands import RaiseAlert
from croupier.casino.administration.state import HouseTable
from croupier.casino.cage.commands import SellChips
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.tray_commands import OPENER
from croupier.server.tables.readiness import is_gated, largest_payout
from croupier.store.batches import Post
from croupier.submission.money import format_dollars
from croupier.table.events import TableEvent
from croupier.table.readers.ledger import INVENTORY, postings_of_move


def float_threshold(table: HouseTable, approved: int | None) -> int:
    """Return the lowest float that raises no alert: the approved amount, or the largest payout."""
    return approved if approved is not None else largest_payout(table.choices) or 0


def tray_change(events: Iterable[tuple[TableEvent, ...]], posts: Iterable[Post]) -> int:
    """Return the cents that a table's events and its sales of chips add to its tray."""
    lines = (line for step in events for event in step for line in postings_of_move(event))
    moved = sum(cents for account, cents in lines if account == INVENTORY)
    return moved - sum(post.command.cents for post in posts if isinstance(post.command, SellChips))


def float_alert(
    table: HouseTable | None,
    cage: CageState,
    before: int,
    after: int,
    approved: int | None,
    *,
    who: str,
    by: str,
    at: int,
    round_: int = 0,
) -> RaiseAlert | None:
    """Return the alert if a tray falls below the threshold or below zero, or None.

    `before` and `after` are the tray by the books, in cents. If the tray is already below, further payments
    raise no alert. The threshold applies from the opener until the closer.
    """
    if table is None or not is_gated(table) or after >= before:
        return None
    holds = f"The tray holds {format_dollars(after)}"
    least = float_threshold(table, approved)
    if after < 0 <= before:
        words = f"The tray is {format_dollars(-after)} below zero according to the books"
    elif after < least <= before and cage.trays.counted.get(table.id) == OPENER:
        reason = "the approved amount" if approved is not None else "the largest payout"
        words = f"{holds}, less than {reason} of {format_dollars(least)}"
    else:
        return None
    return RaiseAlert(
        table=table.id,
        kind="float",
        words=words,
        round=round_,
        cents=max(0, least - after),
        who=who,
        by=by,
        at=at,
    )
