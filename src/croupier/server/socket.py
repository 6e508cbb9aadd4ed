"""The WebSocket of one person at a table.

This module limits the rate of messages and sends table messages in order.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from croupier.casino.administration.commands import CallFloor
from croupier.casino.administration.state import TRAINING
from croupier.casino.cage.commands import REAL
from croupier.errors import BadInput, Refused
from croupier.protocol import (
    AdviceRequest,
    Advised,
    CallFloorRequest,
    CashOutRequest,
    Chips,
    Do,
    Done,
    FromPerson,
    Hello,
    MoreTime,
    Nodes,
    Ready,
    TableMoved,
    Try,
    decode_from_person,
    encode,
    refusal_of,
)
from croupier.server.http.origins import same_origin
from croupier.server.http.spectators import origin_of, spectator_to_drop, standing_of
from croupier.server.sessions.permissions import MATRIX, allow_at_table, allow_message, check_place
from croupier.server.sessions.tokens import SignedInPerson
from croupier.server.socket_hardening import FLOOD, TOO_FAST, Allowance, send_texts, wire_of
from croupier.server.tables import refusals
from croupier.server.tables.actor import TableActor
from croupier.server.tables.player_decisions import advice_for
from croupier.server.tables.readiness import check_ready, is_gated
from croupier.server.tables.request_queue import Request
from croupier.server.tables.training import floor_comes
from croupier.server.tables.viewers import EVERYONE, Viewer
from croupier.store.batches import LeaseLost, StoreDown
from croupier.table.codec import decode_command
from croupier.table.commands import BuyIn, CloseBetting, TableCommand
from croupier.table.roles import PLAYER, ROLES, role_of, role_title

if TYPE_CHECKING:
    from croupier.server.house import HouseServer

log = logging.getLogger("croupier.server.socket")

WAITING = 256  # maximum messages queued for a slow reader
TOGETHER = 32  # maximum messages in one write
FIRST = 10.0  # seconds within which hello must arrive

# Close codes in addition to those of the standard.
UNKNOWN_TABLE, NOT_YOU, FOREIGN, TOO_MANY, BETWEEN = 4404, 4401, 4403, 4429, 4503
SLOW, FAULT, GONE = 1013, 1011, 1001

NUMBERS = itertools.count(1)  # numbers that identify connections
REFUSED = b'{"type":"refused"'
AnySocket = WebSocket[Any, Any, Any]


class SocketLine:
    """The outgoing queue of one connection. `send` never waits, and a slow reader is disconnected."""

    def __init__(
        self, socket: AnySocket, table: str, viewer: Viewer, person: SignedInPerson | None, token: str
    ) -> None:
        self.table, self.viewer, self.token = table, viewer, token
        self.number = next(NUMBERS)  # never 0, and never used again in this process
        self.person = person.id if person is not None else ""
        self.standing, self.origin, self.since = standing_of(person), origin_of(socket), time.monotonic()
        self.proofs = False
        self.clock = False
        self.words = False
        self._socket, self._wire = socket, wire_of(socket)
        self._out: list[bytes] = []
        self._pump_needed = asyncio.Event()
        self._flush_scheduled = self._pumping = False
        self.close_reason: tuple[int, str] | None = None
        self.over = asyncio.Event()

    def send(self, message: bytes) -> None:
        if len(self._out) >= WAITING:
            self.end(SLOW, "too slow; reconnect and resume from your cursor")
        elif self.close_reason is None:
            self._out.append(message)
            if not self._flush_scheduled:
                self._flush_scheduled = True
                asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Send all queued messages in one write. If the peer is not reading, the pump sends them
        later.
        """
        self._flush_scheduled = False
        wire = self._wire
        if wire is None or not wire.free or self._pumping or self._pump_needed.is_set():
            self._pump_needed.set()
        elif self._out:
            wire.write(self._out)
            self._out = []

    def end(self, code: int, reason: str) -> None:
        if self.close_reason is None:
            self.close_reason = (code, reason)
            self.over.set()
            self._pump_needed.set()

    async def pump(self) -> None:
        """Send queued messages in order until the connection ends, and wait for the peer when
        necessary.
        """
        while self._out or self.close_reason is None:
            await self._pump_needed.wait()
            messages = self._out[:TOGETHER]
            del self._out[:TOGETHER]
            if not self._out and self.close_reason is None:
                self._pump_needed.clear()
            if messages:
                self._pumping = True
                await send_texts(self._socket, messages)
                self._pumping = False


