"""The cage service for wallets, their statements, and table trays."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.casino.administration.hand_pays import held_back, not_ready
from croupier.casino.administration.stream import STREAM as DESK
from croupier.casino.cage.cash_commands import CollectDropBox
from croupier.casino.cage.commands import REAL, ConfirmWithdrawal, Withdraw
from croupier.casino.cage.inventory import Circulation, circulation
from croupier.casino.cage.ledger import TAX_WITHHELD, drop, tray
from croupier.casino.cage.ledger import wallet as wallet_account
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND, STREAM
from croupier.casino.cage.tray_chips import TrayEstimate
from croupier.casino.cage.tray_commands import SignTraySlip, TrayChips, TraySlip, VerifyCount
from croupier.casino.cage.trays import next_signer
from croupier.casino.machines import HOUSE, CasinoCommand, CasinoEvent
from croupier.errors import Refused
from croupier.server.services.base import Also, Clock, ServiceCommitter, StreamService
from croupier.server.services.cage_alerts import override_alert, short_count_alert
from croupier.server.tables.settings import Controls
from croupier.server.tables.tray_alerts import float_alert
from croupier.store import schema as db
from croupier.store.batches import Batch, Guard, Post
from croupier.store.ledgers import tray_books
from croupier.table.readers.ledger import INVENTORY

PAGE = 50
RESENT = 600  # seconds within which a second request for an empty drop box counts as a repetition


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


class TrayContents(msgspec.Struct, frozen=True):
    """The chips of a tray, estimated from the last count by denomination."""

    chips: dict[str, int]  # denomination in cents -> number of chips
    other: int  # cents that are not in chips, below zero if the tray is short
    counted: int  # time of the last count by denomination
    exact: bool  # whether no chips were won, paid or sold since that count


class _Estimates(msgspec.Struct):
    """An estimate that later movements update. It is discarded when a count or a slip changes the chips."""

    known: TrayChips
    tray: TrayEstimate
    own: int  # last entry of the table that the estimate covers
    cage: int = 0  # last entry of the cage that the estimate covers, or 0
    moved: bool = False


class StoredEvent(msgspec.Struct, frozen=True):
    """An event with its entry in the stream of the cage."""

    n: int
    at: int
    hash: str
    event: Any


class _Movement(msgspec.Struct):
    command: msgspec.Raw
    events: msgspec.Raw


class CageService(StreamService):
    stream = STREAM

    def __init__(self, committer: ServiceCommitter, clock: Clock, controls: Controls | None = None) -> None:
        super().__init__(committer, clock)
        self.controls = controls or Controls()
        self._collecting, self._float_approved = asyncio.Lock(), self.controls.tray
        self._estimates: dict[str, _Estimates] = {}

    @property
    def state(self) -> CageState:
        state: CageState = self.committer.state(STREAM)
        return state

    def wallet(self, person: str) -> WalletView | None:
        wallet = self.state.wallets.get(person)
        return None if wallet is None else WalletView(person, wallet.money, wallet.cents)

    async def collect(self, command: CollectDropBox) -> tuple[CasinoEvent, ...]:
        """Collect a drop box once. A repeated request of the same person changes nothing.

        The state does not contain request ids of boxes. A request is treated as a repetition if this person
        has just collected the table's box and the table has sold no chips since.
        """
        async with self._collecting:
            sold = self.state.trays.drop.get(command.table, 0)
            recent = any(
                (box.table, box.collected.by, box.counted) == (command.table, command.by, None)
                and command.at - box.collected.at < RESENT
                for box in self.state.boxes.values()
            )
            return () if recent and not sold else await self.do(command)

    async def withdraw(self, command: Withdraw | ConfirmWithdrawal, person: str) -> tuple[CasinoEvent, ...]:
        """Pay from a wallet. The transaction checks that no win with an open hand pay leaves the wallet.

        The check runs inside the transaction, so that two withdrawals at two nodes cannot both pass it.
        """

        def check(connection: Connection, batch: Batch, states: Mapping[str, Any]) -> None:
            held = held_back(states[DESK], person)
            kept = sum(one.won for one in held)
            if kept and states[STREAM].balance_of(person) < kept:
                raise not_ready(held[0])

        guard = Guard((STREAM, DESK), check)
        committed = await self.committer.commit(Batch(posts=(Post(STREAM, command),), guards=(guard,)))
        events: tuple[CasinoEvent, ...] = committed.steps[0][2]
        return events

    async def circulation(self) -> Circulation | None:
        """Return where the real-money chips are, or None before the first count of the main bank."""
        if self.state.bank is None:
            return None
        real = [name for name, account in self.state.tables.items() if account.money == REAL]
        return circulation(self.state, {name: (await self.tray_books(name))[0] for name in real})

    async def do(self, command: CasinoCommand, also: Also | None = None) -> tuple[CasinoEvent, ...]:
        """Commit one command. Alert surveillance if it leaves a tray too low or overrides the books."""
        posts = (Post(self.stream, command), *await self._tray_alerts(command))
        alert = override_alert(command, self.state, self.committer.state(DESK))
        if alert is not None:
            posts = (*posts, Post(DESK, alert))
        committed = await self.committer.commit(Batch(posts=posts, also=also))
        events: tuple[CasinoEvent, ...] = committed.steps[0][2]
        return events

    async def _tray_alerts(self, command: CasinoCommand) -> list[Post]:
        """Return the alerts of a slip that takes chips from a tray, or of a count that finds fewer chips."""
        if not isinstance(command, SignTraySlip | VerifyCount):
            return []
        before: CageState = await self.committer.refresh(self.stream)
        table = next((slip.table for slip in before.trays.slips if slip.number == command.slip), "")
        try:
            events, after = KIND.step(before, command)
        except Refused:
            return []  # the commit refuses the command
        won, _ = await self.tray_books(table)
        alert = float_alert(
            self.committer.state(DESK).tables.get(table),
            after,
            before.trays.held.get(table, 0) + won,
            after.trays.held.get(table, 0) + won,
            self._float_approved,
            who=command.by,
            by=HOUSE,
            at=command.at,
        )
        alerts = [alert, short_count_alert(command, events, self.committer.state(DESK))]
        return [Post(DESK, alert) for alert in alerts if alert is not None]

    async def tray_books(self, table: str) -> tuple[int, int]:
        """Return the tray balance in the table's own books, and the number of entries it covers."""
        return await self.committer.read(lambda connection: tray_books(connection, table))

    async def tray_contents(self, table: str) -> TrayContents | None:
        """Return the estimated chips of a tray, or None unless its last count was by denomination."""
        known = self.state.trays.chips.get(table)
        if known is None:
            return None
        last = self._estimates.get(table)
        if last is None or last.known != known:
            start = TrayEstimate(known.chips, known.other)
            last = _Estimates(known, start, known.entries)
        now = copy.deepcopy(last)  # a concurrent request may continue the same estimate
        for stream, n, cents in await self.committer.read(
            lambda connection: _tray_moves(connection, table, known.at, now.own, now.cage)
        ):
            now.tray.move(cents)
            now.moved = True
            if stream == STREAM:
                now.cage = max(now.cage, n)
            else:
                now.own = max(now.own, n)
        self._estimates[table] = now
        pieces, other = now.tray.result()
        return TrayContents(
            {str(value): number for value, number in pieces.items()}, other, known.at, not now.moved
        )

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

    async def slip_events(
        self, number: int, kinds: tuple[type, ...], begins: tuple[type, ...], field: str = "slip"
    ) -> list[StoredEvent]:
        """Return a slip's stored events of these kinds, starting with the event that began the slip.

        `field` is the field of the events that contains the number.
        """
        return await self.committer.read(
            lambda connection: _slip_events(connection, number, kinds, begins, field)
        )

    async def statement(self, person: str, before: int | None = None) -> list[StatementLine]:
        """Return the last movements of a wallet from the stored entries, newest first."""
        account = f"{STREAM}/{wallet_account(person)}"
        entries = await self.committer.read(lambda connection: _entries(connection, account, before))
        return [line for n, at, raw in entries for line in _lines(n, at, raw, person)]


