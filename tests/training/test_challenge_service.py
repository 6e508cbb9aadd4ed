"""Test the challenge service on a store: the same hands for all players, final answers, and no leaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from croupier.errors import Refused
from croupier.server.http.challenges import even_dollars
from croupier.server.http.result_picture import result_picture
from croupier.server.services.challenges import ChallengeProgress, ChallengeService, new_progress
from croupier.server.workers.figures import MathsWorkers
from croupier.store.database import open_store
from tests.server.helpers.floor import committer_on
from tests.training.helpers import rules_of
from tests.training.test_practice_service import NOW, InlineWorkers


def with_challenges(tmp_path: Path, work: Callable[[ChallengeService], Awaitable[None]]) -> None:
    async def run() -> None:
        with open_store(f"sqlite:///{tmp_path}/house.sqlite") as store:
            committer = await committer_on(store)
            try:
                service = ChallengeService(committer, lambda: NOW, cast(MathsWorkers, InlineWorkers()))
                await work(service)
            finally:
                await committer.stop()

    asyncio.run(run())


async def play(service: ChallengeService, id_: str, person: str, choice: str) -> list[str]:
    """Play a challenge of Dragon Poker with one choice throughout, and return the hands."""
    hands = list[str]()
    while (spot := await service.open_hand(id_, person)) is not None:
        hands.append(spot["hand"])
        await service.answer(id_, person, len(hands) - 1, 0, choice)
    return hands


def test_two_people_play_the_same_hands(tmp_path: Path) -> None:
    async def work(service: ChallengeService) -> None:
        id_ = await service.create(rules_of("dragon").choices, 1_000, 3, "ann")
        other = await service.create(rules_of("dragon").choices, 1_000, 3, "ann")
        first, second = await play(service, id_, "ann", "play"), await play(service, id_, "bob", "fold")
        assert first == second and len(first) == 3
        assert await play(service, other, "ann", "play") != first
        results = await service.scores(id_, "bob")
        assert [own for _, own in results].count(True) == 1
        for result, _ in results:
            parts = {name: Fraction(result[name]) for name in ("result", "expected", "lost", "luck")}  # type: ignore[literal-required]
            assert parts["result"] == parts["expected"] - parts["lost"] + parts["luck"]
            assert parts["expected"] < 0 and result["finished"]
        assert "ann" not in json.dumps(results) and "bob" not in json.dumps(results)

    with_challenges(tmp_path, work)


def test_an_answer_is_final(tmp_path: Path) -> None:
    async def work(service: ChallengeService) -> None:
        id_ = await service.create(rules_of("uth").choices, 1_000, 2, "ann")
        given = await service.answer(id_, "ann", 0, 0, "check")
        assert given["hand"] is None and given["next"] is not None and given["next"]["question"] == 1
        for hand, question in ((0, 0), (1, 0), (0, 2)):
            with pytest.raises(Refused, match="already answered"):
                await service.answer(id_, "ann", hand, question, "4x")
        with pytest.raises(Refused, match="does not exist"):
            await service.answer("nothing", "ann", 0, 0, "check")

    with_challenges(tmp_path, work)


def test_pages_get_no_seed_and_no_hidden_card(tmp_path: Path) -> None:
    async def work(service: ChallengeService) -> None:
        id_ = await service.create(rules_of("uth").choices, 1_000, 2, "ann")
        terms = await service.terms(id_)
        spot = await service.open_hand(id_, "ann")
        assert spot is not None and (spot["board"], spot["dealer"]) == ("", "")
        given = await service.answer(id_, "ann", 0, 0, "check")
        assert len(given["next"]["board"].split()) == 3 if given["next"] else False
        sent = json.dumps([spot, given, await service.own_results("ann"), await service.scores(id_, "ann")])
        assert terms.seed not in sent and given["decision"]["dealer"] == ""

    with_challenges(tmp_path, work)


def test_a_result_is_shared_without_a_name_only_when_finished(tmp_path: Path) -> None:
    async def work(service: ChallengeService) -> None:
        id_ = await service.create(rules_of("dragon").choices, 1_000, 2, "ann")
        await service.answer(id_, "ann", 0, 0, "play")
        (mine,) = await service.own_results("ann")
        with pytest.raises(Refused, match="does not exist"):
            await service.shared(mine["id"])
        await service.answer(id_, "ann", 1, 0, "play")
        shared = await service.shared(mine["id"])
        picture = result_picture("Dragon <Poker>", shared)
        assert "Dragon &lt;Poker&gt;" in picture and "ann" not in picture
        seed = (await service.terms(id_)).seed
        with pytest.raises(Refused, match="does not exist"):
            await service.shared(seed)

    with_challenges(tmp_path, work)


def test_of_parallel_answers_only_one_counts(tmp_path: Path) -> None:
    async def work(service: ChallengeService) -> None:
        id_ = await service.create(rules_of("dragon").choices, 1_000, 2, "ann")
        for hand in range(2):
            given = await asyncio.gather(
                *(service.answer(id_, "ann", hand, 0, choice) for choice in ("play", "fold", "play")),
                return_exceptions=True,
            )
            accepted = [each for each in given if not isinstance(each, BaseException)]
            assert len(accepted) == 1
            assert all(isinstance(each, Refused) for each in given if each not in accepted)
        (mine,) = await service.own_results("ann")
        assert (mine["done"], mine["decisions"], mine["finished"]) == (2, 2, True)

    with_challenges(tmp_path, work)


def test_two_nodes_that_read_the_same_progress_store_one_answer(tmp_path: Path) -> None:
    """Each node computes its answer from the progress that it read, and the transaction compares it."""

    async def work(service: ChallengeService) -> None:
        id_ = await service.create(rules_of("dragon").choices, 1_000, 2, "ann")
        terms = await service.terms(id_)
        for done in (1, 2):
            known = await service.attempt(id_, "ann")
            after = ChallengeProgress(terms.game, 2, terms.unit, done=done, decisions=done)
            await service._store(id_, "ann", known, after, terms)
            with pytest.raises(Refused, match="already answered"):
                await service._store(id_, "ann", known, after, terms)
        assert len(await service.own_results("ann")) == 1

    with_challenges(tmp_path, work)


def test_unfinished_attempts_do_not_hide_the_results(tmp_path: Path) -> None:
    async def work(service: ChallengeService) -> None:
        id_ = await service.create(rules_of("dragon").choices, 1_000, 1, "ann")
        await play(service, id_, "ann", "play")
        terms = await service.terms(id_)
        for number in range(101):
            await service._store(id_, f"guest{number}", None, new_progress(terms), terms)
        ((result, is_own),) = await service.scores(id_, "ann")
        assert is_own and result["finished"]

    with_challenges(tmp_path, work)


@pytest.mark.parametrize("cents", [500, 1_000, 1_500, 1_550, 2_500])
def test_the_unit_of_a_challenge_is_an_even_number_of_dollars(cents: int) -> None:
    unit = even_dollars(cents)
    assert unit % 200 == 0 and max(cents, 1_000) <= unit < max(cents, 1_000) + 200
