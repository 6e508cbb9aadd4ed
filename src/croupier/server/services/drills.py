"""Dealers' drills on the server: ask a question, judge the answer, and schedule that kind of question again.

The open question of a person is stored as its seed, so any node can judge the answer, and the answer itself
exists only on the server. Results and schedules are stored per person.
"""

from __future__ import annotations

import asyncio
import hmac
import random
import secrets
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypedDict

import msgspec
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.server.services.base import Clock, ServiceCommitter
from croupier.server.sessions.passwords import Throttle
from croupier.store.batches import Batch
from croupier.store.training_rows import (
    ScheduledSubject,
    StoredResult,
    cards_of,
    close_card,
    prune_results,
    put_card,
    put_result,
    results_of,
)
from croupier.submission import Rules
from croupier.training.drills import Drill, DrillKind, DrillQuestion, find_kind, generate, kinds_for
from croupier.training.schedule import TrainingCard, Weight, end_of_day, order_subjects, rate_answer, review

ACTIVITY = "drill"
OPEN_QUESTION = "drill question"  # the activity under which a person's open question is stored
OPEN = "open"
NEVER_DUE = 2**53 - 1
RECENT = 400  # results that accuracy and speed are computed from
MOST_RESULTS = 1_000  # stored results of a person; older ones are deleted
TRAVEL = 5.0  # seconds that a question and its answer can take to travel, which don't count
STALE = Refused("stale_question", "this question is no longer open", (), "Ask for the next question.")
FRESH_KINDS = 3  # the next kind is drawn from this many kinds that need practice most


class DrillKindView(TypedDict):
    """A kind of question with a person's recent results."""

    name: str
    title: str
    chapter: int
    expected_seconds: int  # the time of an experienced dealer
    answered: int
    right: int
    seconds: float | None  # median time of the answers
    due: bool  # whether the kind is due today


class AskedDrill(TypedDict):
    """A question. The token identifies it in the answer."""

    token: str
    question: DrillQuestion
    title: str  # title of its kind


class JudgedDrill(TypedDict):
    right: bool
    answer: str
    given: str
    reason: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    seconds: float
    due_left: int  # kinds due today


class OpenQuestion(msgspec.Struct, frozen=True):
    """A question that waits for its answer."""

    token: str
    submission: str
    version: int
    kind: str
    seed: str
    asked_at: int


