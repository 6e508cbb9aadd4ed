"""The practice service: fresh hands for players, exact answers, and the schedule of each person's kinds.

The schedule and the results are stored per person. A guest's rows are deleted with the guest.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypedDict

import msgspec
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.server.services.base import Clock, ServiceCommitter
from croupier.server.sessions.passwords import Throttle
from croupier.server.workers.figures import MathsWorkers
from croupier.server.workers.practice_jobs import (
    AskedSpot,
    JudgedDecision,
    PracticeKind,
    PracticeKinds,
    PracticeSpot,
    StrategySheet,
)
from croupier.store.batches import Batch
from croupier.store.training_rows import (
    ScheduledSubject,
    StoredResult,
    cards_of,
    change_card,
    due_counts,
    prune_results,
    put_card,
    put_result,
    results_of,
    totals_of,
)
from croupier.submission import OperatorChoices
from croupier.training.schedule import (
    TrainingCard,
    Weight,
    end_of_day,
    order_subjects,
    rate_answer,
    review,
)

ACTIVITY = "practice/"  # and the game
DUE = "due"  # the kind that the schedule chooses
SLIGHT = 0.02  # units; a larger cost counts as a failed review
REMEMBERED = 400  # hands that are not dealt again
LATEST = "latest practice hand"  # the activity of a card with the hand that a person answered last
NEVER_DUE = 2**53 - 1
MOST_RESULTS = 2_000  # stored answers of a person in a game; older ones are deleted


class PracticedKind(PracticeKind):
    """A kind of decision with a person's own record."""

    answered: int
    wrong: int
    lost: float  # cents
    due: int | None  # Unix time, or None if the kind was never answered


class GivenAnswer(TypedDict):
    """The answer to a practice hand, with the values of all choices."""

    decision: JudgedDecision
    choice: str
    lost: float  # cents
    due: int  # Unix time at which this kind is due again
    due_left: int  # kinds due today


