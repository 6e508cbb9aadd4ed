"""Errors with chips and slips. The cage's machine refuses them, so the server's tests commit them there."""

from __future__ import annotations

from croupier.table import commands as do
from croupier.table.state import BETTING, TableState
from croupier.training.table_test.families.family import Mistake, family


@family("chips")
def chips(state: TableState, seat: int, how: str) -> Mistake | None:
    """An error between rounds that concerns the tray or the cage, so no table command commits it."""
    if state.round.phase != BETTING:
        return None
    return Mistake(do.CashOut(player=state.seating.seats.get(seat, "")), {})
