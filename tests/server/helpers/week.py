"""Play the week around New Year with two tables, cage, meters, corrections, voids and reversals.

Each day has a few rounds at a real-money table and at a play-money table. One round runs past the end of a
gaming day, one payment is corrected on the next day, and one slip is reversed.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.casino.administration.stream import charter_of as desk_charter
from croupier.casino.cage import commands as cage
from croupier.casino.cage import tray_commands as chips
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.casino.gaming_day.boundaries import gaming_date
from croupier.casino.machines import CasinoCommand
from croupier.meters.stream import charter_of as meters_charter
from croupier.meters.stream import stream_of
from croupier.protocol import CashOutRequest, Chips
from croupier.rulebook.chips import denominations
from croupier.server.services.cage import CageService
from croupier.server.tables.actor import TableActor
from croupier.server.tables.decision_engine import CAGE, DESK
from croupier.server.tables.opener import open_new
from croupier.server.tables.settings import Controls, TableSettings
from croupier.store.batches import Batch, Post
from croupier.store.committer import Committer
from croupier.store.database import open_store
from croupier.table import commands as do
from croupier.table.readers import legal
from tests.server.helpers.evening import example
from tests.server.helpers.floor import PATIENT, Floor

BEGINS = 6 * 3600
FIRST = datetime.date(2026, 12, 29)
DAYS = 7
REAL, PLAY = "uth-1", "letitride-1"


def evening(day: datetime.date, hours: float = 18) -> int:
    midnight = datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC)
    return int(midnight.timestamp() + hours * 3600)


def pieces(cents: int) -> dict[str, Any]:
    """Break an amount down into as few chips and coins as possible."""
    found = {}
    for value in reversed(denominations()):
        number, cents = divmod(cents, value)
        if number:
            found[str(value)] = number
    return {"chips": found, "other": cents}


class Week:
    def __init__(self, address: str) -> None:
        self.address = address
        self.now = evening(FIRST, 12)
        self.floors: dict[str, Floor] = {}
        self.ids: Iterator[int] = iter(range(1, 1 << 30))

    def clock(self) -> int:
        self.now += 1
        return self.now

    async def open(self) -> None:
        self.store = open_store(self.address)
        self.committer = Committer(self.store, day=self.day)
        await self.committer.start()
        await self.committer.open(CAGE, "cage", cage_charter(), self.now)
        await self.committer.open(DESK, "desk", desk_charter(), self.now)
        await self._open(REAL, "real")
        await self._open(PLAY, "play")

    @staticmethod
    def day(at: int) -> int:
        return gaming_date(at, BEGINS)

    async def _open(self, table: str, money: cage.Money) -> None:
        choices = example(table.partition("-")[0]).choices
        await self.committer.open(stream_of(table), "meter", meters_charter(table), self.now)
        rules = TableSettings(
            money=money, times=PATIENT, controls=Controls(correction=10**12)
        )  # one person corrects any amount
        owner: TableActor = await open_new(self.committer, table, choices, money, self.clock, self.day, rules)
        owner.start()
        self.floors[table] = Floor(self.store, self.committer, owner)

    async def close(self) -> None:
        for floor in self.floors.values():
            await floor.owner.stop()
        await self.committer.stop()
        self.store.close()

    async def cage(self, command: CasinoCommand) -> None:
        stamped = msgspec.structs.replace(command, at=self.clock())
        await self.committer.commit(Batch(posts=(Post(CAGE, stamped),)))

    async def ask(self, table: str, person: str, request: object, role: str = "player") -> None:
        told = await self.floors[table].ask(person, request, role=role)  # type: ignore[arg-type]
        assert told["type"] == "done", told

    async def arrive(self) -> None:
        """Seat two patrons with real-money chips and two guests with play-money chips."""
        for seat, person in enumerate(("ann", "bob"), 1):
            await self.cage(cage.OpenWallet(person=person, money="real", by="cage:kim"))
            await self.deposit(person, 50_000_00)
            await self.ask(REAL, person, Chips("x", 4_000_00))
            await self.ask(REAL, person, do.SitDown(seat=seat, player=person))
        for seat, person in enumerate(("cat", "dan"), 1):
            await self.cage(cage.OpenWallet(person=person, money="play", by="house"))
            await self.ask(PLAY, person, Chips("x", 500_00))
            await self.ask(PLAY, person, do.SitDown(seat=seat, player=person))

    async def deposit(self, person: str, cents: int) -> None:
        await self.cage(cage.Deposit(id=f"d{next(self.ids)}", person=person, cents=cents, by="cage:kim"))

    async def bet(self, table: str) -> None:
        """Make every offered wager at its minimum."""
        floor = self.floors[table]
        for seat, player in sorted(floor.owner.state.seating.seats.items()):
            state = floor.owner.state
            wagers: dict[str, int] = {}
            for stake in legal.stakes_open(state, seat):
                wagers[stake.name] = wagers.get(stake.equal_to or "", 0) or stake.least
            await self.ask(table, player, do.Bet(seat=seat, wagers=wagers, round=state.round.number))
        for player in sorted(set(floor.owner.state.seating.seats.values())):
            await floor.ready(player)

    async def play(self, table: str) -> None:
        await self.bet(table)
        await self.floors[table].finish()

    async def void(self, table: str) -> None:
        """Play a round that a floorperson voids."""
        await self.bet(table)
        await self.ask(table, "meg", do.ReportOther(matter="other", detail="a drink on the cards"), "floor")
        await self.ask(table, "meg", do.RuleOnIncident(outcome="void", reason="the cards are wet"), "floor")

    async def correct(self, table: str, cents: int) -> None:
        """Correct the last round by `cents`, as if the first required wager had been underpaid."""
        state = self.floors[table].owner.state
        was = next(
            each
            for each in state.previous
            if each.seat == 1 and each.result != "returned" and not each.meters
        )
        command = do.CorrectSettlement(
            round=state.round.number - 1,
            seat=was.seat,
            wager=was.wager,
            returned=was.returned + cents,
            reason="short by some chips",
            legacy=True,  # version 1 of the command accepted any amount, which the expected documents need
        )
        await self.ask(table, "meg", command, "floor")

    async def slip(self, what: chips.Movement, cents: int, *signs: str, void: str = "") -> None:
        """Request a fill or credit for the real-money table's tray and sign the slip. With `void`, void it
        instead.
        """
        asked = chips.RequestChips(
            id=f"t{next(self.ids)}", table=REAL, what=what, **pieces(cents), by="floor:meg"
        )
        await self.cage(asked)
        number = self.committer.state(CAGE).trays.written
        for by in signs:
            await self.cage(chips.SignTraySlip(slip=number, by=by))
        if void:
            await self.cage(chips.VoidTraySlip(slip=number, reason="moved to another table", by=void))

    async def count(self, what: chips.Count, over: int = 0) -> None:
        """Count the real-money table's tray. The count equals the book value plus `over`."""
        won, entries = await CageService(self.committer, self.clock).tray_books(REAL)
        held = self.committer.state(CAGE).trays.held.get(REAL, 0)
        counted = chips.CountTray(
            id=f"t{next(self.ids)}",
            table=REAL,
            what=what,
            **pieces(held + won + over),
            won=won,
            entries=entries,
            by="dealer:dee",
        )
        await self.cage(counted)
        number = self.committer.state(CAGE).trays.written
        await self.cage(chips.VerifyCount(slip=number, by="floor:meg"))

    async def chips(self, number: int) -> None:
        """Carry out the tray's fills and credits between its opener and its closer."""
        if number == 1:
            await self.slip("fill", 300_00, "cage:kim", "dealer:dee")
            await self.slip("fill", 400_00, "cage:kim", void="cage:kim")
        if number == 2:
            await self.slip("credit", 1_000_00, "dealer:dee", "cage:kim")

    async def one_day(self, number: int) -> None:
        date = FIRST + datetime.timedelta(days=number)
        self.now = evening(date)
        if number == 0:
            await self.slip("fill", 90_000_00, "cage:kim", "dealer:dee")
        if number != 5:  # the trays are not counted on one day
            await self.count("opener")
        await self.play(REAL)
        await self.play(PLAY)
        if number % 2:
            await self.void(REAL)
            await self.play(REAL)
            await self.correct(REAL, 25_00)
        await self.chips(number)
        if number != 5:
            await self.count("closer", over=-5_00 if number == 3 else 0)
        if number == 6:
            await self.slip("fill", 200_00, "cage:kim")  # still in transit when the day ends
        if number == 2:
            await self.correct(PLAY, 10_00)
            await self.deposit("ann", 1_000_00)
            slip = self.committer.state(CAGE).written
            await self.cage(cage.ReverseSlip(slip=slip, reason="written twice", by="accounting:joe"))
        if number == 3:  # this day's last round runs past the end of the gaming day
            self.now = evening(date + datetime.timedelta(days=1), 6) - 30
            await self.bet(REAL)
            self.now = evening(date + datetime.timedelta(days=1), 6) + 30
            await self.floors[REAL].finish()
        if number == 4:  # correct the last round of the previous day
            self.now = evening(date + datetime.timedelta(days=1), 7)
            await self.correct(REAL, 25_100_00)
        await self.ask(REAL, "bob", Chips("x", 100_00))
        if number == 5:
            await self.ask(REAL, "bob", CashOutRequest("x"))
            await self.ask(REAL, "bob", Chips("x", 2_000_00))
        await self.cage(cage.Withdraw(id=f"w{number}", person="bob", cents=200_00, by="cage:kim"))


def week(address: str, days: int = DAYS) -> Week:
    """Play the whole week, and the next morning so that the last day is over."""
    made = Week(address)

    async def run() -> None:
        await made.open()
        try:
            await made.arrive()
            for number in range(days):
                await made.one_day(number)
            made.now = evening(FIRST + datetime.timedelta(days=days), 9)
            await made.deposit("ann", 1_00)
        finally:
            await made.close()

    asyncio.run(run())
    return made
