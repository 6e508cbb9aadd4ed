"""One socket for a person at a table: what they send, bounded; what they are told, in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from croupier.errors import BadInput, Refused
from croupier.house.desk.commands import CallFloor
from croupier.house.desk.state import TRAINING
from croupier.house.floor import refusals
from croupier.house.floor.owner import Owner
from croupier.house.floor.requests import Request
from croupier.house.floor.seen import EVERYONE, Viewer
from croupier.house.floor.training import floor_comes
from croupier.house.people.matrix import MATRIX, allow_at_table, allow_message, check_place
from croupier.house.people.sessions import Person
from croupier.house.store.batches import LeaseLost, StoreDown
from croupier.house.web.origins import same_origin
from croupier.house.web.places import given_up, origin_of, standing_of
from croupier.house.web.wire import framed, say, wire_of
from croupier.protocol import (
    Advice,
    Advised,
    Call,
    CashOut,
    Chips,
    Do,
    Done,
    FromPerson,
    Hello,
    MoreTime,
    Moved,
    Nodes,
    Pace,
    Ready,
    Try,
    decode_from_person,
    encode,
    refusal_of,
)
from croupier.table.codec import decode_command
from croupier.table.commands import Command
from croupier.table.roles import PLAYER, ROLES, role_of

if TYPE_CHECKING:
    from croupier.house.house import House

log = logging.getLogger("croupier.house.socket")

WAITING = 256  # messages for a reader who is slow
TOGETHER = 32  # of them in one write
FIRST = 10.0  # seconds until hello

# Why a socket is closed, beside the codes of the standard.
UNKNOWN_TABLE, NOT_YOU, FOREIGN, TOO_MANY, BETWEEN = 4404, 4401, 4403, 4429, 4503
FLOOD, SLOW, FAULT, GONE = 1008, 1013, 1011, 1001

REFUSED = b'{"type":"refused"'
AnySocket = WebSocket[Any, Any, Any]


class Line:
    """The way to one person: never waited for. Whoever does not keep up is let go and may come back."""

    def __init__(
        self, socket: AnySocket, table: str, viewer: Viewer, person: Person | None, token: str
    ) -> None:
        self.table, self.viewer, self.token = table, viewer, token
        self.person = person.id if person is not None else ""
        self.standing, self.origin, self.since = standing_of(person), origin_of(socket), time.monotonic()
        self.proofs = False
        self._socket, self._wire = socket, wire_of(socket)
        self._out: list[bytes] = []
        self._some = asyncio.Event()  # for the pump to take up
        self._soon = self._pumping = False  # whether it goes out by itself in a moment, or the pump has some
        self.ending: tuple[int, str] | None = None
        self.over = asyncio.Event()

    def send(self, message: bytes) -> None:
        if len(self._out) >= WAITING:
            self.end(SLOW, "too slow; come back and go on from your cursor")
        elif self.ending is None:
            self._out.append(message)
            if not self._soon:
                self._soon = True
                asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """All that was said in one write, where the other side takes it; else the pump waits for that."""
        self._soon = False
        wire = self._wire
        if wire is None or not wire.free or self._pumping or self._some.is_set():
            self._some.set()
        elif self._out:
            wire.transport.write(b"".join(framed(self._out)))
            self._out = []

    def end(self, code: int, reason: str) -> None:
        if self.ending is None:
            self.ending = (code, reason)
            self.over.set()
            self._some.set()

    async def pump(self) -> None:
        """Everything in its order, what is there at once in one write; then the goodbye."""
        while self._out or self.ending is None:
            await self._some.wait()
            said = self._out[:TOGETHER]
            del self._out[:TOGETHER]
            if not self._out and self.ending is None:
                self._some.clear()
            if said:
                self._pumping = True
                await say(self._socket, said)
                self._pumping = False


class Allowance:
    """How much one socket may still send."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._left, self._last = float(pace.at_once), time.monotonic()

    def spend(self) -> bool:
        now, pace = time.monotonic(), self._pace
        self._left = min(pace.at_once, self._left + pace.a_second * (now - self._last)) - 1
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
    owner = await _confirmed(house, table)
    try:
        line = _admitted_line(house, owner, socket, person, role)
    except _NotAdmitted as no:
        await _turn_away(house, socket, table, no)
        return
    house.lines.add(line)  # before anything is waited for: whoever comes at the same time counts it
    try:
        await socket.accept()
        assert owner is not None
        await _converse(house, owner, socket, line, person)
    finally:
        house.lines.discard(line)


class _NotAdmitted(Exception):
    def __init__(self, code: int, refused: Refused) -> None:
        self.code, self.refused = code, refused


