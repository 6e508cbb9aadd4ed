"""Whoever asked is shown what came of it first, everybody else a moment later, and nobody out of order."""

from __future__ import annotations

import asyncio
import gc
import itertools
import weakref
from pathlib import Path

from croupier.house.floor.turns import Turns, turns
from croupier.protocol import Chips, Ready
from croupier.table import commands as do
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from tests.house.floor.test_owner import play
from tests.house.helpers.floor import Floor


def test_one_has_its_turn_in_each_turn_of_the_loop() -> None:
    order: list[str] = []

    async def patient(name: str, these: Turns) -> None:
        for number in range(2):
            await these.mine()
            order.append(f"{name}{number}")

    async def busy() -> None:
        for number in range(20):
            order.append(f"busy{number}")
            await asyncio.sleep(0)

    async def scene() -> None:
        these = Turns()
        gone = asyncio.create_task(patient("gone", these))
        others = [asyncio.create_task(patient(name, these)) for name in ("a", "b")]
        hurried = asyncio.create_task(busy())
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(*others, hurried)

    asyncio.run(scene())
    patients = [name for name in order if not name.startswith("busy")]
    assert patients == ["a0", "b0", "a1", "b1"]
    for one, other in itertools.pairwise(patients):
        between = order[order.index(one) : order.index(other)]
        assert any(name.startswith("busy") for name in between)  # never two of them in one turn


def test_the_turns_of_a_loop_go_with_it() -> None:
    async def scene() -> weakref.ref[Turns]:
        await turns().mine()
        assert turns() is turns()
        return weakref.ref(turns())

    gone = asyncio.run(scene())
    gc.collect()
    assert gone() is None


def test_whoever_asked_sees_it_before_the_answer_and_others_after(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada, ben = await one.seat("ada", 1), await one.seat("ben", 2)
        state = one.owner.state
        bet = do.Bet(seat=1, wagers=least_bet(legal.stakes_open(state, 1)), round=state.round.number)
        counts = len(ada.told), len(ben.told)
        seen: list[tuple[int, int]] = []
        await one.owner.ask(
            "ada", "Ada", "player:ada", bet, "b1", lambda _: seen.append((len(ada.told), len(ben.told)))
        )
        assert seen == [(counts[0] + 1, counts[1])]
        for _ in range(50):
            if len(ben.told) > counts[1]:
                break
            await asyncio.sleep(0.01)
        assert ben.last("frame")["entries"] == ada.last("frame")["entries"]

    play(tmp_path, scene)


def test_nothing_overtakes_what_somebody_is_still_to_be_shown(tmp_path: Path) -> None:
    """Somebody is told something, goes, or comes while others have not seen the last entry yet."""

    async def scene(one: Floor) -> None:
        lookers = {name: await one.seat(name, seat) for seat, name in enumerate(("ada", "ben", "cleo"), 1)}
        state, owner = one.owner.state, one.owner
        bet = do.Bet(seat=1, wagers=least_bet(legal.stakes_open(state, 1)), round=state.round.number)
        counts = {name: len(looker.told) for name, looker in lookers.items()}
        await owner.ask("ada", "Ada", "player:ada", bet, "b1")
        assert len(lookers["ben"].told) == counts["ben"]
        owner.leave(lookers["cleo"])
        owner.hold()  # the store is down, as another part found out: a notice to everybody
        kinds = [told["type"] for told in lookers["ben"].told[counts["ben"] :]]
        assert kinds[:2] == ["frame", "notice"]
        assert len(lookers["cleo"].told) == counts["cleo"]  # who has gone is told nothing

    play(tmp_path, scene)


def test_a_frame_comes_before_the_balance_and_the_ready_seats(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada, ben = await one.seat("ada", 1), await one.seat("ben", 2)
        before = len(ada.told)
        await one.owner.ask("ada", "Ada", "player:ada", Chips("more", 100_00), "c1")
        assert [told["type"] for told in ada.told[before:]][:2] == ["frame", "balance"]
        await one.bet("ada", 1)
        await one.bet("ben", 2)
        before, number = len(ben.told), one.owner.state.round.number
        await one.owner.ask("ada", "Ada", "player:ada", Ready(number), "r1")
        for _ in range(50):
            if any(told["type"] == "ready_seats" for told in ben.told[before:]):
                break
            await asyncio.sleep(0.01)
        assert ben.last("ready_seats")["seats"] == [1]

    play(tmp_path, scene)
