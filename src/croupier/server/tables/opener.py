"""Open the actor of a new table, or of a stored table at the end of its stream."""

from __future__ import annotations

from collections.abc import Callable

from croupier.casino.administration.state import MACHINE
from croupier.casino.cage.commands import EnrolTable, Money
from croupier.errors import BadInput
from croupier.journal.links import JournalStep
from croupier.journal.tables import KIND, TableWithShoes, charter_of
from croupier.server.meters import joining
from croupier.server.tables.actor import TableActor
from croupier.server.tables.decision_engine import CAGE
from croupier.server.tables.settings import TableSettings
from croupier.server.tables.viewers import RoundStory
from croupier.server.tables.write_ahead import BatchCommitter
from croupier.store.batches import Batch, Post
from croupier.store.database import Streams
from croupier.store.pending_stream import Day, PendingStream
from croupier.store.round_index import ROW_VERSION, TracedEntry
from croupier.submission import OperatorChoices
from croupier.submission import Rules as TableRules
from croupier.table import events as ev
from croupier.table.state import PEOPLE, SHOE


def charter_for(played: TableRules, rules: TableSettings) -> bytes:
    """Build the opening configuration, which depends on who deals.

    At a live table, staff must first bring and inspect the real cards. At a training table where the
    server draws the cards, the decks are ready from the start.
    """
    if rules.dealing == MACHINE:
        return charter_of(played, cards_from=SHOE)
    return charter_of(played) if rules.draws else charter_of(played, bare=True, cards_from=PEOPLE)


async def open_new(
    committer: BatchCommitter,
    table: str,
    choices: OperatorChoices,
    money: Money,
    clock: Callable[[], int],
    day: Day,
    rules: TableSettings,
    epoch: int = 0,
) -> TableActor:
    """Create a table with its opening entry, its account at the cage and its meters, in one transaction."""
    at, played = clock(), TableRules(choices)
    stream = PendingStream.begin(
        table, KIND, charter_for(played, rules), at, day=day, row_version=ROW_VERSION
    )
    enrolled = Post(CAGE, EnrolTable(table=table, money=money, by="house", at=at))
    posts = (enrolled, *joining(played, table, at))
    await committer.commit(Batch(stream=table, epoch=epoch, lines=stream.take(), posts=posts))
    return TableActor(stream, RoundStory(stream.state.table), committer, clock, rules, epoch)


def resumed(
    committer: BatchCommitter,
    store: Streams,
    table: str,
    clock: Callable[[], int],
    day: Day,
    rules: TableSettings,
    epoch: int = 0,
) -> TableActor:
    """Resume a stored table, even during a round, with the same next card."""
    stream, story, running = _read(store, table, day)
    table_with_shoes: TableWithShoes = stream.state
    if table_with_shoes.shoe_missing and not rules.live:
        raise BadInput(
            f"{table}: the round cannot continue, because cards have been dealt "
            "but the store does not contain the shoe"
        )
    return TableActor(stream, story, committer, clock, rules, epoch, running)


Resumption = tuple[PendingStream, RoundStory, list[TracedEntry]]


def _read(store: Streams, table: str, day: Day) -> Resumption:
    """Read the current round and the previous round, for viewers who reconnect.

    A segment may begin in the middle of a round. Earlier segments are then read too, so that cursors
    count from the beginning of the round.
    """
    back = 0
    while True:
        stream, story, running = _read_from(store, table, day, back)
        if story.is_complete or back >= stream.segment - 1:
            return stream, story, running
        back = 2 * back + 1


def _read_from(store: Streams, table: str, day: Day, back: int) -> Resumption:
    stories: list[RoundStory] = []
    running: list[TracedEntry] = []  # entries since the last round ended

    def watch(step: JournalStep) -> None:
        if not isinstance(step.state, TableWithShoes):
            raise BadInput(f"the stream {table} does not belong to a table")
        if not stories:
            stories.append(RoundStory(step.state.table, step.n + 1, step.opening.opening.segment == 1))
        elif step.command is not None:
            stories[0].add(step.events, step.state.table, step.n)
            running.append(TracedEntry(step.n, step.kind.at(step.command), step.command.by, step.events))
            if any(isinstance(event, ev.RoundEnded) for event in step.events):
                running.clear()

    stream = PendingStream.resume_from(store, table, day=day, watch=watch, back=back, row_version=ROW_VERSION)
    return stream, stories[0], running
