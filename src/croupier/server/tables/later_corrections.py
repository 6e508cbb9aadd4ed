"""Payments of corrections after the end of a round, for the search index and the table sign."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.server.tables.round_replay import stored
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


def paid_later(connection: Connection, table: str, number: int, last: int) -> dict[int, int]:
    """Return the cents that corrections after a round's last entry pay to each seat."""
    m = db.marks.c
    after = (m.stream == table) & (m.round == number) & (m.n > last) & m.event.in_(CORRECTED)
    entries = sorted({mark.n for mark in connection.execute(sa.select(m.n).where(after))})
    more: dict[int, int] = {}
    for n in entries:
        for one in stored(connection, table, n, n):
            for event in one.events:
                if getattr(event, "round", None) == number:
                    seat, cents = paid_by(event)
                    more[seat] = more.get(seat, 0) + cents
    return {seat: cents for seat, cents in more.items() if cents}
