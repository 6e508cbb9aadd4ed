"""The owner of a table: takes what people ask one at a time, and tells nobody what is not stored.

Decide, commit, adopt, publish, acknowledge. What a person asks, and the routine acts that follow until the
table waits for somebody again, are decided ahead of the store; they become one batch. If it is not stored,
the owner goes back to where it was, and nobody has heard anything.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol

import msgspec

from croupier.errors import Refused
from croupier.house.cage.commands import FromTable, ToTable
from croupier.house.floor.seen import Cursor, Public, Story, Told, Viewer
from croupier.house.floor.timing import Timer, Times
from croupier.house.store.batches import (
    Answer,
    Batch,
    Committed,
    LeaseLost,
    Line,
    Post,
    Repeated,
    StoreDown,
)
from croupier.house.store.gathering import GatheringStream
from croupier.journal.tables import Held
from croupier.meters.bank import Bank
from croupier.meters.machine import Meters
from croupier.protocol import (
    Balance,
    CashOut,
    Chips,
    Clock,
    Done,
    Frame,
    FromHouse,
    MoreTime,
    Moved,
    Notice,
    Ready,
    ReadySeats,
    Welcome,
    encode,
    refusal_of,
)
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.driving.driver import Driver
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.shoe import Shoes
from croupier.table.driving.sources import CardSource
from croupier.table.machine import Step
from croupier.table.readers.ledger import postings
from croupier.table.roles import PLAYER, role_of
from croupier.table.state import BETTING, TableState

log = logging.getLogger("croupier.house.table")

CAGE = "cage"  # its stream
QUEUE = 256  # requests that wait for one table
KEPT = 4_096  # answers remembered in memory; all are in the store
TRIES = 3  # of a batch that was decided by a meter's old reading
RETRY = 1.0  # seconds until a paused table tries again

Request = do_.Command | Chips | CashOut | Ready | MoreTime
Source = Callable[[Shoes], CardSource]


class Commits(Protocol):
    """What an owner needs of the committer."""

    async def commit(self, batch: Batch) -> Committed: ...
    def state(self, stream: str) -> Any: ...
    async def refresh(self, stream: str) -> Any: ...


class Outlet(Protocol):
    """Somebody who looks on or plays: where messages for them go. `send` never waits."""

    viewer: Viewer
    person: str  # an id; empty for somebody who is not known

    def send(self, message: bytes) -> None: ...
    def end(self, code: int, reason: str) -> None: ...


class Asked(msgspec.Struct, frozen=True):
    """What one person asks of a table, and who hears the answer."""

    person: str
    name: str
    by: str
    request: Request
    id: str
    digest: str
    answer: asyncio.Future[bytes]


class _Tick(msgspec.Struct, frozen=True):
    """The clock's own turn in the queue."""


TICK = _Tick()


class Rules(msgspec.Struct, frozen=True):
    """How the house runs a table."""

    money: str = "play"  # or real
    times: Times = Times()
    automations: frozenset[str] = UNATTENDED
    live: bool = False


def digest_of(request: object) -> str:
    return hashlib.sha256(msgspec.json.encode(request)).hexdigest()


