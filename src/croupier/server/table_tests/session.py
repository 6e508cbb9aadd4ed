"""A running table test: plants the errors of the plan, plays the simulated players and judges the stops.

The table's actor calls `acted` for every stored act. The session decides at once what happens next at the
table, and a task writes it to the test's stream. After a restart, the session continues from that stream.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Card
from croupier.casino import table_test_commands as do_
from croupier.casino.machines import TABLE, CasinoCommand
from croupier.casino.table_tests import Exam
from croupier.errors import Refused
from croupier.games.game import Ask, Collect, Deal, Settle, Stub
from croupier.protocol import Tried
from croupier.server.table_tests import examination as rules
from croupier.server.table_tests import simulated_players as players
from croupier.server.table_tests.examination import LiveError, StoredAct
from croupier.server.table_tests.payment_preview import with_payment
from croupier.server.tables.training import with_drawn_cards
from croupier.store.batches import StoreDown
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.codec import decode_command, encode_command
from croupier.table.commands import TableCommand
from croupier.table.readers.next_act import ActKind, next_act
from croupier.table.roles import DEALER, FLOOR, id_of, role_of
from croupier.table.state import BETTING, TableState
from croupier.training.table_test.families.rounds import turn_of
from croupier.training.table_test.kinds import catalog, kinds
from croupier.training.table_test.plan import PlannedError, Stage
from croupier.training.table_test.scoring import Outcome
from croupier.training.table_test.situations import PlantedError, planted

if TYPE_CHECKING:
    from croupier.server.services.table_tests import ExamService
    from croupier.server.tables.actor import TableActor

log = logging.getLogger("croupier.server.table_tests")

PULSE = 1.0  # seconds between checks of the clock
LEAST_QUIET = 0.55  # share of the moments in which something harmless happens
KEEPS_BET = frozenset(("main_bet", "side_bet", "fixed_chip", "call_bet"))  # the bet waits until it is right
MOST_LINES = 40
OVERTIME = 180  # seconds after which the test ends even during a round
BEFORE_BETS = (ActKind.BET, ActKind.CLOSE, ActKind.WAIT)


class SceneLine(msgspec.Struct, frozen=True):
    """Something that people at the table see."""

    number: int
    round: int
    words: str
    at: int


class ExamSession:
    def __init__(self, service: ExamService, exam: Exam, owner: TableActor) -> None:
        self.service, self.exam, self.owner = service, exam, owner
        self.lines: list[SceneLine] = []
        self.errors = [restored(error) for error in exam.errors]
        self._deal_seat = 0
        self._deal: dict[str, tuple[Card, ...]] = {}
        self._deal_round = 0
        self._signal: tuple[int, str, str] | None = None
        self._quiet: set[tuple[int, str]] = set()
        self._acts = self._refusals = self._misreads = 0
        self._work: asyncio.Queue[CasinoCommand] = asyncio.Queue()
        self._wake = asyncio.Event()
        self._chance = players.chance_of(exam.seed, "cards", owner.state.round.number, len(exam.errors))
        self._task: asyncio.Task[None] | None = None
        for error in self.errors:
            if error.round == owner.state.round.number:
                self._say(error.scene)

    @property
    def state(self) -> TableState:
        return self.owner.state

    @property
    def examinee(self) -> str:
        return self.exam.examinee

    def start(self) -> None:
        self.owner.examination = self
        self.owner.draw_with(self.draw)
        self._task = asyncio.create_task(self._run(), name=f"table test {self.exam.number}")
        self._consider()
        self._wake.set()

    async def stop(self) -> None:
        self._release()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def seconds_left(self) -> int:
        return max(0, self.exam.begun_at + 60 * self.exam.minutes - self.service.now)

    # The messages of the actor. These run at once, before anybody can answer.

    def acted(self, steps: Sequence[StoredAct]) -> None:
        for step in steps:
            self._follow(step.command, step.events)
        self._consider()
        self._wake.set()

    def refused(self, by: str) -> None:
        if by == f"{DEALER}:{self.examinee}":
            self._refusals += 1

    def draw(self, state: TableState, command: TableCommand) -> TableCommand:
        deal = self._deal if state.round.number == self._deal_round else {}
        return players.draw_cards(state, command, deal, self._chance)

    def preview(self, command: TableCommand, tried: Tried) -> Tried:
        if not isinstance(command, do.SettleSeat | do.PayProgressive):
            return tried
        error = next(
            (one for one in self.errors if one.stands and kinds()[one.kind].family == "payment"), None
        )
        facts = error.facts if error is not None and error.round == self.state.round.number else None
        return with_payment(tried, facts, self.owner.console(self.state))

    # Follow the table.

    def _follow(self, command: TableCommand, events: tuple[ev.TableEvent, ...]) -> None:
        if rules.is_dealt(command) and command.by == f"{DEALER}:{self.examinee}":
            self._acts += 1
        if isinstance(command, do.Decide) and self._signal is not None:
            seat, question, choice = self._signal
            if (command.seat, command.question) == (seat, question) and command.choice != choice:
                self._misreads += 1
        for error in [one for one in self.errors if one.stands]:
            if rules.puts_right(error, command) and id_of(command.by) == self.examinee:
                self._note(error, "caught", type(command).title)
            elif rules.is_too_late(error, command, self.state):
                self._note(error, "missed")
        for event in events:
            if isinstance(event, ev.RoundEnded):
                self._count(len({one.seat for one in self.state.previous}))

    def _count(self, hands: int) -> None:
        counts = do_.NoteCounts(
            rounds=1,
            hands=hands,
            acts=self._acts,
            refusals=self._refusals,
            misreads=self._misreads,
            by=self._by,
        )
        self._work.put_nowait(counts)
        self._acts = self._refusals = self._misreads = 0

    @property
    def _by(self) -> str:
        return f"{TABLE}:{self.owner.table}"

    def _note(self, error: LiveError, outcome: Outcome, noticed: str = "") -> None:
        assert outcome != "open"
        error.outcome = outcome
        note = do_.NoteOutcome(error=error.number, outcome=outcome, noticed=noticed, by=self._by)
        self._work.put_nowait(note)

    # Decide what happens next.

    def _consider(self) -> None:
        """Plant an error if the plan has one for this moment, and let the players do something."""
        state = self.state
        stage = stage_now(state)
        if stage is None or self.seconds_left() <= 0 or state.round.ruling:
            return
        if stage == "betting" and self._deal_round != state.round.number:
            self._prepare_deal(state)
        if isinstance(state.phase, Ask):
            self._give_signal(state)
        if not any(error.stands for error in self.errors):
            self._plant(state, stage)
        self._say_something(state, stage)

    def _due_errors(self, state: TableState) -> list[PlannedError]:
        """Return the planned errors whose round has come and that were not planted yet, in order."""
        plan = self.exam.plan
        number = state.round.number - self.exam.first_round + 1
        done = {error.planned for error in self.errors}
        errors = plan.errors if plan is not None else ()
        return [error for error in errors if error.round <= number and error.number not in done]

    def _plant(self, state: TableState, stage: Stage) -> None:
        number = state.round.number
        if stage == "betting" and all(state.bets.wagers.get(seat) for seat in state.seating.seats):
            return  # the examinee may already be closing the betting
        if sum(error.round == number for error in self.errors) >= 2:
            return
        used = {error.kind for error in self.errors}
        for planned in self._due_errors(state):
            if planned.stage != stage:
                continue
            late = planned.round < number - self.exam.first_round + 1
            free = [kind for kind in planned.kinds if kind not in used or kind == planned.kinds[0]]
            for name in free if late else free[:1]:
                found = self._possible(state, name)
                if found is not None:
                    self._commit(found, planned, state)
                    return

    def _possible(self, state: TableState, name: str) -> PlantedError | None:
        kind = kinds()[name]
        seats = sorted(state.seating.seats)
        players.chance_of(self.exam.seed, "seat", state.round.number, name).shuffle(seats)
        for seat in seats:
            try:
                found = planted(kind, state, seat)
            except (Refused, LookupError, AssertionError, TypeError):
                continue  # cards that the error needs are not known yet
            if found is not None:
                return found
        return None

    def _commit(self, found: PlantedError, planned: PlannedError, state: TableState) -> None:
        facts = {**found.facts, "command": json.dumps(json.loads(encode_command(found.command)))}
        facts["phase"] = str(state.round.phase)
        answer = found.evidence
        error = LiveError(
            number=len(self.errors) + 1,
            kind=found.kind,
            planned=planned.number,
            round=state.round.number,
            seat=found.seat,
            scene=found.scene,
            facts=facts,
            command=found.command,
            phase=state.round.phase,
        )
        self.errors.append(error)
        if kinds()[found.kind].family != "payment":  # the preview of the payment shows that error
            self._say(found.scene)
        note = do_.PlantError(
            kind=error.kind,
            planned=error.planned,
            round=error.round,
            seat=error.seat,
            scene=error.scene,
            clause=found.clause,
            machine=f"{answer.how}: {answer.code}" if answer is not None else "",
            facts=facts,
            by=self._by,
        )
        self._work.put_nowait(note)

    def _prepare_deal(self, state: TableState) -> None:
        """Choose the prepared deal that the next planned error of this round needs."""
        self._deal_round, self._deal, self._deal_seat = state.round.number, {}, 0
        for planned in self._due_errors(state):
            name = kinds()[planned.kinds[0]].deals.get(state.rules.game, "")
            if name:
                seats = sorted(state.seating.seats)
                chance = players.chance_of(self.exam.seed, "deal", state.round.number)
                self._deal_seat = chance.choice(seats[:-1] or seats)
                self._deal = players.prepared_deal(state, name, self._deal_seat)
                return

    def _give_signal(self, state: TableState) -> None:
        seat = turn_of(state)
        signal = players.signal_for(state, self.exam.seed, stays=seat == self._deal_seat)
        if signal is not None and signal != self._signal:
            self._signal = signal
            self._say(players.signal_words(signal[0], signal[2]))

    def _say_something(self, state: TableState, stage: Stage) -> None:
        moment = {"betting": "betting", "settlement": "payment"}.get(stage, "round")
        key = (state.round.number, f"{stage} {state.round.phase} {turn_of(state)}")
        if key in self._quiet:
            return
        self._quiet.add(key)
        chance = players.chance_of(self.exam.seed, "quiet", *key)
        if chance.random() < LEAST_QUIET and state.seating.seats:
            words = chance.choice(catalog().quiet[moment])
            self._say(words.format(seat=chance.choice(sorted(state.seating.seats))))

    def _say(self, words: str) -> None:
        number = self.lines[-1].number + 1 if self.lines else 1
        self.lines.append(SceneLine(number, self.state.round.number, words, self.service.now))
        del self.lines[:-MOST_LINES]

    # The examinee's stops.

    async def stop_game(self, reason: str, seat: int) -> str:
        """Judge a stop, put the error right, and return the floor's answer."""
        number = self.state.round.number
        results: tuple[tuple[Outcome, Outcome], ...] = (("open", "caught"), ("missed", "late"))
        for wanted, outcome in results:
            for error in self.errors:
                if error.outcome == wanted and error.round == number and rules.matches(error, reason, seat):
                    words = next(one.words for one in catalog().reasons if one.id == reason)
                    self._note(error, outcome, words)
                    await self._put_right(error)
                    self._wake.set()
                    return kinds()[error.kind].remedy
        is_open = any(error.stands and error.round == number for error in self.errors)
        result: do_.StopResult = "misnamed" if is_open else "false_alarm"
        note = do_.NoteStop(result=result, reason=reason, seat=seat, round=number, by=self._by)
        self._work.put_nowait(note)
        self._wake.set()
        return ""

    async def _put_right(self, error: LiveError) -> None:
        """Record the error in the table's own journal, as the floor would."""
        state = self.state
        floor = f"{FLOOR}:{id_of(self.exam.examiner)}"
        kind = kinds()[error.kind]
        if state.round.phase == BETTING or state.round.void or state.round.ruling:
            return
        if kind.family in rules.PUT_RIGHT:
            await self._ask(floor, error.command, f"right.{error.number}")
        elif "other" in state.irregularities:
            detail = f"{kind.title}, seat {error.seat}" if error.seat else kind.title
            await self._ask(floor, do.ReportOther(matter="other", detail=detail), f"right.{error.number}")
        if self.state.round.ruling:
            ruled = next_act(self.state).command
            if isinstance(ruled, do.RuleOnIncident):
                ruling = msgspec.structs.replace(ruled, reason=kind.remedy)
                if kind.family not in rules.PUT_RIGHT:
                    ruling = msgspec.structs.replace(ruling, outcome="play_on")
                await self._ask(floor, ruling, f"rule.{error.number}")

    async def _ask(self, by: str, command: TableCommand, id_: str) -> None:
        key = f"exam.{self.exam.number}.{id_}.{self.state.clock}"
        await self.owner.ask(id_of(by) or role_of(by), "", by, command, key)

    # The task.

    async def _run(self) -> None:
        while self.exam.standing == "running":
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), PULSE)
            self._wake.clear()
            try:
                await self._write()
                await self._play()
                await self._watch_clock()
            except StoreDown:
                await asyncio.sleep(PULSE)
            except Refused as refused:
                log.warning("table test %s: %s", self.exam.number, refused)
                await self._refresh()
        self._release()

    async def _refresh(self) -> None:
        """Read the test again. Another node may have ended it."""
        with contextlib.suppress(StoreDown, Refused):
            self.exam = await self.service.find(self.exam.number)

    def _release(self) -> None:
        if self.owner.examination is self:
            self.owner.examination = None
            self.owner.draw_with(with_drawn_cards)

    async def _write(self) -> None:
        while not self._work.empty():
            command = self._work.get_nowait()
            try:
                self.exam = await self.service.do(self.exam.number, command)
            except StoreDown:
                self._work.put_nowait(command)  # written again when the store works
                raise

    async def _play(self) -> None:
        """Seat the players' bets for the next round."""
        state = self.state
        if state.round.phase != BETTING or next_act(state).act not in BEFORE_BETS or self.seconds_left() <= 0:
            return
        waiting = {
            error.seat for error in self.errors if error.stands and kinds()[error.kind].family in KEEPS_BET
        }
        last = max(state.seating.seats, default=0)
        for seat, player in sorted(state.seating.seats.items()):
            if seat in waiting or self.state.bets.wagers.get(seat) or self.state.round.phase != BETTING:
                continue
            await self._bet(seat, player, seat == last)

    async def _bet(self, seat: int, player: str, poor: bool) -> None:
        state = self.state
        chance = players.chance_of(self.exam.seed, "bet", state.round.number, seat)
        bet = players.bets_for(state, seat, chance, seat == self._deal_seat, poor)
        stock, fewest = (players.POOR, players.POOR // 2) if poor else (players.RICH, 10 * sum(bet.values()))
        if state.seating.purses.get(player, 0) < max(fewest, sum(bet.values())):
            chips = do.BuyIn(player=player, cents=stock)
            await self._ask(f"{DEALER}:{self.examinee}", chips, f"chips.{state.round.number}.{seat}")
        command = do.Bet(seat=seat, wagers=bet, round=state.round.number)
        await self._ask(f"player:{player}", command, f"bet.{state.round.number}.{seat}")

    async def _watch_clock(self) -> None:
        """End the test when its time is over, after the round, or when the examinee leaves the table."""
        table = self.owner.configuration
        if table is not None and table.dealer != self.examinee:
            await self.end(self._by, "the dealer left the table")
            return
        late = self.service.now - self.exam.begun_at - 60 * self.exam.minutes
        between = self.state.round.phase == BETTING
        if late >= 0 and (between or late > OVERTIME) and self.exam.standing == "running":
            await self.end(self._by, "the time is over")

    async def end(self, by: str, reason: str) -> Exam:
        self._count_rest()
        await self._write()
        self.exam = await self.service.do(self.exam.number, do_.EndExam(reason=reason, by=by))
        return self.exam

    def _count_rest(self) -> None:
        if self._acts or self._refusals or self._misreads:
            rest = do_.NoteCounts(
                acts=self._acts, refusals=self._refusals, misreads=self._misreads, by=self._by
            )
            self._work.put_nowait(rest)
            self._acts = self._refusals = self._misreads = 0


def stage_now(state: TableState) -> Stage | None:
    """Return the part of the round, or None while the deck is prepared."""
    phase = state.phase
    if state.round.phase == BETTING:
        return "betting" if next_act(state).act in BEFORE_BETS and state.seating.seats else None
    if isinstance(phase, Collect | Deal | Stub):
        return "dealing"
    if isinstance(phase, Ask):
        return "decisions"
    return "settlement" if isinstance(phase, Settle) else None


def restored(error: do_.ExamError) -> LiveError:
    """Rebuild an error of a test that ran before a restart."""
    return LiveError(
        number=error.number,
        kind=error.kind,
        planned=error.planned,
        round=error.round,
        seat=error.seat,
        scene=error.scene,
        facts=dict(error.facts),
        command=decode_command(error.facts["command"].encode()),
        phase=int(error.facts["phase"]),
        outcome=error.outcome,
    )