def _tray_moves(
    connection: Connection, table: str, since: int, own: int, cage: int
) -> list[tuple[str, int, int]]:
    """Return the stream, entry and cents of every settlement, sale and tax after a count, by time.

    Settlements are the table's entries after the entry `own`. Sales and tax are the cage's entries after
    the entry `cage` and not before the time of the count. The time is needed because the cage's state
    contains no entry numbers.
    """
    p, e = db.postings.c, db.entries.c
    same = (p.stream == e.stream) & (p.n == e.n)
    played = sa.select(e.at, p.stream, p.n, p.k, p.cents).where(
        same & (p.stream == table) & (p.n > own) & (p.account == f"{table}/{INVENTORY}")
    )
    dropped = (p.account == f"{STREAM}/{drop(table)}") & (p.cents > 0)
    sold = sa.select(e.at, p.stream, p.n, p.k, -p.cents).where(
        same & (p.stream == STREAM) & (p.n > cage) & (e.at >= since) & dropped
    )
    tax = db.postings.alias("tax")
    is_tax = sa.exists().where(
        (tax.c.stream == p.stream) & (tax.c.n == p.n) & (tax.c.account == f"{STREAM}/{TAX_WITHHELD}")
    )
    kept = sa.select(e.at, p.stream, p.n, p.k, p.cents).where(
        same
        & (p.stream == STREAM)
        & (p.n > cage)
        & (e.at >= since)
        & (p.account == f"{STREAM}/{tray(table)}")
        & is_tax
    )
    rows = connection.execute(sa.union_all(played, sold, kept)).all()
    return [(row.stream, row.n, row.cents) for row in sorted(rows, key=tuple)]


def _slip_events(
    connection: Connection, number: int, kinds: tuple[type, ...], begins: tuple[type, ...], field: str
) -> list[StoredEvent]:
    """Read the stream backward until the event that began the slip."""
    e, mark, found = db.entries.c, f'"{field}":{number}'.encode(), list[StoredEvent]()
    query = sa.select(e.n, e.at, e.hash, e.line).where((e.stream == STREAM) & ~e.opening)
    for row in connection.execute(query.order_by(e.n.desc())).yield_per(PAGE):
        if mark not in bytes(row.line):
            continue
        entry = msgspec.json.decode(row.line, type=_Movement)
        _, events = KIND.decode(bytes(entry.command), bytes(entry.events))
        for event in events:
            if isinstance(event, kinds) and getattr(event, field, 0) == number:
                found.insert(0, StoredEvent(row.n, row.at, row.hash, event))
                if isinstance(event, begins):
                    return found
    return found


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