class PracticeService:
    def __init__(self, committer: ServiceCommitter, clock: Clock, maths: MathsWorkers) -> None:
        self.committer, self.clock, self.maths = committer, clock, maths
        self.throttle = Throttle(burst=40, rate=2, all_burst=400, all_rate=40)

    @property
    def now(self) -> int:
        return int(self.clock())

    async def kinds(self, choices: OperatorChoices) -> PracticeKinds:
        kinds: PracticeKinds = await self.maths.practice("list_kinds", encode(choices), is_shared=True)
        return kinds

    async def own_kinds(self, choices: OperatorChoices, person: str | None) -> list[PracticedKind]:
        """Return the kinds of a game with a person's record, or with an empty record for None."""
        kinds = (await self.kinds(choices))["kinds"]
        activity = ACTIVITY + choices.game
        if person is None:
            return [{**kind, "answered": 0, "wrong": 0, "lost": 0.0, "due": None} for kind in kinds]

        def read(connection: Connection) -> tuple[dict[str, int], dict[str, tuple[int, int, float]]]:
            due = {card.subject: card.due for card in cards_of(connection, person, activity)}
            totals = totals_of(connection, person, activity)
            return due, {total.subject: (total.results, total.scored, total.score) for total in totals}

        due, totals = await self.committer.read(read)
        own: list[PracticedKind] = []
        for kind in kinds:
            answered, wrong, lost = totals.get(kind["id"], (0, 0, 0.0))
            own.append(
                {**kind, "answered": answered, "wrong": wrong, "lost": lost, "due": due.get(kind["id"])}
            )
        return own

    async def due_today(self, person: str) -> dict[str, int]:
        """Return the number of kinds that are due today, by game."""
        until = end_of_day(self.now)
        counts = await self.committer.read(lambda connection: due_counts(connection, person, until))
        return {
            activity.removeprefix(ACTIVITY): count
            for activity, count in counts.items()
            if activity.startswith(ACTIVITY)
        }

    async def deal(self, choices: OperatorChoices, person: str, kind: str) -> tuple[str, PracticeSpot]:
        """Deal a fresh hand of a kind. Return the kind, which the schedule chooses for ``DUE``."""
        self.throttle.spend(person)
        activity = ACTIVITY + choices.game
        seen = await self.committer.read(
            lambda connection: results_of(connection, person, activity, limit=REMEMBERED)
        )
        if kind == DUE:
            kind = await self._most_useful(choices, person)
        avoid = tuple(hand_key(result.detail) for result in seen)
        seed = secrets.randbits(64)
        spot: PracticeSpot = await self.maths.practice("deal_hand", encode(choices), kind, seed, avoid)
        return kind, spot

    async def _most_useful(self, choices: OperatorChoices, person: str) -> str:
        kinds = (await self.kinds(choices))["kinds"]
        weights = weights_of(kinds)
        if not weights:
            return kinds[0]["id"] if kinds else "any"
        rows = await self.committer.read(
            lambda connection: cards_of(connection, person, ACTIVITY + choices.game)
        )
        cards = [TrainingCard(row.subject, row.card, row.due) for row in rows]
        return order_subjects(weights, cards, self.now)[0]

    async def judge(
        self, choices: OperatorChoices, spots: tuple[AskedSpot, ...], paytable: str = ""
    ) -> list[JudgedDecision]:
        """Return the exact values of any spots, without storing anything."""
        judged: list[JudgedDecision] = await self.maths.practice(
            "judge_hands", encode(choices), spots, paytable, is_shared=True
        )
        return judged

    async def strategy(self, choices: OperatorChoices, paytable: str = "") -> StrategySheet:
        """Return the strategy under the table's main paytable, or under another one."""
        sheet: StrategySheet = await self.maths.practice(
            "strategy_sheet", encode(choices), paytable, is_shared=True
        )
        return sheet

    async def answer(
        self,
        choices: OperatorChoices,
        person: str,
        spot: AskedSpot,
        choice: str,
        seconds: float | None,
        unit: int,
    ) -> GivenAnswer:
        """Judge an answer, store it, and schedule its kind. ``unit`` is the value of one unit in cents."""
        self.throttle.spend(person)
        (decision,) = await self.judge(choices, (spot,))
        costs = {each["choice"]: Fraction(each["cost"]) for each in decision["choices"]}
        if choice not in costs:
            raise Refused(
                "bad_input", f"there is no choice {choice[:40]!r}", (), "Choose one of the buttons."
            )
        cost, at = costs[choice], self.now
        activity, subject = ACTIVITY + choices.game, decision["kind"]
        lost = float(cost * unit)
        detail = msgspec.json.encode(
            {"key": decision["key"], "choice": choice, "best": decision["best"], "unit": unit}
        ).decode()
        result = StoredResult(person, activity, subject, at, lost, seconds, detail)
        rating = rate_answer(float(cost), seconds, slight=SLIGHT, quick=4.0, slow=20.0)
        due = at
        latest = ScheduledSubject(LATEST, choices.game, decision["key"], NEVER_DUE)

        def write(connection: Connection) -> None:
            nonlocal due
            is_new = change_card(connection, person, latest)  # also locks the row for two nodes
            earlier = {row.subject: row for row in cards_of(connection, person, activity)}.get(subject)
            previous = TrainingCard(earlier.subject, earlier.card, earlier.due) if earlier else None
            if not is_new:  # a second tab or a repeated request: the hand counts once
                due = previous.due if previous else at
                return
            card = review(subject, previous, rating, at)
            put_card(connection, person, ScheduledSubject(activity, subject, card.card, card.due))
            put_result(connection, result)
            prune_results(connection, person, activity, MOST_RESULTS)
            due = card.due

        await self.committer.commit(Batch(also=write))
        left = (await self.due_today(person)).get(choices.game, 0)
        return {"decision": decision, "choice": choice, "lost": lost, "due": due, "due_left": left}


def weights_of(kinds: Iterable[PracticeKind]) -> Mapping[str, Weight]:
    """Return the weights of the kinds that are scheduled: each rule, by what is at stake with it."""
    rules = {kind["id"]: Weight(1.0, kind["at_stake"]) for kind in kinds if kind["selection"] == "rule"}
    return rules or {kind["id"]: Weight(1.0, 1.0) for kind in kinds if kind["selection"] == "question"}


def hand_key(detail: str) -> str:
    """Return the key of the hand in a stored result."""
    found: dict[str, str] = msgspec.json.decode(detail)
    return found.get("key", "")


def encode(choices: OperatorChoices) -> bytes:
    return msgspec.json.encode(choices)
