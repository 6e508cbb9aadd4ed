"""Lessons follow the rules in order, cite clauses, and find their acts in a training table's journal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebook import clauses, readings
from croupier.table import commands as do
from croupier.training.drills.question_sets import example_rules
from croupier.training.lessons import act_keys, lessons
from tests.independent import GAMES
from tests.server.helpers.cards import Pack
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.shift import Shift, staff_client


@pytest.mark.parametrize("game", GAMES)
def test_lessons_follow_the_chapters_and_cite_their_clauses(game: str) -> None:
    found = lessons(example_rules(game))
    assert [lesson.name for lesson in found] == ["opening", "dealing", "round", "payouts", "irregularities"]
    for lesson in found:
        assert len({step.key for step in lesson.steps}) == len(lesson.steps) > 1
        for step in lesson.steps:
            assert step.clauses or step.readings, step
            assert set(step.clauses) <= set(clauses()), step
            assert set(step.readings) <= set(readings()), step
            assert not any(sign.isdigit() for sign in step.words if lesson.name == "irregularities"), step
    opening, dealing, playing, *_ = found
    assert {step.chapter for step in opening.steps} <= {2, 3, 4, 5, 8, 10}
    assert {step.chapter for step in dealing.steps} <= {8, 9, 10}
    assert 11 in {step.chapter for step in playing.steps}


def test_preparing_a_deck_is_in_the_order_of_chapters_4_and_5() -> None:
    opening, *_ = lessons(example_rules("dragon"))
    prepared = [step.key for step in opening.steps if not step.key.startswith("Attest")]
    steps = ("inspect", "verify", "spread", "view", "face_down", "wash", "stack")
    expected = ["ReceiveDecks", *(f"Prepare/{step}" for step in steps), "Shuffle", "Load"]
    assert prepared == expected


def test_act_keys_distinguish_what_the_dealer_does() -> None:
    assert act_keys(do.Prepare(deck="red", step="wash"), ()) == {"Prepare/wash"}
    assert act_keys(do.ReportFaceUp(cards=(None, None)), ()) == {"ReportFaceUp/many"}
    assert act_keys(do.ReportDeviceFailure(device="shuffler", idle_deck=True), ()) == {
        "ReportDeviceFailure/shuffler/idle"
    }


@pytest.mark.long
def test_steps_are_checked_off_when_the_training_table_accepts_them(tmp_path: Path) -> None:
    async def scene(house: InProcessServer) -> None:
        async with await staff_client(house, "dealer") as dealer:
            assert done_in(await dealer.ask("GET", "/api/lessons"), "dragon") == 0
            told = await dealer.ask("POST", "/api/training", {"submission": "dragon", "cards": "shoe"})
            async with dealer.join(str(told["table"]), "dealer") as line:
                shift = Shift(line, line, Pack(lambda: ()))
                shift.pack.follow = lambda entries: None  # type: ignore[method-assign]
                number = line.round
                while line.round == number:
                    if shift.due["act"] == "bet":
                        await shift.bets()
                    elif shift.due["act"] == "ask":
                        await shift.answer()
                    else:
                        await shift.key(shift.due["command"])
            tables = await dealer.ask("GET", "/api/lessons")
            (dragon,) = [table for table in tables if table["game"] == "dragon"]
            by_name = {lesson["name"]: lesson["steps"] for lesson in dragon["lessons"]}
            assert all(step["done"] for step in by_name["dealing"] if step["chapter"] == 10)
            assert all(step["done"] for step in by_name["round"])
            assert not any(step["done"] for step in by_name["opening"] + by_name["irregularities"])

    async def play() -> None:
        async with asyncio.timeout(60), serve_in_process(tmp_path) as house:
            await scene(house)
            assert house.faults.lines == []

    asyncio.run(play())


def done_in(tables: Any, game: str) -> int:
    (table,) = [one for one in tables if one["game"] == game]
    return sum(step["done"] for lesson in table["lessons"] for step in lesson["steps"])
