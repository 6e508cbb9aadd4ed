"""Run tables that share meters and decide before a real store commits, as table actors do."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from croupier.cards import parse_cards, shuffle
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.games.game import Ask
from croupier.journal.tables import KIND, charter_of
from croupier.meters.amounts import Delta
from croupier.meters.stream import charter_of as meter_charter
from croupier.meters.stream import stream_of
from croupier.server.meters import SharedMeters, is_stale, joining
from croupier.store.batches import Batch
from croupier.store.committer import Committer
from croupier.store.database import open_store
from croupier.store.pending_stream import PendingStream
from croupier.submission import Rules
from croupier.submission.sharing import group_of
from croupier.table import commands as do
from croupier.table.driving.driver import Driver
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.sources import StackedDeck
from croupier.table.machine import TableStep
from croupier.table.readers.ledger import meter_deltas
from croupier.table.state import BETTING, TableState
from tests.helpers import now
from tests.helpers.pit import rules_for
from tests.helpers.table_help import MAIN, deck_for, record, seat

GROUP = "main-floor"
STREAM = stream_of(GROUP)


def royal(*seats: int) -> str:
    """Return a deck that gives the first of these seats a royal flush on the Flop."""
    sat = [seat(number, MAIN["uth"], ["4x"]) for number in seats]
    return deck_for(record("uth", sat), {f"seat {seats[0]}": "As Ks", "board": "Qs Js Ts 2c 3d"})


def rules_of(group: str = GROUP, **changes: Any) -> Rules:
    """Return Ultimate Texas Hold 'Em rules with a group progressive, with `changes` applied."""
    made = rules_for("uth")
    assert made.progressive is not None
    progressive = msgspec.structs.replace(made.progressive, group=group, **changes)
    return Rules(msgspec.structs.replace(made.choices, progressive=progressive))


@contextlib.asynccontextmanager
async def house(folder: Path) -> AsyncIterator[Committer]:
    with open_store(f"sqlite:///{folder / 'house.db'}") as store:
        committer = Committer(store)
        await committer.start()
        try:
            await committer.open(STREAM, "meter", meter_charter(GROUP), 1)
            yield committer
        finally:
            await committer.stop()


class OwnedTable:
    """A table with its own driver."""

    def __init__(self, committer: Committer, name: str, rules: Rules, at: int = 100) -> None:
        self.committer, self.name, self.rules, self.at = committer, name, rules, at
        self.rng = Random(name)
        self.stream = PendingStream.begin(name, KIND, charter_of(rules), at)
        self.steps: list[TableStep] = []  # the steps that the store contains
        self.gathered: list[TableStep] = []
        self.tries = 0

    async def open(self) -> OwnedTable:
        posts = joining(self.rules, self.name, self.at)
        await self.committer.commit(Batch(stream=self.name, lines=self.stream.take(), posts=posts))
        self.meters = SharedMeters(self.committer, group_of(self.rules, self.name), self.name)
        self.mark, self.state = self.stream.mark(), self.stream.state.table
        self.source = StackedDeck(game_of(self.rules.game).deck)
        self.drive(self.state)
        return self

    def drive(self, state: TableState) -> None:
        self.driver = Driver(
            state, self.source, UNATTENDED, self.gather, None, lambda: self.at, self.meters, self.name
        )

    def gather(self, step: TableStep, sealed: bytes | None) -> None:
        self.stream.append(step.command, step.events, sealed)
        self.gathered.append(step)

    def decide(self, *commands: do.TableCommand) -> Batch:
        """Decide from the stored state before the store commits."""
        self.meters.begin()
        self.gathered, self.before = [], deepcopy(self.source)
        for command in commands:
            self.driver.do(now.filled(self.driver.state, command))
        self.driver.run()
        return Batch(stream=self.name, lines=tuple(self.stream.pending), posts=self.meters.posts)

    async def commit(self, batch: Batch) -> None:
        await self.committer.commit(batch)
        self.stream.take()
        self.steps += self.gathered
        self.mark, self.state = self.stream.mark(), self.driver.state
        self.meters.begin()

    def back(self) -> None:
        self.stream.rewind(self.mark)
        self.source = self.before
        self.drive(self.state)

    async def do(self, *commands: do.TableCommand) -> None:
        for _ in range(5):
            self.tries += 1
            try:
                await self.commit(self.decide(*commands))
                return
            except Refused as refused:
                self.back()
                if not is_stale(refused):
                    raise
                await self.meters.refresh()
        raise AssertionError("the meter reading is stale at every attempt")

    # Acts of the people at the table.

    def lay(self, deck: str = "") -> None:
        """Set the deck of the next round."""
        cards = game_of(self.rules.game).deck
        listed = parse_cards(deck, cards) if deck else shuffle(cards.order, self.rng.randbytes)
        self.source = self.driver.source = StackedDeck(cards, listed)

    async def sit(self, *seats: int) -> None:
        for number in seats:
            await self.do(do.SitDown(seat=number, player=f"p{number}"))
            await self.do(do.BuyIn(player=f"p{number}", cents=100_000_000))

    async def bet(self, *seats: int, progressive: bool = True) -> None:
        wagers = {**MAIN[self.rules.game], **({"progressive": 1} if progressive else {})}
        placed = {wager: 100 * dollars for wager, dollars in wagers.items()}
        for number in seats:
            await self.do(now.bet(seat=number, wagers=placed))

    async def answer(self, choice: int = -1) -> None:
        phase = self.state.phase
        assert isinstance(phase, Ask)
        number = self.state.round.in_play[self.state.round.cursor]
        await self.do(now.decide(seat=number, choice=phase.choices[choice].name))

    @property
    def asks(self) -> bool:
        return isinstance(self.state.phase, Ask)

    async def play(self, *seats: int, deck: str = "", progressive: bool = True) -> None:
        self.lay(deck)
        await self.bet(*seats, progressive=progressive)
        await self.do(do.CloseBetting())
        while self.asks:
            await self.answer(self.rng.choice([0, -1]))
        assert self.state.round.phase == BETTING

    def deltas(self) -> list[Delta]:
        """Return the meter changes recorded in the table's own entries."""
        return [delta for step in self.steps for event in step.events for delta in meter_deltas(event)]
