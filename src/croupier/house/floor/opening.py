"""Opening a table: a new stream, or the stored one where it ends."""

from __future__ import annotations

from collections.abc import Callable

from croupier.errors import BadInput
from croupier.house.cage.commands import EnrolTable, Money
from croupier.house.desk.state import MACHINE
from croupier.house.floor.ahead import Commits
from croupier.house.floor.deciding import CAGE
from croupier.house.floor.owner import Owner, Rules
from croupier.house.floor.seen import Story
from croupier.house.meters import joining
from croupier.house.store.batches import Batch, Post
from croupier.house.store.gathering import Day, GatheringStream
from croupier.house.store.sql import Streams
from croupier.journal.links import Step
from croupier.journal.tables import KIND, TableWithShoes, charter_of
from croupier.submission import Choices
from croupier.submission import Rules as TableRules
from croupier.table.state import PEOPLE, SHOE


def charter_for(played: TableRules, rules: Rules) -> bytes:
    """By who deals. Real cards have still to come to the table, to be looked over and vouched for; where a
    dealer learns with cards that the house names, they lie ready."""
    if rules.dealing == MACHINE:
        return charter_of(played, cards_from=SHOE)
    return charter_of(played) if rules.draws else charter_of(played, bare=True, cards_from=PEOPLE)


async def open_new(
    committer: Commits,
    table: str,
    choices: Choices,
    money: Money,
    clock: Callable[[], int],
    day: Day,
    rules: Rules,
    epoch: int = 0,
) -> Owner:
    """A table that never was: its opening, its account at the cage and its meters, in one transaction."""
    at, played = clock(), TableRules(choices)
    stream = GatheringStream.begin(table, KIND, charter_for(played, rules), at, day=day)
    enrolled = Post(CAGE, EnrolTable(table=table, money=money, by="house", at=at))
    posts = (enrolled, *joining(played, table, at))
    await committer.commit(Batch(stream=table, epoch=epoch, lines=stream.take(), posts=posts))
    return Owner(stream, Story(stream.state.table), committer, clock, rules, epoch)


def resumed(
    committer: Commits,
    store: Streams,
    table: str,
    clock: Callable[[], int],
    day: Day,
    rules: Rules,
    epoch: int = 0,
) -> Owner:
    """A stored table where it ends, in mid-round too, with the same next card."""
    stream, story = _read(store, table, day)
    held: TableWithShoes = stream.state
    if held.shoe_missing and not rules.live:
        raise BadInput(f"{table}: cards are out and its shoe is not in the store; the round cannot go on")
    return Owner(stream, story, committer, clock, rules, epoch)


def _read(store: Streams, table: str, day: Day) -> tuple[GatheringStream, Story]:
    """With the running round and the one before, for people who come back. A segment may have begun in the
    middle of either: then as many before it are read as it takes, so that cursors are the same ever after."""
    back = 0
    while True:
        stream, story = _read_from(store, table, day, back)
        if story.whole or back >= stream.segment - 1:
            return stream, story
        back = 2 * back + 1


def _read_from(store: Streams, table: str, day: Day, back: int) -> tuple[GatheringStream, Story]:
    stories: list[Story] = []

    def watch(step: Step) -> None:
        if not isinstance(step.state, TableWithShoes):
            raise BadInput(f"{table} is not the stream of a table")
        if not stories:
            stories.append(Story(step.state.table, step.n + 1, step.opening.opening.segment == 1))
        elif step.command is not None:
            stories[0].add(step.events, step.state.table, step.n)

    stream = GatheringStream.behind(store, table, day=day, watch=watch, back=back)
    return stream, stories[0]