@websocket("/ws/tables/{table:str}")
async def table_socket(socket: AnySocket, table: FromPath[str]) -> None:
    house: HouseServer = socket.app.state.house
    if not same_origin(socket, house.settings):
        # rejecting before acceptance gives HTTP 403
        await socket.close(code=FOREIGN, reason="foreign origin")
        return
    person: SignedInPerson | None = socket.user
    role = socket.query_params.get("as", PLAYER if person is not None else EVERYONE)
    owner = await _confirm_owner(house, table)
    try:
        line = _admit(house, owner, socket, person, role)
    except _NotAdmitted as denial:
        await _turn_away(house, socket, table, denial)
        return
    house.lines.add(line)  # added before the first await, so that simultaneous connections are counted
    try:
        await socket.accept()
        assert owner is not None
        await _converse(house, owner, socket, line, person)
    finally:
        house.lines.discard(line)


class _NotAdmitted(Exception):
    def __init__(self, code: int, refused: Refused) -> None:
        self.code, self.refused = code, refused


async def _confirm_owner(house: HouseServer, table: str) -> TableActor | None:
    """Return the table's actor if this node still holds the table's lease."""
    owner = house.owner_of(table)
    if owner is None:
        return None
    try:
        await owner.confirm()
    except (LeaseLost, StoreDown):
        return None
    return owner


async def _turn_away(house: HouseServer, socket: AnySocket, table: str, denial: _NotAdmitted) -> None:
    """Close the connection with the reason, or with the address of the node that runs the table."""
    await socket.accept()
    if denial.code == UNKNOWN_TABLE and house.is_known(table):
        denial = _NotAdmitted(BETWEEN, refusals.TABLE_UNASSIGNED)
        if address := await _find_other_node(house, table):
            await socket.send_data(encode(TableMoved(address)), mode="text", encoding="utf-8")
            await socket.close(code=BETWEEN, reason="moved")
            return
    kept = house.desk.tables.get(table)
    if denial.refused is NO_TABLE and kept is not None and kept.standing == "closed":
        denial = _NotAdmitted(UNKNOWN_TABLE, TABLE_CLOSED)
    await socket.send_data(encode(refusal_of(denial.refused)), mode="text", encoding="utf-8")
    await socket.close(code=denial.code, reason=str(denial.refused.code))


async def _find_other_node(house: HouseServer, table: str) -> str:
    try:
        return await house.elsewhere(table)
    except StoreDown:
        return ""


def _admit(
    house: HouseServer, owner: TableActor | None, socket: AnySocket, person: SignedInPerson | None, role: str
) -> SocketLine:
    """Create the connection's line. Raise `_NotAdmitted` if the person may not join in this role."""
    if owner is None:
        raise _NotAdmitted(UNKNOWN_TABLE, NO_TABLE)
    if owner.rules.dealing == TRAINING and role in (EVERYONE, PLAYER):
        raise _NotAdmitted(NOT_YOU, ANOTHERS_TRAINING)
    by = EVERYONE
    if role != EVERYONE:
        if person is None:
            raise _NotAdmitted(
                NOT_YOU, Refused("sign_in", "you are not signed in", (), "POST /api/guest, or log in.")
            )
        by = f"{role}:{person.id}"
        if (denied := not_in_role(house, owner.table, person, role)) is not None:
            raise _NotAdmitted(NOT_YOU, denied)
    lines = [line for line in house.lines if line.table == owner.table]
    own_count = sum(other.person == person.id for other in lines) if person is not None else 0
    if person is not None and own_count >= house.settings.limits.sockets:
        raise _NotAdmitted(TOO_MANY, MANY_SOCKETS)
    line = SocketLine(socket, owner.table, Viewer(by, owner.story), person, socket.auth or "")
    if by == EVERYONE:
        spectators = [other for other in lines if other.viewer.by == EVERYONE and other.close_reason is None]
        _make_room(house, spectators, line)
    return line


