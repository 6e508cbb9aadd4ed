"""Practice over the store: answers are scheduled and counted, and seen hands are avoided."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from croupier.errors import Refused
from croupier.server.services.practice import DUE, PracticeService, hand_key
from croupier.server.workers import practice_jobs
from croupier.server.workers.figures import MathsWorkers
from croupier.server.workers.practice_jobs import AskedSpot
from croupier.store.batches import Batch
from croupier.store.database import open_store
from croupier.store.training_rows import forget_training, results_of
from tests.server.helpers.floor import committer_on
from tests.training.helpers import rules_of

NOW = 1_800_000_000


class InlineWorkers:
    """Run the jobs of the practice worker in this process."""

    async def practice(self, job: str, *arguments: Any, is_shared: bool = False) -> Any:
        return getattr(practice_jobs, job)(*arguments)


def with_practice(tmp_path: Path, work: Callable[[PracticeService], Awaitable[None]]) -> None:
    async def run() -> None:
        with open_store(f"sqlite:///{tmp_path}/house.sqlite") as store:
            committer = await committer_on(store)
            try:
                maths = cast(MathsWorkers, InlineWorkers())
                await work(PracticeService(committer, lambda: NOW, maths))
            finally:
                await committer.stop()

    asyncio.run(run())


def test_a_wrong_answer_costs_money_and_is_due_first(tmp_path: Path) -> None:
    async def work(practice: PracticeService) -> None:
        choices = rules_of("uth").choices
        aces = AskedSpot(0, ("As", "Ad"))
        given = await practice.answer(choices, "ann", aces, "check", 3.0, 500)
        assert given["decision"]["best"] == "4x" and given["lost"] > 100
        assert given["decision"]["reason"] == "Bet 4× if your own two cards are a pair of threes or better."
        assert given["due"] == NOW + 60 and given["due_left"] == 1
        kind, _ = await practice.deal(choices, "ann", DUE)
        assert kind != given["decision"]["kind"]  # it is due in a minute, not yet
        practice.clock = lambda: NOW + 61
        kind, spot = await practice.deal(choices, "ann", DUE)
        assert kind == given["decision"]["kind"] and spot["question"] == 0
        assert "best" not in spot and "value" not in str(spot)
        own = {each["id"]: each for each in await practice.own_kinds(choices, "ann")}
        assert (own[kind]["answered"], own[kind]["wrong"]) == (1, 1)
        assert own[kind]["lost"] == pytest.approx(given["lost"])
        assert await practice.due_today("ann") == {"uth": 1}
        assert await practice.due_today("bob") == {}

    with_practice(tmp_path, work)


def test_a_seen_hand_is_not_dealt_again(tmp_path: Path) -> None:
    async def work(practice: PracticeService) -> None:
        choices, seen = rules_of("dragon").choices, list[str]()
        for _ in range(12):
            _, spot = await practice.deal(choices, "ann", "0")
            assert spot["key"] not in seen
            seen.append(spot["key"])
            asked = AskedSpot(spot["question"], tuple(spot["hand"].split()))
            await practice.answer(choices, "ann", asked, spot["choices"][0], None, 500)
        stored = await practice.committer.read(
            lambda connection: results_of(connection, "ann", "practice/dragon")
        )
        assert {hand_key(each.detail) for each in stored} == {*seen}

    with_practice(tmp_path, work)


def test_bad_answers_are_refused_and_not_stored(tmp_path: Path) -> None:
    async def work(practice: PracticeService) -> None:
        choices = rules_of("uth").choices
        with pytest.raises(Refused, match="no choice"):
            await practice.answer(choices, "ann", AskedSpot(0, ("As", "Ad")), "5x", None, 500)
        for spot in (AskedSpot(7, ("As", "Ad")), AskedSpot(0, ("As",)), AskedSpot(1, ("As", "Ad"), ("As",))):
            with pytest.raises(Exception, match=r"question|needed|twice"):
                await practice.answer(choices, "ann", spot, "check", None, 500)
        stored = await practice.committer.read(
            lambda connection: results_of(connection, "ann", "practice/uth")
        )
        assert stored == []

    with_practice(tmp_path, work)


def test_a_guests_progress_ends_with_the_guest(tmp_path: Path) -> None:
    async def work(practice: PracticeService) -> None:
        choices = rules_of("topfive").choices
        cards = ("As", "Ks", "Qs", "2d", "3c", "4h", "5s")
        await practice.answer(choices, "gus", AskedSpot(0, cards), "fold", None, 500)
        assert await practice.due_today("gus") == {"topfive": 1}
        await practice.committer.commit(Batch(also=lambda connection: forget_training(connection, ["gus"])))
        assert await practice.due_today("gus") == {}

    with_practice(tmp_path, work)


def test_a_hand_that_is_answered_twice_counts_once(tmp_path: Path) -> None:
    async def work(practice: PracticeService) -> None:
        choices, aces = rules_of("uth").choices, AskedSpot(0, ("As", "Ad"))
        given = await asyncio.gather(
            *(practice.answer(choices, "ann", aces, choice, 3.0, 500) for choice in ("4x", "check", "4x"))
        )
        assert len({each["due"] for each in given}) == 1
        stored = await practice.committer.read(
            lambda connection: results_of(connection, "ann", "practice/uth")
        )
        assert len(stored) == 1
        await practice.answer(choices, "ann", AskedSpot(0, ("Ks", "Kd")), "4x", 3.0, 500)
        await practice.answer(choices, "bob", aces, "4x", 3.0, 500)
        own = await practice.own_kinds(choices, "ann")
        assert sum(each["answered"] for each in own) == 2

    with_practice(tmp_path, work)
