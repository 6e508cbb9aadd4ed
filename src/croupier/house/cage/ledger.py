"""Double entry for the cage: every event's postings sum to zero, in whole cents.

`play` and `cash` are where money comes from, so they stand below zero by all that is out; `table:T` is what a
table's own books have under `house`, with the other sign. Chips of trays are apart from all that: `vault:M`
is where they come from, `tray:T` what fills, credits, sales and counts say is there besides what the table
won into it, `transit:T` what is on its way, `drop:T` the money in the drop box for which chips were sold,
`short:T` what counts found missing.
"""

from __future__ import annotations

from croupier.house.cage import commands as do
from croupier.house.cage import tray_commands as chips
from croupier.house.machinery import Event, Posting

PLAY, CASH = "play", "cash"


def wallet(person: str) -> str:
    return f"wallet:{person}"


def table(name: str) -> str:
    return f"table:{name}"


def vault(money: str) -> str:
    return f"vault:{money}"


def tray(table: str) -> str:
    return f"tray:{table}"


def transit(table: str) -> str:
    return f"transit:{table}"


def drop(table: str) -> str:
    return f"drop:{table}"


def short(table: str) -> str:
    return f"short:{table}"


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
        case do.ChipsSold():
            return over_the_table(event, event.cents)
        case do.ChipsRedeemed():
            return over_the_table(event, -event.cents)
        case do.WalletClosed():
            return both(event.person, PLAY, -event.cents)
        case chips.TrayChipsLeft():
            return between(_kept(event), transit(event.table), event.cents)
        case chips.TraySlipVoided() if event.left:
            return between(transit(event.table), _kept(event), event.cents)
        case chips.TrayChipsArrived():
            to = tray(event.table) if event.what == chips.FILL else vault(event.money)
            return between(transit(event.table), to, event.cents)
        case chips.TrayChipsSold():
            return between(tray(event.table), drop(event.table), event.cents)
        case chips.CountVerified():
            return between(short(event.table), tray(event.table), event.difference)
    return ()


def _kept(event: chips.TrayChipsLeft | chips.TraySlipVoided) -> str:
    """Where the chips of a fill or credit were before they were on their way."""
    return vault(event.money) if event.what == chips.FILL else tray(event.table)


def between(one: str, other: str, cents: int) -> tuple[Posting, ...]:
    return ((one, -cents), (other, cents)) if cents else ()


def over_the_table(event: do.ChipsSold | do.ChipsRedeemed, cents: int) -> tuple[Posting, ...]:
    source = PLAY if event.money == do.PLAY else CASH
    return (table(event.table), cents), (source, -cents)


def both(person: str, account: str, cents: int) -> tuple[Posting, ...]:
    return ((wallet(person), cents), (account, -cents)) if cents else ()
