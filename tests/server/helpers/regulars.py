"""Simulate players who keep playing through server faults and record every acknowledged command.

After a fault, the tests compare these records with the store. Acknowledged commands must be stored with the
same answer, no command may be applied twice, and the deal must continue with the next card of the same shoe.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import httpx
import msgspec
import sqlalchemy as sa

from croupier.client import House, Table
from croupier.client.table import new_id
from croupier.errors import Refused
from croupier.journal.links import JournalStep
from croupier.protocol import Chips, Done, HouseNotice
from croupier.store import schema as db
from croupier.store.audit import audit_snapshot
from croupier.store.database import Snapshot, open_store
from croupier.store.pending_stream import PendingStream
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.shoe import Shoe
from croupier.table.state import BETTING

BUY_IN = 500_00
PACE = 0.15  # seconds between commands; a socket may send ten messages a second
LIMIT = 60.0  # after this many seconds, all tables must be in play again, even on a loaded machine
QUICK = (0.1, 0.2)  # seconds before a reconnect, short to keep tests fast


class Regular:
    """One person at one table."""

    def __init__(self, urls: Sequence[str], table: str) -> None:
        self.urls, self.name = urls, table
        self.sent: dict[str, str] = {}  # maps a request id to "chips" or a table command
        self.done: dict[str, tuple[int, int]] = {}  # maps an acknowledged id to its cursor
        self.last = 0.0  # the time of the last acknowledgment
        self.notices: list[str] = []
        self.refused: list[str] = []
        self.cursors: list[tuple[int, int]] = []
        self.person = ""
        self.table: Table | None = None

    @property
    def reconnected(self) -> int:
        return 0 if self.table is None else self.table.reconnected

    async def play(self) -> None:
        """Play until the test cancels the task."""
        async with House(self.urls[0], others=self.urls[1:]) as house:
            await self._sign_in(house)
            table = house.join(self.name)
            table.pauses = QUICK
            async with table:
                self.table, self.person = table, table.person
                listening = asyncio.create_task(self._listen(table))
                try:
                    await self._stay(house, table)
                finally:
                    listening.cancel()

    async def _sign_in(self, house: House) -> None:
        """Sign in, with retries because the store may be busy on a slow machine."""
        while not house.me:
            try:
                await house.guest("Regular")
            except Refused as refused:
                if refused.code != "house_paused":
                    raise
                await asyncio.sleep(1.0)

    async def _listen(self, table: Table) -> None:
        async for message in table.messages():
            if (cursor := getattr(message, "cursor", None)) is not None and not isinstance(message, Done):
                self.cursors.append(cursor)
            if isinstance(message, HouseNotice):
                self.notices.append(message.code)

    async def _stay(self, house: House, table: Table) -> None:
        await self._chips(house, table)
        offer = await table.until(
            lambda: next((offer for offer in table.offers if offer.act.startswith("sit_down@")), None)
        )
        seat = int(offer.sample["seat"])
        await self._do(table, do.SitDown(seat=seat, player=table.person))
        while True:
            try:
                await self._round(house, table, seat)
            except (Refused, TimeoutError) as fault:  # the round continued because no answer arrived in time
                self.refused.append(f"{fault}"[:100])
                await asyncio.sleep(0.2)

    async def _round(self, house: House, table: Table, seat: int) -> None:
        bet = await table.until(lambda: least(table, seat), 20)
        if table.sight is not None and table.sight.chips < 3 * sum(bet.values()):
            await self._chips(house, table)
        if table.sight is not None and table.sight.chips < sum(bet.values()):
            bet = least(
                table, seat, side_bets=False
            )  # the player may have too much money for a refill but too little for every wager
        await self._do(table, do.Bet(seat=seat, wagers=bet, round=table.round))
        await table.ready()
        self.last = time.monotonic()
        while (question := await table.question(20)) is not None:
            paid = [pair for pair in zip(question.costs, question.choices, strict=True) if pair[0]]
            choice = min(paid)[1] if paid else question.choices[0]
            asked = do.Decide(seat=question.seat, choice=choice, round=question.round, question=question.name)
            await self._do(table, asked)

    async def _do(self, table: Table, command: do.TableCommand) -> None:
        await asyncio.sleep(PACE)
        id_ = new_id()
        self.sent[id_] = type(command).__name__
        self._heard(id_, await table.do(command, id_))

    async def _chips(self, house: House, table: Table) -> None:
        for _ in range(5):
            id_ = new_id()
            self.sent[id_] = "chips"
            try:
                self._heard(id_, await table.ask(Chips(id_, BUY_IN), id_))
                return
            except Refused:  # the wallet is empty
                with contextlib.suppress(Refused, httpx.HTTPError):
                    await house.ask("POST", "/api/wallet/refill")

    def _heard(self, id_: str, told: Any) -> None:
        assert isinstance(told, Done) and told.id == id_
        self.done[id_] = told.cursor
        self.last = time.monotonic()


def least(table: Table, seat: int, side_bets: bool = True) -> dict[str, int]:
    """Return the minimum bet on every offered wager, or on only the required wagers."""
    found: dict[str, int] = {}
    for offer in table.offers:
        if offer.act.startswith("bet@") and offer.sample["seat"] == seat:
            for stake in next(blank.stakes for blank in offer.blanks if blank.kind == "wagers"):
                if stake.required or side_bets:
                    found[stake.name] = found.get(stake.equal_to or "", 0) or stake.least
    return found


class RegularGroup:
    """Regular players, one at each of several tables."""

    def __init__(self, urls: Sequence[str], tables: Sequence[str]) -> None:
        self.regulars = [Regular(urls, table) for table in tables]
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> RegularGroup:
        self._tasks = [asyncio.create_task(regular.play()) for regular in self.regulars]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def playing(self, since: float, limit: float = 0.0) -> float:
        """Wait until every player has had a command acknowledged after `since`. Return the latest of these
        times.
        """
        until = time.monotonic() + (limit or LIMIT)
        while not all(regular.last > since for regular in self.regulars):
            for task in self._tasks:
                if task.done():
                    task.result()
            if time.monotonic() > until:
                raise AssertionError(f"not in play: {self.waiting(since)}")
            await asyncio.sleep(0.02)
        return max(regular.last for regular in self.regulars)

    def waiting(self, since: float) -> list[tuple[Any, ...]]:
        return [
            (
                one.name,
                one.table and (one.table.asked, one.table.round, len(one.table._pending)),
                one.notices,
                one.refused[-5:],
            )
            for one in self.regulars
            if one.last <= since
        ]


class StoredTable(NamedTuple):
    """A table's stored data."""

    entries: int
    mid_round: bool
    shoe: Shoe | None


