"""The owner of a table: takes what people ask one at a time, and tells nobody what is not stored.

Decide, commit, adopt, publish, acknowledge. What a person asks, and the routine acts that follow until the
table waits for somebody again, are decided ahead of the store; they become one batch. If it is not stored,
the owner goes back to where it was, and nobody has heard anything.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from croupier.errors import Refused
from croupier.house.desk.state import Call, Desk, HouseTable
from croupier.house.floor import refusals
from croupier.house.floor.ahead import Ahead, Commits
from croupier.house.floor.console import Console, DueTold, console_of, due_told
from croupier.house.floor.deciding import CAGE, DESK, Deciding
from croupier.house.floor.gallery import Gallery, Outlet
from croupier.house.floor.keying import is_walk_in
from croupier.house.floor.requests import TICK, Asked, Request, Tick, Waiting
from croupier.house.floor.rules import Rules as Rules
from croupier.house.floor.seen import Cursor, Story
from croupier.house.floor.timing import Timer
from croupier.house.floor.trying import tried_out
from croupier.house.meters import is_stale
from croupier.house.store.batches import Answer, Batch, LeaseLost, Repeated, StoreDown
from croupier.house.store.gathering import GatheringStream
from croupier.house.store.leases import touch
from croupier.journal.tables import TableWithShoes
from croupier.protocol import (
    Balance,
    Calls,
    Clock,
    Done,
    MoreTime,
    Notice,
    Ready,
    ReadySeats,
    encode,
    refusal_of,
)
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.acts.preparation import hours_over
from croupier.table.acts.seating import positions
from croupier.table.roles import PLAYER, role_of
from croupier.table.state import BETTING, TableState

log = logging.getLogger("croupier.house.table")

KEPT = 4_096  # answers remembered in memory; all are in the store
TRIES = 3  # of a batch that was decided by a meter's old reading
RETRY = 1.0  # seconds until a paused table tries again


async def _nothing() -> None:
    """Where one process has the store to itself there is no lease to lose."""


class Owner:
    def __init__(
        self,
        stream: GatheringStream,
        story: Story,
        committer: Commits,
        clock: Callable[[], int],
        rules: Rules,
        epoch: int = 0,
    ) -> None:
        self.table, self.rules, self.epoch = stream.name, rules, epoch
        self.committer, self._clock = committer, clock
        self._ahead = Ahead(stream, committer, rules.automations, clock, epoch, rules.live)
        self.gallery = Gallery(
            self.table, story, self._ahead.stored, rules.live, self.meters_shown, self.console
        )
        self.timer = Timer(rules.times)
        self._deciding = Deciding(
            self._ahead, clock, lambda: self.kept_as, self.gallery.here, rules.live, rules.draws
        )
        self._day, self._hours_over = stream.day, False
        self._calls: tuple[Call, ...] = ()  # of the floor, as the staff here was told
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._waiting = Waiting()
        self._handle: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._away: dict[str, float] = {}  # players who are not here, and since when
        self.closed = ""  # why it takes nothing any more
        self.confirm: Callable[[], Awaitable[object]] = _nothing  # raises LeaseLost where the lease ran out

    @property
    def held(self) -> TableWithShoes:
        """The table and its shoes, as stored."""
        return self._ahead.stored

    @property
    def state(self) -> TableState:
        return self._ahead.stored.table

    @property
    def story(self) -> Story:
        return self.gallery.story

    @property
    def ready(self) -> set[str]:
        """The players who are ready in the running round."""
        return self._deciding.ready

    @property
    def positions(self) -> int:
        return positions(self.state)

    def meters_shown(self) -> dict[str, int]:
        meters = self._ahead.meters
        return {} if meters is None else meters.shown()

    @property
    def kept_as(self) -> HouseTable | None:
        """The table as the house's desk has it: open or not, and what is to change."""
        desk: Desk = self.committer.state(DESK)
        return desk.tables.get(self.table)

    def console(self, state: TableState) -> Console:
        """What the staff's screens show beside the table."""
        kept, at = self.kept_as, self._clock()
        day = self._day(at) if self._day is not None else 0
        return console_of(state, self.rules, at, day, kept.inspected if kept is not None else 0)

    @property
    def due_now(self) -> DueTold:
        """The act that the table waits for, by what its staff knows."""
        rules = self.rules
        return due_told(self.gallery.known_to_staff, rules.automations, rules.live, rules.draws)

    def with_reading(self, command: do_.Command) -> do_.Command:
        """A command that pays from meters, with what they hold now."""
        return self._ahead.with_reading(command)

    def try_out(self, by: str, command: do_.Command, id_: str) -> bytes:
        """What a command would do now, told to whoever asks; `Refused` as the table would refuse it."""
        self._deciding.check_payout(command, by)
        return tried_out(self, by, command, max(self._clock(), self.state.clock), id_)

    # Life.

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.table}")
        self._waiting.put(TICK)

    async def stop(self, why: str = "closing") -> None:
        """Finish what is being stored, refuse the rest, say goodbye."""
        self.closed = self.closed or why
        if self._handle is not None:
            self._handle.cancel()
        if self._task is not None:
            self._waiting.put(TICK)
            await self._task
        self._goodbye()

    def _goodbye(self) -> None:
        for outlet in tuple(self.gallery.outlets):
            outlet.end(1001, self.closed)

    async def _run(self) -> None:
        while not self.closed:
            turn = await self._waiting.turn()
            await self._take([] if isinstance(turn, Tick) else turn)
            self._set_clock()
        for asked in self._waiting.rest():
            asked.reply(_refusal(asked, refusals.CLOSED))
        self._goodbye()  # whoever comes back is told where the table is

    async def _take(self, group: list[Asked]) -> None:
        """One turn: what people ask, or the clock's if nobody does. No fault of it ends the table."""
        try:
            await self.confirm()
            await (self._serve(group) if group else self._on_time())
        except LeaseLost as lost:
            log.warning("table %s: %s", self.table, lost)
            self.closed = "moved"
            self._refuse_all(group, refusals.CLOSED)
        except StoreDown:
            self._pause()
            self._refuse_all(group, refusals.PAUSED)
        except Exception:
            self._ahead.rewind()
            if len(group) > 1:  # one of them stood in the way of all
                for asked in group:
                    await self._take([asked])
                return
            log.exception("table %s: a request failed", self.table)
            self._refuse_all(group, refusals.FAULT)

    def _refuse_all(self, group: list[Asked], refused: Refused) -> None:
        for asked in group:
            asked.reply(_refusal(asked, refused))

    # What people ask.

    async def ask(
        self,
        person: str,
        name: str,
        by: str,
        request: Request,
        id_: str,
        tell: Callable[[bytes], None] | None = None,
    ) -> bytes:
        """What becomes of it, as the message for the one who asked; the same id gets the same answer.

        `tell` is told it too, at once after the frame that shows it."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        digest = hashlib.sha256(msgspec.json.encode(request)).hexdigest()
        asked = Asked(person, name, by, request, id_, digest, answer, tell)
        if self.closed or self._waiting.full:
            asked.reply(_refusal(asked, refusals.CLOSED if self.closed else refusals.BUSY))
        else:
            self._waiting.put(asked)
        return await answer

    async def _serve(self, group: list[Asked]) -> None:
        new = []
        for asked in group:
            before = self._answers.get((asked.person, asked.id))
            if before is None:
                new.append(asked)
            else:
                same = before.digest == asked.digest
                asked.reply(before.reply if same else _refusal(asked, refusals.ID_USED))
        if len(new) == 1:
            new[0].reply(await self._alone(new[0]))
        elif new:
            await self._together(new)

    async def _alone(self, asked: Asked) -> bytes:
        if isinstance(asked.request, Ready | MoreTime):
            return await self._soft(asked, asked.request)
        return await self._kept(asked)

    async def _together(self, group: list[Asked]) -> None:
        """What waits at once: decided one after the other, stored in one batch, told in one frame. If
        anything stands against the whole, nothing has happened, and each is asked by itself."""
        ahead, number = self._ahead, self.state.round.number
        before = {*self.ready}, ahead.numbers.mark()
        ahead.begin()
        try:
            tried: list[tuple[Asked, Refused | None]] = []
            for asked in group:
                if ahead.state.round.number == number:  # the next round has its own turn
                    tried.append((asked, self._tried(asked)))
            answers = tuple(self._answers_to(tried))
            await self._store(answers)
        except BaseException:
            ahead.rewind()
            self._deciding.ready = before[0]
            ahead.numbers.rewind(before[1])
            raise
        for answer in answers:
            self._remember(answer)
        if any(isinstance(asked.request, Ready) for asked, _ in tried):
            self.gallery.tell(self._ready_seats())
        self._waiting.put_back(group[len(tried) :])
        self._reply_to(tried)

    def _tried(self, asked: Asked) -> Refused | None:
        """One of several, decided ahead of the store; why it is refused, if it is."""
        count, ready = len(self._ahead.decided), {*self.ready}
        try:
            if isinstance(asked.request, Ready):
                self._deciding.say_ready(asked.person, asked.request)
            else:
                self._deciding.perform(asked)
            self._deciding.proceed()
        except Refused as refused:
            if len(self._ahead.decided) > count:
                raise  # half of it is decided: it goes by itself
            self._deciding.ready = ready
            return refused
        return None

    def _answers_to(self, tried: list[tuple[Asked, Refused | None]]) -> Iterable[Answer]:
        """To those that have an id of their own; a cursor is where the person stands after all of it."""
        decided = self._ahead.decided
        for asked, refused in tried:
            if isinstance(asked.request, Ready):
                continue
            if refused is None:
                reply = encode(Done(asked.id, self.gallery.cursor_after(asked.by, decided)))
            else:
                reply = _refusal(asked, refused)
            yield Answer(asked.person, asked.id, asked.digest, reply, refused is None)

    def _reply_to(self, tried: list[tuple[Asked, Refused | None]]) -> None:
        for asked, refused in tried:
            kept = self._answers.get((asked.person, asked.id))
            if kept is not None:
                asked.reply(kept.reply)
            elif refused is not None:
                asked.reply(_refusal(asked, refused))
            else:
                asked.reply(encode(Done(asked.id, self.gallery.cursor_of(asked.by))))

    async def _kept(self, asked: Asked) -> bytes:
        """Decided, or refused; either way the answer is stored, and the same id gets it again."""
        try:
            return await self._decided(asked)
        except Repeated as repeated:  # longer ago than the memory reaches, or before a restart
            return repeated.answer.reply
        except StoreDown:
            return self._paused(asked)
        except Refused as refused:
            return await self._refused(asked, refused)

    async def _decided(self, asked: Asked) -> bytes:
        """Decide, commit, adopt, publish; the answer is stored with the entries."""
        for attempt in range(1, TRIES + 1):
            try:
                return await self._attempt(asked)
            except Refused as refused:
                if attempt == TRIES or not is_stale(refused) or self._ahead.meters is None:
                    raise
                await self._ahead.meters.refresh()
        raise AssertionError("a batch is stored or refused")

    async def _attempt(self, asked: Asked) -> bytes:
        ahead = self._ahead
        ahead.begin()
        try:
            self._deciding.perform(asked)
            self._deciding.proceed()
            reply = encode(Done(asked.id, self.gallery.cursor_after(asked.by, ahead.decided)))
            answer = Answer(asked.person, asked.id, asked.digest, reply)
            await self._commit((answer,))
        except BaseException:
            ahead.rewind()
            raise
        self._remember(answer)
        return reply

    async def _refused(self, asked: Asked, refused: Refused) -> bytes:
        reply = _refusal(asked, refused)
        answer = Answer(asked.person, asked.id, asked.digest, reply)
        try:
            await self.committer.commit(Batch(stream=self.table, epoch=self.epoch, answers=(answer,)))
        except Repeated as repeated:
            return repeated.answer.reply
        except Refused as known:  # the id was used for something else, longer ago than the memory reaches
            return _refusal(asked, known)
        except StoreDown:
            return self._paused(asked)
        self._remember(answer)
        return reply

    def _remember(self, answer: Answer) -> None:
        self._answers[answer.person, answer.id] = answer
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)

    # What is no entry of its own.

    async def _soft(self, asked: Asked, request: Ready | MoreTime) -> bytes:
        """What is no entry of its own: being ready, asking for more time."""
        try:
            if isinstance(request, MoreTime):
                self._more_time(asked.person)
            else:
                await self._ready(asked.person, request)
        except Refused as refused:
            return _refusal(asked, refused)
        except StoreDown:
            return self._paused(asked)
        return encode(Done(asked.id, self.gallery.cursor_of(asked.by)))

    async def _ready(self, person: str, request: Ready) -> None:
        if not self._deciding.say_ready(person, request):
            return  # said again: it is done
        try:
            await self._by_itself(lambda: None)
        except BaseException:
            self.ready.discard(person)
            raise
        self.gallery.tell(self._ready_seats())

    def _more_time(self, person: str) -> None:
        state = self.state
        playing = {*state.seating.seats.values()} if state.bets.wagers else set()
        if playing - {person}:
            raise refusals.OTHERS_WAIT
        self.timer.extend(self._now())
        self._tell_clock()

    # Commit, adopt, publish.

    async def _by_itself(self, work: Callable[[], object]) -> None:
        """What the house does without being asked; the same order of things."""
        self._ahead.begin()
        try:
            work()
            self._deciding.proceed()
            await self._store(())
        except BaseException:
            self._ahead.rewind()
            raise

    async def _store(self, answers: tuple[Answer, ...]) -> None:
        if answers or not self._ahead.empty:
            await self._commit(answers)
        elif self.timer.paused:
            await self._try_the_store()

    async def _commit(self, answers: tuple[Answer, ...]) -> None:
        round_before = self.state.round.number
        stored = await self._ahead.commit(answers, self.story.chapters[-1].first)
        if self.state.round.number != round_before:
            self.ready.clear()
        self._go_on()
        self.gallery.publish(stored, self.held)
        moved = {
            event.player
            for one in stored
            for event in one.events
            if isinstance(event, ev.BoughtIn | ev.CashedOut)
        }
        for outlet in self.gallery.outlets:
            if outlet.person in moved:
                self._tell_balance(outlet)

    async def _try_the_store(self) -> None:
        """A paused table finds out by itself that there is room again: it writes what changes nothing."""
        await self.committer.commit(Batch(stream=self.table, epoch=self.epoch, also=touch(self.table)))
        self._go_on()

    def _go_on(self) -> None:
        if self.timer.paused:
            self.timer.go_on(self._now())
            self.gallery.tell(Notice("going_on", "The house goes on."))

    # People who look on.

    def join(self, outlet: Outlet, name: str, after: Cursor | None) -> None:
        self.gallery.join(outlet, name, after)
        self._tell_clock((outlet,))
        self.gallery.tell(self._ready_seats(), (outlet,))
        self._tell_balance(outlet)
        if self._calls and outlet.viewer.is_staff:
            self.gallery.tell(Calls(self._calls), (outlet,))
        if self.timer.paused:
            self.gallery.tell(Notice("paused", refusals.PAUSED.message), (outlet,))

    def leave(self, outlet: Outlet) -> None:
        self.gallery.leave(outlet)

    def _ready_seats(self) -> ReadySeats:
        seats = self.state.seating.seats
        ready = tuple(seat for seat in sorted(self.state.bets.wagers) if seats.get(seat) in self.ready)
        return ReadySeats(self.state.round.number, ready)

    def _tell_balance(self, outlet: Outlet) -> None:
        wallet = self.committer.state(CAGE).wallets.get(outlet.person)
        if wallet is not None and role_of(outlet.viewer.by) == PLAYER:
            chips = self.state.seating.purses.get(outlet.person, 0)
            outlet.send(encode(Balance(wallet.cents, chips, self.rules.money)))

    def _tell_calls(self) -> None:
        """The open calls for the floor, to the staff here, whenever they are others."""
        desk: Desk = self.committer.state(DESK)
        calls = desk.calls_at(self.table) if desk.calls or self._calls else ()
        if calls != self._calls:
            self._calls = calls
            staff = [outlet for outlet in self.gallery.outlets if outlet.viewer.is_staff]
            self.gallery.tell(Calls(calls), staff)

    def _tell_hours(self) -> None:
        """A deck's hours are over: something else is due, though nothing has happened."""
        state, at = self.state, self._clock()
        over = any(hours_over(state, pack, at) for pack in state.care.packs.values())
        if over and not self._hours_over:
            self.gallery.show_consoles()
        self._hours_over = over

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
        now, call_later = self._now(), asyncio.get_running_loop().call_later
        if self.timer.paused:
            self._handle = call_later(RETRY, self._waiting.put, TICK)
            return
        self._tell_calls()
        if self.rules.live:
            self._tell_hours()
            return  # people deal at their own pace: no posted time runs
        if self.timer.look(self.state, now):
            self._tell_clock()
        if self.timer.deadline is not None and self.rules.automations:
            self._handle = call_later(self.timer.deadline.remains(now), self._waiting.put, TICK)

    def _tell_clock(self, to: tuple[Outlet, ...] | None = None) -> None:
        deadline = self.timer.deadline
        message = Clock(self.state.round.number)
        if deadline is not None:
            wait, times = deadline.wait, self.rules.times
            whole = times.betting if wait.what == "betting" else times.decision
            remains = round(deadline.remains(self._now()) * 1000)
            message = Clock(wait.round, wait.what, wait.seat, wait.question, remains, round(whole * 1000))
        self.gallery.tell(message, to)

    def look(self) -> None:
        """Something outside may bear on the table: a change, a seat left alone, a paused store."""
        if not self.closed and not self._waiting:
            self._waiting.put(TICK)

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
        self._free_seats(now)
        if self.timer.paused or deadline is None or deadline.remains(now) > 0:
            return
        wait = deadline.wait
        if wait.what == "betting":
            self._betting_over(now)
        elif self._is_away(wait.seat) and self.timer.grace(wait.seat, now):
            self._tell_clock()
        else:
            reason = "the posted time for a decision is over"
            self._ahead.do(do_.ActFor(seat=wait.seat, reason=reason, by="floor:house"))

    def _betting_over(self, now: float) -> None:
        """The time to bet is over. Where a player keeps back a number that was fixed for this deal, the deal
        is discarded for another, and those who did reveal have a moment for their next number."""
        ahead = self._ahead
        ahead.run()
        if ahead.numbers.call_time(ahead.state):
            ahead.run()
            if ahead.numbers.missing(ahead.state):
                self.ready.clear()
                self.timer.moment(now)
                self._tell_clock()
                return
        self._deciding.close_betting()

    def _is_away(self, seat: int) -> bool:
        return not self.gallery.here(self._ahead.state.seating.seats.get(seat, ""))

    def _free_seats(self, now: float) -> None:
        """Seats whose players have been away for long, with no wager on them; chips go back to the wallet."""
        state = self._ahead.state
        if state.round.phase != BETTING:
            return
        for seat, player in sorted(state.seating.seats.items()):
            if not state.bets.wagers.get(seat) and self._away_for_long(player, now):
                self._ahead.do(do_.GetUp(seat=seat, by="floor:house"))
        for player in {*state.seating.purses} - {*self._ahead.state.seating.seats.values()}:
            if self._away_for_long(player, now):
                self._deciding.cash_out(player)

    def _away_for_long(self, player: str, now: float) -> bool:
        if is_walk_in(player):
            return False  # whoever sits there without a screen is the dealer's to see
        if self.gallery.here(player):
            self._away.pop(player, None)
            return False
        return now - self._away.setdefault(player, now) >= self.rules.times.unseated

    def _paused(self, asked: Asked) -> bytes:
        self._pause()
        return _refusal(asked, refusals.PAUSED)

    def hold(self) -> None:
        """The store is down, as another part of the house found out."""
        if not self.closed:
            self._pause()
            self.look()

    def _pause(self) -> None:
        if not self.timer.paused:
            log.error("table %s: the store takes nothing; paused", self.table)
            self.timer.pause(self._now())
            self.gallery.tell(Notice("paused", refusals.PAUSED.message))


def _refusal(asked: Asked, refused: Refused) -> bytes:
    return encode(refusal_of(refused, asked.id))
