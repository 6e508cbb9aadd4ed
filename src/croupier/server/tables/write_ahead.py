"""The pending steps of a table actor. The actor decides steps, then commits or rewinds all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from croupier.journal.tables import KIND, TableWithShoes
from croupier.meters.bank import Bank
from croupier.server.meters import SharedMeters, link_due
from croupier.server.steady_clock import TableClock
from croupier.store.batches import Batch, BatchLine, Committed, Guard, Post, StoredAnswer
from croupier.store.books import postings_of
from croupier.store.pending_stream import PendingStream
from croupier.store.round_index import (
    EndedRound,
    RoundMark,
    TracedEntry,
    mark_rows,
    marks_of,
    results,
    rows_of,
    trace_of,
)
from croupier.submission.sharing import group_of
from croupier.table import events as ev
from croupier.table.acts.metering import wants_reading
from croupier.table.commands import TableCommand
from croupier.table.driving.driver import Driver
from croupier.table.driving.shoe import Shoes
from croupier.table.driving.sources import CardSource, LiveCards
from croupier.table.driving.verifiable import Numbers, VerifiableShoe
from croupier.table.events import TableEvent
from croupier.table.machine import TableStep
from croupier.table.state import BETTING, TableState

T = TypeVar("T")


class BatchCommitter(Protocol):
    """The part of the committer that a table uses."""

    async def commit(self, batch: Batch) -> Committed: ...
    def state(self, stream: str) -> Any: ...
    async def refresh(self, stream: str) -> Any: ...
    async def read(self, work: Callable[[Connection], T]) -> T: ...


class StoredStep(msgspec.Struct, frozen=True):
    """A stored entry, with the table and the shoes after it."""

    n: int
    events: tuple[TableEvent, ...]
    state: TableState
    shoes: Shoes


class WriteAhead:
    def __init__(
        self,
        stream: PendingStream,
        committer: BatchCommitter,
        automations: frozenset[str],
        clock: Callable[[], int],
        epoch: int,
        live: bool = False,
        running: Sequence[TracedEntry] | None = None,
    ) -> None:
        """Start from the stored stream.

        With `live`, people deal real cards and enter them, so no shoe is stored. `running` holds the
        stored entries of the current round, or None if they are unknown.
        """
        self.table, self.epoch, self._live = stream.name, epoch, live
        self.committer, self.clock = committer, TableClock(clock, stream.mark().state.table.clock)
        self.numbers = Numbers()  # the players' contributions to the random deal
        self._stream = stream
        self._mark = stream.mark()
        self._steps: list[tuple[TableStep, Shoes]] = []
        self._posts: list[Post] = []
        self._guards: list[Guard] = []
        self._round_entries = [*(running or ())]  # stored entries of the current round
        # whether `running` contains all entries of the round
        self._complete = running is not None or stream.entries == 1
        self._driver = Driver(
            self.stored_state.table,
            self._source(),
            automations,
            self._gather,
            None,
            self.clock,
            Bank(),
            self.table,
        )
        self.meters: SharedMeters | None = None
        self._follow_group()

    # Stored and pending state.

    @property
    def stored_state(self) -> TableWithShoes:
        state: TableWithShoes = self._mark.state
        return state

    @property
    def state(self) -> TableState:
        """The table after all pending steps."""
        return self._driver.state

    @property
    def first(self) -> int:
        """The number of the first entry that is not stored."""
        return self._mark.entries

    @property
    def next_entry(self) -> int:
        """The number of the next entry after all pending steps."""
        return self._stream.entries

    def _source(self) -> CardSource:
        """Build the card source from the stored shoe. Real cards are not in the store."""
        if self._live:
            return LiveCards()
        stored = self.stored_state
        return VerifiableShoe(stored.table.game.deck, self.table, self.numbers, stored.shoes)

    def _gather(self, step: TableStep, sealed: bytes | None) -> None:
        before: TableWithShoes = self._stream.state
        after = before.after(step.state, step.events, sealed)
        self._stream.append(step.command, step.events, sealed, after)
        self._steps.append((step, after.shoes))

    def _follow_group(self) -> None:
        """Use the meters of the group that the rules name, if the rules have a progressive wager."""
        group = group_of(self.state.rules, self.table)
        if not group:
            self.meters = None
            self._driver.meters = Bank()
        elif self.meters is None or self.meters.group != group:
            self.meters = SharedMeters(self.committer, group, self.table)
            self._driver.meters = self.meters

    # Decide.

    def begin(self) -> None:
        """Start an empty batch with the current known meters."""
        self._steps, self._posts, self._guards = [], [], []
        self._follow_group()
        if self.meters is not None:
            self.meters.begin()

    def do(self, command: TableCommand) -> tuple[TableEvent, ...]:
        return self._driver.do(command)

    def with_reading(self, command: TableCommand) -> TableCommand:
        """Add the meter reading to a command that pays from meters, based on the stored table."""
        if not wants_reading(self.stored_state.table, command):
            return command
        return msgspec.structs.replace(command, meters=self._driver.meters.read(self.table))

    def complete(self, command: TableCommand, by: str) -> TableCommand:
        """Add the sender, the time and the meter reading to a command, as the driver would."""
        at = max(self.clock(), self.state.clock)
        return msgspec.structs.replace(self.with_reading(command), by=by, at=at)

    def meters_shown(self) -> dict[str, int]:
        return {} if self.meters is None else self.meters.amounts_shown()

    def post(self, post: Post) -> None:
        """Add a command to another stream. The committer decides it when it commits this batch."""
        self._posts.append(post)

    def guard(self, guard: Guard) -> None:
        """Add a check that the committer makes in the transaction of this batch."""
        self._guards.append(guard)

    def run(self) -> None:
        """Run routine acts until the table waits for a person, after any change of the meter link."""
        if self.meters is not None and (due := link_due(self.state, self.meters.committed)) is not None:
            self.do(due)
        self._driver.run()

    def rewind(self) -> None:
        """Discard all pending steps and return to the stored state."""
        self._stream.rewind(self._mark)
        self._driver.state = self.stored_state.table
        self._driver.source = self._source()
        if self.meters is not None:
            self.meters.begin()

    @property
    def empty(self) -> bool:
        return not self._steps

    @property
    def pending_steps(self) -> list[TableStep]:
        """The steps that are not stored yet."""
        return [step for step, _ in self._steps]

    @property
    def pending_events(self) -> list[tuple[TableEvent, ...]]:
        """The events of each step that is not stored yet."""
        return [step.events for step, _ in self._steps]

    @property
    def pending_posts(self) -> list[Post]:
        """The commands to other streams that are not stored yet."""
        return self._posts

    # Commit.

    async def commit(self, answers: tuple[StoredAnswer, ...], first_of_round: int) -> list[StoredStep]:
        """Commit all pending steps in one transaction. If this raises, nothing was stored."""
        entries = [line for line in self._stream.pending if not line.opening]
        meter_posts = self.meters.posts if self.meters is not None else ()
        traced = [
            TracedEntry(line.n, line.at, step.command.by, step.events)
            for line, (step, _) in zip(entries, self._steps, strict=True)
        ]
        ended_rounds = list(self._ended_rounds(traced, first_of_round))
        running = self.stored_state.table.round
        marks = tuple(marks_of(traced, running.number, running.phase == BETTING))
        self._name_rows(entries, answers, marks)
        batch = Batch(
            stream=self.table,
            epoch=self.epoch,
            lines=self._stream.take(),
            postings=tuple(self._postings(entries)),
            posts=(*self._posts, *meter_posts),
            answers=answers,
            rows=(*rows_of(self.table, ended_rounds), *mark_rows(self.table, marks)),
            guards=tuple(self._guards),
        )
        await self.committer.commit(batch)
        known = (*self._round_entries, *traced)
        self._round_entries = [
            entry for entry in known if not ended_rounds or entry.n > ended_rounds[-1].last
        ]
        self._complete = self._complete or bool(ended_rounds)
        self._mark = self._stream.mark()
        numbered = zip(self._steps, entries, strict=True)
        return [StoredStep(line.n, step.events, step.state, shoes) for (step, shoes), line in numbered]

    def _name_rows(
        self, entries: list[BatchLine], answers: tuple[StoredAnswer, ...], marks: tuple[RoundMark, ...]
    ) -> None:
        """Add the hashes of answer and mark rows to the last entry, so that an audit can check these
        rows.
        """
        hashes = (*(answer.hash for answer in answers if answer.came), *(mark.hash for mark in marks))
        if entries and hashes and self._stream.row_version:
            self._stream.add_row_hashes(hashes)

    def _postings(self, entries: list[BatchLine]) -> Iterable[tuple[int, str, int]]:
        for line, (step, _) in zip(entries, self._steps, strict=True):
            yield from postings_of(KIND.name, self.table, line.n, step.events)

    def _ended_rounds(self, traced: list[TracedEntry], first: int) -> Iterable[EndedRound]:
        """Yield the rounds that end in this batch, each with its range of entries."""
        since, complete = [*self._round_entries], self._complete
        for entry, (step, _) in zip(traced, self._steps, strict=True):
            since.append(entry)
            for event in entry.events:
                if isinstance(event, ev.RoundEnded):
                    trace = trace_of(since, step.state) if complete else None
                    yield EndedRound(event.round, first, entry.n, entry.at, results(step.state), trace)
                    first, since, complete = entry.n + 1, [], True
