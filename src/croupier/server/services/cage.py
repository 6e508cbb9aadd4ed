"""The cage service for wallets, their statements, and table trays."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.casino.cage.cash_commands import CollectDropBox
from croupier.casino.cage.ledger import wallet as wallet_account
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND, STREAM
from croupier.casino.cage.tray_commands import TraySlip
from croupier.casino.cage.trays import next_signer
from croupier.casino.machines import CasinoEvent
from croupier.server.services.base import Clock, ServiceCommitter, StreamService
from croupier.store import schema as db
from croupier.table.readers.ledger import INVENTORY

PAGE = 50
RESENT = 600  # seconds in which a second request for an empty drop box counts as a repetition


class WalletView(msgspec.Struct, frozen=True):
    person: str
    money: str
    cents: int


class StatementLine(msgspec.Struct, frozen=True):
    """One movement of a wallet."""

    n: int  # entry number in the cage stream
    at: int
    what: str  # event name: play_issued, deposited, withdrawn, slip_reversed, chips_sent or chips_returned
    cents: int  # cents into the wallet; negative if out of it
    table: str = ""
    transfer: str = ""
    slip: int = 0


class NextSigner(msgspec.Struct, frozen=True):
    title: str
    roles: tuple[str, ...]


class TrayView(msgspec.Struct, frozen=True):
    """The expected contents of a tray and its last slips, for the cage and the floor."""

    table: str
    money: str
    filled: int  # fills minus credits and chips sold, plus or minus count differences
    won: int  # the table's win according to its own books
    expected: int  # filled + won, the amount that a count between rounds must find
    in_transit: int
    slips: list[TraySlip]  # newest first
    next_signers: dict[int, NextSigner]  # open fill or credit -> who signs next


class _Movement(msgspec.Struct):
    command: msgspec.Raw
    events: msgspec.Raw


class CageService(StreamService):
    stream = STREAM

    def __init__(self, committer: ServiceCommitter, clock: Clock) -> None:
        super().__init__(committer, clock)
        self._collecting = asyncio.Lock()

    @property
    def state(self) -> CageState:
        state: CageState = self.committer.state(STREAM)
        return state

    def wallet(self, person: str) -> WalletView | None:
        wallet = self.state.wallets.get(person)
        return None if wallet is None else WalletView(person, wallet.money, wallet.cents)

    async def collect(self, command: CollectDropBox) -> tuple[CasinoEvent, ...]:
        """Collect a drop box once. A repeated request of the same person changes nothing.

        The state does not contain request ids of boxes. A request is a repetition if this person has just
        collected the table's box and the table has sold no chips since.
        """
        async with self._collecting:
            sold = self.state.trays.drop.get(command.table, 0)
            recent = any(
                (box.table, box.collected.by, box.counted) == (command.table, command.by, None)
                and command.at - box.collected.at < RESENT
                for box in self.state.boxes.values()
            )
            return () if recent and not sold else await self.do(command)

    async def tray_books(self, table: str) -> tuple[int, int]:
        """Return the tray balance in the table's own books, and the number of entries it covers."""
        return await self.committer.read(lambda connection: _tray_books(connection, table))

    async def trays(self) -> list[TrayView]:
        """Return every table's tray with its expected contents and last slips."""
        views = []
        for name, account in sorted(self.state.tables.items()):
            won, _ = await self.tray_books(name)
            trays = self.state.trays
            slips = [slip for slip in reversed(trays.slips) if slip.table == name][:PAGE]
            filled, in_transit = trays.held.get(name, 0), trays.transit.get(name, 0)
            expected = filled + won
            signers = {
                slip.number: NextSigner(signer.title, signer.roles)
                for slip in slips
                if (signer := next_signer(slip))
            }
            views.append(TrayView(name, account.money, filled, won, expected, in_transit, slips, signers))
        return views

    async def statement(self, person: str, before: int | None = None) -> list[StatementLine]:
        """Return the last movements of a wallet from the stored entries, newest first."""
        account = f"{STREAM}/{wallet_account(person)}"
        entries = await self.committer.read(lambda connection: _entries(connection, account, before))
        return [line for n, at, raw in entries for line in _lines(n, at, raw, person)]


def _tray_books(connection: Connection, table: str) -> tuple[int, int]:
    """Read a tray's balance and its stream's entry count in one query, so that the two match."""
    b, s = db.balances.c, db.streams.c
    inventory = sa.select(b.cents).where(b.account == f"{table}/{INVENTORY}").scalar_subquery()
    row = connection.execute(
        sa.select(s.entries, inventory.label("cents")).where(s.name == table)
    ).one_or_none()
    return (0, 0) if row is None else (int(row.cents or 0), int(row.entries))


def _entries(connection: Connection, account: str, before: int | None) -> list[tuple[int, int, bytes]]:
    p, e = db.postings.c, db.entries.c
    numbers = sa.select(p.n).where((p.account == account) & db.IN_THE_CAGE).distinct()
    if before is not None:
        numbers = numbers.where(p.n < before)
    numbers = numbers.order_by(p.n.desc()).limit(PAGE)
    query = sa.select(e.n, e.at, e.line).where((e.stream == STREAM) & e.n.in_(numbers)).order_by(e.n.desc())
    return [(row.n, row.at, row.line) for row in connection.execute(query)]


def _lines(n: int, at: int, raw: bytes, person: str) -> list[StatementLine]:
    entry = msgspec.json.decode(raw, type=_Movement)
    _, events = KIND.decode(bytes(entry.command), bytes(entry.events))
    account = wallet_account(person)
    lines = []
    for event in events:
        change = sum(cents for name, cents in KIND.postings(event) if name == account)
        if change:
            lines.append(StatementLine(n, at, _name(event), change, *_details(event)))
    return lines


def _name(event: Any) -> str:
    return str(event.__struct_config__.tag).partition("@")[0]


def _details(event: Any) -> tuple[str, str, int]:
    return getattr(event, "table", ""), getattr(event, "transfer", ""), getattr(event, "slip", 0)
