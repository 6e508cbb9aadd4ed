"""A table of the house on a real store, with people who look on and play."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from croupier.house.cage.commands import Money, OpenWallet
from croupier.house.cage.stream import charter_of as cage_charter
from croupier.house.desk.state import Cards, Dealing
from croupier.house.desk.stream import charter_of as desk_charter
from croupier.house.desk.submissions import passing
from croupier.house.floor.deciding import CAGE, DESK
from croupier.house.floor.opening import open_new, resumed
from croupier.house.floor.owner import Owner, Rules
from croupier.house.floor.requests import Request
from croupier.house.floor.seen import Viewer
from croupier.house.floor.timing import Times
from croupier.house.meters import stream_of
from croupier.house.store.batches import Batch, Post
from croupier.house.store.committer import Committer
from croupier.house.store.sql import SqlStore, open_store
from croupier.meters.stream import charter_of as meters_charter
from croupier.protocol import Chips, Ready
from croupier.table import commands as do
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from tests.house.helpers.evening import example

NOW = 1_800_000_000
PATIENT = Times(betting=600.0, decision=600.0, grace=600.0)


class Looker:
    """Somebody with a line to the table: everything they were told, decoded."""

    def __init__(self, owner: Owner, person: str, role: str = "player") -> None:
        self.person = person
        self.viewer = Viewer(f"{role}:{person}" if person else "everyone", owner.story)
        self.proofs = True
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
    """One table and its store."""

    def __init__(self, store: SqlStore, committer: Committer, owner: Owner) -> None:
        self.store, self.committer, self.owner = store, committer, owner

    async def wallet(self, person: str) -> None:
        command = OpenWallet(person=person, money="play", by="house", at=NOW)
        await self.committer.commit(Batch(posts=(Post(CAGE, command),)))

    async def ask(self, person: str, request: Request, id_: str = "", role: str = "player") -> dict[str, Any]:
        by = f"{role}:{person}"
        reply = await self.owner.ask(person, person.title(), by, request, id_ or secrets.token_hex(8))
        answer: dict[str, Any] = msgspec.json.decode(reply)
        return answer

    async def seat(self, person: str, seat: int, cents: int = 500_00) -> Looker:
        """Somebody who comes in, takes chips and sits down."""
        await self.wallet(person)
        looker = Looker(self.owner, person)
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
        """The first answer to what the dealer asks now."""
        state = self.owner.state
        seat = legal.asked_seat(state)
        if seat is None:
            return None
        return legal.answer(state, seat, legal.legal_choices(state, seat)[0])

    async def finish(self) -> None:
        """The round to its end, by first answers."""
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
) -> AsyncIterator[Floor]:
    """A table that is new or goes on, as its store has it."""
    store = open_store(address)
    committer = await committer_on(store)
    table = f"{game}-1"
    rules = Rules(money, times, dealing, cards)
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