class Books:
    """Compare the store with the players' records."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.before: dict[str, StoredTable] = {}
        self.compared = self.acknowledged = self.mid_round = self.entries = self.cards = 0

    def compare(self, company: RegularGroup) -> None:
        """Read one consistent snapshot. Play may continue."""
        remembered = [dict(regular.done) for regular in company.regulars]
        with open_store(self.address, reading=True) as store, store.snapshot() as then:
            for regular, done in zip(company.regulars, remembered, strict=True):
                self._remembered(then, regular, done)
                self._check_continues(then, regular.name)
            report = audit_snapshot(then)
        assert report.ok, report.faults
        self.compared += 1
        self.entries = report.entries
        self.acknowledged = sum(map(len, remembered))
        self.mid_round += any(found.mid_round for found in self.before.values())

    def _remembered(self, then: Snapshot, regular: Regular, done: dict[str, tuple[int, int]]) -> None:
        """Check that every acknowledged command is stored and that every stored id was sent and applied
        once.
        """
        stored = answers(then, regular.name, regular.person)
        head = then.heads().get(regular.name, (0, ""))[0]
        for id_, cursor in done.items():
            assert id_ in stored, f"lost: {regular.name} {regular.sent[id_]} {id_}"
            reply, n = stored[id_]
            assert reply["type"] == "done" and tuple(reply["cursor"]) == tuple(cursor), (reply, cursor)
            assert n is not None and n < head
        asked = Counter(regular.sent[id_] for id_, (reply, _) in stored.items() if reply["type"] == "done")
        entries = Counter(own_commands(then, regular.name, regular.person))
        assert entries == asked, f"{regular.name}: {entries} stored, {asked} asked"
        shown = regular.cursors.copy()
        back = [pair for pair in pairwise(shown) if pair[1] < pair[0]]
        assert not back, f"{regular.name}: a player received an old message: {back}"

    def _check_continues(self, then: Snapshot, table: str) -> None:
        """Check that an interrupted round was completed from the same shoe."""
        steps: list[JournalStep] = []
        stream = PendingStream.resume_from(then, table, watch=steps.append)
        if (before := self.before.get(table)) is not None and before.shoe is not None:
            after = [step for step in steps if step.n >= before.entries]
            if after and after[0].n == before.entries:  # false if a new segment has begun since
                self.cards += dealt_on(after, before.shoe)
        state, shoes = stream.state.table, stream.state.shoes
        mid_round = state.round.phase != BETTING
        shoe = shoes.get(state.care.loaded) if mid_round else None
        assert shoe is not None or not mid_round, f"{table}: cards are out, and the next card is unknown"
        self.before[table] = StoredTable(stream.entries, mid_round, shoe)


def dealt_on(steps: list[JournalStep], shoe: Shoe) -> int:
    """Count the cards named in the current round, and check that each came from this shoe."""
    position, named = shoe.position, 0
    for event in (event for step in steps for event in step.events):
        if isinstance(event, ev.RoundEnded | ev.DealCommitted | ev.DealMixed):
            break  # the next deal uses a different order
        if isinstance(event, ev.CardsDealt):
            position += sum(count for _, count in event.deliveries)
        elif isinstance(event, ev.CardsNamed | ev.CardsTurned):
            cards = {card for card in event.cards if card is not None}
            assert cards <= {*shoe.order[:position]}, f"{cards} were not the next cards in the shoe"
            named += len(cards)
    return named


def answers(then: Snapshot, table: str, person: str) -> dict[str, tuple[dict[str, Any], int | None]]:
    a = db.answers.c
    query = sa.select(a.id, a.reply, a.n).where((a.stream == table) & (a.person == person))
    rows = then.connection.execute(query).all()
    return {row.id: (msgspec.json.decode(row.reply), row.n) for row in rows}


OWN = {str(kind.__struct_config__.tag): kind.__name__ for kind in (do.SitDown, do.Bet, do.Decide)}
BOUGHT = str(do.BuyIn.__struct_config__.tag)


def own_commands(then: Snapshot, table: str, person: str) -> Iterator[str]:
    """Yield a person's acts in a table's entries, named as in the player's own record."""
    for line in then.lines(table):
        command = msgspec.json.decode(line).get("command") or {}
        tag = str(command.get("type"))
        if tag == BOUGHT and command["player"] == person:
            yield "chips"
        elif command.get("by") == f"player:{person}":
            yield OWN.get(tag, tag)
