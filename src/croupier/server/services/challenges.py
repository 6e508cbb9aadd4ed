"""Challenges: the same hands for everybody who has the link, with each person's progress and results.

The seed of a challenge stays on the server, so no page can compute a card before it is shown.
An answer is final: the progress is stored before the next cards are sent.
"""

from __future__ import annotations

import hmac
import secrets
from fractions import Fraction
from typing import TypedDict

import msgspec
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.server.services.base import Clock, ServiceCommitter
from croupier.server.sessions.passwords import Throttle
from croupier.server.workers.figures import MathsWorkers
from croupier.server.workers.practice_jobs import ChallengeStep, JudgedDecision, PracticeSpot
from croupier.store.batches import Batch
from croupier.store.training_rows import (
    StoredResult,
    add_result,
    prune_results,
    prune_unused,
    put_result,
    replace_result,
    result_by_id,
    results_of,
    results_on,
)
from croupier.submission import OperatorChoices

SEED, ATTEMPT, FINISHED = "challenge-seed", "challenge", "challenge-result"
HOUSE = "house"  # the person of the rows that contain seeds
MOST_UNPLAYED = 5_000  # challenges that nobody has played; older ones are deleted
MOST_OWN = 200  # stored attempts of a person, and also stored results
STALE = Refused("stale", "this decision was already answered", (), "Reload the page to see the current hand.")
MISSING = Refused(
    "not_found", "this challenge does not exist", (), "Check the link, or start a new challenge."
)


class ChallengeTerms(msgspec.Struct, frozen=True):
    """The stored definition of a challenge."""

    seed: str  # hexadecimal
    game: str
    hands: int
    unit: int  # cents
    choices: OperatorChoices


class ChallengeProgress(msgspec.Struct, frozen=True):
    """A person's stored progress. Fractions are exact, in units."""

    game: str
    hands: int
    unit: int
    done: int = 0
    answers: tuple[str, ...] = ()  # of the current hand
    lost: str = "0"
    net: int = 0  # cents
    value: str = "0"  # value of one hand under best play
    decisions: int = 0
    mistakes: int = 0

    @property
    def is_finished(self) -> bool:
        return self.done >= self.hands


class ChallengeResult(TypedDict):
    """The result of a challenge so far. Amounts are exact numbers of cents, such as "-31/2".

    result = expected - lost + luck
    """

    challenge: str
    game: str
    hands: int
    done: int
    unit: int
    decisions: int
    mistakes: int
    result: str
    expected: str
    lost: str
    luck: str
    finished: bool
    at: int
    id: str


class ChallengeAnswer(TypedDict):
    """The effect of one answer: the values of the choices, and the result of the hand if it is over."""

    decision: JudgedDecision
    hand: ChallengeStep | None  # the finished hand
    mine: ChallengeResult
    next: PracticeSpot | None  # None after the last hand


