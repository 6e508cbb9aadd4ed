"""Test live tables, where people deal real cards and the server names due acts and payouts."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.rulebook import games
from croupier.server.tables.player_decisions import advice_for
from croupier.store.audit import audit
from croupier.store.database import open_store
from croupier.table import commands as do
from croupier.table.driving import shoe, sources
from croupier.table.state import PEOPLE
from tests.server.helpers.cards import Pack
from tests.server.helpers.desks import document
from tests.server.helpers.floor import Floor, floor
from tests.server.helpers.live import Staff

LIFE, CLAUSE = 8 * 3600, "uth/3.C.2"  # in the example, the machine deals


def shuffled(game: str, seed: int = 1) -> Callable[[], tuple[str, ...]]:
    chance, deck = random.Random(seed), game_of(game).deck.order
    orders = [tuple(chance.sample(deck, len(deck))) for _ in range(12)]
    return lambda: orders.pop()


def at_a_live_table(
    tmp_path: Path, game: str, scene: Callable[[Floor, Staff], Any], submission: str = ""
) -> None:
    async def play() -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        opened = floor(address, game, dealing="live", cards="named", submission=submission)
        async with asyncio.timeout(60), opened as one:
            await scene(one, Staff(one, Pack(shuffled(game))))
        with open_store(address, reading=True) as store:
            assert audit(store).faults == ()

    asyncio.run(play())


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_table_is_opened_and_dealt_by_following_due_acts(tmp_path: Path, game: str) -> None:
    async def scene(one: Floor, staff: Staff) -> None:
        assert one.owner.state.cards_from == PEOPLE and one.owner.state.care.packs == {}
        assert (staff.due["act"], staff.due["role"], staff.due["state"]) == (
            "receive", "dealer", "not_automated",
        )  # fmt: skip
        await staff.sit(1)
        await staff.sit(3)
        await staff.until("bet")
        assert "attest" in staff.acts and "load" in staff.acts
        assert staff.acts.index("attest") < staff.acts.index("load")
        assert {"receive", "prepare", "shuffle"} <= {*staff.acts}
        for _ in range(3):
            await staff.round(1, 3)
        state = one.owner.state
        assert state.round.number == 4
        assert {*state.seating.seats.values()} == {*state.seating.purses}
        assert all(player.startswith("walkin-") for player in state.seating.seats.values())
        cage = one.committer.state("cage")
        assert cage.tables[f"{game}-1"].cents == 1000_00 == -cage.play

    at_a_live_table(tmp_path, game, scene)


def test_due_act_names_role_and_next_acts(tmp_path: Path) -> None:
    async def scene(one: Floor, staff: Staff) -> None:
        await staff.sit(2)
        await staff.until("bet")
        assert (staff.due["state"], staff.due["role"]) == ("person", "player")
        assert "command" not in staff.due
        await staff.bet(2)
        due = staff.due
        assert (due["act"], due["state"], due["command"]) == (
            "close",
            "not_automated",
            {"type": "close_betting@1"},
        )
        frame = staff.dealer.last("frame")
        assert frame["then"] == [one["words"] for one in frame["next"]]
        acts = [one["act"] for one in frame["next"]]
        assert acts.count("deal") == acts.count("ask") == 1 and acts[-1] == "ask"
        assert all(one["clauses"] for one in frame["next"])
        await staff.until("ask")
        due = staff.due
        assert (due["role"], due["seat"], due["state"], due["blanks"]) == ("player", 2, "person", ["choice"])
        assert due["whose"] == [f"player:{one.owner.state.seating.seats[2]}"]
        assert due["question"] and due["clauses"]
        timers = staff.dealer.last("frame")["timers"]
        deck = next(one for one in timers["decks"] if one["loaded"])
        assert (deck["stage"], deck["until"] - deck["since"], deck["clauses"]) == ("loaded", LIFE, [CLAUSE])
        assert timers["stub"]["rounds"] is None  # this submission's shuffler counts the cards
        assert timers["inspection"] == {"day": 0, "due": True, "clauses": ["COMAR 36.05.02.17H"]}
        player = await one.seat("ann", 5)
        assert "due" not in player.last("frame") and "timers" not in player.last("frame")

    at_a_live_table(tmp_path, "uth", scene)


def test_stub_count_timer_counts_rounds(tmp_path: Path) -> None:
    changed = {
        'dealing = "hand"': 'dealing = "shoe"',
        'shuffler = "counting"': 'shuffler = "none"',
        '#: shoe_place = "pending"': 'shoe_place = "pending"',
    }
    plain = document(**changed)

    async def scene(one: Floor, staff: Staff) -> None:
        await staff.sit(1)
        await staff.until("bet")
        told = []
        for _ in range(5):
            told.append(staff.dealer.last("frame")["timers"]["stub"]["rounds"])
            await staff.round(1)
            await staff.until("bet")
        assert told == [4, 3, 2, 1, 0]
        assert staff.acts.count("count") == 1 and staff.acts.count("stub") == 4
        assert staff.dealer.last("frame")["timers"]["stub"]["rounds"] == 4

    at_a_live_table(tmp_path, "uth", scene, plain)


def test_player_with_screen_acts_there(tmp_path: Path) -> None:
    async def scene(one: Floor, staff: Staff) -> None:
        ann = await one.seat("ann", 2)
        await staff.until("bet")
        assert (await one.bet("ann", 2))["type"] == "done"
        assert (await one.ready("ann"))["type"] == "done"
        assert one.owner.state.round.phase == -1  # only a dealer closes betting
        assert ann.last("clock").get("what", "") == ""  # no time limit runs
        await staff.until("ask")
        with pytest.raises(Refused, match="cards_not_known"):  # the server does not know her real cards
            await advice_for("ann", one.owner.state, SimpleNamespace())  # type: ignore[arg-type]
        answer = one.question()
        assert answer is not None and (await one.ask("ann", answer))["type"] == "done"

    at_a_live_table(tmp_path, "uth", scene)


@pytest.mark.clause("uth/11.L.1", "uth/11.L.2")
def test_11_L_a_dealer_controlled_table_uses_no_random_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players bet and decide on their own screens and see their balance. Every random source raises an
    error.
    """
    submission = document(**{"#: electronic = true": "electronic = true"})

    def no_chance(*given: object) -> Any:
        raise AssertionError("a live table used a random source")

    async def scene(one: Floor, staff: Staff) -> None:
        ann = await one.seat("ann", 2)
        for module, name in (
            (os, "urandom"),
            (sources, "SYSTEM"),
            (sources, "seal_shoe"),
            (shoe, "shuffle"),
            (random, "_urandom"),
            (random.Random, "random"),
            (random.Random, "getrandbits"),
            (random.SystemRandom, "getrandbits"),
        ):
            monkeypatch.setattr(module, name, no_chance)
        await staff.until("bet")
        for number in (1, 2):
            wallet, chips = ann.last("balance")["wallet"], ann.last("frame")["sight"]["chips"]
            assert wallet == 500_00 and chips == one.owner.state.seating.purses["ann"]
            state = one.owner.state
            wagers = {"ante": 1000, "blind": 1000}
            bet = do.Bet(seat=2, wagers=wagers, round=state.round.number)
            assert (await one.ask("ann", bet, f"bet{number}"))["type"] == "done"
            assert ann.last("frame")["sight"]["chips"] == chips - 2000
            while one.owner.state.round.number == number:
                if not await staff.act():
                    answer = one.question()
                    assert answer is not None
                    assert (await one.ask("ann", answer, f"{answer.question}{number}"))["type"] == "done"
            await staff.until("bet")
        refused = await staff.do(do.SitDown(seat=4, player="x"))
        assert (
            refused["type"] == "done"
        )  # the socket checks permissions, not the actor; see tests/server/sessions
        monkeypatch.undo()

    at_a_live_table(tmp_path, "uth", scene, submission)


def test_live_table_resumes_in_mid_round(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/h.sqlite"

    async def play() -> None:
        pack = Pack(shuffled("letitride", 3))
        async with floor(address, "letitride", dealing="live", cards="named") as one:
            staff = Staff(one, pack)
            await staff.sit(1)
            await staff.until("bet")
            await staff.bet(1)
            await staff.until("ask")
        async with floor(address, "letitride", dealing="live", cards="named") as one:
            staff = Staff(one, pack)
            staff._read = len(staff.dealer.told)  # the pack of real cards is unchanged
            while one.owner.state.round.number == 1:
                if not await staff.act():
                    await staff.answer()
        with open_store(address, reading=True) as store:
            assert audit(store).faults == ()

    asyncio.run(asyncio.wait_for(play(), 60))