def _make_room(house: HouseServer, spectators: list[SocketLine], line: SocketLine) -> None:
    """Find a free spectator place, or disconnect a spectator of lower priority."""
    if len(spectators) < house.settings.limits.spectators:
        return
    evicted = spectator_to_drop(spectators, line.standing, line.origin)
    if not isinstance(evicted, SocketLine):
        raise _NotAdmitted(TOO_MANY, MANY_SPECTATORS)
    evicted.end(TOO_MANY, str(MANY_SPECTATORS.code))


def not_in_role(house: HouseServer, table: str, person: SignedInPerson, role: str) -> Refused | None:
    """Return the refusal if a person may not join a table in a role. A dealer may join only their own
    table.
    """
    row = MATRIX["socket", "hello"]
    if role not in ROLES or role not in person.roles:
        message = f"you do not have the role {role[:40]}"
        return Refused("not_your_role", message, (), "Connect in a role that you have.")
    if role not in row.marks:
        title = role_title(role)
        message = f"the role {title} cannot join a table"
        return Refused("not_your_role", message, (), "Connect as everyone.")
    try:
        check_place(house.desk, table, row, f"{role}:{person.id}")
    except Refused as refused:
        return refused
    return None


async def see_off(house: HouseServer, line: SocketLine) -> None:
    """Close the connection of a person who signed out or lost the role in which they joined."""
    if not line.person or line.close_reason is not None:
        return
    person = await house.people.person_of(line.token)
    by = line.viewer.by
    if person is None or person.id != line.person:
        line.end(NOT_YOU, "signed out")
    elif by != EVERYONE and not_in_role(house, line.table, person, role_of(by)) is not None:
        line.end(NOT_YOU, "no longer in this role")


async def _converse(
    house: HouseServer, owner: TableActor, socket: AnySocket, line: SocketLine, person: SignedInPerson | None
) -> None:
    pumping = asyncio.create_task(line.pump())
    listening = asyncio.create_task(_listen(house, owner, socket, line, person))
    over = asyncio.create_task(line.over.wait())
    try:
        await asyncio.wait((pumping, listening, over), return_when=asyncio.FIRST_COMPLETED)
        if line.close_reason is not None:
            code, reason = line.close_reason
            if code != SLOW:  # send the queued messages first
                with contextlib.suppress(TimeoutError, Exception):
                    await asyncio.wait_for(asyncio.shield(pumping), 2)
            with contextlib.suppress(Exception):
                await asyncio.wait_for(socket.close(code=code, reason=reason), 2)
    finally:
        owner.leave(line)
        for task in (pumping, listening, over):
            task.cancel()
        await asyncio.gather(pumping, listening, over, return_exceptions=True)


async def _listen(
    house: HouseServer, owner: TableActor, socket: AnySocket, line: SocketLine, person: SignedInPerson | None
) -> None:
    """Receive and answer messages until the connection ends. Unexpected errors are logged."""
    allowance = Allowance(house.settings.limits.pace)
    if (wire := wire_of(socket)) is not None:
        wire.allowance = allowance  # control frames count like messages
    try:
        try:
            async with asyncio.timeout(FIRST):
                while not await _receive_hello(house, owner, socket, line, person, allowance):
                    pass
        except TimeoutError:
            line.end(FLOOD, "the first message must be hello")
        while line.close_reason is None:
            message = await _receive(socket, line, allowance)
            if message is not None:
                await _answer(house, owner, line, person, message)
    except WebSocketDisconnect:
        return
    except Exception:
        log.exception("a socket of table %s failed", owner.table)
        line.end(FAULT, "server error")