async def _confirmed(house: House, table: str) -> Owner | None:
    """Who keeps a table here, if it is still this node's to show."""
    owner = house.owner_of(table)
    if owner is None:
        return None
    try:
        await owner.confirm()
    except (LeaseLost, StoreDown):
        return None
    return owner


async def _turn_away(house: House, socket: AnySocket, table: str, no: _NotAdmitted) -> None:
    """With a word: to the right node if the table is kept by another, or to come back in a moment."""
    await socket.accept()
    if no.code == UNKNOWN_TABLE and house.is_known(table):
        no = _NotAdmitted(BETWEEN, refusals.NOBODYS)
        if address := await _elsewhere(house, table):
            await socket.send_data(encode(Moved(address)), mode="text", encoding="utf-8")
            await socket.close(code=BETWEEN, reason="moved")
            return
    await socket.send_data(encode(refusal_of(no.refused)), mode="text", encoding="utf-8")
    await socket.close(code=no.code, reason=str(no.refused.code))


async def _elsewhere(house: House, table: str) -> str:
    try:
        return await house.elsewhere(table)
    except StoreDown:
        return ""


def _admitted_line(
    house: House, owner: Owner | None, socket: AnySocket, person: Person | None, role: str
) -> Line:
    if owner is None:
        raise _NotAdmitted(UNKNOWN_TABLE, NO_TABLE)
    if owner.rules.dealing == TRAINING and role in (EVERYONE, PLAYER):
        raise _NotAdmitted(NOT_YOU, ANOTHERS_TRAINING)
    by = EVERYONE
    if role != EVERYONE:
        if person is None:
            raise _NotAdmitted(
                NOT_YOU, Refused("sign_in", "nobody is signed in here", (), "POST /api/guest, or log in.")
            )
        by = f"{role}:{person.id}"
        if (denied := not_in_role(house, owner.table, person, role)) is not None:
            raise _NotAdmitted(NOT_YOU, denied)
    here = [line for line in house.lines if line.table == owner.table]
    if person is not None and sum(one.person == person.id for one in here) >= house.settings.limits.sockets:
        raise _NotAdmitted(TOO_MANY, MANY_SOCKETS)
    line = Line(socket, owner.table, Viewer(by, owner.story), person, socket.auth or "")
    if by == EVERYONE:
        _make_room(house, [one for one in here if one.viewer.by == EVERYONE and one.ending is None], line)
    return line


def _make_room(house: House, looking: list[Line], line: Line) -> None:
    """A place among those who look on: a free one, or somebody's who has to give theirs up."""
    if len(looking) < house.settings.limits.spectators:
        return
    going = given_up(looking, line.standing, line.origin)
    if not isinstance(going, Line):
        raise _NotAdmitted(TOO_MANY, MANY_SPECTATORS)
    going.end(TOO_MANY, str(MANY_SPECTATORS.code))


def not_in_role(house: House, table: str, person: Person, role: str) -> Refused | None:
    """Why somebody may not be at a table in a role, now; a dealer is at the table they deal at alone."""
    row = MATRIX["socket", "hello"]
    if role not in ROLES or role not in person.roles or not row.allows(role):
        return Refused("not_your_role", f"you are no {role[:40]}", (), "Come in a role you hold.")
    try:
        check_place(house.desk, table, row, f"{role}:{person.id}")
    except Refused as refused:
        return refused
    return None


async def see_off(house: House, line: Line) -> None:
    """Whoever signed out, or lost the role in which they came, is told nothing more."""
    if not line.person or line.ending is not None:
        return
    person = await house.people.person_of(line.token)
    by = line.viewer.by
    if person is None or person.id != line.person:
        line.end(NOT_YOU, "signed out")
    elif by != EVERYONE and not_in_role(house, line.table, person, role_of(by)) is not None:
        line.end(NOT_YOU, "no longer in this role")


async def _converse(house: House, owner: Owner, socket: AnySocket, line: Line, person: Person | None) -> None:
    pumping = asyncio.create_task(line.pump())
    listening = asyncio.create_task(_listen(house, owner, socket, line, person))
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
        for task in (pumping, listening, ended):
            task.cancel()
        await asyncio.gather(pumping, listening, ended, return_exceptions=True)


