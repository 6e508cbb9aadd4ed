"""Double entry for the cage: every event's postings sum to zero, in whole cents.

`play` and `cash` are where money comes from, so they stand below zero by all that is out; `table:T` is what a
table's own books have under `house`, with the other sign.
"""

from __future__ import annotations

from croupier.house.cage import commands as do
from croupier.house.machinery import Event, Posting

PLAY, CASH = "play", "cash"


def wallet(person: str) -> str:
    return f"wallet:{person}"


def table(name: str) -> str:
    return f"table:{name}"


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case do.PlayIssued():
            return both(event.person, PLAY, event.cents)
        case do.Deposited() | do.SlipReversed():
            return both(event.person, CASH, event.cents)
        case do.Withdrawn():
            return both(event.person, CASH, -event.cents)
        case do.ChipsSent():
            return both(event.person, table(event.table), -event.cents)
        case do.ChipsReturned():
            return both(event.person, table(event.table), event.cents)
        case do.WalletClosed():
            return both(event.person, PLAY, -event.cents)
    return ()


def both(person: str, account: str, cents: int) -> tuple[Posting, ...]:
    return ((wallet(person), cents), (account, -cents)) if cents else ()
