"""Fuzz the table sockets of an in-process server, without a network."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from croupier.server.house import HouseServer
from croupier.server.http.app import create_app
from croupier.server.limits import Limits
from croupier.server.sessions.service import SignedIn
from croupier.server.settings import Settings
from croupier.server.tables.actor import TableActor
from croupier.server.tables.timers import Times
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from tests.server.helpers.hostile_messages import MessageFuzzer
from tests.server.helpers.in_process_server import Faults, faults_logged
from tests.server.helpers.served import audit

PATIENCE = 60.0  # seconds to wait for an answer on a loaded machine
PATIENT = Times(betting=3600.0, decision=3600.0, grace=3600.0)
ROLES = ("player", "player", "player", "player", "everyone", "floor", "surveillance", "pit_manager")
SEATED = 2  # the number of players; each player has two sockets
# No rate limit, because these tests concern the content of messages.
TALKATIVE = Limits(messages=1e12, burst=10**12)


class FuzzResults:
    """The results of a fuzzing run."""

    def __init__(self) -> None:
        self.messages = self.entries = self.rounds = self.honest_rounds = 0
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self.waits: list[float] = []

    def add(self, other: FuzzResults) -> None:
        self.messages += other.messages
        self.entries += other.entries
        self.rounds += other.rounds
        self.honest_rounds += other.honest_rounds
        self.answers += other.answers
        self.faults += other.faults
        self.waits += other.waits

    @property
    def median(self) -> float:
        return sorted(self.waits)[len(self.waits) // 2] if self.waits else 0.0

    @property
    def p99(self) -> float:
        return sorted(self.waits)[len(self.waits) * 99 // 100] if self.waits else 0.0


class Wire:
    """One ASGI WebSocket without a network."""

    def __init__(self, app: Any, port: int, table: str, role: str, token: str) -> None:
        self.role, self.closed = role, 0
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": f"/ws/tables/{table}", "raw_path": f"/ws/tables/{table}".encode(),
            "query_string": f"as={role}".encode(), "root_path": "", "subprotocols": [],
            "headers": [
                (b"host", f"127.0.0.1:{port}".encode()), (b"cookie", f"croupier={token}".encode()),
            ],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", port), "state": {}, "extensions": {},
        }  # fmt: skip
        self._out.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self._out.get, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            text = message.get("text")
            self.inbox.put_nowait(msgspec.json.decode(text if text is not None else message["bytes"]))
        elif message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
            self.inbox.put_nowait({"type": "closed"})

    def say(self, data: str | bytes) -> None:
        given = {"text": data} if isinstance(data, str) else {"bytes": data}
        self._out.put_nowait({"type": "websocket.receive", **given})

    async def answer(self, heard: Any) -> dict[str, Any]:
        """Return the next answer, and record the messages that precede it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.inbox.get()
                heard(message)
                if message["type"] in ("done", "refused", "advised", "tried", "closed"):
                    return message

    async def end(self) -> None:
        self._out.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, PATIENCE)