class ChallengeService:
    def __init__(self, committer: ServiceCommitter, clock: Clock, maths: MathsWorkers) -> None:
        self.committer, self.clock, self.maths = committer, clock, maths
        self.throttle = Throttle(burst=60, rate=3, all_burst=400, all_rate=40)
        self.created = Throttle(burst=10, rate=1 / 60, all_burst=100, all_rate=1)

    async def create(self, choices: OperatorChoices, unit: int, hands: int, person: str) -> str:
        """Create a challenge and return its id, which reveals nothing about the cards."""
        self.created.spend(person)
        kinds = await self.maths.practice("list_kinds", msgspec.json.encode(choices), is_shared=True)
        if kinds["missing"]:
            raise Refused("no_practice", kinds["missing"], (), "Choose another game.")
        id_ = secrets.token_urlsafe(9)
        terms = ChallengeTerms(secrets.token_hex(32), choices.game, hands, unit, choices)
        detail = msgspec.json.encode(terms).decode()
        row = StoredResult(HOUSE, SEED, id_, int(self.clock()), float(hands), None, detail)

        def write(connection: Connection) -> None:
            put_result(connection, row)
            prune_unused(connection, SEED, (ATTEMPT, FINISHED), MOST_UNPLAYED)

        await self.committer.commit(Batch(also=write))
        return id_

    async def terms(self, id_: str) -> ChallengeTerms:
        rows = await self.committer.read(lambda connection: results_on(connection, SEED, id_[:40], 1))
        if not rows:
            raise MISSING
        return msgspec.json.decode(rows[0].detail, type=ChallengeTerms)

    async def attempt(self, id_: str, person: str) -> StoredResult | None:
        """Return the row of a person's progress, or None before the first answer."""

        def read(connection: Connection) -> list[StoredResult]:
            found = results_of(connection, person, ATTEMPT, id_, limit=1)
            return found or results_of(connection, person, FINISHED, id_, limit=1)

        rows = await self.committer.read(read)
        return rows[0] if rows else None

    async def open_hand(self, id_: str, person: str) -> PracticeSpot | None:
        """Return the open question of a person's current hand, or None after the last hand."""
        terms, known = await self.terms(id_), await self.attempt(id_, person)
        progress = progress_in(known) if known else new_progress(terms)
        if progress.is_finished:
            return None
        return (await self._step(terms, progress.done, progress.answers))["spot"]

    async def _step(self, terms: ChallengeTerms, number: int, answers: tuple[str, ...]) -> ChallengeStep:
        step: ChallengeStep = await self.maths.practice(
            "challenge_step",
            msgspec.json.encode(terms.choices),
            bytes.fromhex(terms.seed),
            number,
            answers,
            terms.unit,
        )
        return step

    async def answer(self, id_: str, person: str, hand: int, question: int, choice: str) -> ChallengeAnswer:
        """Answer the open question. ``hand`` and ``question`` name it, so an answer counts only once."""
        self.throttle.spend(person)
        terms, known = await self.terms(id_), await self.attempt(id_, person)
        before = progress_in(known) if known else new_progress(terms)
        if before.is_finished or hand != before.done or question != len(before.answers):
            raise STALE
        step = await self._step(terms, before.done, (*before.answers, choice))
        decision = step["judged"][-1]
        cost = next(Fraction(each["cost"]) for each in decision["choices"] if each["choice"] == choice)
        is_over = step["net"] is not None
        after = msgspec.structs.replace(
            before,
            answers=() if is_over else (*before.answers, choice),
            done=before.done + is_over,
            lost=str(Fraction(before.lost) + cost),
            net=before.net + (step["net"] or 0),
            value=step["value"],
            decisions=before.decisions + 1,
            mistakes=before.mistakes + (cost > 0),
        )
        row = await self._store(id_, person, known, after, terms)
        spot = step["spot"]
        if is_over and not after.is_finished:
            spot = (await self._step(terms, after.done, ()))["spot"]
        mine = result_document(row)
        return {"decision": decision, "hand": step if is_over else None, "mine": mine, "next": spot}

    async def _store(
        self,
        id_: str,
        person: str,
        known: StoredResult | None,
        after: ChallengeProgress,
        terms: ChallengeTerms,
    ) -> StoredResult:
        """Store the progress, unless the stored progress is no longer ``known``."""
        lost = float(Fraction(after.lost) * after.unit)
        detail = msgspec.json.encode(after).decode()
        activity = FINISHED if after.is_finished else ATTEMPT
        row_id = known.id if known else attempt_id(terms, person)
        row = StoredResult(person, activity, id_, int(self.clock()), lost, None, detail, row_id)

        def write(connection: Connection) -> None:
            if not (replace_result(connection, known, row) if known else add_result(connection, row)):
                raise STALE  # another tab answered in the meantime, perhaps on another node
            if known is None or after.is_finished:
                prune_results(connection, person, activity, MOST_OWN)

        await self.committer.commit(Batch(also=write))
        return row

    async def scores(self, id_: str, person: str | None) -> list[tuple[ChallengeResult, bool]]:
        """Return the best finished results of a challenge, and mark the person's own."""
        rows = await self.committer.read(lambda connection: results_on(connection, FINISHED, id_))
        return [(result_document(row), row.person == person) for row in rows]

    async def own_results(self, person: str) -> list[ChallengeResult]:
        """Return a person's challenges, latest first, including unfinished ones."""
        rows = await self.committer.read(
            lambda connection: [
                row for activity in (ATTEMPT, FINISHED) for row in results_of(connection, person, activity)
            ]
        )
        return [result_document(row) for row in sorted(rows, key=lambda row: row.at, reverse=True)]

    async def shared(self, result: str) -> ChallengeResult:
        """Return a finished result by its id, without the person. Anyone who has the link may see it."""
        row = await self.committer.read(lambda connection: result_by_id(connection, result[:40]))
        if row is None or row.activity != FINISHED:
            raise Refused("not_found", "this result does not exist", (), "Check the link.")
        return result_document(row)


def new_progress(terms: ChallengeTerms) -> ChallengeProgress:
    return ChallengeProgress(terms.game, terms.hands, terms.unit)


def attempt_id(terms: ChallengeTerms, person: str) -> str:
    """Return the only possible id of a person's attempt, which cannot be guessed without the seed."""
    return hmac.digest(bytes.fromhex(terms.seed), person.encode(), "sha256").hex()[:24]


def progress_in(row: StoredResult) -> ChallengeProgress:
    return msgspec.json.decode(row.detail, type=ChallengeProgress)


def result_document(row: StoredResult) -> ChallengeResult:
    progress = progress_in(row)
    lost = Fraction(progress.lost) * progress.unit
    expected = Fraction(progress.value) * progress.unit * progress.done
    return {
        "challenge": row.subject,
        "game": progress.game,
        "hands": progress.hands,
        "done": progress.done,
        "unit": progress.unit,
        "decisions": progress.decisions,
        "mistakes": progress.mistakes,
        "result": str(progress.net),
        "expected": str(expected),
        "lost": str(lost),
        "luck": str(progress.net - expected + lost),
        "finished": progress.is_finished,
        "at": row.at,
        "id": row.id,
    }
