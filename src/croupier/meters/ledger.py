"""Double-entry postings for the meters, in whole cents as shown. An event's postings sum to zero.

A payment moves money from the meter to the table that pays the winner. The table's ledger has the opposite
posting for the same transfer. For every other change of a meter, the other account is the house.
"""

from __future__ import annotations

from croupier.meters import machine as m
from croupier.meters.amounts import DRAWS

Posting = tuple[str, int]  # account, cents

HOUSE = "house"


def meter(name: str) -> str:
    return f"meter:{name}"


def table(name: str) -> str:
    return f"table:{name}"


def postings(event: m.MeterEvent) -> tuple[Posting, ...]:
    match event:
        case m.MeterMoved() if event.cause in DRAWS:
            return both(table(event.table), event.meter, event.cents)
        case m.MeterMoved() | m.MeterOpened() | m.MeterAdjusted():
            return both(HOUSE, event.meter, event.cents)
        case m.MeterClosed():
            return both(HOUSE, event.meter, -event.cents)
    return ()


def both(account: str, name: str, cents: int) -> tuple[Posting, ...]:
    return ((account, -cents), (meter(name), cents)) if cents else ()
