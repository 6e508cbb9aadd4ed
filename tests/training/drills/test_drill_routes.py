"""Test drills over HTTP: questions never contain answers, results are stored, and the floor sees progress."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.client import House
from croupier.errors import Refused
from croupier.server.services.drills import ACTIVITY, OPEN_QUESTION, DrillService, OpenQuestion
from croupier.store.database import open_store
from croupier.store.training_rows import cards_of, results_of
from croupier.submission import Rules
from croupier.training.drills import Drill, find_kind, generate
from croupier.training.drills.question_sets import example_rules
from tests.server.helpers.floor import committer_on
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.shift import staff_client

Scene = Callable[[InProcessServer], Awaitable[None]]


def at_a_house(tmp_path: Path, scene: Scene) -> None:
    async def play() -> None:
        async with asyncio.timeout(60), serve_in_process(tmp_path) as house:
            await scene(house)
            assert house.faults.lines == []

    asyncio.run(play())


async def person_of(client: House) -> str:
    return str((await client.ask("GET", "/api/me"))["person"])


async def drill_of(house: InProcessServer, person: str, rules: Rules) -> Drill:
    """Return the open question with its answer, which only the server can do."""
    (row,) = await house.house.committer.read(lambda connection: cards_of(connection, person, OPEN_QUESTION))
    opened = msgspec.json.decode(row.card, type=OpenQuestion)
    return generate(rules, find_kind(rules, opened.kind), opened.seed)


def test_a_dealer_answers_questions_and_the_floor_sees_the_results(tmp_path: Path) -> None:
    async def scene(house: InProcessServer) -> None:
        async with await staff_client(house, "dealer") as dealer, await staff_client(house, "floor") as floor:
            tables = await dealer.ask("GET", "/api/drills")
            (uth,) = [table for table in tables if table["game"] == "uth"]
            assert len(uth["kinds"]) == 28
            me = await person_of(dealer)
            rules = example_rules("uth")
            for number in range(4):
                kind = ("payout", "stub_count")[number % 2]
                asked = await dealer.ask(
                    "POST", "/api/drills/questions", {"submission": uth["submission"], "kinds": [kind]}
                )
                drill = await drill_of(house, me, rules)
                sent = msgspec.json.encode(asked)
                assert set(asked) == {"token", "question", "title"}
                assert b"answer" not in sent and b"evidence" not in sent and b"seed" not in sent
                assert drill.reason.encode() not in sent
                given = drill.answer_words if number < 3 else "12345"
                judged = await dealer.ask(
                    "POST", "/api/drills/answers", {"token": asked["token"], "answer": given, "seconds": 0.5}
                )
                assert judged["right"] == (number < 3)
                assert judged["answer"] == drill.answer_words
                assert judged["clauses"] == list(drill.clauses)
                with pytest.raises(Refused, match="stale_question"):
                    await dealer.ask(
                        "POST", "/api/drills/answers", {"token": asked["token"], "answer": given}
                    )
            (mine,) = [one for one in await floor.ask("GET", "/api/drills/progress") if one["person"] == me]
            assert results_in(mine, "uth") == {"payout": (2, 2), "stub_count": (2, 1)}

    at_a_house(tmp_path, scene)


def results_in(progress: Any, game: str) -> dict[str, tuple[int, int]]:
    (table,) = [one for one in progress["tables"] if one["game"] == game]
    return {
        kind["name"]: (kind["answered"], kind["right"]) for kind in table["kinds"] if kind["answered"] > 0
    }


def test_of_parallel_answers_to_a_question_only_one_counts(tmp_path: Path) -> None:
    async def work() -> None:
        with open_store(f"sqlite:///{tmp_path}/house.sqlite") as store:
            committer = await committer_on(store)
            try:
                now, rules = [1_800_000_000], example_rules("dragon")
                service = DrillService(committer, lambda: now[0])
                asked = await service.ask(rules, "dragon", 1, "ann", ["stub_count"])
                opened = await service.open_question("ann", asked["token"])
                now[0] += 60
                given = await asyncio.gather(
                    *(service.judge(rules, "ann", opened, answer, 0.1) for answer in ("1", "2", "3")),
                    return_exceptions=True,
                )
                accepted = [each for each in given if not isinstance(each, BaseException)]
                assert len(accepted) == 1 and accepted[0]["seconds"] == 55.0  # not 0.1, as the page claimed
                assert all("no longer open" in str(each) for each in given if each not in accepted)
                stored = await committer.read(lambda connection: results_of(connection, "ann", ACTIVITY))
                assert len(stored) == 1
            finally:
                await committer.stop()

    asyncio.run(work())


@pytest.mark.long
def test_drills_refuse_bad_requests_and_other_people(tmp_path: Path) -> None:
    async def scene(house: InProcessServer) -> None:
        async with await staff_client(house, "dealer") as dealer, House(house.url) as guest:
            await guest.guest("Ann")
            for method, path, body in (
                ("GET", "/api/drills", None),
                ("GET", "/api/drills/progress", None),
                ("POST", "/api/drills/questions", {"submission": "uth"}),
            ):
                with pytest.raises(Refused, match="not_your_role"):
                    await guest.ask(method, path, body)
            with pytest.raises(Refused, match="not_your_role"):
                await dealer.ask("GET", "/api/drills/progress")
            with pytest.raises(Refused, match="no kind of drill 'odds'"):
                await dealer.ask("POST", "/api/drills/questions", {"submission": "uth", "kinds": ["odds"]})
            with pytest.raises(Refused, match="no_submission"):
                await dealer.ask("POST", "/api/drills/questions", {"submission": "bridge"})
            with pytest.raises(Refused, match="stale_question"):
                await dealer.ask("POST", "/api/drills/answers", {"token": "0" * 32, "answer": "1"})

    at_a_house(tmp_path, scene)
