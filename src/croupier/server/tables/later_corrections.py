"""Payments by corrections after a round has ended, for the search index and the table sign."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.server.tables.round_replay import read_entries
from croupier.store import schema as db
from croupier.table import events as ev
from croupier.table.events import TableEvent

CORRECTED = ("settlement_corrected", "envy_corrected")


def paid_by(event: TableEvent) -> tuple[int, int]:
    """Return the seat and the cents that a correction event pays. Negative cents are taken back."""
    match event:
        case ev.SettlementCorrected():
            return event.seat, event.returned
        case ev.EnvyCorrected():
            return event.seat, event.cents
        case ev.SettlementReversed() | ev.EnvyReversed():
            return event.seat, -event.cents
        case _:
            return 0, 0


def later_payments(connection: Connection, table: str, number: int, last: int) -> dict[int, int]:
    """Return the cents that corrections after a round's last entry pay to each seat."""
    m = db.marks.c
    after = (m.stream == table) & (m.round == number) & (m.n > last) & m.event.in_(CORRECTED)
    entries = sorted({mark.n for mark in connection.execute(sa.select(m.n).where(after))})
    cents_by_seat: dict[int, int] = {}
    for n in entries:
        for entry in read_entries(connection, table, n, n):
            for event in entry.events:
                if getattr(event, "round", None) == number:
                    seat, cents = paid_by(event)
                    cents_by_seat[seat] = cents_by_seat.get(seat, 0) + cents
    return {seat: cents for seat, cents in cents_by_seat.items() if cents}
