"""Route for dealers' lessons.

A step is done when the journal of one of the dealer's training tables contains its act.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TypedDict

import sqlalchemy as sa
from litestar import Controller, get
from sqlalchemy import Connection

from croupier.casino.administration.state import Cards
from croupier.casino.administration.submissions import passing
from croupier.games import game as game_of
from croupier.server.http.access import AppRequest
from croupier.server.http.drills import in_force
from croupier.server.http.errors import DENIED
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import the_house
from croupier.server.tables.round_replay import read_entries
from croupier.server.tables.training import training_table
from croupier.store import schema as db
from croupier.submission import Rules
from croupier.table.roles import id_of
from croupier.training.lessons import Lesson, act_keys, lessons

WAYS: tuple[Cards, ...] = ("shoe", "named", "pack")
MOST_ENTRIES = 20_000  # latest entries of a training table that are read


class LessonStepView(TypedDict):
    words: str
    chapter: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    done: bool


class LessonView(TypedDict):
    name: str
    title: str
    chapters: str
    cards: Cards  # how the training table must get its cards
    steps: list[LessonStepView]


class LessonTable(TypedDict):
    """The lessons for one submission in force."""

    submission: str
    version: int
    game: str
    title: str
    lessons: list[LessonView]


class Lessons(Controller):
    path = "/api/lessons"
    tags = ("training",)

    @get("/", guards=[check_permission], responses=DENIED, summary="The lessons and the steps you have done")
    async def overview(self, request: AppRequest) -> list[LessonTable]:
        house, person = the_house(request), id_of(request.state.by)
        found: list[LessonTable] = []
        for name, version in in_force(request):
            choices = passing(version.document)
            if choices.electronic:  # there are no training tables for electronic games
                continue
            rules = Rules(choices)
            streams = [training_table(person, name, version.number, cards) for cards in WAYS]
            done = await house.committer.read(partial(keys_done, streams))
            found_lessons = await asyncio.to_thread(lessons, rules)  # the first call plays rounds
            found.append(
                {
                    "submission": name,
                    "version": version.number,
                    "game": rules.game,
                    "title": game_of(rules.game).title,
                    "lessons": [view_of(lesson, done) for lesson in found_lessons],
                }
            )
        return found


def view_of(lesson: Lesson, done: set[str]) -> LessonView:
    return {
        "name": lesson.name,
        "title": lesson.title,
        "chapters": lesson.chapters,
        "cards": lesson.cards,
        "steps": [
            {
                "words": step.words,
                "chapter": step.chapter,
                "clauses": step.clauses,
                "readings": step.readings,
                "done": step.key in done,
            }
            for step in lesson.steps
        ],
    }


def keys_done(streams: list[str], connection: Connection) -> set[str]:
    """Return the keys of all acts in the journals of these tables. Refused acts are not in a journal."""
    keys = set[str]()
    for stream in streams:
        last = connection.execute(
            sa.select(sa.func.max(db.entries.c.n)).where(db.entries.c.stream == stream)
        ).scalar()
        if last is not None:
            for entry in read_entries(connection, stream, max(0, last - MOST_ENTRIES), last):
                keys |= act_keys(entry.command, entry.events)
    return keys
