"""A table ahead of its store: acts are decided and gathered, then stored together or taken back together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from croupier.house.floor.history import Ended, results, rows_of
from croupier.house.floor.traces import Told, mark_rows, marks_of, trace_of
from croupier.house.meters import SharedMeters, link_due
from croupier.house.store.batches import Answer, Batch, Committed, Line, Post
from croupier.house.store.books import postings_of
from croupier.house.store.gathering import GatheringStream
from croupier.journal.tables import KIND, TableWithShoes
from croupier.meters.bank import Bank
from croupier.submission.sharing import group_of
from croupier.table import events as ev
from croupier.table.acts.metering import wants_reading
from croupier.table.commands import Command
from croupier.table.driving.driver import Driver
from croupier.table.driving.shoe import Shoes
from croupier.table.driving.sources import CardSource, LiveCards
from croupier.table.driving.verifiable import Numbers, VerifiableShoe
from croupier.table.events import Event
from croupier.table.machine import Step
from croupier.table.state import TableState


class Commits(Protocol):
    """What a table needs of the committer."""

    async def commit(self, batch: Batch) -> Committed: ...
    def state(self, stream: str) -> Any: ...
    async def refresh(self, stream: str) -> Any: ...


class Stored(msgspec.Struct, frozen=True):
    """An entry that is stored, with the table and the shoes after it."""

    n: int
    events: tuple[Event, ...]
    state: TableState
    shoes: Shoes


class Ahead:
    def __init__(
        self,
        stream: GatheringStream,
        committer: Commits,
        automations: frozenset[str],
        clock: Callable[[], int],
        epoch: int,
        live: bool = False,
    ) -> None:
        """`live`: real cards, which people name; no chance comes into it."""
        self.table, self.epoch, self._live = stream.name, epoch, live
        self.committer, self.clock = committer, clock
        self.numbers = Numbers()  # what players bring to the deal
        self._stream = stream
        self._mark = stream.mark()
        self._steps: list[tuple[Step, Shoes]] = []
        self._posts: list[Post] = []
        self._told: list[Told] = []  # what is stored of the running round …
        self._whole = stream.entries == 1  # … and whether that is all of it
        self._driver = Driver(
            self.stored.table, self._source(), automations, self._gather, None, clock, Bank(), self.table
        )
        self.meters: SharedMeters | None = None
        self._follow_group()

    # What is stored, and what is not yet.

    @property
    def stored(self) -> TableWithShoes:
        held: TableWithShoes = self._mark.state
        return held

    @property
    def state(self) -> TableState:
        """Ahead of the store."""
        return self._driver.state

    @property
    def first(self) -> int:
        """The number of the next entry."""
        return self._mark.entries

    @property
    def next_entry(self) -> int:
        """The number of the entry that is decided next, ahead of the store."""
        return self._stream.entries

    def _source(self) -> CardSource:
        """The shoe as it is stored; real cards are in nobody's store."""
        if self._live:
            return LiveCards()
        held = self.stored
        return VerifiableShoe(held.table.game.deck, self.table, self.numbers, held.shoes)

    def _gather(self, step: Step, sealed: bytes | None) -> None:
        held: TableWithShoes = self._stream.state
        after = held.after(step.state, step.events, sealed)
        self._stream.append(step.command, step.events, sealed, after)
        self._steps.append((step, after.shoes))

    def _follow_group(self) -> None:
        """The meters of the group that the rules name; none without a progressive."""
        group = group_of(self.state.rules, self.table)
        if not group:
            self.meters = None
            self._driver.meters = Bank()
        elif self.meters is None or self.meters.group != group:
            self.meters = SharedMeters(self.committer, group, self.table)
            self._driver.meters = self.meters

    # Deciding.

    def begin(self) -> None:
        """A new batch: nothing gathered, meters as they are known now."""
        self._steps, self._posts = [], []
        self._follow_group()
        if self.meters is not None:
            self.meters.begin()

    def do(self, command: Command) -> tuple[Event, ...]:
        return self._driver.do(command)

    def with_reading(self, command: Command) -> Command:
        """A command that pays from the meters, as the table is stored, with what they hold."""
        if not wants_reading(self.stored.table, command):
            return command
        return msgspec.structs.replace(command, meters=self._driver.meters.read(self.table))

    def post(self, post: Post) -> None:
        """A command to another stream, decided when this batch is stored."""
        self._posts.append(post)

    def run(self) -> None:
        """Routine acts until the table waits for a person; its link to the meters first."""
        if self.meters is not None and (due := link_due(self.state, self.meters.committed)) is not None:
            self.do(due)
        self._driver.run()

    def rewind(self) -> None:
        """Back to what is stored: as if nothing had been tried."""
        self._stream.rewind(self._mark)
        self._driver.state = self.stored.table
        self._driver.source = self._source()
        if self.meters is not None:
            self.meters.begin()

    @property
    def empty(self) -> bool:
        return not self._steps

    @property
    def decided(self) -> list[tuple[Event, ...]]:
        """What is gathered and not stored yet."""
        return [step.events for step, _ in self._steps]

    # Storing.

    async def commit(self, answers: tuple[Answer, ...], first_of_round: int) -> list[Stored]:
        """All of it in one transaction; whatever is raised, nothing was stored."""
        lines = self._stream.take()
        entries = [line for line in lines if not line.opening]
        moved = self.meters.posts if self.meters is not None else ()
        told = [
            Told(line.n, line.at, step.command.by, step.events)
            for line, (step, _) in zip(entries, self._steps, strict=True)
        ]
        ended = list(self._ended(told, first_of_round))
        marks = marks_of(told, self.stored.table.round.number)
        batch = Batch(
            stream=self.table,
            epoch=self.epoch,
            lines=lines,
            postings=tuple(self._postings(entries)),
            posts=(*self._posts, *moved),
            answers=answers,
            rows=(*rows_of(self.table, ended), *mark_rows(self.table, marks)),
        )
        await self.committer.commit(batch)
        self._told = [one for one in (*self._told, *told) if not ended or one.n > ended[-1].last]
        self._whole = self._whole or bool(ended)
        self._mark = self._stream.mark()
        numbered = zip(self._steps, entries, strict=True)
        return [Stored(line.n, step.events, step.state, shoes) for (step, shoes), line in numbered]

    def _postings(self, entries: list[Line]) -> Iterable[tuple[int, str, int]]:
        for line, (step, _) in zip(entries, self._steps, strict=True):
            yield from postings_of(KIND.name, self.table, line.n, step.events)

    def _ended(self, told: list[Told], first: int) -> Iterable[Ended]:
        """The rounds that end in this batch, with the entries they lie in."""
        since, whole = [*self._told], self._whole
        for one, (step, _) in zip(told, self._steps, strict=True):
            since.append(one)
            for event in one.events:
                if isinstance(event, ev.RoundEnded):
                    trace = trace_of(since, step.state) if whole else None
                    yield Ended(event.round, first, one.n, one.at, results(step), trace)
                    first, since, whole = one.n + 1, [], True
