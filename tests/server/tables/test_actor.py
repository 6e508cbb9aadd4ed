"""Test that the table actor publishes only stored entries, executes each request id once, and loses
nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.client.deals import Deals
from croupier.client.messages import ClientFrame, decode_from_house
from croupier.protocol import CashOutRequest, Chips, MoreTime, OpeningMessage, Ready
from croupier.rulebook import games
from croupier.server.tables.actor import TableActor
from croupier.server.tables.timers import Times
from croupier.store.batches import StoreDown
from croupier.table import commands as do
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from croupier.table.state import BETTING
from tests.server.helpers.floor import Floor, RecordingViewer, floor

Scene = Callable[[Floor], Coroutine[Any, Any, None]]


def play(folder: Path, scene: Scene, game: str = "", times: Times | None = None) -> None:
    async def run() -> None:
        address = f"sqlite:///{folder}/house.sqlite"
        async with asyncio.timeout(60):
            async with floor(address, game or games()[0], *([times] if times else [])) as one:
                await scene(one)

    asyncio.run(run())


@pytest.mark.parametrize("game", games())
def test_round_of_two_players_balances_all_money(tmp_path: Path, game: str) -> None:
    async def scene(one: Floor) -> None:
        ada, ben = await one.seat("ada", 1), await one.seat("ben", 2)
        for _ in range(3):
            await one.bet("ada", 1)
            await one.bet("ben", 2)
            assert one.owner.state.round.phase == BETTING
            await one.ready("ada")
            assert one.owner.state.round.phase == BETTING  # ben is not ready yet
            await one.ready("ben")
            await one.finish()
        assert one.owner.state.round.number == 4
        nets = {seat["player"]: seat.get("net", 0) for seat in ada.last("frame")["sight"]["seats"]}
        assert set(nets) == {"ada", "ben"}
        for person in ("ada", "ben"):
            assert (await one.ask(person, CashOutRequest("x")))["type"] == "done"
        wallets = one.committer.state("cage").wallets
        table = one.committer.state("cage").tables[one.owner.table]
        assert wallets["ada"].cents + wallets["ben"].cents + table.cents == 2 * 1000_00
        assert ben.last("balance") == {
            "type": "balance", "wallet": wallets["ben"].cents, "chips": 0, "money": "play"
        }  # fmt: skip

    play(tmp_path, scene, game)


def test_repeated_id_gets_same_answer(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        await one.seat("ada", 1)
        first = await one.ask("ada", Chips("x", 100_00), "again")
        chips = one.owner.state.seating.purses["ada"]
        assert await one.ask("ada", Chips("x", 100_00), "again") == first
        assert one.owner.state.seating.purses["ada"] == chips
        other = await one.ask("ada", Chips("x", 200_00), "again")
        assert (other["type"], other["code"]) == ("refused", "id_used")

    play(tmp_path, scene)


def test_stored_answers_survive_restart(tmp_path: Path) -> None:
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
def test_round_resumes_after_restart_with_same_cards(tmp_path: Path, game: str) -> None:
    kept: dict[str, Any] = {}

    async def before(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        await one.ready("ada")
        kept["state"] = one.owner.state
        kept["shoes"] = one.owner.full_state.shoes
        kept["frame"] = ada.last("frame")
        assert one.question() is not None

    async def after(one: Floor) -> None:
        assert one.owner.state == kept["state"]
        assert one.owner.full_state.shoes == kept["shoes"]
        ada = RecordingViewer(one.owner, "ada")
        one.owner.join(ada, "Ada", tuple(kept["frame"]["cursor"]))
        assert ada.last("welcome")["outcome"] == "current"
        assert ada.last("frame")["sight"] == kept["frame"]["sight"]
        assert ada.last("frame")["offers"] == kept["frame"]["offers"]
        await one.finish()
        assert one.owner.state.round.number == 2

    play(tmp_path, before, game)
    play(tmp_path, after, game)


def test_reconnect_replays_missed_entries(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        cursor = tuple(ada.last("frame")["cursor"])
        one.owner.leave(ada)
        await one.ready("ada")
        back = RecordingViewer(one.owner, "ada")
        one.owner.join(back, "Ada", cursor)
        welcome, frame = back.last("welcome"), back.last("frame")
        assert welcome["outcome"] == "replayed"
        assert welcome["count"] == len(frame["entries"]) > 0
        assert frame["cursor"][1] == cursor[1] + len(frame["entries"])
        new = RecordingViewer(one.owner, "ada")
        one.owner.join(new, "Ada", (7, 3))
        assert new.last("welcome")["outcome"] == "fresh"
        assert new.last("frame")["sight"] == frame["sight"]

    play(tmp_path, scene)


def test_store_failure_changes_nothing_and_table_resumes(tmp_path: Path) -> None:
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


def test_rejects_acting_for_others_and_unfunded_chips(tmp_path: Path) -> None:
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


def test_timeout_closes_bets_and_decides_by_x25(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1, clock=True)
        await one.bet("ada", 1)
        assert ada.last("clock")["what"] == "betting"
        while one.owner.state.round.number == 1:  # no more requests arrive
            await asyncio.sleep(0.05)
        told = [event["type"] for frame in ada.all("frame") for entry in frame["entries"] for event in entry]
        assert "bets_closed@1" in told
        assert "acted_for@1" in told

    play(tmp_path, scene, times=Times(betting=0.2, decision=0.2, grace=0.2))


def clock_of(one: Floor) -> str:
    """Return the kind of the current wait, or an empty string if no clock is running."""
    deadline = one.owner.timer.deadline
    return "" if deadline is None else deadline.wait.what


def test_no_clock_for_lone_player(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        assert "what" not in ada.last("clock")
        await one.ready("ada")
        await asyncio.sleep(0.3)  # longer than the posted time limit
        assert one.question() is not None and clock_of(one) == ""

    play(tmp_path, scene, times=Times(betting=0.1, decision=0.1, grace=0.1))


def test_clock_starts_when_second_player_sits_down(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        await one.ready("ada")
        assert clock_of(one) == ""
        await one.seat("ben", 2)
        assert clock_of(one) == "decision" and ada.last("clock")["what"] == "decision"
        await one.ask("ben", do.GetUp(seat=2))
        assert clock_of(one) == "" and "what" not in ada.last("clock")

    play(tmp_path, scene)


def test_clock_runs_while_lone_player_is_disconnected(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        await one.ready("ada")
        one.owner.leave(ada)
        assert clock_of(one) == "decision"
        back = RecordingViewer(one.owner, "ada")
        one.owner.join(back, "Ada", None)
        assert clock_of(one) == "" and "what" not in back.last("clock")

    play(tmp_path, scene)


def test_sends_balance_to_player_without_seat(tmp_path: Path) -> None:
    """No table view shows the chips of a player without a seat, so the balance message must be up to date."""

    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.bet("ada", 1)
        await one.ready("ada")
        await one.finish()
        chips = one.owner.state.seating.purses["ada"]
        await one.ask("ada", do.GetUp(seat=1))
        assert ada.last("balance").get("chips", 0) == chips

    play(tmp_path, scene)


@pytest.mark.clause("uth/7.E")
def test_player_can_buy_chips_during_own_decision(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        stakes = sum(least_bet(legal.stakes_open(one.owner.state)).values())
        ada = await one.seat("ada", 1, cents=stakes)
        await one.bet("ada", 1)
        await one.ready("ada")
        offer = decision_of(ada)
        assert [each["value"] for each in offer["blanks"][0]["options"]] == ["check"]
        assert (await one.ask("ada", Chips("x", 100_00)))["type"] == "done"
        assert [each["value"] for each in decision_of(ada)["blanks"][0]["options"]] == ["check", "4x", "3x"]
        bought = [event for frame in ada.all("frame") for entry in frame["entries"] for event in entry]
        last = [event for event in bought if event["type"] == "bought_in@1"][-1]
        assert last["readings"] == ["X-28", "X-33"]
        assert ada.last("frame")["sight"]["chips"] == ada.last("balance")["chips"] == 100_00

    play(tmp_path, scene)


def test_closing_table_sells_chips_only_for_current_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = SimpleNamespace(
        standing="closed", reason="", change=None, trainee="", payout=None, inspected=0, money="play"
    )

    async def scene(one: Floor) -> None:
        await one.seat("ada", 1)
        await one.seat("ben", 2)
        await one.bet("ada", 1)
        await one.ready("ada")
        monkeypatch.setattr(TableActor, "configuration", property(lambda _: closed))
        assert (await one.ask("ada", Chips("x", 100_00)))["type"] == "done"
        assert (await one.ask("ben", Chips("x", 100_00)))["code"] == "table_not_open"
        await one.finish()
        assert (await one.ask("ada", Chips("x", 100_00)))["code"] == "table_not_open"

    play(tmp_path, scene)


def decision_of(looker: RecordingViewer) -> dict[str, Any]:
    """Return the offer for a player's open question."""
    offers = looker.last("frame")["offers"]
    return next(offer for offer in offers if offer["act"].startswith("decide@"))