class DrillService:
    def __init__(self, committer: ServiceCommitter, clock: Clock) -> None:
        self.committer, self.clock = committer, clock
        self.throttle = Throttle(burst=40, rate=2, all_burst=400, all_rate=40)

    @property
    def now(self) -> int:
        return int(self.clock())

    async def own_kinds(self, rules: Rules, person: str) -> list[DrillKindView]:
        results, cards = await self.committer.read(
            lambda connection: (
                results_of(connection, person, ACTIVITY, limit=RECENT),
                cards_of(connection, person, ACTIVITY),
            )
        )
        return kind_views(rules, results, cards, end_of_day(self.now))

    async def ask(
        self, rules: Rules, submission: str, version: int, person: str, names: Sequence[str]
    ) -> AskedDrill:
        """Ask a question of one of these kinds. Without kinds, ask a question of any kind."""
        self.throttle.spend(person)
        kinds = [find_kind(rules, name) for name in dict.fromkeys(names)] or list(kinds_for(rules))
        kind = await self._most_useful(rules, person, kinds)
        seed = secrets.token_hex(16)
        drill = await asyncio.to_thread(generate, rules, kind, seed)
        opened = OpenQuestion(secrets.token_hex(16), submission, version, kind.name, seed, self.now)
        text = msgspec.json.encode(opened).decode()

        def write(connection: Connection) -> None:
            put_card(connection, person, ScheduledSubject(OPEN_QUESTION, OPEN, text, NEVER_DUE))

        await self.committer.commit(Batch(also=write))
        return {"token": opened.token, "question": drill.question, "title": kind.title}

    async def _most_useful(self, rules: Rules, person: str, kinds: Sequence[DrillKind]) -> DrillKind:
        """Return one of the kinds that the person needs most: due kinds, and kinds they would get wrong."""
        weights = {subject_of(rules, kind.name): Weight(1.0, 1.0) for kind in kinds}
        rows = await self.committer.read(lambda connection: cards_of(connection, person, ACTIVITY))
        cards = [TrainingCard(row.subject, row.card, row.due) for row in rows]
        subjects = list(weights)
        random.SystemRandom().shuffle(subjects)  # new kinds come in random order
        ordered = order_subjects({each: weights[each] for each in subjects}, cards, self.now)
        chosen = random.SystemRandom().choice(ordered[:FRESH_KINDS])
        return next(kind for kind in kinds if subject_of(rules, kind.name) == chosen)

    async def open_question(self, person: str, token: str) -> OpenQuestion:
        """Return the person's open question. Raises `Refused` if `token` names another or a past one."""
        rows = await self.committer.read(lambda connection: cards_of(connection, person, OPEN_QUESTION))
        found = next((msgspec.json.decode(row.card, type=OpenQuestion) for row in rows if row.card), None)
        if found is None or not hmac.compare_digest(found.token.encode(), token.encode()):
            raise STALE
        return found

    async def judge(
        self, rules: Rules, person: str, opened: OpenQuestion, given: str, seconds: float | None
    ) -> JudgedDrill:
        """Judge the answer to an open question, store the result and schedule its kind."""
        self.throttle.spend(person)
        kind = find_kind(rules, opened.kind)
        drill = await asyncio.to_thread(generate, rules, kind, opened.seed)
        right, at = drill.is_right(given), self.now
        elapsed = at - opened.asked_at + 1.0  # the clock counts whole seconds
        took = elapsed if seconds is None else min(max(seconds, elapsed - 1.0 - TRAVEL, 0.0), elapsed)
        subject = subject_of(rules, kind.name)
        detail = msgspec.json.encode({"given": given[:200], "answer": drill.answer_words}).decode()
        result = StoredResult(person, ACTIVITY, subject, at, float(right), took, detail, opened.token)
        rating = rate_answer(
            0.0 if right else 1.0, took, quick=kind.seconds / 2, slow=float(2 * kind.seconds)
        )

        asked = msgspec.json.encode(opened).decode()

        def write(connection: Connection) -> None:
            card_asked = ScheduledSubject(OPEN_QUESTION, OPEN, asked, NEVER_DUE)
            if not close_card(connection, person, card_asked):
                raise STALE  # another tab answered in the meantime, perhaps on another node
            rows = {row.subject: row for row in cards_of(connection, person, ACTIVITY)}
            earlier = rows.get(subject)
            previous = TrainingCard(earlier.subject, earlier.card, earlier.due) if earlier else None
            card = review(subject, previous, rating, at)
            put_card(connection, person, ScheduledSubject(ACTIVITY, subject, card.card, card.due))
            put_result(connection, result)
            prune_results(connection, person, ACTIVITY, MOST_RESULTS)

        await self.committer.commit(Batch(also=write))
        views = await self.own_kinds(rules, person)
        return judged(drill, given, right, took, sum(view["due"] for view in views))


def judged(drill: Drill, given: str, right: bool, seconds: float, due_left: int) -> JudgedDrill:
    return {
        "right": right,
        "answer": drill.answer_words,
        "given": given,
        "reason": drill.reason,
        "clauses": drill.clauses,
        "readings": drill.readings,
        "seconds": round(seconds, 1),
        "due_left": due_left,
    }


def subject_of(rules: Rules, kind: str) -> str:
    return f"{rules.game}/{kind}"


def kind_views(
    rules: Rules, results: Iterable[StoredResult], cards: Iterable[ScheduledSubject], until: int
) -> list[DrillKindView]:
    by_subject = defaultdict[str, list[StoredResult]](list)
    for result in results:
        by_subject[result.subject].append(result)
    due = {card.subject for card in cards if card.due <= until}
    views: list[DrillKindView] = []
    for kind in kinds_for(rules):
        own = by_subject[subject_of(rules, kind.name)]
        times = [result.seconds for result in own if result.seconds is not None]
        views.append(
            {
                "name": kind.name,
                "title": kind.title,
                "chapter": kind.chapter,
                "expected_seconds": kind.seconds,
                "answered": len(own),
                "right": sum(result.score > 0 for result in own),
                "seconds": round(statistics.median(times), 1) if times else None,
                "due": subject_of(rules, kind.name) in due,
            }
        )
    return views
