"""One person at one table, over a socket that is opened again when it breaks.

Commands have ids of their own and are sent again, unchanged, until they are answered: whatever becomes of the
line, none of them counts twice.
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
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.client.deals import Deals
from croupier.client.line import Line, Voice
from croupier.client.messages import DoneTold, FrameTold, FromHouse, Glance, OfferTold, decode_from_house
from croupier.client.pacing import Pacing
from croupier.errors import Refused
from croupier.protocol import (
    Advice,
    Advised,
    Balance,
    Call,
    Calls,
    CashOut,
    Chips,
    Clock,
    Do,
    Hello,
    MoreTime,
    Moved,
    Nodes,
    Notice,
    Opening,
    Ready,
    ReadySeats,
    Refusal,
    Tried,
    Try,
    Welcome,
)
from croupier.table import codec
from croupier.table import commands as do_
from croupier.table.events import Event
from croupier.table.readers.sight import SeatSight, Sight

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between attempts to come back
FINAL = frozenset({4401, 4403, 4404})  # closed for good: coming back would change nothing
TOO_FAST = 1008
PING = 2.5  # seconds between two questions whether the house is still there, and for the answer
OPENING = 4.0  # seconds for a line to open
AGAIN = frozenset({"house_paused", "table_busy", "table_closed"})  # not now: the same is asked again
WAIT = 1.0  # seconds until then
DEAD = 4.0  # seconds in which a node that did not answer is not tried because another one names it

Asking = Do | Chips | CashOut | MoreTime | Advice | Ready | Try | Call
Reply = DoneTold | Advised | Tried

_ENCODE = msgspec.json.Encoder().encode


class Lost(Exception):
    """The house closed the line for good."""


class Question(msgspec.Struct, frozen=True):
    """What the dealer asks, of which seat, and what may be answered."""

    round: int
    seat: int
    name: str
    choices: tuple[str, ...]
    costs: tuple[int, ...]  # in cents, what each answer adds to the wagers


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
    ) -> None:
        """`others`: further nodes of the same house, asked in turn where one does not answer."""
        self.proofs = proofs  # whether the openings of the cards are wanted
        self.pauses: Sequence[float] = PAUSES
        self._nodes = [url, *others]
        self._node = url  # that is asked now
        self._silent: dict[str, float] = {}  # nodes that did not answer, and when
        self._later: dict[str, asyncio.Task[None]] = {}  # what is asked again in a moment
        self._role, self._token, self.table = role, token, table
        self._pending: dict[str, _Pending] = {}
        self._socket: Line | None = None
        self._voice: Voice | None = None  # on the open line
        self.pacing = Pacing()
        self._waits: list[tuple[Callable[[], Any], asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._lost: Exception | None = None
        self._listeners: list[asyncio.Queue[FromHouse]] = []
        self.welcome: Welcome | None = None
        self._frame: FrameTold | None = None
        self._glance: Glance | None = None
        self._sight: Sight | None = None  # of the last frame, once somebody has looked
        self._offers: tuple[OfferTold, ...] | None = None
        self.cursor: tuple[int, int] | None = None
        self.balance: Balance | None = None
        self.clock: Clock | None = None
        self.ready_seats: tuple[int, ...] = ()
        self.notices: list[Notice] = []
        self.calls: tuple[dict[str, Any], ...] = ()  # for the floor, that nobody has answered
        self.deals = Deals()
        self._said_ready = 0  # the round for which this person said so
        self.reconnected = 0
        self.playing = 0  # the last round in which this person had a wager

    # The line.

    async def __aenter__(self) -> Table:
        self._task = asyncio.create_task(self._keep(), name=f"client of {self.table}")
        await self.until(lambda: self._frame is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._task is not None:
            tasks = (self._task, *self._later.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._task = None

    async def drop(self) -> None:
        """Break the line, as a bad network would."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _keep(self) -> None:
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
                    create_connection=Line,
                ) as socket:
                    assert isinstance(socket, Line)
                    self._socket = socket
                    self._silent.pop(self._node, None)
                    with self._speaking(socket):
                        async for data in socket:
                            self._hear(data)
                    code, reason = socket.close_code or 1006, socket.close_reason or ""
            except (OSError, InvalidHandshake, TimeoutError, EOFError) as fault:
                reason = str(fault)
            except ConnectionClosed as closed:
                code, reason = closed.rcvd.code if closed.rcvd else 1006, str(closed)
            self._socket = None
            if code in FINAL and not self._moved:
                self._give_up(Lost(f"{code} {reason}"))
                return
            if code == TOO_FAST:
                self.pacing.slower()
            elif not self._moved:
                self._turn_to_another(code == 1006)
            self._moved = False
            self.reconnected += 1
            pause = self.pauses[min(self._attempt, len(self.pauses) - 1)]
            self._attempt += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))

    _moved = _greeted = False
    _attempt = 0  # to come back, since something was heard

    @contextlib.contextmanager
    def _speaking(self, socket: Line) -> Iterator[None]:
        """Hello, and after the first frame whatever is asked; what is not said when the line ends is asked
        again on the next one."""
        self._voice, self._greeted = Voice(socket, self.pacing), False
        socket.hear = self._hear
        self._voice.say(_ENCODE(Hello(self.cursor, self.proofs)))
        speaking = asyncio.create_task(self._voice.speak())
        try:
            yield
        finally:
            self._voice = None
            speaking.cancel()

    def _hear(self, data: bytes | str) -> None:
        self._attempt = 0
        self._take(decode_from_house(data))

    def _turn_to_another(self, silent: bool) -> None:
        """The next node, if there is one. A node that broke off is not gone to for a while by another's word:
        that one does not know yet."""
        if silent:
            self._silent[self._node] = time.monotonic()
        at = self._nodes.index(self._node) if self._node in self._nodes else -1
        self._node = self._nodes[(at + 1) % len(self._nodes)]

    def _move(self, address: str) -> None:
        silent = self._silent.get(address)
        if silent is None or time.monotonic() - silent > DEAD:
            self._node = address
        self._moved = True

    def _give_up(self, fault: Exception) -> None:
        self._lost = fault
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(fault)
        self._pending.clear()
        self._look()

    def _take(self, message: FromHouse) -> None:
        match message:
            case Welcome():
                self.welcome = message
                if message.pace is not None:
                    self.pacing.posted(message.pace)
            case FrameTold():
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
            case DoneTold():
                self._answered(message.id, message)
            case Advised() | Tried():
                self._answered(message.id, message)
            case Refusal():
                self._refused(message)
            case Balance():
                self.balance = message
            case Clock():
                self.clock = message
            case ReadySeats():
                self.ready_seats = message.seats
            case Notice():
                self.notices.append(message)
            case Calls():
                self.calls = tuple(message.calls)
            case Moved():
                self._move(message.address)
            case Nodes():
                self._nodes = list(dict.fromkeys((*self._nodes, self._node, *message.addresses)))
            case Opening():
                self.deals.opened(message.openings)
        for queue in self._listeners:
            queue.put_nowait(message)
        self._look()

    def _send_again(self) -> None:
        """What was not answered on the line before."""
        for pending in self._pending.values():
            self._send(pending.message)

    def _send(self, message: bytes) -> None:
        if self._voice is not None and self._greeted:
            self._voice.say(message)

    def _answered(self, id_: str, message: Reply) -> None:
        pending = self._pending.pop(id_, None)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(message)

    def _refused(self, message: Refusal) -> None:
        if message.code in AGAIN and message.id in self._pending:
            if message.id not in self._later:
                self._later[message.id] = asyncio.create_task(self._ask_again(message.id))
            return
        pending = self._pending.pop(message.id, None)
        fault = Refused(message.code, message.message, message.clauses, message.remedy, message.readings)
        if pending is not None and not pending.answer.done():
            pending.answer.set_exception(fault)

    async def _ask_again(self, id_: str) -> None:
        await asyncio.sleep(WAIT)
        del self._later[id_]
        if (pending := self._pending.get(id_)) is not None:
            self._send(pending.message)

    # Waiting.

    async def until(self, found: Callable[[], Any], timeout: float = 60.0) -> Any:
        """Wait until something is so. `Lost` if the house closed the line; TimeoutError after a while."""
        async with asyncio.timeout(timeout):
            while True:
                if self._lost is not None:
                    raise self._lost
                if value := found():
                    return value
                wait = found, asyncio.get_running_loop().create_future()
                self._waits.append(wait)
                try:
                    await wait[1]
                finally:
                    self._waits.remove(wait)

    def _look(self) -> None:
        """Something is new: only those are woken whose wait is over by it."""
        for found, over in self._waits:
            if not over.done() and (self._lost is not None or self._is_so(found)):
                over.set_result(None)

    def _is_so(self, found: Callable[[], Any]) -> bool:
        try:
            return bool(found())
        except Exception:  # whoever waits is told when they look themselves
            return True

    async def messages(self) -> AsyncIterator[FromHouse]:
        """Everything the house says from now on, in its order."""
        queue: asyncio.Queue[FromHouse] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._listeners.remove(queue)

    # Acting.

    async def ask(self, message: Asking, id_: str) -> Reply:
        """Send, and send again if the line breaks, until it is answered."""
        if self._lost is not None:
            raise self._lost
        before = self._pending.get(id_)  # ready may be said again, with a number, before it is answered
        answer: asyncio.Future[Reply]
        answer = before.answer if before is not None else asyncio.get_running_loop().create_future()
        data = _ENCODE(message)
        self._pending[id_] = _Pending(data, answer)
        self._send(data)
        return await answer

    async def do(self, command: do_.Command, id_: str = "") -> Reply:
        """Any command of the table. Who acts and when is the house's to say: leave `by` and `at` out."""
        id_ = id_ or new_id()
        return await self.ask(Do(id_, msgspec.Raw(_ENCODE(plain(command)))), id_)

    async def try_(self, command: do_.Command) -> Tried:
        """What a command would do now; nothing is stored. For the staff."""
        id_ = new_id()
        tried = await self.ask(Try(id_, msgspec.Raw(_ENCODE(plain(command)))), id_)
        assert isinstance(tried, Tried)
        return tried

    async def call_floor(self, words: str = "") -> Reply:
        """A dealer calls the floor to the table."""
        id_ = new_id()
        return await self.ask(Call(id_, words), id_)

    async def chips(self, cents: int) -> Reply:
        id_ = new_id()
        return await self.ask(Chips(id_, cents), id_)

    async def cash_out(self) -> Reply:
        id_ = new_id()
        return await self.ask(CashOut(id_), id_)

    async def sit(self, seat: int) -> Reply:
        return await self.do(do_.SitDown(seat=seat, player=self.person))

    async def get_up(self, seat: int) -> Reply:
        return await self.do(do_.GetUp(seat=seat))

    async def bet(self, seat: int, wagers: Mapping[str, int]) -> Reply:
        return await self.do(do_.Bet(seat=seat, wagers=dict(wagers), round=self.round))

    def _follow_deal(self, frame: FrameTold) -> None:
        """Who was ready before their number was fixed in the deal reveals it now: one just fixed, or
        one for a deal that is dealt anew because somebody spoilt it."""
        self.deals.take(event for entry in frame.events for event in entry)
        if self._said_ready == self.round and self.deals.due(self.person):
            again = asyncio.create_task(self.ready())
            again.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def ready(self, reveal: str = "", next_: str = "") -> Reply:
        """No more bets of this person. With proofs their part in the deal goes along."""
        number = self._said_ready = self.round
        if self.proofs and not reveal and not next_:
            reveal, next_ = self.deals.reveal(self.person), self.deals.fix()
        return await self.ask(Ready(number, reveal, next_), f"ready-{number}")

    async def decide(self, choice: str, question: Question | None = None) -> Reply:
        asked = question or self.asked
        if asked is None:
            raise Refused("nobody_asked", "the dealer asks this player nothing", (), "Wait for the question.")
        return await self.do(
            do_.Decide(seat=asked.seat, choice=choice, round=asked.round, question=asked.name)
        )

    async def advice(self) -> Any:
        id_ = new_id()
        found = await self.ask(Advice(id_), id_)
        assert isinstance(found, Advised)
        return found.advice

    async def more_time(self) -> Reply:
        id_ = new_id()
        return await self.ask(MoreTime(id_), id_)

    # Looking.

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
    def offers(self) -> tuple[OfferTold, ...]:
        """What this person may do now."""
        if self._offers is None:
            self._offers = self._frame.offered if self._frame is not None else ()
        return self._offers

    @property
    def due(self) -> dict[str, Any]:
        """The act that is due, as the staff is told."""
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
        """Bets are open: nobody is in play."""
        sight = self.sight
        return sight is not None and not any(seat.in_play for seat in sight.seats)

    @property
    def asked(self) -> Question | None:
        """The question that is open to this person now."""
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
        """The next question to this person; None when the round is over and bets are open again."""
        number = self.playing or self.round
        await self.until(lambda: self.asked is not None or self.round > number, timeout)
        return self.asked if self.round == number else None

    def seat(self, number: int) -> SeatSight | None:
        sight = self.sight
        return next((seat for seat in sight.seats if seat.seat == number), None) if sight else None

    def net(self, seat: int) -> int:
        """What the last round brought a seat, in cents."""
        found = self.seat(seat)
        return found.net if found is not None else 0


def plain(command: do_.Command) -> dict[str, Any]:
    """A command as it is sent: who acts and when is the house's to say."""
    told: dict[str, Any] = msgspec.json.decode(codec.encode_command(command))
    told.pop("by", None)
    told.pop("at", None)
    return told


def new_id() -> str:
    return secrets.token_hex(12)


def _socket_address(url: str, table: str, role: str) -> str:
    address = url.rstrip("/").replace("https://", "wss://").replace("http://", "ws://")
    return f"{address}/ws/tables/{table}?as={role}"


Events = tuple[tuple[Event, ...], ...]
