"""The client of one person at one table. It reconnects when the socket breaks.

Each command has its own id, and the client repeats it unchanged until the server answers. The server
executes each id only once, so a broken connection never causes a second execution.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.client.deals import Deals
from croupier.client.messages import (
    ClientFrame,
    FromHouse,
    OfferView,
    SightGlance,
    decode_from_house,
)
from croupier.client.pacing import PacedSender, Pacing
from croupier.errors import Refused
from croupier.protocol import (
    AdviceRequest,
    Advised,
    Balance,
    CallFloorRequest,
    Calls,
    CashOutRequest,
    Chips,
    Clock,
    Do,
    Done,
    Hello,
    HouseNotice,
    MoreTime,
    Nodes,
    OpeningMessage,
    Ready,
    ReadySeats,
    Refusal,
    TableMoved,
    Tried,
    Try,
    Welcome,
)
from croupier.table import codec
from croupier.table import commands as do_
from croupier.table.events import TableEvent
from croupier.table.readers.sight import SeatSight, Sight

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between attempts to reconnect
FINAL = frozenset({4401, 4403, 4404})  # close codes after which a reconnect would fail too
TOO_FAST = 1008
PING = 2.5  # seconds between pings, and seconds to wait for the pong
OPENING = 4.0  # seconds for a connection to open
RETRY_CODES = frozenset({"house_paused", "table_busy", "table_closed"})  # temporary refusals
WAIT = 1.0  # seconds before a retry
DEAD = 4.0  # seconds for which redirects to an unresponsive node are ignored

ClientRequest = Do | Chips | CashOutRequest | MoreTime | AdviceRequest | Ready | Try | CallFloorRequest
Reply = Done | Advised | Tried

_ENCODE = msgspec.json.Encoder().encode


class ConnectionLost(Exception):
    """The server closed the connection permanently."""


class Question(msgspec.Struct, frozen=True):
    """A question of the dealer to one seat, with its legal choices."""

    round: int
    seat: int
    name: str
    choices: tuple[str, ...]
    costs: tuple[int, ...]  # cents that each choice adds to the wagers


class _Pending(msgspec.Struct, frozen=True):
    message: bytes
    answer: asyncio.Future[Reply]


class Table:
    def __init__(
        self,
        url: str,
        table: str,
        role: str,
        token: str,
        proofs: bool = False,
        others: Sequence[str] = (),
        clock: bool = False,
    ) -> None:
        """Create the client. If a node does not respond, the client tries the nodes in `others`."""
        self.proofs = proofs  # request proofs of the visible cards
        self._clock = clock  # run the posted times even for a single player
        self.pauses: Sequence[float] = PAUSES
        self._nodes = [url, *others]
        self._node = url  # the current node
        self._silent: dict[str, float] = {}  # for each unresponsive node, the time of its failure
        self._retries: dict[str, asyncio.Task[None]] = {}  # scheduled retries by id
        self._role, self._token, self.table = role, token, table
        self._pending: dict[str, _Pending] = {}
        self._socket: ClientConnection | None = None
        self._sender: PacedSender | None = None  # sender of the open connection
        self.pacing = Pacing()
        self._waits: list[tuple[Callable[[], Any], asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._fault: Exception | None = None
        self._listeners: list[asyncio.Queue[FromHouse]] = []
        self.welcome: Welcome | None = None
        self._frame: ClientFrame | None = None
        self._glance: SightGlance | None = None
        self._sight: Sight | None = None  # decoded view from the last frame
        self._offers: tuple[OfferView, ...] | None = None
        self.cursor: tuple[int, int] | None = None
        self.balance: Balance | None = None
        self.clock: Clock | None = None
        self.ready_seats: tuple[int, ...] = ()
        self.away_seats: tuple[int, ...] = ()
        self.notices: list[HouseNotice] = []
        self.calls: tuple[dict[str, Any], ...] = ()  # open floor calls
        self.deals = Deals()
        self._ready_round = 0  # number of the last round in which this person was ready
        self.reconnected = 0
        self.playing = 0  # number of the last round in which this person had a wager

    # The connection.

    async def __aenter__(self) -> Table:
        self._task = asyncio.create_task(self._stay_connected(), name=f"client of {self.table}")
        await self.until(lambda: self._frame is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._task is not None:
            tasks = (self._task, *self._retries.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._task = None

    async def drop(self) -> None:
        """Break the connection as an unreliable network would."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _stay_connected(self) -> None:
        """Connect, receive messages, and reconnect until the server closes permanently."""
        while True:
            code = 1006
            try:
                async with connect(
                    _socket_address(self._node, self.table, self._role),
                    additional_headers={"cookie": f"croupier={self._token}"} if self._token else {},
                    max_size=1 << 22,
                    ping_interval=PING,
                    ping_timeout=PING,
                    open_timeout=OPENING,
                    close_timeout=1,
                    compression=None,
                    proxy=None,
                ) as socket:
                    self._socket = socket
                    self._silent.pop(self._node, None)
                    with self._sending(socket):
                        async for data in socket:
                            self._attempt = 0
                            self._take(decode_from_house(data))
                    code, reason = socket.close_code or 1006, socket.close_reason or ""
            except (OSError, InvalidHandshake, TimeoutError, EOFError) as fault:
                reason = str(fault)
            except ConnectionClosed as closed:
                code, reason = closed.rcvd.code if closed.rcvd else 1006, str(closed)
            self._socket = None
            if code in FINAL and not self._is_moving:
                self._give_up(ConnectionLost(f"{code} {reason}"))
                return
            if code == TOO_FAST:
                self.pacing.slow_down()
            elif not self._is_moving:
                self._switch_node(code == 1006)
            self._is_moving = False
            self.reconnected += 1
            pause = self.pauses[min(self._attempt, len(self.pauses) - 1)]
            self._attempt += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))

    _is_moving = _greeted = False
    _attempt = 0  # number of reconnects since the last message

    @contextlib.contextmanager
    def _sending(self, socket: ClientConnection) -> Iterator[None]:
        """Send the hello message now, and the requests after the first frame.

        The next connection sends the requests that remain.
        """
        self._sender, self._greeted = PacedSender(socket, self.pacing), False
        self._sender.queue(_ENCODE(Hello(self.cursor, self.proofs, self._clock)))
        task = asyncio.create_task(self._sender.run())
        try:
            yield
        finally:
            self._sender = None
            task.cancel()

    def _switch_node(self, silent: bool) -> None:
        """Try the next node, if there is one.

        For a while, the client ignores redirects to a node that did not respond. The other nodes may not know
        yet that this node failed.
        """
        if silent:
            self._silent[self._node] = time.monotonic()
        at = self._nodes.index(self._node) if self._node in self._nodes else -1
        self._node = self._nodes[(at + 1) % len(self._nodes)]

    def _move(self, address: str) -> None:
        silent = self._silent.get(address)
        if silent is None or time.monotonic() - silent > DEAD:
            self._node = address
        self._is_moving = True

    def _give_up(self, fault: Exception) -> None:
        self._fault = fault
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(fault)
        self._pending.clear()
        self._wake()

    def _take(self, message: FromHouse) -> None:
        match message:
            case Welcome():
                self.welcome = message
                if message.pace is not None:
                    self.pacing.set_pace(message.pace)
            case ClientFrame():
                self.cursor, self._frame = message.cursor, message
                self._glance = glance = message.glance
                self._sight = self._offers = None
                if self.proofs:
                    self._follow_deal(message)
                if glance.playing:
                    self.playing = glance.round
                if not self._greeted:
                    self._greeted = True
                    self._send_again()
            case Done() | Advised() | Tried():
                self._resolve(message.id, message)
            case Refusal():
                self._reject(message)
            case Balance():
                self.balance = message
            case Clock():
                self.clock = message
            case ReadySeats():
                self.ready_seats, self.away_seats = message.seats, message.away
            case HouseNotice():
                self.notices.append(message)
            case Calls():
                self.calls = tuple(message.calls)
            case TableMoved():
                self._move(message.address)
            case Nodes():
                self._nodes = list(dict.fromkeys((*self._nodes, self._node, *message.addresses)))
            case OpeningMessage():
                self.deals.add_openings(message.openings)
        for queue in self._listeners:
            queue.put_nowait(message)
        self._wake()

    def _send_again(self) -> None:
        """Send the requests again that were not answered on the previous connection."""
        for pending in self._pending.values():
            self._send(pending.message)

    def _send(self, message: bytes) -> None:
        if self._sender is not None and self._greeted:
            self._sender.queue(message)

    def _resolve(self, id_: str, message: Reply) -> None:
        pending = self._pending.pop(id_, None)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(message)

    def _reject(self, message: Refusal) -> None:
        """Raise the refusal in the waiting request, or schedule a retry if the refusal is temporary."""
        if message.code in RETRY_CODES and message.id in self._pending:
            if message.id not in self._retries:
                self._retries[message.id] = asyncio.create_task(self._retry(message.id))
            return
        pending = self._pending.pop(message.id, None)
        fault = Refused(message.code, message.message, message.clauses, message.remedy, message.readings)
        if pending is not None and not pending.answer.done():
            pending.answer.set_exception(fault)

    async def _retry(self, id_: str) -> None:
        await asyncio.sleep(WAIT)
        del self._retries[id_]
        if (pending := self._pending.get(id_)) is not None:
            self._send(pending.message)

    # Waiting for the server.

    async def until(self, condition: Callable[[], Any], timeout: float = 60.0) -> Any:
        """Wait until `condition` returns a true value, and return it.

        Raises `ConnectionLost` or `TimeoutError`.
        """
        async with asyncio.timeout(timeout):
            while True:
                if self._fault is not None:
                    raise self._fault
                if value := condition():
                    return value
                wait = condition, asyncio.get_running_loop().create_future()
                self._waits.append(wait)
                try:
                    await wait[1]
                finally:
                    self._waits.remove(wait)

    def _wake(self) -> None:
        """Wake the waiting callers whose condition is now true."""
        for condition, over in self._waits:
            if not over.done() and (self._fault is not None or self._is_true(condition)):
                over.set_result(None)

    def _is_true(self, condition: Callable[[], Any]) -> bool:
        try:
            return bool(condition())
        except Exception:  # the waiting caller evaluates the condition again and gets the exception
            return True

    async def messages(self) -> AsyncIterator[FromHouse]:
        """Yield every message from the server from now on, in order."""
        queue: asyncio.Queue[FromHouse] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._listeners.remove(queue)

    # Requests to the server.

    async def ask(self, message: ClientRequest, id_: str) -> Reply:
        """Send a request, and repeat it after each reconnect until the server answers."""
        if self._fault is not None:
            raise self._fault
        # A ready message that reveals a number may be sent again before its answer arrives.
        before = self._pending.get(id_)
        answer: asyncio.Future[Reply]
        answer = before.answer if before is not None else asyncio.get_running_loop().create_future()
        data = _ENCODE(message)
        self._pending[id_] = _Pending(data, answer)
        self._send(data)
        return await answer

    async def do(self, command: do_.TableCommand, id_: str = "") -> Reply:
        """Send a table command. The server sets `by` and `at`."""
        id_ = id_ or new_id()
        return await self.ask(Do(id_, msgspec.Raw(_ENCODE(plain(command)))), id_)

    async def try_(self, command: do_.TableCommand) -> Tried:
        """Preview a command without storing anything. Only staff may preview."""
        id_ = new_id()
        preview = await self.ask(Try(id_, msgspec.Raw(_ENCODE(plain(command)))), id_)
        assert isinstance(preview, Tried)
        return preview

    async def call_floor(self, words: str = "") -> Reply:
        """Call the floor to the table. Only dealers may call."""
        id_ = new_id()
        return await self.ask(CallFloorRequest(id_, words), id_)

    async def chips(self, cents: int) -> Reply:
        id_ = new_id()
        return await self.ask(Chips(id_, cents), id_)

    async def cash_out(self) -> Reply:
        id_ = new_id()
        return await self.ask(CashOutRequest(id_), id_)

    async def sit(self, seat: int) -> Reply:
        return await self.do(do_.SitDown(seat=seat, player=self.person))

    async def get_up(self, seat: int) -> Reply:
        return await self.do(do_.GetUp(seat=seat))

    async def bet(self, seat: int, wagers: Mapping[str, int]) -> Reply:
        return await self.do(do_.Bet(seat=seat, wagers=dict(wagers), round=self.round))

    def _follow_deal(self, frame: ClientFrame) -> None:
        """Follow the deal, and reveal this player's number if it joined the deal after the `ready` message.

        A new number joins so late, and so does a number whose first deal was discarded because another player
        did not reveal theirs.
        """
        self.deals.take(event for entry in frame.events for event in entry)
        if self._ready_round == self.round and self.deals.must_reveal(self.person):
            retry = asyncio.create_task(self.ready())
            retry.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def ready(self, reveal: str = "", next_: str = "") -> Reply:
        """Finish betting. With proofs, also send this player's numbers for the deal."""
        number = self._ready_round = self.round
        if self.proofs and not reveal and not next_:
            reveal, next_ = self.deals.reveal(self.person), self.deals.fix()
        return await self.ask(Ready(number, reveal, next_), f"ready-{number}")

    async def decide(self, choice: str, question: Question | None = None) -> Reply:
        open_ = question or self.asked
        if open_ is None:
            raise Refused("nobody_asked", "you have no question to answer", (), "Wait for the question.")
        return await self.do(
            do_.Decide(seat=open_.seat, choice=choice, round=open_.round, question=open_.name)
        )

    async def advice(self) -> Any:
        id_ = new_id()
        reply = await self.ask(AdviceRequest(id_), id_)
        assert isinstance(reply, Advised)
        return reply.advice

    async def more_time(self) -> Reply:
        id_ = new_id()
        return await self.ask(MoreTime(id_), id_)

    # The table as this person sees it.

    @property
    def person(self) -> str:
        return self.welcome.person if self.welcome is not None else ""

    @property
    def sight(self) -> Sight | None:
        """The table as this person sees it now."""
        if self._sight is None and self._frame is not None:
            self._sight = self._frame.sight
        return self._sight

    @property
    def offers(self) -> tuple[OfferView, ...]:
        """The acts that this person may perform now."""
        if self._offers is None:
            self._offers = self._frame.offered if self._frame is not None else ()
        return self._offers

    @property
    def due(self) -> dict[str, Any]:
        """The next act that staff must perform, or an empty dictionary for a person who is not staff."""
        return self._frame.due if self._frame is not None else {}

    @property
    def then(self) -> tuple[str, ...]:
        return self._frame.then if self._frame is not None else ()

    @property
    def timers(self) -> dict[str, Any]:
        return self._frame.timers if self._frame is not None else {}

    @property
    def round(self) -> int:
        return self._glance.round if self._glance is not None else 0

    @property
    def betting(self) -> bool:
        """True while bets are open."""
        sight = self.sight
        return sight is not None and not any(seat.in_play for seat in sight.seats)

    @property
    def asked(self) -> Question | None:
        """The current question to this person, or None."""
        glance = self._glance
        if glance is None or glance.turn.seat not in glance.own_seats or not glance.turn.question:
            return None
        for offer in self.offers:
            if offer.act.startswith("decide@") and offer.sample.get("seat") == glance.turn.seat:
                options = next(blank.options for blank in offer.blanks if blank.field == "choice")
                return Question(
                    glance.round,
                    glance.turn.seat or 0,
                    glance.turn.question,
                    tuple(str(option.value) for option in options),
                    tuple(option.cost for option in options),
                )
        return None

    async def question(self, timeout: float = 60.0) -> Question | None:
        """Wait for the next question to this person, or return None when the round is over."""
        number = self.playing or self.round
        await self.until(lambda: self.asked is not None or self.round > number, timeout)
        return self.asked if self.round == number else None

    def seat(self, number: int) -> SeatSight | None:
        sight = self.sight
        return next((seat for seat in sight.seats if seat.seat == number), None) if sight else None

    def net(self, seat: int) -> int:
        """Return a seat's net result of the last round in cents."""
        seat_view = self.seat(seat)
        return seat_view.net if seat_view is not None else 0


def plain(command: do_.TableCommand) -> dict[str, Any]:
    """Convert a command to JSON fields without `by` and `at`. The server sets these two."""
    fields: dict[str, Any] = msgspec.json.decode(codec.encode_command(command))
    fields.pop("by", None)
    fields.pop("at", None)
    return fields


def new_id() -> str:
    return secrets.token_hex(12)


def _socket_address(url: str, table: str, role: str) -> str:
    address = url.rstrip("/").replace("https://", "wss://").replace("http://", "ws://")
    return f"{address}/ws/tables/{table}?as={role}"


Events = tuple[tuple[TableEvent, ...], ...]
