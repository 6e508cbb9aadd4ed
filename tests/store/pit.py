"""Run a small pit on a real store: a cage, shared meters and automatic tables."""

from __future__ import annotations

import random
from typing import Any

from croupier.casino.cage import commands as cage
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.games import game as game_of
from croupier.journal.tables import KIND, TableWithShoes, charter_of
from croupier.meters.amounts import Exact
from croupier.meters.bank import Bank
from croupier.meters.machine import JoinMeter, MeterStep
from croupier.meters.stream import charter_of as meters_charter
from croupier.store.batches import Batch, Post, StoredAnswer
from croupier.store.books import postings_of
from croupier.store.committer import Committer
from croupier.store.pending_stream import PendingStream
from croupier.table import commands as do
from croupier.table.driving.driver import Driver
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.sources import SealedShoe
from croupier.table.machine import TableStep
from croupier.table.readers import legal
from croupier.table.state import BETTING
from tests.server.helpers.evening import example, some_wagers

METERS = "meters.pit"
BOUGHT = 1_000_00


class Pit:
    """The casino's streams that contain money."""

    def __init__(self, committer: Committer, seed: int = 1) -> None:
        self.committer, self.chance = committer, random.Random(seed)
        self.clock = 1_000

    async def open(self) -> None:
        await self.committer.open("cage", "cage", cage_charter(), self.clock)
        await self.committer.open(METERS, "meter", meters_charter("pit"), self.clock)

    async def welcome(self, person: str) -> None:
        await self.post(
            cage.OpenWallet(person=person, money="real", by="cage:c1"),
            cage.Deposit(id=f"d-{person}", person=person, cents=100_000_00, by="cage:c1"),
        )

    async def post(self, *commands: Any) -> None:
        await self.committer.commit(Batch(posts=tuple(Post("cage", command) for command in commands)))


