"""Double entry for the cage. Every event's postings sum to zero, in whole cents.

- `play` and `cash` are the sources of money, so their balance is minus everything issued.
- `outstanding` is chips of real money away from the tables.
- `table:T` is the counterpart of the account `house` in the table's own books.
- `vault:M` is the source of tray chips, for each kind of money. Money from drop boxes ends there.
- `tray:T` is the tray's content by fills, credits, sales, tax and counts, without the table's winnings.
- `transit:T` is chips on their way to or from the tray.
- `drop:T` is money in the drop box, received for chips sold.
- `short:T` is shortages found by counts of the tray.
- `count:T` is money from drop boxes that is in the count room.
- `tokes:T` is chips in the toke box of a table, and `toke_pool` the counted tokes of all dealers.
- `tax_withheld` is tax that tables withheld from wins and that the casino owes.
- `over_short` is cash found by counts of the cage and of drop boxes, negative if missing.
- `chip_over_short` is chips found by counts of the cage, negative if missing.
- `bank_cash`, `bank_chips`, `drawers_cash` and `drawers_chips` are the contents of the main bank and of all
  drawers, since the first count of the main bank. `custody_cash` and `custody_chips` are their counterparts.
"""

from __future__ import annotations

from croupier.casino.cage import cash_commands as cash
from croupier.casino.cage import chip_commands as away
from croupier.casino.cage import commands as do
from croupier.casino.cage import inventory_commands as bank
from croupier.casino.cage import tax_commands as tax
from croupier.casino.cage import toke_commands as toke
from croupier.casino.cage import tray_commands as chips
from croupier.casino.machines import CasinoEvent, Posting

PLAY, CASH, OUTSTANDING, OVER_SHORT = "play", "cash", "outstanding", "over_short"
TOKE_POOL, CHIP_OVER_SHORT = "toke_pool", "chip_over_short"
TAX_WITHHELD = "tax_withheld"
BANK_CASH, BANK_CHIPS, DRAWERS_CASH, DRAWERS_CHIPS = (
    "bank_cash",
    "bank_chips",
    "drawers_cash",
    "drawers_chips",
)
CUSTODY_CASH, CUSTODY_CHIPS = "custody_cash", "custody_chips"


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


def counting(table: str) -> str:
    return f"count:{table}"


def tokes(table: str) -> str:
    return f"tokes:{table}"


def short(table: str) -> str:
    return f"short:{table}"


def postings(event: CasinoEvent) -> tuple[Posting, ...]:
    match event:
        case do.PlayIssued():
            return with_wallet(event.person, PLAY, event.cents)
        case do.SlipReversed() if not event.person:
            return between(CASH, OUTSTANDING, event.cents)
        case do.Deposited() | do.SlipReversed():
            return with_wallet(event.person, CASH, event.cents)
        case do.Withdrawn():
            return with_wallet(event.person, CASH, -event.cents)
        case do.ChipsSent():
            return with_wallet(event.person, table(event.table), -event.cents)
        case do.ChipsReturned():
            return with_wallet(event.person, table(event.table), event.cents)
        case do.ChipsSold():
            return over_the_table(event, event.cents)
        case do.ChipsRedeemed():
            return over_the_table(event, -event.cents)
        case do.WalletClosed():
            return with_wallet(event.person, PLAY, -event.cents)
        case away.ChipsBrought():
            return between(OUTSTANDING, table(event.table), event.cents)
        case away.ChipsCarriedAway():
            return between(table(event.table), OUTSTANDING, event.cents)
        case away.CageChipsCashed():
            return between(OUTSTANDING, CASH, event.cents)
        case away.CageChipsSold() | away.ChipsDeclared():
            return between(CASH, OUTSTANDING, event.cents)
        case toke.TokeTaken():
            return between(table(event.table), tokes(event.table), event.cents)
        case toke.TokesVerified():
            recorded = event.cents - event.difference
            lines = (tokes(event.table), -recorded), (TOKE_POOL, event.cents), (CASH, -event.difference)
            return tuple(line for line in lines if line[1])
        case tax.TaxWithheld():
            to_tray = between(vault(do.REAL), tray(event.table), event.tray)
            return *between(table(event.table), TAX_WITHHELD, event.cents), *to_tray
        case tax.TaxReturned():
            from_tray = between(tray(event.table), vault(do.REAL), event.tray)
            return *between(TAX_WITHHELD, table(event.table), event.cents), *from_tray
        case cash.DrawerVerified():
            chips_found = between(vault(do.REAL), CHIP_OVER_SHORT, event.chip_difference)
            return *between(CASH, OVER_SHORT, event.difference), *chips_found
        case bank.BankVerified():
            chips_found = between(vault(do.REAL), CHIP_OVER_SHORT, event.chip_difference)
            return *between(CASH, OVER_SHORT, event.cash_difference), *chips_found
        case bank.CustodyMoved():
            cash_of, chips_of = (
                (BANK_CASH, BANK_CHIPS) if event.place == "bank" else (DRAWERS_CASH, DRAWERS_CHIPS)
            )
            in_cash = between(CUSTODY_CASH, cash_of, event.cash)
            return *in_cash, *between(CUSTODY_CHIPS, chips_of, event.cents)
        case cash.DropBoxCollected():
            return between(drop(event.table), counting(event.table), event.expected)
        case cash.DropBoxVerified():
            expected = event.cents - event.difference
            to_vault = between(counting(event.table), vault(do.REAL), expected)
            return *to_vault, *between(CASH, OVER_SHORT, event.difference)
        case chips.TrayChipsLeft():
            return between(_origin(event), transit(event.table), event.cents)
        case chips.TraySlipVoided() if event.left:
            return between(transit(event.table), _origin(event), event.cents)
        case chips.TrayChipsArrived():
            to = tray(event.table) if event.what == chips.FILL else vault(event.money)
            return between(transit(event.table), to, event.cents)
        case chips.TrayChipsSold():
            return between(tray(event.table), drop(event.table), event.cents)
        case chips.CountVerified():
            return between(short(event.table), tray(event.table), event.difference)
    return ()


def _origin(event: chips.TrayChipsLeft | chips.TraySlipVoided) -> str:
    """Return the account that the chips of a fill or credit come from."""
    return vault(event.money) if event.what == chips.FILL else tray(event.table)


def between(one: str, other: str, cents: int) -> tuple[Posting, ...]:
    return ((one, -cents), (other, cents)) if cents else ()


def over_the_table(event: do.ChipsSold | do.ChipsRedeemed, cents: int) -> tuple[Posting, ...]:
    source = PLAY if event.money == do.PLAY else CASH
    return (table(event.table), cents), (source, -cents)


def with_wallet(person: str, account: str, cents: int) -> tuple[Posting, ...]:
    return ((wallet(person), cents), (account, -cents)) if cents else ()