async def _receive_hello(
    house: HouseServer,
    owner: TableActor,
    socket: AnySocket,
    line: SocketLine,
    person: SignedInPerson | None,
    allowance: Allowance,
) -> bool:
    """Wait for one message. Return whether it was hello or the connection is ending."""
    message = await _receive(socket, line, allowance)
    if isinstance(message, Hello):
        if await _confirm_owner(house, owner.table) is not owner:
            line.end(GONE, "moved")
            return True
        line.proofs, line.clock, line.words = message.proofs, message.clock, message.words
        owner.join(line, person.name if person is not None else "", message.after)
        if house.cluster.addresses:
            line.send(encode(Nodes(house.cluster.addresses)))
        return True
    if message is not None:
        line.send(encode(refusal_of(bad_message("the first message must be hello"))))
    return line.close_reason is not None


async def _receive(socket: AnySocket, line: SocketLine, allowance: Allowance) -> FromPerson | None:
    """Receive the next message. Return None after refusing an invalid message.

    A message above the rate limit ends the connection, and the function returns None too.
    """
    raw = await socket.receive_data(mode="text")
    if not allowance.spend():
        line.end(FLOOD, TOO_FAST)
        return None
    try:
        return decode_from_person(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        line.send(encode(refusal_of(bad_message(str(fault)))))
        return None


def bad_message(reason: str) -> Refused:
    return Refused("bad_message", reason[:300], (), "See docs/protocol.md.")


async def _answer(
    house: HouseServer,
    owner: TableActor,
    line: SocketLine,
    person: SignedInPerson | None,
    message: FromPerson,
) -> None:
    if isinstance(message, Hello):
        line.send(encode(refusal_of(bad_message("hello was sent before"))))
        return
    id_ = f"ready-{message.round}" if isinstance(message, Ready) else message.id
    try:
        if person is None or line.viewer.by == EVERYONE:
            raise Refused("only_looking", "spectators cannot act", (), "Sign in and take a seat.")
        await see_off(house, line)
        if line.close_reason is not None:
            return
        if isinstance(message, AdviceRequest):
            allow_message("advice", line.viewer.by)
            advice = await advice_for(person.id, owner.state, house.figures)
            line.send(encode(Advised(message.id, advice)))
            return
        if isinstance(message, Try):
            line.send(await _dry_run(house, owner, line, person, message))
            return
        if isinstance(message, CallFloorRequest):
            await _call_floor(house, owner, line, message)
            return
        request = await _authorize(house, owner, line, person, message)
        if isinstance(request, TableCommand):
            await _request_review(house, owner, line.viewer.by, request)
            await _record_dispute(house, owner, line.viewer.by, request)
    except (BadInput, msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        line.send(encode(refusal_of(bad_message(str(fault)), id_)))
    except StoreDown:
        owner.hold()
        line.send(encode(refusal_of(refusals.PAUSED, id_)))
    except Refused as refused:
        line.send(encode(refusal_of(refused, id_)))
    else:
        start = time.perf_counter()
        by = line.viewer.by
        reply = await owner.ask(person.id, person.name, by, request, id_, line.send, line.number)
        house.metrics.seconds.observe(time.perf_counter() - start)
        house.metrics.actions.labels("refused" if reply.startswith(REFUSED) else "done").inc()


async def _dry_run(
    house: HouseServer, owner: TableActor, line: SocketLine, person: SignedInPerson, message: Try
) -> bytes:
    """Preview a command. A preview requires the same permission as the command itself."""
    allow_message("try", line.viewer.by)
    command = await _authorize(house, owner, line, person, Do(message.id, message.command))
    assert isinstance(command, TableCommand)
    if isinstance(command, CloseBetting):
        await _check_ready(house, owner)
    return owner.try_out(line.viewer.by, command, message.id)


async def _request_review(house: HouseServer, owner: TableActor, by: str, command: TableCommand) -> None:
    """Ask for the second person that a command needs. The table then refuses it until they confirm."""
    request = owner.review_request(command, by)
    if request is not None:
        desk = house.desk_office
        await desk.do(msgspec.structs.replace(request, at=desk.now))


async def _record_dispute(house: HouseServer, owner: TableActor, by: str, command: TableCommand) -> None:
    """Record that a card reader and the dealer disagree. The table then refuses the command."""
    dispute = owner.reading_dispute(command, by)
    if dispute is not None:
        desk = house.desk_office
        await desk.do(msgspec.structs.replace(dispute, at=desk.now))


async def _call_floor(
    house: HouseServer, owner: TableActor, line: SocketLine, message: CallFloorRequest
) -> None:
    by = line.viewer.by
    allow_message("call", by)
    if owner.rules.dealing == TRAINING:
        await floor_comes(owner, line.person, message.id, line.send)
        return
    desk = house.desk_office
    call = CallFloor(table=owner.table, id=message.id, words=message.words, by=by, at=desk.now)
    await desk.do(call)
    owner.look()
    line.send(encode(Done(message.id, owner.broadcaster.cursor_of(by))))


async def _authorize(
    house: HouseServer,
    owner: TableActor,
    line: SocketLine,
    person: SignedInPerson,
    message: Do | Chips | CashOutRequest | Ready | MoreTime,
) -> Request:
    """Return the request if the permission matrix allows it for this role. Record denied requests."""
    by = line.viewer.by
    try:
        if not isinstance(message, Do):
            allow_message(str(type(message).__struct_config__.tag), by)
            if isinstance(message, Chips) and owner.rules.money == REAL:
                await house.desk_office.identity.check_patron(person.id, by, "Buy-in", owner.table)
            return message
        command = decode_sent_command(message.command)
        allow_at_table(house.desk, owner.table, owner.state, msgspec.structs.replace(command, by=by))
        if isinstance(command, BuyIn) and owner.rules.money == REAL:
            name = owner.state.seating.names.get(command.player, "")
            await house.desk_office.identity.check(name, by, "Buy-in", table=owner.table)
        return command
    except Refused as refused:
        await house.people.note_denial(person, f"the socket of {owner.table}", str(refused.code))
        raise


async def _check_ready(house: HouseServer, owner: TableActor) -> None:
    """Raise `Refused` if a live table with real money is not ready to deal."""
    table = owner.configuration
    if table is not None and is_gated(table):
        cage = house.cage_office
        won, _ = await cage.tray_books(table.id)
        float_ = cage.state.trays.held.get(table.id, 0) + won
        check_ready(house.desk, cage.state, table, float_, house.desk_office.today)


def decode_sent_command(raw: msgspec.Raw) -> TableCommand:
    """Decode a command from a client. The server sets the actor and the time."""
    fields = msgspec.json.decode(raw)
    if isinstance(fields, dict) and ("by" in fields or "at" in fields):
        raise BadInput("a command must not contain by or at: the server sets them")
    if isinstance(fields, dict) and "legacy" in fields:
        raise BadInput("a command must not contain legacy: it is for journals only")
    command = decode_command(bytes(raw))
    # A client may send an older version of a tag. The current rules decide such a command.
    return msgspec.structs.replace(command, legacy=False) if hasattr(command, "legacy") else command


MANY_SOCKETS = Refused(
    "too_many_sockets", "you have too many windows open at this table", (), "Close one of the windows."
)
MANY_SPECTATORS = Refused(
    "too_many_spectators", "this table has too many spectators", (), "Come back later, or take a seat."
)
ANOTHERS_TRAINING = Refused(
    "anothers_training", "this is another dealer's training table", (), "Choose another table."
)
TABLE_CLOSED = Refused(
    "table_closed",
    "this table is closed, and everything done at it is saved",
    (),
    "Choose another table.",
)
NO_TABLE = Refused("no_table", "there is no such table", (), "Choose a table in the lobby.")
