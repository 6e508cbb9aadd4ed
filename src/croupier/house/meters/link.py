"""The link to a group's meters: lost for the group in its stream, and at each table by an act of its own."""

from __future__ import annotations

from croupier.meters.machine import Meters
from croupier.table import commands as do
from croupier.table.state import TableState


def link_due(state: TableState, meters: Meters) -> do.LoseLink | do.RestoreLink | None:
    """What a table has to be told so that it stands to its meters as its group does; None if it does.

    Staff, or whoever finds that the meters cannot be reached, post `LoseLink` to the group's stream once; the
    owner of each table asks this before it takes bets, and carries it out."""
    if not state.rules.metered or bool(state.link_lost) is bool(meters.lost):
        return None
    return do.LoseLink(reason=meters.lost, by=do.FLOOR) if meters.lost else do.RestoreLink(by=do.FLOOR)