class Fuzz:
    def __init__(self, house: HouseServer, chance: random.Random, results: FuzzResults) -> None:
        self.house, self.chance, self.results = house, chance, results
        self.app = create_app(house)
        self.staff: dict[str, str] = {}
        self.guests: dict[str, list[SignedIn]] = {}
        self.left = 0

    async def come(self, table: str, role: str) -> tuple[Wire, MessageFuzzer]:
        person, token = "", ""
        if role == "player":
            known = self.guests.setdefault(table, [])
            if len(known) < SEATED:
                known.append(await self.house.people.welcome("Eve"))
            came = known[self.chance.randrange(len(known))]
            person, token = came.person.id, came.token
        elif role != "everyone":
            token = self.staff[role]
        wire = Wire(self.app, self.house.settings.port, table, role, token)
        tongue = MessageFuzzer(random.Random(self.chance.random()), person or "p0")
        wire.say('{"type":"hello","proofs":true}')
        async with asyncio.timeout(PATIENCE):
            while (message := await wire.inbox.get())["type"] != "frame":
                assert message["type"] != "closed", (role, wire.closed)
        tongue.heard(message)
        return wire, tongue

    async def attack(self, table: str) -> None:
        """Send one message at a time, and check that a refused message changes nothing."""
        owner = self.house.tables[table]
        wires = [await self.come(table, role) for role in ROLES]
        while self.left > 0:
            self.left -= 1
            self.results.messages += 1
            at = self.chance.randrange(len(wires))
            wire, tongue = wires[at]
            message = tongue.next()
            before = entries_of(owner)
            wire.say(message)
            try:
                answer = await wire.answer(tongue.heard)
            except TimeoutError:
                self.results.faults.append(f"no answer to {message[:300]!r} as {wire.role}")
                return
            self.note(wire, message, answer, entries_of(owner) - before)
            if answer["type"] == "closed":
                await wire.end()
                wires[at] = await self.come(table, wire.role)
            if self.chance.random() < 0.002:  # disconnect this client and connect a new one
                await wire.end()
                wires[at] = await self.come(table, wire.role)
        for wire, _ in wires:
            await wire.end()

    def note(self, wire: Wire, message: str | bytes, answer: dict[str, Any], entries: int) -> None:
        results, kind = self.results, answer["type"]
        results.answers[answer.get("code", kind)] += 1
        where = f"{wire.role}: {message[:400]!r} -> {answer}"
        if kind == "closed":
            results.faults.append(f"closed with {wire.closed}: {where}")
        if answer.get("code") == "house_fault":
            results.faults.append(f"house fault: {where}")
        if kind in ("refused", "tried") and entries:
            results.faults.append(f"{entries} entries by a message that was {kind}: {where}")
        if entries and wire.role in ("everyone", "surveillance"):
            results.faults.append(f"{entries} entries by a spectator: {where}")

    async def honest(self, table: str) -> None:
        """Play normally at a different table, and time each command."""
        owner, results = self.house.tables[table], self.results
        came = await self.house.people.welcome("Ada")
        wire = Wire(self.app, self.house.settings.port, table, "player", came.token)
        wire.say('{"type":"hello"}')
        count, me = 0, came.person.id

        async def do(**message: Any) -> None:
            nonlocal count
            count += 1
            began = asyncio.get_running_loop().time()
            if message["type"] != "ready":
                message["id"] = f"h{count}"
            wire.say(msgspec.json.encode(message).decode())
            answer = await wire.answer(lambda message: None)
            results.waits.append(asyncio.get_running_loop().time() - began)
            if answer["type"] != "done":
                results.faults.append(f"the honest player: {message} -> {answer}")

        await do(type="chips", cents=100_000)
        await do(type="do", command={"type": "sit_down@1", "seat": 1, "player": me})
        while self.left > 0 and owner.state.seating.purses.get(me, 0) >= 200_00:
            number = owner.state.round.number
            wagers = least_bet(legal.stakes_open(owner.state, 1))
            bet = {"type": "bet@1", "seat": 1, "round": number, "wagers": wagers}
            await do(type="do", command=bet)
            await do(type="ready", round=number)
            while (seat := legal.asked_seat(owner.state)) is not None:
                answer = legal.answer(owner.state, seat, legal.legal_choices(owner.state, seat)[0])
                told = msgspec.to_builtins(answer)
                await do(type="do", command={k: v for k, v in told.items() if k not in ("by", "at")})
            results.honest_rounds += 1
            await asyncio.sleep(0.2)
        await wire.end()


def entries_of(owner: TableActor) -> int:
    return owner._write_ahead.first


async def fuzz(folder: Path, messages: int, chance: random.Random) -> FuzzResults:
    results, faults = FuzzResults(), Faults()
    settings = Settings(port=8000, data=folder / "data", times=PATIENT, limits=TALKATIVE)
    house = HouseServer(settings)
    house.figures.open = lambda: None  # type: ignore[method-assign]
    with faults_logged(faults):
        await house.open()
        try:
            one = Fuzz(house, chance, results)
            for role, _, link in await house.people.console_links():
                one.staff[role] = (await house.people.follow(link)).token
            one.left = messages
            *attacked, spared = sorted(house.tables)
            await asyncio.gather(one.honest(spared), *(one.attack(table) for table in attacked))
            results.entries = sum(entries_of(house.tables[table]) for table in attacked)
            results.rounds = sum(house.tables[table].state.round.number - 1 for table in attacked)
            results.faults += money(house)
        finally:
            await house.close()
    results.faults += [f"logged: {line}" for line in faults.lines]
    results.faults += [f"audit: {fault}" for fault in audit(settings.address).faults]
    return results


def money(house: HouseServer) -> list[str]:
    """Report a fault if the money in wallets and at tables differs from the money issued."""
    cage = house.committer.state("cage")
    issued = sum(wallet.issued for wallet in cage.wallets.values())
    there = sum(wallet.cents for wallet in cage.wallets.values())
    there += sum(table.cents for table in cage.tables.values())
    return [] if issued == there else [f"{issued} cents were issued, but wallets and tables hold {there}"]
