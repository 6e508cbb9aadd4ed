"""The owner of a table: nothing is told that is not stored, nothing counts twice, nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from croupier.client.deals import Deals
from croupier.client.messages import FrameTold, decode_from_house
from croupier.house.floor.timing import Times
from croupier.house.store.batches import StoreDown
from croupier.protocol import CashOut, Chips, MoreTime, Opening, Ready
from croupier.rulebook import games
from croupier.table import commands as do
from croupier.table.state import BETTING
from tests.house.helpers.floor import Floor, Looker, floor

Scene = Callable[[Floor], Coroutine[Any, Any, None]]


def play(folder: Path, scene: Scene, game: str = "", times: Times | None = None) -> None:
    async def run() -> None:
        address = f"sqlite:///{folder}/house.sqlite"
        async with asyncio.timeout(60):
            async with floor(address, game or games()[0], *([times] if times else [])) as one:
                await scene(one)

    asyncio.run(run())


@pytest.mark.parametrize("game", games())
def test_a_round_is_played_by_two_and_its_money_adds_up(tmp_path: Path, game: str) -> None:
    async def scene(one: Floor) -> None:
        ada, ben = await one.seat("ada", 1), await one.seat("ben", 2)
        for _ in range(3):
            await one.bet("ada", 1)
            await one.bet("ben", 2)
            assert one.owner.state.round.phase == BETTING
            await one.ready("ada")
            assert one.owner.state.round.phase == BETTING  # ben has not said so yet
            await one.ready("ben")
            await one.finish()
        assert one.owner.state.round.number == 4
        nets = {seat["player"]: seat.get("net", 0) for seat in ada.last("frame")["sight"]["seats"]}
        assert set(nets) == {"ada", "ben"}
        for person in ("ada", "ben"):
            assert (await one.ask(person, CashOut("x")))["type"] == "done"
        wallets = one.committer.state("cage").wallets
        table = one.committer.state("cage").tables[one.owner.table]
        assert wallets["ada"].cents + wallets["ben"].cents + table.cents == 2 * 1000_00
        assert ben.last("balance") == {
            "type": "balance", "wallet": wallets["ben"].cents, "chips": 0, "money": "play"
        }  # fmt: skip

    play(tmp_path, scene, game)


def test_the_same_id_is_one_command_and_gets_the_same_answer(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        await one.seat("ada", 1)
        first = await one.ask("ada", Chips("x", 100_00), "again")
        chips = one.owner.state.seating.purses["ada"]
        assert await one.ask("ada", Chips("x", 100_00), "again") == first
        assert one.owner.state.seating.purses["ada"] == chips
        other = await one.ask("ada", Chips("x", 200_00), "again")
        assert (other["type"], other["code"]) == ("refused", "id_used")

    play(tmp_path, scene)


def test_an_id_is_known_after_a_restart_and_a_refusal_stays_one(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(one: Floor) -> None:
        await one.seat("ada", 1)
        kept["done"] = await one.bet("ada", 1, "bet")
        kept["request"] = do.Bet(seat=1, wagers=dict(one.owner.state.bets.wagers[1]), round=1)
        kept["refused"] = await one.ask("ada", do.SitDown(seat=99, player="ada"), "no-seat")
        assert kept["refused"]["code"] == "no_such_seat"
        kept["bets"] = one.owner.state.bets.wagers

    async def after(one: Floor) -> None:
        assert one.owner.state.bets.wagers == kept["bets"]
        assert await one.ask("ada", kept["request"], "bet") == kept["done"]
        assert await one.ask("ada", do.SitDown(seat=99, player="ada"), "no-seat") == kept["refused"]
        assert one.owner.state.bets.wagers == kept["bets"]

    play(tmp_path, before)
    play(tmp_path, after)


@pytest.mark.parametrize("game", games())
def test_a_round_in_progress_goes_on_after_a_restart_with_the_same_cards(tmp_path: Path, game: str) -> None:
    kept: dict[str, Any] = {}

    async def before(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        await one.ready("ada")
        kept["state"] = one.owner.state
        kept["shoes"] = one.owner.held.shoes
        kept["frame"] = ada.last("frame")
        assert one.question() is not None

    async def after(one: Floor) -> None:
        assert one.owner.state == kept["state"]
        assert one.owner.held.shoes == kept["shoes"]
        ada = Looker(one.owner, "ada")
        one.owner.join(ada, "Ada", tuple(kept["frame"]["cursor"]))
        assert ada.last("welcome")["outcome"] == "current"
        assert ada.last("frame")["sight"] == kept["frame"]["sight"]
        assert ada.last("frame")["offers"] == kept["frame"]["offers"]
        await one.finish()
        assert one.owner.state.round.number == 2

    play(tmp_path, before, game)
    play(tmp_path, after, game)


def test_whoever_comes_back_is_told_what_they_missed(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        cursor = tuple(ada.last("frame")["cursor"])
        one.owner.leave(ada)
        await one.ready("ada")
        back = Looker(one.owner, "ada")
        one.owner.join(back, "Ada", cursor)
        welcome, frame = back.last("welcome"), back.last("frame")
        assert welcome["outcome"] == "replayed"
        assert welcome["count"] == len(frame["entries"]) > 0
        assert frame["cursor"][1] == cursor[1] + len(frame["entries"])
        new = Looker(one.owner, "ada")
        one.owner.join(new, "Ada", (7, 3))
        assert new.last("welcome")["outcome"] == "fresh"
        assert new.last("frame")["sight"] == frame["sight"]

    play(tmp_path, scene)


def test_what_cannot_be_stored_has_not_happened_and_the_table_goes_on_later(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        frames = len(ada.all("frame"))
        state = one.owner.state
        commit = one.committer.commit

        async def full(batch: Any) -> Any:
            raise StoreDown("the disk is full")

        one.committer.commit = full  # type: ignore[method-assign]
        answer = await one.bet("ada", 1, "bet")
        assert (answer["type"], answer["code"]) == ("refused", "house_paused")
        assert one.owner.state == state
        assert len(ada.all("frame")) == frames
        assert ada.last("notice")["code"] == "paused"
        assert one.owner.timer.paused
        one.committer.commit = commit  # type: ignore[method-assign]
        assert (await one.bet("ada", 1, "bet"))["type"] == "done"
        assert ada.last("notice")["code"] == "going_on"
        assert one.owner.state.bets.wagers[1]

    play(tmp_path, scene)


def test_nobody_acts_for_another_and_no_chip_comes_from_nowhere(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        await one.seat("ada", 1)
        await one.wallet("eve")
        for request, code in (
            (do.SitDown(seat=2, player="ada"), "not_your_seat"),
            (do.GetUp(seat=1), "not_your_seat"),
            (do.Bet(seat=1, wagers={"ante": 500}, round=1), "not_your_seat"),
            (do.BuyIn(player="eve", cents=100), "not_your_role"),
            (do.CloseBetting(), "not_your_role"),
            (Chips("x", 10_000_00), "insufficient_funds"),
        ):
            answer = await one.ask("eve", request)
            assert (answer["type"], answer["code"]) == ("refused", code), request
        assert "eve" not in one.owner.state.seating.purses

    play(tmp_path, scene)


def test_bets_are_closed_and_x25_decides_when_the_posted_time_is_over(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        assert ada.last("clock")["what"] == "betting"
        while one.owner.state.round.number == 1:  # nobody says or does anything more
            await asyncio.sleep(0.05)
        told = [event["type"] for frame in ada.all("frame") for entry in frame["entries"] for event in entry]
        assert "bets_closed@1" in told
        assert "acted_for@1" in told

    play(tmp_path, scene, times=Times(betting=0.2, decision=0.2, grace=0.2))


def test_a_dropped_line_has_a_grace_before_the_house_decides(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        ben = await one.seat("ben", 2)
        await one.bet("ada", 1)
        await one.ready("ada")
        one.owner.leave(ada)
        await asyncio.sleep(0.5)
        assert one.question() is not None  # the time is over, the grace is not
        assert one.owner.timer.deadline is not None and one.owner.timer.deadline.graced
        await one.finish()
        assert one.owner.state.round.number == 2
        assert ben.last("frame")["sight"]["round"] == 2

    play(tmp_path, scene, times=Times(betting=60.0, decision=0.2, grace=60.0))


def test_more_time_only_where_nobody_else_waits(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        await one.seat("ada", 1)
        await one.bet("ada", 1)
        assert (await one.ask("ada", MoreTime("m")))["type"] == "done"
        await one.seat("ben", 2)
        assert (await one.ask("ada", MoreTime("m")))["code"] == "others_wait"

    play(tmp_path, scene)


def test_a_seat_left_alone_for_long_is_given_up_and_its_chips_go_home(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        one.owner.leave(ada)
        for _ in range(100):
            one.owner.look()
            await asyncio.sleep(0.05)
            if not one.owner.state.seating.seats and not one.owner.state.seating.purses:
                break
        assert not one.owner.state.seating.seats
        assert one.committer.state("cage").wallets["ada"].cents == 1000_00

    play(tmp_path, scene, times=Times(unseated=0.3))


def test_ready_said_again_or_late_changes_nothing(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        await one.seat("ada", 1)
        await one.bet("ada", 1)
        await one.ready("ada")
        assert one.question() is not None
        assert (await one.ask("ada", Ready(1), "ready-1"))["type"] == "done"
        await one.finish()
        assert (await one.ask("ada", Ready(1), "ready-1"))["type"] == "done"
        assert one.owner.ready == set()
        assert (await one.ask("ada", Ready(5), "ready-5"))["code"] == "stale"

    play(tmp_path, scene)


class Dealt:
    """A player's part in the deal, as a client keeps it."""

    def __init__(self, one: Floor, looker: Looker) -> None:
        self.one, self.looker, self.deals, self.read = one, looker, Deals(), 0
        self.silent = False

    def follow(self) -> None:
        for message in self.looker.raw[self.read :]:
            told = decode_from_house(message)
            if isinstance(told, FrameTold):
                self.deals.take(event for entry in told.events for event in entry)
            elif isinstance(told, Opening):
                self.deals.opened(told.openings)
        self.read = len(self.looker.raw)

    async def ready(self) -> dict[str, Any]:
        self.follow()
        person, number = self.looker.person, self.one.owner.state.round.number
        request = Ready(number, self.deals.reveal(person), self.deals.fix())
        answer = await self.one.ask(person, request, f"ready-{number}")
        self.follow()
        return await self.ready() if self.deals.due(person) and not self.silent else answer


