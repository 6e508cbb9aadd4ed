"""Run a table actor on a real store, with viewers and players."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from croupier.casino.administration.state import Cards, Dealing
from croupier.casino.administration.stream import charter_of as desk_charter
from croupier.casino.administration.submissions import passing
from croupier.casino.cage.commands import Money, OpenWallet
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.meters.stream import charter_of as meters_charter
from croupier.meters.stream import stream_of
from croupier.protocol import Chips, Ready
from croupier.server.tables.actor import TableActor
from croupier.server.tables.decision_engine import CAGE, DESK
from croupier.server.tables.opener import open_new, resumed
from croupier.server.tables.request_queue import Request
from croupier.server.tables.settings import Controls, TableSettings
from croupier.server.tables.timers import Times
from croupier.server.tables.viewers import Viewer
from croupier.store.batches import Batch, Post
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from croupier.table import commands as do
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from tests.server.helpers.evening import example

NOW = 1_800_000_000
PATIENT = Times(betting=600.0, decision=600.0, grace=600.0)


class RecordingViewer:
    """A connection to the table that records every message, decoded."""

    def __init__(self, owner: TableActor, person: str, role: str = "player") -> None:
        self.person = person
        self.viewer = Viewer(f"{role}:{person}" if person else "everyone", owner.story)
        self.proofs = True
        self.words = True
        self.clock = False  # the default in a browser
        self.told: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.ended: tuple[int, str] | None = None

    def send(self, message: bytes) -> None:
        self.raw.append(message)
        self.told.append(msgspec.json.decode(message))

    def end(self, code: int, reason: str) -> None:
        self.ended = (code, reason)

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.told) if message["type"] == kind)

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.told if message["type"] == kind]


class Floor:
    """A table actor and its store."""

    def __init__(self, store: SqlStore, committer: Committer, owner: TableActor) -> None:
        self.store, self.committer, self.owner = store, committer, owner

    async def wallet(self, person: str) -> None:
        command = OpenWallet(person=person, money="play", by="house", at=NOW)
        await self.committer.commit(Batch(posts=(Post(CAGE, command),)))

    async def ask(self, person: str, request: Request, id_: str = "", role: str = "player") -> dict[str, Any]:
        by = f"{role}:{person}"
        reply = await self.owner.ask(person, person.title(), by, request, id_ or secrets.token_hex(8))
        answer: dict[str, Any] = msgspec.json.decode(reply)
        return answer

    async def seat(self, person: str, seat: int, cents: int = 500_00, clock: bool = False) -> RecordingViewer:
        """Connect a player, buy chips and sit down. With `clock`, time limits apply even to a single
        player.
        """
        await self.wallet(person)
        looker = RecordingViewer(self.owner, person)
        looker.clock = clock
        self.owner.join(looker, person.title(), None)
        assert (await self.ask(person, Chips("x", cents)))["type"] == "done"
        assert (await self.ask(person, do.SitDown(seat=seat, player=person)))["type"] == "done"
        return looker

    async def bet(self, person: str, seat: int, id_: str = "") -> dict[str, Any]:
        state = self.owner.state
        wagers = least_bet(legal.stakes_open(state, seat))
        return await self.ask(person, do.Bet(seat=seat, wagers=wagers, round=state.round.number), id_)

    async def ready(self, person: str) -> dict[str, Any]:
        number = self.owner.state.round.number
        return await self.ask(person, Ready(number), f"ready-{number}")

    def question(self) -> do.Decide | None:
        """Return the first legal answer to the current question, or None if no question is open."""
        state = self.owner.state
        seat = legal.asked_seat(state)
        if seat is None:
            return None
        return legal.answer(state, seat, legal.legal_choices(state, seat)[0])

    async def finish(self) -> None:
        """Play the round to its end, always with the first answer."""
        while (answer := self.question()) is not None:
            player = self.owner.state.seating.seats[answer.seat]
            told = await self.ask(player, answer)
            assert told["type"] == "done", told


async def committer_on(store: SqlStore) -> Committer:
    committer = Committer(store)
    await committer.start()
    await committer.open(CAGE, "cage", cage_charter(), NOW)
    await committer.open(DESK, "desk", desk_charter(), NOW)
    return committer


@asynccontextmanager
async def floor(
    address: str,
    game: str,
    times: Times = PATIENT,
    money: Money = "play",
    clock: Callable[[], int] = lambda: NOW,
    dealing: Dealing = "machine",
    cards: Cards = "shoe",
    submission: str = "",
    controls: Controls | None = None,
) -> AsyncIterator[Floor]:
    """Open a new table or resume a stored one."""
    store = open_store(address)
    committer = await committer_on(store)
    table = f"{game}-1"
    rules = TableSettings(money, times, dealing, cards, controls or Controls())
    choices = passing(submission) if submission else example(game).choices
    if choices.progressive is not None:
        await committer.open(stream_of(table), "meter", meters_charter(table), NOW)
    known = table in store.streams()

    def day(at: int) -> int:
        return at // 86_400

    if known:
        owner = await asyncio.to_thread(resumed, committer, store, table, clock, day, rules)
    else:
        owner = await open_new(committer, table, choices, money, clock, day, rules)
    owner.start()
    try:
        yield Floor(store, committer, owner)
    finally:
        await owner.stop()
        await committer.stop()
        store.close()