class PitTable:
    """A table owner that decides before the store has written, commits, and rewinds after a failed write."""

    def __init__(self, pit: Pit, stream: PendingStream, epoch: int = 0) -> None:
        self.pit, self.stream, self.epoch, self.number = pit, stream, epoch, 0
        self.asked = 0
        self._begin()

    def _begin(self) -> None:
        """Return the current head of the stream."""
        held: TableWithShoes = self.stream.state
        deck = game_of(held.table.rules.game).deck
        source = SealedShoe(deck, self.pit.chance.randbytes, shoes=held.shoes)
        self._posts: list[Post] = []
        self._postings: list[tuple[int, str, int]] = []
        self.bank = Bank(self.pit.committer.state(METERS), self._transfer)
        self.driver = Driver(
            held.table, source, UNATTENDED, self._keep, clock=self._time, meters=self.bank, table=self.name
        )

    @classmethod
    async def opened(cls, pit: Pit, name: str, game: str, epoch: int = 0, **limits: Any) -> PitTable:
        rules = example(game)
        stream = PendingStream.begin(name, KIND, charter_of(rules), pit.clock, **limits)
        posts = [Post("cage", cage.EnrolTable(table=name, money="real", by="house"))]
        if rules.progressive is not None:
            for meter, cents in rules.progressive.initial.items():
                posts.append(Post(METERS, JoinMeter(meter=meter, table=name, amount=Exact(cents))))
        await pit.committer.commit(Batch(name, epoch, stream.take(), posts=tuple(posts)))
        return cls(pit, stream, epoch)

    @property
    def name(self) -> str:
        return self.stream.name

    @property
    def state(self) -> Any:
        return self.driver.state

    def told(self, id: str) -> None:
        """Called when an act is stored. Tests override this method."""

    def _time(self) -> int:
        self.pit.clock += 1
        return self.pit.clock

    def _keep(self, step: TableStep, sealed: bytes | None) -> None:
        held: TableWithShoes = self.stream.state
        after = held.after(step.state, step.events, sealed)
        self.stream.append(step.command, step.events, sealed, after)
        self._postings += postings_of("table", self.name, self.stream.entries - 1, step.events)

    def _transfer(self, step: MeterStep) -> None:
        self._posts.append(Post(METERS, step.command))

    async def act(self, command: do.TableCommand, *posts: Post) -> None:
        """Commit a person's command and the routine acts that follow it in one batch."""
        mark = self.stream.mark()
        self.bank.state = self.pit.committer.state(METERS)
        try:
            self.driver.do(command)
            self.driver.run()
            self.asked += 1
            id = f"{self.name}-{self.stream.entries}-{self.asked}"
            batch = Batch(
                self.name,
                self.epoch,
                self.stream.take(),
                tuple(self._postings),
                (*posts, *self._posts),
                (StoredAnswer(command.by, id, "d", b"done"),),
            )
            await self.pit.committer.commit(batch)
            self.told(id)
        except BaseException:
            self.stream.rewind(mark)
            self._begin()
            raise
        self._posts, self._postings = [], []

    async def sit(self, seat: int, person: str) -> None:
        await self.act(do.SitDown(seat=seat, player=person, by=f"player:{person}"))
        await self.buy(person)

    async def buy(self, person: str, cents: int = BOUGHT) -> None:
        id = f"{self.name}-in-{self.stream.entries}"
        sent = cage.ToTable(transfer=id, person=person, table=self.name, cents=cents, by=f"player:{person}")
        await self.act(do.BuyIn(player=person, cents=cents, transfer=id, by="cage"), Post("cage", sent))

    async def leave(self, seat: int) -> None:
        person = self.state.seating.seats[seat]
        await self.act(do.GetUp(seat=seat, by=f"player:{person}"))
        cents, id = self.state.seating.purses.get(person, 0), f"{self.name}-out-{self.stream.entries}"
        if cents:
            by = f"table:{self.name}"
            back = cage.FromTable(transfer=id, person=person, table=self.name, cents=cents, by=by)
            await self.act(do.CashOut(player=person, transfer=id, by="cage"), Post("cage", back))

    async def rounds(self, count: int) -> None:
        for _ in range(count):
            await self.round()

    async def round(self) -> None:
        for seat in sorted(self.state.seating.seats):
            await self._bet(seat)
        await self.act(do.CloseBetting())
        while (command := self._answer()) is not None:
            await self.act(command)

    async def play_on(self) -> bool:
        """Perform the players' next act. Return False if none is possible."""
        state = self.state
        if (command := self._answer()) is not None:
            await self.act(command)
        elif state.round.phase != BETTING:
            return False
        elif waiting := [seat for seat in sorted(state.seating.seats) if not state.bets.wagers.get(seat)]:
            await self._bet(waiting[0])
        else:
            await self.act(do.CloseBetting())
        return True

    async def _bet(self, seat: int) -> None:
        person = self.state.seating.seats[seat]
        if self.state.seating.purses.get(person, 0) < 300_00:
            await self.buy(person)
        wagers = some_wagers(legal.stakes_open(self.state, seat), self.pit.chance)
        await self.act(do.Bet(seat=seat, wagers=wagers, round=self.state.round.number, by=f"player:{person}"))

    def _answer(self) -> do.TableCommand | None:
        if legal.question(self.state) is None:
            return None
        seat = legal.asked_seat(self.state)
        assert seat is not None
        choice = self.pit.chance.choice(legal.legal_choices(self.state, seat))
        return legal.answer(self.state, seat, choice, f"player:{self.state.seating.seats[seat]}")


async def an_evening(committer: Committer, rounds: int = 3, **limits: Any) -> list[PitTable]:
    """Play some rounds at two tables that share meters and at one table with a different game."""
    pit = Pit(committer)
    await pit.open()
    tables = [await PitTable.opened(pit, name, game, **limits) for name, game in TABLES.items()]
    people = iter(f"p{k}" for k in range(100))
    for table in tables:
        for seat in (1, 3):
            person = next(people)
            await pit.welcome(person)
            await table.sit(seat, person)
        await table.rounds(rounds)
    await tables[0].leave(1)
    return tables


TABLES = {"u1": "uth", "u2": "uth", "d1": "dragon"}
