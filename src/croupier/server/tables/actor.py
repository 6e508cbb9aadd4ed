"""The actor that owns one table. The actor decides requests in order and publishes only stored entries.

In each turn, the actor decides, commits, publishes and replies. Requests that wait at the same time form a
group. The group and the routine acts after it become one batch. If the batch cannot be stored, the actor
returns to the stored state and sends nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from croupier.casino.administration.reader_commands import DisputeReading
from croupier.casino.administration.readers import key_of
from croupier.casino.administration.review_commands import RequestReview
from croupier.casino.administration.state import AdministrationState, FloorCall, HouseTable
from croupier.casino.cage.machine import CageState
from croupier.errors import Refused
from croupier.journal.tables import TableWithShoes
from croupier.protocol import (
    Balance,
    Calls,
    CardsRead,
    Clock,
    Done,
    HouseNotice,
    MoreTime,
    Ready,
    ReadySeats,
    encode,
    refusal_of,
)
from croupier.protocol.readings import CardReading
from croupier.server.meters import is_stale
from croupier.server.steady_clock import TableClock
from croupier.server.table_tests.examination import Examination
from croupier.server.tables import refusals
from croupier.server.tables.broadcaster import Broadcaster, MessageSink
from croupier.server.tables.card_readers import SHOWN_TO_DEALER, CardReaders
from croupier.server.tables.console import Console, DueActView, console_of, due_view
from croupier.server.tables.correction_reviews import lines_of, request_of
from croupier.server.tables.dealer_entry import is_walk_in, normalize_deal
from croupier.server.tables.decision_engine import CAGE, DESK, DecisionEngine
from croupier.server.tables.dry_run import preview_command
from croupier.server.tables.readiness import is_gated
from croupier.server.tables.recorded_alerts import AlertFinder
from croupier.server.tables.request_queue import TICK, Request, RequestQueue, TableRequest, Tick
from croupier.server.tables.settings import TableSettings
from croupier.server.tables.timers import Timer
from croupier.server.tables.tray_alerts import float_alert, tray_change
from croupier.server.tables.viewers import Cursor, RoundStory
from croupier.server.tables.write_ahead import BatchCommitter, WriteAhead
from croupier.store.batches import Batch, LeaseLost, Post, RepeatedCommand, StoredAnswer, StoreDown
from croupier.store.leases import touch
from croupier.store.ledgers import tray_books
from croupier.store.pending_stream import PendingStream
from croupier.store.round_index import TracedEntry as Traced
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.acts.decks import hours_over
from croupier.table.acts.seating import positions
from croupier.table.roles import DEALER, PLAYER, role_of
from croupier.table.state import BETTING, TableState

log = logging.getLogger("croupier.server.table")

REMEMBERED_ANSWERS = 4_096  # maximum answers in memory; the store has all answers
TRIES = 3  # attempts to commit a batch whose meter reading is outdated
RETRY = 1.0  # seconds until a paused table tries the store again
BEAT = 0.5  # seconds between checks of a running deadline
GAP = 1.5  # a longer gap in seconds between checks means that the process was suspended
UNSTORED = (Ready, MoreTime)  # requests that are harmless if repeated, so their answers are not stored


async def _no_lease() -> None:
    """Do nothing. A process that owns the whole store has no lease to lose."""


def _no_day(at: int) -> int:
    """Always return day 0, for a stream without gaming days."""
    return 0


class TableActor:
    def __init__(
        self,
        stream: PendingStream,
        story: RoundStory,
        committer: BatchCommitter,
        clock: Callable[[], int],
        rules: TableSettings,
        epoch: int = 0,
        running: Sequence[Traced] | None = None,
    ) -> None:
        self.table, self.rules, self.epoch = stream.name, rules, epoch
        self.committer, self._clock = committer, clock
        self._write_ahead = WriteAhead(
            stream, committer, rules.automations, clock, epoch, rules.live, running
        )
        self.broadcaster = Broadcaster(
            self.table, story, self._write_ahead.stored_state, rules.live, self.meters_shown, self.console
        )
        self.timer = Timer(rules.times)
        self._day, self._hours_over = stream.day or _no_day, False
        self._engine = DecisionEngine(
            self._write_ahead,
            clock,
            lambda: self.configuration,
            self.broadcaster.is_connected,
            rules,
            self._day,
        )
        self._alerts = AlertFinder(self.table)
        self._calls: tuple[FloorCall, ...] = ()  # open floor calls that the staff last received
        self._answers: OrderedDict[tuple[str, str], StoredAnswer] = OrderedDict()
        self._queue = RequestQueue()
        self._handle: asyncio.TimerHandle | None = None
        self._beat_at: float | None = None  # time of the last deadline check
        self._task: asyncio.Task[None] | None = None
        self._away: dict[str, float] = {}  # disconnected player -> time of the disconnection
        self._away_seats: tuple[int, ...] = ()  # seats of disconnected players, as last sent
        self.examination: Examination | None = None  # the table test that runs at this table
        self.closed = ""  # reason why the table accepts no more requests; empty while it accepts them
        self.confirm: Callable[[], Awaitable[object]] = _no_lease  # raises LeaseLost after the lease expires

    @property
    def full_state(self) -> TableWithShoes:
        """The stored state of the table and its shoes."""
        return self._write_ahead.stored_state

    @property
    def state(self) -> TableState:
        return self._write_ahead.stored_state.table

    @property
    def story(self) -> RoundStory:
        return self.broadcaster.story

    @property
    def ready(self) -> set[str]:
        """The players who are ready in the current round."""
        return self._engine.ready

    @property
    def positions(self) -> int:
        return positions(self.state)

    def meters_shown(self) -> dict[str, int]:
        return self._write_ahead.meters_shown()

    @property
    def configuration(self) -> HouseTable | None:
        """The administration's record of the table, with its status and pending changes."""
        desk: AdministrationState = self.committer.state(DESK)
        return desk.tables.get(self.table)

    @property
    def clock(self) -> TableClock:
        """The clock that dates this table's commands and measures the hours of its decks."""
        return self._write_ahead.clock

    def console(self, state: TableState) -> Console:
        """Build the console that staff pages show beside the table."""
        configuration, at = self.configuration, self.clock()
        day = self._day(self._clock())
        inspected = configuration.inspected if configuration is not None else 0
        return console_of(state, self.rules, at, day, inspected)

    @property
    def due_now(self) -> DueActView:
        """The act that the table is waiting for, without cards that the staff have not seen."""
        rules = self.rules
        return due_view(self.broadcaster.known_to_staff, rules.automations, rules.live, rules.draws)

    def with_reading(self, command: do_.TableCommand) -> do_.TableCommand:
        """Add the current meter reading to a command that pays from meters."""
        return self._write_ahead.with_reading(command)

    def try_out(self, by: str, command: do_.TableCommand, id_: str) -> bytes:
        """Encode a preview of a command's effect. Raise `Refused` if the table would refuse the
        command.
        """
        self._engine.check_payout(command, by)
        need = self._engine.review_need(command, by)
        return preview_command(self, by, command, max(self.clock(), self.state.clock), id_, need)

    def review_request(self, command: do_.TableCommand, by: str) -> RequestReview | None:
        """Return the request for a second person that a command needs, or None if it needs none or has one
        already.
        """
        need = self._engine.review_need(command, by)
        if need is None or need.state != "needed":
            return None
        complete = self._write_ahead.complete(command, by)
        lines = lines_of(self._write_ahead.state, complete, self.meters_shown())
        return request_of(self.table, self.broadcaster.known_to_staff, complete, lines, need)

    # Card readers.

    @property
    def readers(self) -> CardReaders:
        return self._engine.readers

    def read_cards(self, reading: CardReading, source: str = "") -> int:
        """Accept a card reader's cards and show them to the dealer. Return how many cards were read.

        `source` is the address of the sender.
        """
        if not self.rules.live or self.rules.draws:
            raise refusals.NO_READERS
        desk: AdministrationState = self.committer.state(DESK)
        reader = desk.readers.get(key_of(self.table, reading.device))
        dealers = [outlet for outlet in self.broadcaster.outlets if role_of(outlet.viewer.by) == DEALER]
        try:
            seen = self.broadcaster.known_to_staff
            cards = self.readers.accept(reading, reader, self.state, seen, source)
        except Refused as refused:
            if refused.code in SHOWN_TO_DEALER:
                self.broadcaster.send(CardsRead(reading.device, (), refused.message), dealers)
            raise
        self.broadcaster.send(CardsRead(reading.device, cards), dealers)
        return len(cards)

    def reading_dispute(self, command: do_.TableCommand, by: str) -> DisputeReading | None:
        """Return the entry that stops a command, because it names a card differently from the reader."""
        if self.rules.live:
            command = normalize_deal(self.state, command)
        return self.readers.dispute_of(self.state, command, by, self._engine.reading_dispute)

    # Start and stop.

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.table}")
        self._queue.put(TICK)

    async def stop(self, reason: str = "closing") -> None:
        """Finish the current turn, refuse the queued requests and close every connection."""
        self.closed = self.closed or reason
        if self._handle is not None:
            self._handle.cancel()
        if self._task is not None:
            self._queue.put(TICK)
            await self._task
        self._close_connections()

    def draw_with(self, draw: Callable[[TableState, do_.TableCommand], do_.TableCommand]) -> None:
        """Choose the cards of a training table with this function from now on."""
        self._engine.draw = draw

    def _close_connections(self) -> None:
        for outlet in tuple(self.broadcaster.outlets):
            outlet.end(1001, self.closed)

    async def _run(self) -> None:
        while not self.closed:
            turn = await self._queue.turn()
            await self._take([] if isinstance(turn, Tick) else turn)
            self._set_clock()
        self._refuse_all(self._queue.drain(), refusals.CLOSED)
        self._close_connections()  # clients that reconnect are redirected to the node that runs the table

    async def _take(self, group: list[TableRequest]) -> None:
        """Serve one turn for a group of requests, or for the clock if the group is empty.

        No error stops the table. If a larger group fails, each of its requests is served as a group
        of one.
        """
        try:
            await self.confirm()
            await (self._serve(group) if group else self._on_tick())
        except LeaseLost as lost:
            log.warning("table %s: %s", self.table, lost)
            self.closed = "moved"
            self._refuse_all(group, refusals.CLOSED)
        except StoreDown:
            self._pause()
            self._refuse_all(group, refusals.PAUSED)
        except Exception as error:
            self._write_ahead.rewind()
            if len(group) > 1:
                for request in group:
                    await self._take([request])
            # the first answer is in the store, but not in memory anymore
            elif isinstance(error, RepeatedCommand):
                group[0].reply(error.answer.reply)
            elif isinstance(error, Refused):  # the refusal cannot be stored, because its id was used before
                self._refuse_all(group, error)
            else:
                log.exception("table %s: a request failed", self.table)
                self._refuse_all(group, refusals.FAULT)

    def _refuse_all(self, group: list[TableRequest], refused: Refused) -> None:
        for request in group:
            request.reply(_refusal(request, refused))

    # Requests.

    async def ask(
        self,
        person: str,
        name: str,
        by: str,
        request: Request,
        id_: str,
        tell: Callable[[bytes], None] | None = None,
        connection: int = 0,
    ) -> bytes:
        """Queue a request and return the encoded answer. A repeated id gets the same answer.

        `tell` receives the answer directly after the frame that contains the effect. `connection` is the
        number of the requester's connection.
        """
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        digest = hashlib.sha256(msgspec.json.encode(request)).hexdigest()
        queued = TableRequest(person, name, by, request, id_, digest, answer, tell, connection)
        if self.closed or self._queue.full:
            queued.reply(_refusal(queued, refusals.CLOSED if self.closed else refusals.BUSY))
        else:
            self._queue.put(queued)
        return await answer

    async def _serve(self, group: list[TableRequest]) -> None:
        """Answer repeated ids from memory. Decide and store the other requests as one group."""
        new = [request for request in group if not self._answer_from_memory(request)]
        for attempt in range(1, TRIES + 1) if new else ():
            try:
                return await self._process(new)
            except Refused as refused:
                if len(new) > 1:
                    raise  # `_take` serves each request as a group of one
                meters = self._write_ahead.meters
                if attempt == TRIES or meters is None or not is_stale(refused):
                    return await self._process(new, refused)
                await meters.refresh()

    def _answer_from_memory(self, request: TableRequest) -> bool:
        """Reply to a request whose id was answered recently. Return whether there was such an answer."""
        before = self._answers.get((request.person, request.id))
        if before is None:
            return False
        is_repeat = before.digest == request.digest
        request.reply(before.reply if is_repeat else _refusal(request, refusals.ID_USED))
        return True

    async def _process(self, group: list[TableRequest], refused: Refused | None = None) -> None:
        """Decide requests in order, store them in one batch, publish one frame, then reply to each.

        With `refused`, store this refusal of the only request instead of deciding it. If storing
        fails, the table returns to its stored state and sends no message.
        """
        ahead = self._write_ahead
        ready, last_key, numbers = {*self.ready}, self._engine.last_key, ahead.numbers.mark()
        ahead.begin()
        try:
            outcomes = self._decide_group(group) if refused is None else [(group[0], refused)]
            replies = [self._reply_for(request, refusal) for request, refusal in outcomes]
            answers = tuple(
                StoredAnswer(request.person, request.id, request.digest, reply, refusal is None)
                for (request, refusal), reply in zip(outcomes, replies, strict=True)
                if not isinstance(request.request, UNSTORED)
            )
            await self._store(answers)
        except BaseException:
            ahead.rewind()
            ahead.numbers.rewind(numbers)
            self._engine.ready, self._engine.last_key = ready, last_key
            raise
        for answer in answers:
            self._remember(answer)
        if any(isinstance(request.request, Ready) and refusal is None for request, refusal in outcomes):
            self.broadcaster.send(self._ready_seats())
        self._queue.put_back(group[len(outcomes) :])
        if self.examination is not None:
            for request, refusal in outcomes:
                if refusal is not None:
                    self.examination.refused(request.by)
        for (request, _), reply in zip(outcomes, replies, strict=True):
            request.reply(reply)

    def _decide_group(self, group: list[TableRequest]) -> list[tuple[TableRequest, Refused | None]]:
        """Decide requests until the round ends. The next round's requests go into a later batch."""
        number, outcomes = self.state.round.number, []
        for request in group:
            if self._write_ahead.state.round.number == number:
                outcomes.append((request, self._decide(request)))
        return outcomes

    def _decide(self, request: TableRequest) -> Refused | None:
        """Decide one request ahead of the store. Return its refusal, or None.

        Raises `Refused` when the batch must be rewound, because part of the request is already
        decided or a meter reading is outdated.
        """
        count, ready = len(self._write_ahead.pending_events), {*self.ready}
        last_key = self._engine.last_key
        try:
            match request.request:
                case MoreTime():
                    self._extend_time(request.person)
                    return None
                case Ready() as message:
                    self._engine.mark_ready(request.person, message)
                case _:
                    self._engine.perform(request)
            self._engine.proceed()
        except Refused as refused:
            if len(self._write_ahead.pending_events) > count or is_stale(refused):
                raise
            self._engine.ready, self._engine.last_key = ready, last_key
            return refused
        return None

    def _reply_for(self, request: TableRequest, refused: Refused | None) -> bytes:
        """Encode the answer. Its cursor points to the end of the batch."""
        if refused is not None:
            return _refusal(request, refused)
        cursor = self.broadcaster.cursor_after(request.by, self._write_ahead.pending_events)
        return encode(Done(request.id, cursor))

    def _remember(self, answer: StoredAnswer) -> None:
        self._answers[answer.person, answer.id] = answer
        while len(self._answers) > REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)

    def _extend_time(self, person: str) -> None:
        """Restart the player's time limit, unless another player in the round is waiting."""
        state = self.state
        playing = {*state.seating.seats.values()} if state.bets.wagers else set()
        if playing - {person}:
            raise refusals.OTHERS_WAIT
        self.timer.extend(self._now())
        self._send_clock()

    # Commit and publish.

    async def _act_unprompted(self, work: Callable[[], object]) -> None:
        """Decide and store the server's own acts, without a request."""
        self._write_ahead.begin()
        try:
            work()
            self._engine.proceed()
            await self._store(())
        except BaseException:
            self._write_ahead.rewind()
            raise

    async def _store(self, answers: tuple[StoredAnswer, ...]) -> None:
        if answers or not self._write_ahead.empty:
            await self._commit(answers)
        elif self.timer.paused:
            await self._probe_store()

    async def _commit(self, answers: tuple[StoredAnswer, ...]) -> None:
        round_before, purses = self.state.round.number, self.state.seating.purses
        self._raise_alerts()
        self._engine.raise_hand_pays()
        await self._raise_float_alert()
        acts = tuple(self._write_ahead.pending_steps)
        steps = await self._write_ahead.commit(answers, self.story.chapters[-1].first)
        if self.state.round.number != round_before:
            self.ready.clear()
        self._resume()
        if steps:
            self.broadcaster.publish(steps, self.full_state)
            if self.examination is not None:
                self.examination.acted(acts)
        movers = {
            event.player
            for step in steps
            for event in step.events
            if isinstance(event, ev.BoughtIn | ev.CashedOut | ev.SeatLeft)
        }
        movers |= self._changed_purses_without_seat(purses)
        for outlet in self.broadcaster.outlets:
            if outlet.person in movers:
                self._send_balance(outlet)

    def _raise_alerts(self) -> None:
        """Raise the alerts of the pending steps in the same transaction. Training tables raise none."""
        table = self.configuration
        if table is not None and not table.trainee:
            for alert in self._alerts.alerts(
                self._write_ahead.pending_steps, self._clock(), self._engine.today
            ):
                self._write_ahead.post(Post(DESK, alert))

    async def _raise_float_alert(self) -> None:
        """Raise an alert if the pending steps take the tray below its threshold or below zero."""
        ahead, table = self._write_ahead, self.configuration
        change = tray_change(ahead.pending_events, ahead.pending_posts)
        if change >= 0 or table is None or not is_gated(table):
            return
        won, _ = await self.committer.read(lambda connection: tray_books(connection, self.table))
        cage: CageState = await self.committer.refresh(CAGE)
        before = cage.trays.held.get(self.table, 0) + won
        alert = float_alert(
            table,
            cage,
            before,
            before + change,
            self.rules.controls.tray,
            who=ahead.pending_steps[-1].command.by,
            by=f"table:{self.table}",
            at=self._clock(),
            round_=self.state.round.number,
        )
        if alert is not None:
            ahead.post(Post(DESK, alert))

    def _changed_purses_without_seat(self, before: dict[str, int]) -> set[str]:
        """Find players without a seat whose chips changed. No frame contains their chips."""
        seating = self.state.seating
        if seating.purses is before:
            return set()
        away = {*before, *seating.purses} - {*seating.seats.values()}
        return {player for player in away if before.get(player, 0) != seating.purses.get(player, 0)}

    async def _probe_store(self) -> None:
        """Write a batch that has no effect, so that a paused table notices when the store works again."""
        await self.committer.commit(Batch(stream=self.table, epoch=self.epoch, also=touch(self.table)))
        self._resume()

    def _resume(self) -> None:
        if self.timer.paused:
            self.timer.resume(self._now())
            self.broadcaster.send(HouseNotice("going_on", "Play resumes."))

    # Connections.

    def join(self, outlet: MessageSink, name: str, after: Cursor | None) -> None:
        self.broadcaster.join(outlet, name, after)
        self._set_clock()
        self._send_clock((outlet,))
        self.broadcaster.send(self._ready_seats(), (outlet,))
        self._send_balance(outlet)
        if self._calls and outlet.viewer.is_staff:
            self.broadcaster.send(Calls(self._calls), (outlet,))
        if self.timer.paused:
            self.broadcaster.send(HouseNotice("paused", refusals.PAUSED.message), (outlet,))

    def leave(self, outlet: MessageSink) -> None:
        self.broadcaster.leave(outlet)
        self._set_clock()

    def _ready_seats(self) -> ReadySeats:
        seats = self.state.seating.seats
        ready = tuple(seat for seat in sorted(self.state.bets.wagers) if seats.get(seat) in self.ready)
        return ReadySeats(self.state.round.number, ready, self._away_seats)

    def _send_away(self) -> None:
        """Send the seats of disconnected players when they change. Betting does not wait for them."""
        present = {outlet.person for outlet in self.broadcaster.outlets}
        away = tuple(
            seat
            for seat, player in sorted(self.state.seating.seats.items())
            if player not in present and not is_walk_in(player)
        )
        if away != self._away_seats:
            self._away_seats = away
            self.broadcaster.send(self._ready_seats())

    def _send_balance(self, outlet: MessageSink) -> None:
        wallet = self.committer.state(CAGE).wallets.get(outlet.person)
        if wallet is not None and role_of(outlet.viewer.by) == PLAYER:
            chips = self.state.seating.purses.get(outlet.person, 0)
            outlet.send(encode(Balance(wallet.cents, chips, self.rules.money)))

    def _send_calls(self) -> None:
        """Send staff the open floor calls when they change."""
        desk: AdministrationState = self.committer.state(DESK)
        calls = desk.calls_at(self.table) if desk.calls or self._calls else ()
        if calls != self._calls:
            self._calls = calls
            staff = [outlet for outlet in self.broadcaster.outlets if outlet.viewer.is_staff]
            self.broadcaster.send(Calls(calls), staff)

    def _check_deck_hours(self) -> None:
        """Refresh the consoles when a deck's hours expire. The due act then changes without an event."""
        state, at = self.state, self.clock()
        over = any(hours_over(state, pack, at) for pack in state.care.packs.values())
        if over and not self._hours_over:
            self.broadcaster.refresh_consoles()
        self._hours_over = over

    # The clock.

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _set_clock(self) -> None:
        """Set the deadline of the current wait after every turn, and schedule the tick that ends it."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self.closed:
            return
        now, call_later = self._now(), asyncio.get_running_loop().call_later
        self._give_back(now)
        self._beat_at = None
        if self.timer.paused:
            self._handle = call_later(RETRY, self._queue.put, TICK)
            return
        self._send_calls()
        self._send_away()
        if self.rules.live:
            self._check_deck_hours()
            return  # a human dealer sets the pace, so no posted time runs
        if self.timer.update(self.state, now, self._is_timed()):
            self._send_clock()
        if self.timer.deadline is not None and self.rules.automations:
            self._beat_at = now
            self._handle = call_later(min(BEAT, self.timer.deadline.remains(now)), self._beat)

    def _beat(self) -> None:
        """Check the deadline at short intervals, to notice that the process was suspended."""
        now, deadline = self._now(), self.timer.deadline
        if self._give_back(now):
            deadline = self.timer.deadline
        if deadline is not None and (remains := deadline.remains(now)) > 0:
            self._handle = asyncio.get_running_loop().call_later(min(BEAT, remains), self._beat)
        else:
            self._queue.put(TICK)

    def _give_back(self, now: float) -> bool:
        """Extend the deadline if the process was suspended. Return whether it was extended.

        Requests that arrived during the suspension are then processed before the deadline passes.
        """
        before, self._beat_at = self._beat_at, now
        is_extended = before is not None and now - before > GAP and self.timer.give_back(now - before, now)
        if is_extended:
            self._send_clock()
        return is_extended

    def _is_timed(self) -> bool:
        """Return whether posted times run. A single connected player may play without them (X-25)."""
        state = self.state
        players = {*state.seating.seats.values()}
        if len(players) != 1:
            return True
        (player,) = players
        if not self.broadcaster.is_connected(player) or self.broadcaster.wants_clock(player):
            return True
        return self._engine.all_ready()  # betting waits only until a committed number is revealed

    def _send_clock(self, to: tuple[MessageSink, ...] | None = None) -> None:
        deadline = self.timer.deadline
        message = Clock(self.state.round.number)
        if deadline is not None:
            wait, times = deadline.wait, self.rules.times
            limit = times.betting if wait.what == "betting" else times.decision
            remains = round(deadline.remains(self._now()) * 1000)
            message = Clock(wait.round, wait.what, wait.seat, wait.question, remains, round(limit * 1000))
        self.broadcaster.send(message, to)

    def look(self) -> None:
        """Wake the table after an outside change, such as new rules or an abandoned seat."""
        if not self.closed and not self._queue:
            self._queue.put(TICK)

    async def _on_tick(self) -> None:
        """Act when a deadline passes, when a paused table retries the store, and at startup."""
        try:
            await self._act_unprompted(self._apply_deadline)
        except StoreDown:
            self._pause()
        except Refused as refused:
            log.warning("table %s: %s", self.table, refused)
            self.timer.extend(self._now())

    def _apply_deadline(self) -> None:
        """Free abandoned seats. After the deadline, close betting or decide for the player."""
        now, deadline = self._now(), self.timer.deadline
        self._free_seats(now)
        if self.timer.paused or deadline is None or deadline.remains(now) > 0:
            return
        wait = deadline.wait
        if wait.what == "betting":
            self._end_betting(now)
        elif self._is_away(wait.seat) and self.timer.grace(wait.seat, now):
            self._send_clock()
        else:
            reason = "the posted time for a decision is over"
            self._write_ahead.do(do_.ActFor(seat=wait.seat, reason=reason, by="floor:house"))

    def _end_betting(self, now: float) -> None:
        """Close betting when its time is over.

        If a player has not revealed the number committed for this deal, discard the deal and start
        another. Players who did reveal get a few seconds to send their next number.
        """
        ahead = self._write_ahead
        ahead.run()
        if ahead.numbers.call_time(ahead.state):
            ahead.run()
            if ahead.numbers.missing(ahead.state):
                self.ready.clear()
                self.timer.give_moment(now)
                self._send_clock()
                return
        self._engine.close_betting()

    def _is_away(self, seat: int) -> bool:
        return not self.broadcaster.is_connected(self._write_ahead.state.seating.seats.get(seat, ""))

    def _free_seats(self, now: float) -> None:
        """Free seats without a wager whose players left long ago, and return their chips to the
        wallet.
        """
        state = self._write_ahead.state
        if state.round.phase != BETTING:
            return
        for seat, player in sorted(state.seating.seats.items()):
            if not state.bets.wagers.get(seat) and self._has_left(player, now):
                self._write_ahead.do(do_.GetUp(seat=seat, by="floor:house"))
        for player in {*state.seating.purses} - {*self._write_ahead.state.seating.seats.values()}:
            if self._has_left(player, now):
                self._engine.cash_out(player)

    def _has_left(self, player: str, now: float) -> bool:
        """Return whether a player has been disconnected for longer than the posted time."""
        if is_walk_in(player):
            return False  # a player without a screen has no connection, so the dealer watches the seat
        if self.broadcaster.is_connected(player):
            self._away.pop(player, None)
            return False
        return now - self._away.setdefault(player, now) >= self.rules.times.unseated

    def hold(self) -> None:
        """Pause the table, because another part of the server could not reach the store."""
        if not self.closed:
            self._pause()
            self.look()

    def _pause(self) -> None:
        if not self.timer.paused:
            log.error("table %s: paused because the store rejects writes", self.table)
            self.timer.pause(self._now())
            self.broadcaster.send(HouseNotice("paused", refusals.PAUSED.message))


def _refusal(request: TableRequest, refused: Refused) -> bytes:
    return encode(refusal_of(refused, request.id))
