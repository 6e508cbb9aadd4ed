"""Carries a lost or restored meter link from a group to its tables."""

from __future__ import annotations

from croupier.meters.machine import Meters
from croupier.table import commands as do
from croupier.table.state import TableState


def link_due(state: TableState, meters: Meters) -> do.LoseLink | do.RestoreLink | None:
    """Return the command that brings a table's link status in line with its group's, or None.

    Staff or a monitor send `LoseLink` to the group's stream once. Each table actor calls this before it takes
    bets and applies the command.
    """
    if not state.rules.metered or bool(state.link_lost) is bool(meters.lost):
        return None
    return do.LoseLink(reason=meters.lost, by=do.FLOOR) if meters.lost else do.RestoreLink(by=do.FLOOR)