@pytest.mark.parametrize("game", games())
def test_every_card_that_a_player_sees_is_proved_to_them(tmp_path: Path, game: str) -> None:
    async def scene(one: Floor) -> None:
        parts = [Dealt(one, await one.seat("ada", 1)), Dealt(one, await one.seat("ben", 2))]
        for _ in range(3):
            await one.bet("ada", 1)
            await one.bet("ben", 2)
            for part in parts:
                assert (await part.ready())["type"] == "done"
            await one.finish()
        for part in parts:
            part.follow()
            found = part.deals.check(part.looker.person)
            assert found.faults == ()
            assert (found.mixed, found.alone, found.discarded) == (3, 0, 0)
            assert found.cards >= 3 * 3

    play(tmp_path, scene, game)


def test_a_number_kept_back_spoils_the_deal_and_not_the_round(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada, ben = Dealt(one, await one.seat("ada", 1)), Dealt(one, await one.seat("ben", 2))
        await one.bet("ada", 1)
        await one.bet("ben", 2)
        await ada.ready()
        await ben.ready()
        await one.finish()
        await one.bet("ada", 1)  # both have fixed a number for this deal; ben says nothing more
        await one.bet("ben", 2)
        assert (await ada.ready())["type"] == "done"
        while one.question() is None:
            await asyncio.sleep(0.05)
            if one.owner.state.round.deals > 1 and one.owner.state.round.phase == BETTING:
                await ada.ready()  # a program says it again by itself
        ada.follow()
        found = ada.deals.check("ada")
        assert found.faults == ()
        assert found.discarded == 1
        told = [
            event["type"]
            for frame in ada.looker.all("frame")
            for entry in frame["entries"]
            for event in entry
        ]
        assert "deal_discarded@1" in told
        await one.finish()

    play(tmp_path, scene, times=Times(betting=0.5, decision=600.0, grace=600.0))