async def _listen(house: House, owner: Owner, socket: AnySocket, line: Line, person: Person | None) -> None:
    """Until the line ends. What goes wrong here is the house's fault, and is logged as such."""
    allowance = Allowance(house.settings.limits.pace)
    try:
        try:
            async with asyncio.timeout(FIRST):
                while not await _greeted(house, owner, socket, line, person, allowance):
                    pass
        except TimeoutError:
            line.end(FLOOD, "the first message is hello")
        while line.ending is None:
            message = await _heard(socket, line, allowance)
            if message is not None:
                await _answer(house, owner, line, person, message)
    except WebSocketDisconnect:
        return
    except Exception:
        log.exception("the socket of %s failed", owner.table)
        line.end(FAULT, "the house could not do that")


async def _greeted(
    house: House,
    owner: Owner,
    socket: AnySocket,
    line: Line,
    person: Person | None,
    allowance: Allowance,
) -> bool:
    """Whether hello was said, or it is too late for it."""
    message = await _heard(socket, line, allowance)
    if isinstance(message, Hello):
        if await _confirmed(house, owner.table) is not owner:
            line.end(GONE, "moved")
            return True
        line.proofs = message.proofs
        owner.join(line, person.name if person is not None else "", message.after)
        if house.around.addresses:
            line.send(encode(Nodes(house.around.addresses)))
        return True
    if message is not None:
        line.send(encode(refusal_of(bad_message("the first message is hello"))))
    return line.ending is not None


async def _heard(socket: AnySocket, line: Line, allowance: Allowance) -> FromPerson | None:
    """The next message; None for what is none, which is answered, or one too many, which ends the line."""
    raw = await socket.receive_data(mode="text")
    if not allowance.spend():
        line.end(FLOOD, "too many messages; come back and go on from your cursor, more slowly")
        return None
    try:
        return decode_from_person(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        line.send(encode(refusal_of(bad_message(str(fault)))))
        return None


def bad_message(why: str) -> Refused:
    return Refused("bad_message", why[:300], (), "See docs/protocol.md.")


async def _answer(house: House, owner: Owner, line: Line, person: Person | None, message: FromPerson) -> None:
    if isinstance(message, Hello):
        line.send(encode(refusal_of(bad_message("hello is said once"))))
        return
    id_ = f"ready-{message.round}" if isinstance(message, Ready) else message.id
    try:
        if person is None or line.viewer.by == EVERYONE:
            raise Refused("only_looking", "who looks on does nothing here", (), "Sign in and take a seat.")
        await see_off(house, line)
        if line.ending is not None:
            return
        if isinstance(message, Advice):
            allow_message("advice", line.viewer.by)
            advice = await house.advice(owner, person.id)
            line.send(encode(Advised(message.id, advice)))
            return
        if isinstance(message, Try):
            line.send(await _tried(house, owner, line, person, message))
            return
        if isinstance(message, Call):
            await _called(house, owner, line, message)
            return
        request = await _admitted(house, owner, line, person, message)
    except (BadInput, msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        line.send(encode(refusal_of(bad_message(str(fault)), id_)))
    except StoreDown:
        owner.hold()
        line.send(encode(refusal_of(refusals.PAUSED, id_)))
    except Refused as refused:
        line.send(encode(refusal_of(refused, id_)))
    else:
        began = time.perf_counter()
        reply = await owner.ask(person.id, person.name, line.viewer.by, request, id_, line.send)
        house.metrics.seconds.observe(time.perf_counter() - began)
        house.metrics.actions.labels("refused" if reply.startswith(REFUSED) else "done").inc()


async def _tried(house: House, owner: Owner, line: Line, person: Person, message: Try) -> bytes:
    """A dry run, for whoever might do the same in earnest."""
    allow_message("try", line.viewer.by)
    asked = await _admitted(house, owner, line, person, Do(message.id, message.command))
    assert isinstance(asked, Command)
    return owner.try_out(line.viewer.by, asked, message.id)


async def _called(house: House, owner: Owner, line: Line, message: Call) -> None:
    by = line.viewer.by
    allow_message("call", by)
    if owner.rules.dealing == TRAINING:
        await floor_comes(owner, line.person, message.id, line.send)
        return
    desk = house.desk_office
    call = CallFloor(table=owner.table, id=message.id, words=message.words, by=by, at=desk.now)
    await desk.do(call)
    owner.look()
    line.send(encode(Done(message.id, owner.gallery.cursor_of(by))))


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


MANY_SOCKETS = Refused("too_many_sockets", "too many windows at one table", (), "Close one.")
MANY_SPECTATORS = Refused(
    "too_many_spectators", "too many look on at this table", (), "Come back later, or take a seat."
)
ANOTHERS_TRAINING = Refused("anothers_training", "a dealer learns here", (), "GET /api/tables lists tables.")
NO_TABLE = Refused("no_table", "there is no such table", (), "GET /api/tables lists them.")
