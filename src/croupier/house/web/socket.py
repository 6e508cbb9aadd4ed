"""One socket for a person at a table: what they send, bounded; what they are told, in order."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from croupier.errors import BadInput, Refused
from croupier.house.floor.owner import Owner, Request
from croupier.house.floor.seen import EVERYONE, Viewer
from croupier.house.people.matrix import MATRIX, allow_at_table, allow_message
from croupier.house.people.sessions import Person
from croupier.house.web.origins import same_origin
from croupier.protocol import (
    Advice,
    Advised,
    CashOut,
    Chips,
    Do,
    FromPerson,
    Hello,
    MoreTime,
    Moved,
    Ready,
    decode_from_person,
    encode,
    refusal_of,
)
from croupier.table.codec import decode_command
from croupier.table.commands import Command
from croupier.table.roles import PLAYER, ROLES

if TYPE_CHECKING:
    from croupier.house.house import House

BURST, RATE = 50.0, 10.0  # messages at once, and a second
WAITING = 256  # messages for a reader who is slow
SOCKETS = 5  # of one person at one table
SPECTATORS = 100  # of one table
FIRST = 10.0  # seconds until the first message

# Why a socket is closed, beside the codes of the standard.
UNKNOWN_TABLE, NOT_YOU, FOREIGN, TOO_MANY = 4404, 4401, 4403, 4429
FLOOD, SLOW, GONE = 1008, 1013, 1001

REFUSED = b'{"type":"refused"'
AnySocket = WebSocket[Any, Any, Any]


class Line:
    """The way to one person: never waited for. Whoever does not keep up is let go and may come back."""

    def __init__(self, socket: AnySocket, viewer: Viewer, person: str, token: str) -> None:
        self.viewer, self.person, self.token = viewer, person, token
        self.proofs = False
        self._socket = socket
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.ending: tuple[int, str] | None = None
        self.over = asyncio.Event()

    def send(self, message: bytes) -> None:
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self.end(SLOW, "too slow; come back and go on from your cursor")

    def end(self, code: int, reason: str) -> None:
        if self.ending is None:
            self.ending = (code, reason)
            self.over.set()
            with contextlib.suppress(asyncio.QueueFull):
                self._out.put_nowait(None)

    async def pump(self) -> None:
        """Everything in its order, then the goodbye."""
        while True:
            message = await self._out.get()
            if message is None:
                return
            await self._socket.send_data(message, mode="text", encoding="utf-8")


class Allowance:
    """How much one socket may still send."""

    def __init__(self) -> None:
        self._left, self._last = BURST, time.monotonic()

    def spend(self) -> bool:
        now = time.monotonic()
        self._left = min(BURST, self._left + RATE * (now - self._last)) - 1
        self._last = now
        return self._left >= 0


@websocket("/ws/tables/{table:str}")
async def table_socket(socket: AnySocket, table: str) -> None:
    house: House = socket.app.state.house
    if not same_origin(socket, house.settings):
        await socket.close(code=FOREIGN, reason="another site's page")  # before accepting: HTTP 403
        return
    person: Person | None = socket.user
    role = socket.query_params.get("as", PLAYER if person is not None else EVERYONE)
    owner = house.tables.get(table)
    refusal = _admission(house, owner, person, role)
    await socket.accept()
    if owner is None and (address := await house.elsewhere(table)):
        await socket.send_data(encode(Moved(address)), mode="text", encoding="utf-8")
        await socket.close(code=UNKNOWN_TABLE, reason="moved")
        return
    if refusal is not None or owner is None:
        code, refused = refusal or (UNKNOWN_TABLE, NO_TABLE)
        await socket.send_data(encode(refusal_of(refused)), mode="text", encoding="utf-8")
        await socket.close(code=code, reason=str(refused.code))
        return
    by = EVERYONE if role == EVERYONE or person is None else f"{role}:{person.id}"
    line = Line(socket, Viewer(by, owner.story), person.id if person else "", socket.auth or "")
    await _converse(house, owner, socket, line, person)


def _admission(
    house: House, owner: Owner | None, person: Person | None, role: str
) -> tuple[int, Refused] | None:
    if owner is None:
        return None
    if role != EVERYONE:
        if person is None:
            return NOT_YOU, Refused("sign_in", "nobody is signed in here", (), "POST /api/guest, or log in.")
        if role not in ROLES or role not in person.roles or not MATRIX["socket", "hello"].allows(role):
            return NOT_YOU, Refused(
                "not_your_role", f"you are no {role[:40]}", (), "Come in a role you hold."
            )
        if sum(outlet.person == person.id for outlet in owner.gallery.outlets) >= SOCKETS:
            return TOO_MANY, Refused("too_many_sockets", "too many windows at one table", (), "Close one.")
    elif sum(outlet.viewer.by == EVERYONE for outlet in owner.gallery.outlets) >= SPECTATORS:
        return TOO_MANY, Refused(
            "too_many_spectators", "too many look on at this table", (), "Come back later."
        )
    return None


async def _converse(house: House, owner: Owner, socket: AnySocket, line: Line, person: Person | None) -> None:
    pumping = asyncio.create_task(line.pump())
    listening = asyncio.create_task(_listen(house, owner, socket, line, person))
    house.lines.add(line)
    ended = asyncio.create_task(line.over.wait())
    try:
        await asyncio.wait((pumping, listening, ended), return_when=asyncio.FIRST_COMPLETED)
        if line.ending is not None:
            code, reason = line.ending
            if code != SLOW:  # what was to be said is said first
                with contextlib.suppress(TimeoutError, Exception):
                    await asyncio.wait_for(asyncio.shield(pumping), 2)
            with contextlib.suppress(Exception):
                await asyncio.wait_for(socket.close(code=code, reason=reason), 2)
    finally:
        owner.leave(line)
        house.lines.discard(line)
        for task in (pumping, listening, ended):
            task.cancel()
        await asyncio.gather(pumping, listening, ended, return_exceptions=True)


async def _listen(house: House, owner: Owner, socket: AnySocket, line: Line, person: Person | None) -> None:
    allowance = Allowance()
    joined = False
    while True:
        try:
            receiving = socket.receive_data(mode="text")
            raw = await (receiving if joined else asyncio.wait_for(receiving, FIRST))
        except WebSocketDisconnect:
            return
        except TimeoutError:
            line.end(FLOOD, "the first message is hello")
            return
        if not allowance.spend():
            line.end(FLOOD, "too many messages")
            return
        try:
            message = decode_from_person(raw)
            if not joined:
                if not isinstance(message, Hello):
                    raise BadInput("the first message is hello")
                line.proofs = message.proofs
                owner.join(line, person.name if person is not None else "", message.after)
                joined = True
                continue
            await _answer(house, owner, line, person, message)
        except (msgspec.DecodeError, BadInput, UnicodeDecodeError, RecursionError) as fault:
            line.send(
                encode(refusal_of(Refused("bad_message", str(fault)[:300], (), "See docs/protocol.md.")))
            )


async def _answer(house: House, owner: Owner, line: Line, person: Person | None, message: FromPerson) -> None:
    if isinstance(message, Hello):
        raise BadInput("hello is said once")
    id_ = f"ready-{message.round}" if isinstance(message, Ready) else message.id
    try:
        if person is None or line.viewer.by == EVERYONE:
            raise Refused("only_looking", "who looks on does nothing here", (), "Sign in and take a seat.")
        if not await house.still_signed_in(line.token, person.id):
            line.end(NOT_YOU, "signed out")
            return
        if isinstance(message, Advice):
            allow_message("advice", line.viewer.by)
            advice = await house.advice(owner, person.id)
            line.send(encode(Advised(message.id, advice)))
            return
        request = await _admitted(house, owner, line, person, message)
    except Refused as refused:
        line.send(encode(refusal_of(refused, id_)))
        return
    began = time.perf_counter()
    reply = await owner.ask(person.id, person.name, line.viewer.by, request, id_)
    house.metrics.seconds.observe(time.perf_counter() - began)
    house.metrics.actions.labels("refused" if reply.startswith(REFUSED) else "done").inc()
    line.send(reply)


async def _admitted(
    house: House, owner: Owner, line: Line, person: Person, message: Do | Chips | CashOut | Ready | MoreTime
) -> Request:
    """What is asked, if the matrix lets this role ask it; a denial is noted."""
    by = line.viewer.by
    try:
        if not isinstance(message, Do):
            allow_message(str(type(message).__struct_config__.tag), by)
            return message
        command = understood(message.command)
        allow_at_table(house.desk, owner.table, owner.state, msgspec.structs.replace(command, by=by))
        return command
    except Refused as refused:
        await house.people.denied(person, f"the socket of {owner.table}", str(refused.code))
        raise


def understood(raw: msgspec.Raw) -> Command:
    """A command as a person sends it: who acts and when is for the house to say."""
    given = msgspec.json.decode(raw)
    if isinstance(given, dict) and ("by" in given or "at" in given):
        raise BadInput("a command says neither who acts (by) nor when (at): the house does")
    return decode_command(bytes(raw))


NO_TABLE = Refused("no_table", "there is no such table", (), "GET /api/tables lists them.")