@pytest.mark.parametrize("other_first", [False, True])
def test_suspended_process_extends_decision_time(tmp_path: Path, other_first: bool) -> None:
    """The event loop stands still for longer than the posted time, as after SIGSTOP."""

    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        await one.seat("ben", 2)
        await one.bet("ada", 1)
        await one.ready("ada")
        answer = one.question()
        assert answer is not None
        time.sleep(4.0)
        if other_first:  # another player's request arrives first
            await one.ask("ben", Chips("x", 1_00))
        else:
            await asyncio.sleep(0.05)
        assert one.question() == answer
        assert (await one.ask("ada", answer))["type"] == "done"
        told = [event["type"] for frame in ada.all("frame") for entry in frame["entries"] for event in entry]
        assert "acted_for@1" not in told

    play(tmp_path, scene, times=Times(betting=60.0, decision=2.0, grace=60.0))


def test_disconnected_player_gets_grace_time(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada = await one.seat("ada", 1)
        ben = await one.seat("ben", 2)
        await one.bet("ada", 1)
        await one.ready("ada")
        one.owner.leave(ada)
        await asyncio.sleep(0.5)
        assert one.question() is not None  # the posted time is over, but the grace time is not
        assert one.owner.timer.deadline is not None and one.owner.timer.deadline.graced
        await one.finish()
        assert one.owner.state.round.number == 2
        assert ben.last("frame")["sight"]["round"] == 2

    play(tmp_path, scene, times=Times(betting=60.0, decision=0.2, grace=60.0))


def test_rejects_more_time_while_others_wait(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        await one.seat("ada", 1)
        await one.bet("ada", 1)
        assert (await one.ask("ada", MoreTime("m")))["type"] == "done"
        await one.seat("ben", 2)
        assert (await one.ask("ada", MoreTime("m")))["code"] == "others_wait"

    play(tmp_path, scene)


def test_names_the_seats_of_absent_players(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada, ben = await one.seat("ada", 1), await one.seat("ben", 2)
        one.owner.leave(ada)
        assert ben.last("ready_seats")["away"] == [1]
        one.owner.join(ada, "Ada", None)
        assert "away" not in ben.last("ready_seats")

    play(tmp_path, scene)


def test_abandoned_seat_is_freed_and_chips_return_to_wallet(tmp_path: Path) -> None:
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


def test_repeated_or_late_ready_changes_nothing(tmp_path: Path) -> None:
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


class DealClient:
    """A player's part in verifiable dealing, as the client library implements it."""

    def __init__(self, one: Floor, looker: RecordingViewer) -> None:
        self.one, self.looker, self.deals, self.read = one, looker, Deals(), 0
        self.silent = False

    def follow(self) -> None:
        for message in self.looker.raw[self.read :]:
            told = decode_from_house(message)
            if isinstance(told, ClientFrame):
                self.deals.take(event for entry in told.events for event in entry)
            elif isinstance(told, OpeningMessage):
                self.deals.add_openings(told.openings)
        self.read = len(self.looker.raw)

    async def ready(self) -> dict[str, Any]:
        self.follow()
        person, number = self.looker.person, self.one.owner.state.round.number
        request = Ready(number, self.deals.reveal(person), self.deals.fix())
        answer = await self.one.ask(person, request, f"ready-{number}")
        self.follow()
        return await self.ready() if self.deals.must_reveal(person) and not self.silent else answer


@pytest.mark.parametrize("game", games())
def test_proves_every_visible_card(tmp_path: Path, game: str) -> None:
    async def scene(one: Floor) -> None:
        parts = [DealClient(one, await one.seat("ada", 1)), DealClient(one, await one.seat("ben", 2))]
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


def test_withheld_number_discards_deal_but_not_round(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        ada, ben = DealClient(one, await one.seat("ada", 1)), DealClient(one, await one.seat("ben", 2))
        await one.bet("ada", 1)
        await one.bet("ben", 2)
        await ada.ready()
        await ben.ready()
        await one.finish()
        await one.bet("ada", 1)  # both players committed numbers for this deal; ben does not reveal his
        await one.bet("ben", 2)
        assert (await ada.ready())["type"] == "done"
        while one.question() is None:
            await asyncio.sleep(0.05)
            if one.owner.state.round.deals > 1 and one.owner.state.round.phase == BETTING:
                await ada.ready()  # a client resends its number automatically
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
