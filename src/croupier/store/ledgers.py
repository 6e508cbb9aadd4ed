"""Register the books of tables, meters and the cage with the store."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from croupier.casino.cage import ledger as cage_ledger
from croupier.casino.cage.custody import value_of
from croupier.casino.cage.inventory import drawer_cash, drawer_chips
from croupier.casino.cage.machine import CageState
from croupier.casino.machines import CasinoEvent
from croupier.journal.tables import TableWithShoes
from croupier.meters import ledger as meter_ledger
from croupier.meters import machine
from croupier.store import schema as db
from croupier.store.books import Books, Posting
from croupier.table import events as ev
from croupier.table.readers import ledger as table_ledger


class TableBooks:
    def postings(self, event: ev.TableEvent) -> tuple[Posting, ...]:
        return table_ledger.postings_of_move(event)

    def balances(self, state: TableWithShoes) -> Mapping[str, int]:
        """Return each player's chips and the wagers at risk. Banked wagers are already in the tray."""
        table = state.table
        at_risk = sum(
            cents
            for wagers in table.bets.wagers.values()
            for wager, cents in wagers.items()
            if wager not in table.bets.banked
        )
        purses = {table_ledger.player(person): cents for person, cents in table.seating.purses.items()}
        return {table_ledger.player(""): 0, **purses, table_ledger.LAYOUT: at_risk}


class MeterBooks:
    def postings(self, event: machine.MeterEvent) -> tuple[Posting, ...]:
        return meter_ledger.postings(event)

    def balances(self, state: machine.Meters) -> Mapping[str, int]:
        amounts = {meter_ledger.meter(name): meter.shown for name, meter in state.meters.items()}
        return {meter_ledger.meter(""): 0, **amounts}


class CageBooks:
    def postings(self, event: CasinoEvent) -> tuple[Posting, ...]:
        return cage_ledger.postings(event)

    def balances(self, state: CageState) -> Mapping[str, int]:
        wallets = {cage_ledger.wallet(person): wallet.cents for person, wallet in state.wallets.items()}
        tables = {cage_ledger.table(name): table.cents for name, table in state.tables.items()}
        trays = state.trays
        chips = {
            name(key): cents
            for name, amounts in (
                (cage_ledger.vault, trays.vault),
                (cage_ledger.tray, trays.held),
                (cage_ledger.transit, trays.transit),
                (cage_ledger.drop, trays.drop),
                (cage_ledger.short, trays.short),
            )
            for key, cents in {"": 0, **amounts}.items()
        }
        for name, cents in {"": 0, **state.tokes}.items():
            chips[cage_ledger.tokes(name)] = cents
        none_else = {cage_ledger.wallet(""): 0, cage_ledger.table(""): 0}
        chips[cage_ledger.counting("")] = 0
        for box in state.boxes.values():
            account = cage_ledger.counting(box.table)
            chips[account] = chips.get(account, 0) + box.expected
        cage_accounts = {
            cage_ledger.PLAY: state.play,
            cage_ledger.CASH: state.cash,
            cage_ledger.OUTSTANDING: state.outstanding,
            cage_ledger.OVER_SHORT: state.over_short,
            cage_ledger.TOKE_POOL: state.toke_pool,
            cage_ledger.TAX_WITHHELD: state.tax_withheld,
            cage_ledger.CHIP_OVER_SHORT: state.chip_over_short,
        }
        return {**none_else, **wallets, **tables, **chips, **cage_accounts, **custody_balances(state)}


def custody_balances(state: CageState) -> Mapping[str, int]:
    """Return the balances of the main bank and of the drawers."""
    bank_cash, bank_chips = (state.bank.cash, value_of(state.bank.chips)) if state.bank else (0, 0)
    cash, chips = drawer_cash(state), drawer_chips(state)
    return {
        cage_ledger.BANK_CASH: bank_cash,
        cage_ledger.BANK_CHIPS: bank_chips,
        cage_ledger.DRAWERS_CASH: cash,
        cage_ledger.DRAWERS_CHIPS: chips,
        cage_ledger.CUSTODY_CASH: -bank_cash - cash,
        cage_ledger.CUSTODY_CHIPS: -bank_chips - chips,
    }


BOOKS: Mapping[str, Books] = {"table": TableBooks(), "meter": MeterBooks(), "cage": CageBooks()}


def tray_account(table: str) -> str:
    return f"{table}/{table_ledger.INVENTORY}"


def tray_books(connection: sa.Connection, table: str) -> tuple[int, int]:
    """Read the tray's balance in a table's own books, and the stream's entry count, in one query."""
    b, s = db.balances.c, db.streams.c
    held = sa.select(b.cents).where(b.account == tray_account(table)).scalar_subquery()
    row = connection.execute(sa.select(s.entries, held.label("cents")).where(s.name == table)).one_or_none()
    return (0, 0) if row is None else (int(row.cents or 0), int(row.entries))