class Owner:
    def __init__(
        self,
        stream: GatheringStream,
        story: Story,
        committer: Commits,
        source: Source,
        meters: str,
        clock: Callable[[], int],
        rules: Rules,
        epoch: int = 0,
    ) -> None:
        self.table, self.rules, self.epoch = stream.name, rules, epoch
        self.committer, self.meters, self._clock = committer, meters, clock
        self._stream, self._source = stream, source
        self.story = story
        self.public = Public(story, rules.live)
        self.outlets: list[Outlet] = []
        self.timer = Timer(rules.times)
        self.ready: set[str] = set()  # players who are ready in the running round
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._queue: asyncio.Queue[Asked | _Tick] = asyncio.Queue()
        self._handle: asyncio.TimerHandle | None = None
        self._steps: list[Step] = []
        self._posts: list[Post] = []
        self._mark = stream.mark()
        self._driver = self._new_driver()
        self._task: asyncio.Task[None] | None = None
        self.closed = ""  # why it takes nothing any more
        self.actions = 0  # what was done for people, for the metrics

    # The table, as stored.

    @property
    def held(self) -> Held:
        held: Held = self._mark.state
        return held

    @property
    def state(self) -> TableState:
        return self.held.table

    def _new_driver(self) -> Driver:
        held: Held = self._mark.state
        return Driver(
            held.table,
            self._source(held.shoes),
            self.rules.automations,
            self._gather,
            None,
            self._clock,
            Bank(),
            self.table,
        )

    def _gather(self, step: Step, sealed: bytes | None) -> None:
        held: Held = self._stream.state
        self._stream.append(step.command, step.events, sealed, held.after(step.state, step.events, sealed))
        self._steps.append(step)

    def _begin(self) -> None:
        """A new batch: nothing gathered, meters as they are known now."""
        self._steps, self._posts = [], []
        posts = self._posts
        if self.meters:
            found = self.committer.state(self.meters)
            known = found if isinstance(found, Meters) else Meters()
            self._driver.meters = Bank(known, lambda done: posts.append(Post(self.meters, done.command)))

    def _rewind(self) -> None:
        """Back to what is stored: as if nothing had been tried."""
        self._stream.rewind(self._mark)
        self._driver = self._new_driver()

    # Life.

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.table}")
        self._queue.put_nowait(TICK)

    async def stop(self, why: str = "closing") -> None:
        """Finish what is being stored, refuse the rest, say goodbye."""
        self.closed = self.closed or why
        if self._handle is not None:
            self._handle.cancel()
        if self._task is not None:
            self._queue.put_nowait(TICK)
            await self._task
        for outlet in tuple(self.outlets):
            outlet.end(1001, why)

    async def _run(self) -> None:
        while not self.closed:
            asked = await self._queue.get()
            try:
                if isinstance(asked, _Tick):
                    await self._on_time()
                else:
                    await self._serve(asked)
            except LeaseLost:
                self.closed = "moved"
                if isinstance(asked, Asked):
                    asked.answer.set_result(self._refused(asked.id, CLOSED))
            except Exception:  # one fault must not end the table: its state is as stored
                log.exception("table %s: a request failed", self.table)
                self._rewind()
                if isinstance(asked, Asked) and not asked.answer.done():
                    asked.answer.set_result(self._fault(asked.id))
            self._set_clock()
        self._refuse_rest()

    def _refuse_rest(self) -> None:
        while not self._queue.empty():
            asked = self._queue.get_nowait()
            if isinstance(asked, Asked) and not asked.answer.done():
                asked.answer.set_result(self._refused(asked.id, CLOSED))

    def _fault(self, id_: str) -> bytes:
        return self._refused(id_, Refused("house_fault", "the house could not do that", (), "Try again."))

    # What people ask.

    async def ask(self, person: str, name: str, by: str, request: Request, id_: str) -> bytes:
        """What becomes of it, as the message for the one who asked; the same id gets the same answer."""
        if self.closed:
            return self._refused(id_, CLOSED)
        if self._queue.qsize() >= QUEUE:
            return self._refused(id_, BUSY)
        digest = digest_of(request)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Asked(person, name, by, request, id_, digest, answer))
        return await answer

    def _refused(self, id_: str, refused: Refused) -> bytes:
        return encode(refusal_of(refused, id_))

    async def _serve(self, asked: Asked) -> None:
        before = self._answers.get((asked.person, asked.id))
        if before is not None:
            asked.answer.set_result(self._again(asked, before))
            return
        if isinstance(asked.request, Ready | MoreTime):
            asked.answer.set_result(await self._soft(asked))
            return
        try:
            reply = await self._decided(asked)
        except Repeated as repeated:  # longer ago than the memory reaches, or before a restart
            reply = repeated.answer.reply
        except Refused as refused:
            reply = await self._kept_refusal(asked, refused)
        except StoreDown:
            self._pause()
            reply = self._refused(asked.id, PAUSED)
        asked.answer.set_result(reply)

    def _again(self, asked: Asked, before: Answer) -> bytes:
        if before.digest == asked.digest:
            return before.reply
        return self._refused(asked.id, OTHER)

    async def _decided(self, asked: Asked) -> bytes:
        """Decide, commit, adopt, publish; the answer is stored with the entries."""
        for attempt in range(1, TRIES + 1):
            self._begin()
            try:
                self._perform(asked)
                self._proceed()
                reply = encode(Done(asked.id, self._cursor_after(asked.by)))
                answer = Answer(asked.person, asked.id, asked.digest, reply)
                await self._commit((answer,))
            except Refused as refused:
                self._rewind()
                if str(refused.code) not in OUTDATED or attempt == TRIES or not self.meters:
                    raise
                await self.committer.refresh(self.meters)
                continue
            except BaseException:
                self._rewind()
                raise
            self._remember(answer)
            self.actions += 1
            return reply
        raise AssertionError("a batch is stored or refused")

    async def _kept_refusal(self, asked: Asked, refused: Refused) -> bytes:
        """A refusal is an answer too: the same id is refused again, whatever has changed since."""
        reply = self._refused(asked.id, refused)
        answer = Answer(asked.person, asked.id, asked.digest, reply)
        try:
            await self.committer.commit(Batch(stream=self.table, epoch=self.epoch, answers=(answer,)))
        except Repeated as repeated:
            return repeated.answer.reply
        except Refused as known:  # the id was used for something else, longer ago than the memory reaches
            return self._refused(asked.id, known)
        except StoreDown:
            self._pause()
            return self._refused(asked.id, PAUSED)
        self._remember(answer)
        return reply

    def _remember(self, answer: Answer) -> None:
        self._answers[answer.person, answer.id] = answer
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)

    def _cursor_after(self, by: str) -> Cursor:
        """Where the person's cursor stands when what was gathered is told."""
        viewer = Viewer(by, self.story)
        viewer.cursor = self._cursor_of(by)
        number = self.story.rounds[-1]
        for step in self._steps:
            viewer.see(Told(number, step.events))
            number += any(type(event) is ev.RoundEnded for event in step.events)
        return viewer.cursor

    def _cursor_of(self, by: str) -> Cursor:
        for outlet in self.outlets:
            if outlet.viewer.by == by:
                return outlet.viewer.cursor
        viewer = Viewer(by, self.story)
        for told in self.story.entries:
            viewer.see(told)
        return viewer.cursor

    def _perform(self, asked: Asked) -> None:
        request = asked.request
        match request:
            case Chips(cents=cents):
                transfer = secrets.token_hex(12)
                self._driver.do(
                    do_.BuyIn(player=asked.person, cents=cents, transfer=transfer, by="cage:house")
                )
                self._posts.append(self._to_table(transfer, asked.person, cents))
            case CashOut():
                self._cash_out(asked.person)
            case do_.SitDown():
                self._driver.do(msgspec.structs.replace(request, by=asked.by, name=asked.name))
            case do_.Command():
                self._driver.do(msgspec.structs.replace(request, by=asked.by))
                if isinstance(request, do_.Bet | do_.TakeBack):
                    self.ready.discard(asked.person)

    def _to_table(self, transfer: str, person: str, cents: int) -> Post:
        by = f"table:{self.table}"
        return Post(
            CAGE,
            ToTable(transfer=transfer, person=person, table=self.table, cents=cents, by=by, at=self._clock()),
        )

    def _cash_out(self, person: str) -> None:
        transfer = secrets.token_hex(12)
        events = self._driver.do(do_.CashOut(player=person, transfer=transfer, by="cage:house"))
        cents = sum(event.cents for event in events if isinstance(event, ev.CashedOut))
        by, at = f"table:{self.table}", self._clock()
        command = FromTable(transfer=transfer, person=person, table=self.table, cents=cents, by=by, at=at)
        self._posts.append(Post(CAGE, command))

    # The routine.

    def _proceed(self) -> None:
        """Routine acts, and "no more bets" when every bettor is ready, until the table waits for somebody."""
        self._driver.run()
        while self._all_ready():
            self._close_betting()

    def _all_ready(self) -> bool:
        state = self._driver.state
        bettors = {state.seating.seats[seat] for seat in state.bets.wagers if seat in state.seating.seats}
        return state.round.phase == BETTING and bool(bettors) and bettors <= self.ready

    def _close_betting(self) -> None:
        self._driver.do(do_.CloseBetting(by="dealer:house"))
        self._driver.run()

    async def _soft(self, asked: Asked) -> bytes:
        """What is no entry of its own: being ready, asking for more time."""
        if not isinstance(asked.request, Ready):
            return self._more_time(asked)
        if asked.request.round != self.state.round.number or self.state.round.phase != BETTING:
            return self._refused(asked.id, STALE)
        self.ready.add(asked.person)
        try:
            await self._by_itself(lambda: None)
        except Refused as refused:
            self.ready.discard(asked.person)
            return self._refused(asked.id, refused)
        except StoreDown:
            self._pause()
            return self._refused(asked.id, PAUSED)
        self._tell_ready()
        return encode(Done(asked.id, self._cursor_of(asked.by)))

    def _more_time(self, asked: Asked) -> bytes:
        state = self.state
        playing = {*state.seating.seats.values()} if state.bets.wagers else set()
        if playing - {asked.person}:
            return self._refused(asked.id, OTHERS_WAIT)
        self.timer.extend(self._now())
        self._tell_clock()
        return encode(Done(asked.id, self._cursor_of(asked.by)))

    async def _by_itself(self, work: Callable[[], object]) -> None:
        """What the house does without being asked; the same order of things."""
        self._begin()
        try:
            work()
            self._proceed()
            if self._steps:
                await self._commit(())
        except BaseException:
            self._rewind()
            raise

    # Commit, adopt, publish.

    async def _commit(self, answers: tuple[Answer, ...]) -> None:
        lines = self._stream.take()
        batch = Batch(
            stream=self.table,
            epoch=self.epoch,
            lines=lines,
            postings=tuple(self._postings(lines)),
            posts=tuple(self._posts),
            answers=answers,
        )
        await self.committer.commit(batch)
        self._adopt()

    def _postings(self, lines: tuple[Line, ...]) -> Iterable[tuple[int, str, int]]:
        entries = (line for line in lines if not line.opening)
        for line, step in zip(entries, self._steps, strict=True):
            sums: dict[str, int] = {}
            for event in step.events:
                for account, cents in postings(event, self.table):
                    sums[account] = sums.get(account, 0) + cents
            yield from ((line.n, account, cents) for account, cents in sums.items() if cents)

    def _adopt(self) -> None:
        self._mark = self._stream.mark()
        told = [self.story.add(step.events, step.state) for step in self._steps]
        for one in told:
            self.public.see(one.events)
        if any(one.round != self.story.rounds[-1] for one in told):
            self.ready.clear()
        if self.timer.paused:
            self.timer.go_on(self._now())
            self._tell_all(Notice("going_on", "The house goes on."))
        self._publish(told)

    def _publish(self, told: list[Told]) -> None:
        if not told:
            return
        sight = self.public.sight(self.meters_shown())
        events = (event for one in told for event in one.events)
        moved = {event.player for event in events if isinstance(event, ev.BoughtIn | ev.CashedOut)}
        for outlet in tuple(self.outlets):
            viewer = outlet.viewer
            entries = [seen for one in told if (seen := viewer.see(one))]
            if entries:
                outlet.send(self._frame(viewer, entries, sight))
            if outlet.person in moved:
                self._tell_balance(outlet)

    def _frame(self, viewer: Viewer, entries: list[tuple[ev.Event, ...]], sight: Any) -> bytes:
        seen_by = self.public.watch.state if viewer.player else self.state
        offered = viewer.offers(seen_by, self.rules.live) if viewer.by != "everyone" else ()
        return encode(Frame(viewer.cursor, entries, viewer.sight(sight), offered))

    def meters_shown(self) -> dict[str, int]:
        found = self.committer.state(self.meters) if self.meters else None
        if not isinstance(found, Meters):
            return {}
        return {name: meter.shown for name, meter in found.meters.items() if self.table in meter.tables}

    # People who look on.

    def join(self, outlet: Outlet, name: str, after: Cursor | None) -> None:
        """Somebody comes, or comes back: nothing missed, what was missed, or the whole anew."""
        viewer = outlet.viewer
        missed, running = [], []
        for told in self.story.entries:
            if seen := viewer.see(told):
                if after is not None and viewer.cursor > after:
                    missed.append(seen)
                if told.round == self.story.rounds[-1]:
                    running.append(seen)
        resumed = after is not None and after[0] in self.story.rounds and after <= viewer.cursor
        outcome: Literal["current", "replayed", "fresh"]
        outcome = ("replayed" if missed else "current") if resumed else "fresh"
        entries = missed if resumed else running
        welcome = Welcome(
            self.table,
            self.state.rules.game,
            viewer.by,
            outlet.person,
            name,
            outcome,
            len(entries),
        )
        outlet.send(encode(welcome))
        outlet.send(self._frame(viewer, entries, self.public.sight(self.meters_shown())))
        self._tell_clock((outlet,))
        outlet.send(encode(self._ready_seats()))
        if outlet.person:
            self._tell_balance(outlet)
        if self.timer.paused:
            outlet.send(encode(Notice("paused", PAUSED.message)))
        self.outlets.append(outlet)

    def leave(self, outlet: Outlet) -> None:
        if outlet in self.outlets:
            self.outlets.remove(outlet)

    def here(self, person: str) -> bool:
        return any(outlet.person == person for outlet in self.outlets)

    def _tell_all(self, message: FromHouse) -> None:
        data = encode(message)
        for outlet in tuple(self.outlets):
            outlet.send(data)

    def _ready_seats(self) -> ReadySeats:
        seats = self.state.seating.seats
        ready = tuple(seat for seat in sorted(self.state.bets.wagers) if seats.get(seat) in self.ready)
        return ReadySeats(self.state.round.number, ready)

    def _tell_ready(self) -> None:
        self._tell_all(self._ready_seats())

    def _tell_balance(self, outlet: Outlet) -> None:
        wallets = self.committer.state(CAGE).wallets
        wallet = wallets.get(outlet.person)
        chips = self.state.seating.purses.get(outlet.person, 0)
        if wallet is not None and role_of(outlet.viewer.by) == PLAYER:
            outlet.send(encode(Balance(wallet.cents, chips, self.rules.money)))

    # The clock.

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _set_clock(self) -> None:
        """After every turn: what is waited for now, and the tick that ends the wait."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self.closed:
            return
        now = self._now()
        if self.timer.paused:
            self._handle = asyncio.get_running_loop().call_later(RETRY, self._queue.put_nowait, TICK)
            return
        if self.timer.look(self.state, now):
            self._tell_clock()
        if self.timer.deadline is not None and self.rules.automations:
            remains = self.timer.deadline.remains(now)
            self._handle = asyncio.get_running_loop().call_later(remains, self._queue.put_nowait, TICK)

    def _tell_clock(self, to: Iterable[Outlet] | None = None) -> None:
        deadline = self.timer.deadline
        if deadline is None:
            message = Clock(self.state.round.number)
        else:
            wait, times = deadline.wait, self.rules.times
            whole = times.betting if wait.what == "betting" else times.decision
            message = Clock(
                wait.round,
                wait.what,
                wait.seat,
                wait.question,
                round(deadline.remains(self._now()) * 1000),
                round(whole * 1000),
            )
        data = encode(message)
        for outlet in tuple(self.outlets) if to is None else to:
            outlet.send(data)

    async def _on_time(self) -> None:
        """A deadline has passed, a paused table tries again, or the table begins."""
        try:
            await self._by_itself(self._late)
        except StoreDown:
            self._pause()
        except Refused as refused:
            log.warning("table %s: %s", self.table, refused)
            self.timer.extend(self._now())

    def _late(self) -> None:
        now, deadline = self._now(), self.timer.deadline
        if self.timer.paused or deadline is None or deadline.remains(now) > 0:
            return
        wait, state = deadline.wait, self._driver.state
        if wait.what == "betting":
            self._driver.run()
            self._close_betting()
            return
        player = state.seating.seats.get(wait.seat, "")
        if not self.here(player) and self.timer.grace(wait.seat, now):
            self._tell_clock()
            return
        reason = "the posted time for a decision is over"
        self._driver.do(do_.ActFor(seat=wait.seat, reason=reason, by="floor:house"))

    def _pause(self) -> None:
        if not self.timer.paused:
            log.error("table %s: the store takes nothing; paused", self.table)
            self.timer.pause(self._now())
            self._tell_all(Notice("paused", PAUSED.message))

    def moved_to(self, address: str) -> None:
        self._tell_all(Moved(address))


OUTDATED = ("stale_reading", "clock_backwards", "taken_already", "transfer_missing")
CLOSED = Refused("table_closed", "this table takes nothing any more", (), "Choose another, or come back.")
BUSY = Refused("table_busy", "too many wait for this table", (), "Wait a moment and try again.")
PAUSED = Refused(
    "house_paused",
    "The house cannot keep its books at the moment and takes nothing; nothing is lost.",
    (),
    "Wait; the table goes on by itself.",
)
OTHER = Refused("id_used", "this id was used for something else", (), "Give every command an id of its own.")
STALE = Refused("stale", "bets are not open in that round", (), "Answer the round that is shown.")
OTHERS_WAIT = Refused("others_wait", "somebody else waits here", (), "Decide within the time posted.")
