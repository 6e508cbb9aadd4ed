"""Test that simultaneous requests share a batch and a frame and that each gets its own answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.protocol import CashOutRequest, Chips, Ready
from croupier.store.batches import Batch, Committed, StoreDown
from croupier.table import commands as do
from croupier.table.readers import legal
from croupier.table.state import BETTING
from tests.server.helpers.floor import Floor, RecordingViewer
from tests.server.tables.test_actor import play

PEOPLE = {"ada": 1, "ben": 2, "cleo": 3}


async def seated(one: Floor) -> dict[str, RecordingViewer]:
    return {person: await one.seat(person, seat) for person, seat in PEOPLE.items()}


async def bets(one: Floor) -> list[dict[str, Any]]:
    return await asyncio.gather(*(one.bet(person, seat, f"b-{person}") for person, seat in PEOPLE.items()))


def test_simultaneous_bets_share_batch_and_frame(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        lookers = await seated(one)
        before = {person: len(looker.all("frame")) for person, looker in lookers.items()}
        batches, entries = one.committer.tally.batches, one.committer.tally.entries
        told = await bets(one)
        assert [answer["type"] for answer in told] == ["done"] * 3
        assert one.committer.tally.batches == batches + 1
        assert one.committer.tally.entries == entries + 3
        for (person, looker), answer in zip(lookers.items(), told, strict=True):
            frames = looker.all("frame")[before[person] :]
            assert [len(frame["entries"]) for frame in frames] == [3]
            assert answer["cursor"] == frames[0]["cursor"]
        assert set(one.owner.state.bets.wagers) == {1, 2, 3}

    play(tmp_path, scene)


def test_each_id_of_a_group_has_its_own_answer(tmp_path: Path) -> None:
    kept: list[dict[str, Any]] = []

    async def before(one: Floor) -> None:
        await seated(one)
        number = one.owner.state.round.number
        wagers = legal.stakes_open(one.owner.state, 1)
        kept.extend(
            await asyncio.gather(
                one.bet("ada", 1, "b-ada"),
                one.ask("ben", do.Bet(seat=2, wagers={wagers[0].name: 1}, round=number), "b-ben"),
                one.ask("cleo", do.Bet(seat=1, wagers={wagers[0].name: 10_00}, round=number), "b-cleo"),
            )
        )
        assert [answer["type"] for answer in kept] == ["done", "refused", "refused"]
        assert kept[2]["code"] == "not_your_seat"
        again = await one.ask("ben", do.Bet(seat=2, wagers={wagers[0].name: 1}, round=number), "b-ben")
        assert again == kept[1]
        with one.store.reading() as connection:
            rows = connection.exec_driver_sql("select person, n from answers where id like 'b-%'").all()
        assert {row.person: row.n is None for row in rows} == {"ada": False, "ben": True, "cleo": True}

    async def after(one: Floor) -> None:
        number = one.owner.state.round.number
        name = legal.stakes_open(one.owner.state, 1)[0].name
        again = await asyncio.gather(
            one.ask("ben", do.Bet(seat=2, wagers={name: 1}, round=number), "b-ben"),
            one.ask("cleo", do.Bet(seat=1, wagers={name: 10_00}, round=number), "b-cleo"),
        )
        assert again == kept[1:]

    play(tmp_path, before)
    play(tmp_path, after)


def test_failed_group_is_retried_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Floor) -> None:
        lookers = await seated(one)
        entries = one.committer.tally.entries
        commit = one.committer.commit
        tried: list[int] = []

        async def against_many(batch: Batch) -> Committed:
            tried.append(len(batch.answers))
            if len(batch.answers) > 1:
                raise Refused("stale_reading", "another table was paid meanwhile")
            return await commit(batch)

        monkeypatch.setattr(one.committer, "commit", against_many)
        told = await bets(one)
        assert [answer["type"] for answer in told] == ["done"] * 3
        assert tried == [3, 1, 1, 1]
        assert one.committer.tally.entries == entries + 3
        assert [len(frame["entries"]) for frame in lookers["ada"].all("frame")[-3:]] == [1, 1, 1]

    play(tmp_path, scene)


def test_store_failure_sends_only_the_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Floor) -> None:
        lookers = await seated(one)
        await bets(one)
        await one.ready("ada")
        frames = [len(looker.all("frame")) for looker in lookers.values()]

        async def down(batch: Batch) -> Committed:
            raise StoreDown("a full disk")

        with monkeypatch.context() as patch:
            patch.setattr(one.committer, "commit", down)
            told = await asyncio.gather(one.ready("ben"), one.ready("cleo"))
            assert [answer["code"] for answer in told] == ["house_paused"] * 2
        assert frames == [len(looker.all("frame")) for looker in lookers.values()]
        assert one.owner.ready == {"ada"} and one.owner.state.round.phase == BETTING
        told = await asyncio.gather(one.ready("ben"), one.ready("cleo"))
        assert [answer["type"] for answer in told] == ["done"] * 2
        assert one.owner.state.round.phase != BETTING

    play(tmp_path, scene)


def test_failed_single_request_keeps_player_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The actor rewinds after a failed single request as after a group, so the player stays ready."""

    async def scene(one: Floor) -> None:
        await seated(one)
        await bets(one)
        await one.ready("ada")

        async def down(batch: Batch) -> Committed:
            raise StoreDown("a full disk")

        with monkeypatch.context() as patch:
            patch.setattr(one.committer, "commit", down)
            assert (await one.bet("ada", 1))["code"] == "house_paused"
        assert one.owner.ready == {"ada"}

    play(tmp_path, scene)


def test_failed_group_keeps_numbers_for_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Floor) -> None:
        await seated(one)
        await bets(one)
        number = one.owner.state.round.number
        commit, tried = one.committer.commit, 0

        async def once(batch: Batch) -> Committed:
            nonlocal tried
            tried += 1
            if tried == 1:
                raise Refused("stale_reading", "another table was paid meanwhile")
            return await commit(batch)

        monkeypatch.setattr(one.committer, "commit", once)
        told = await asyncio.gather(
            *(
                one.ask(person, Ready(number, next=f"{seat}" * 64), f"ready-{number}")
                for person, seat in list(PEOPLE.items())[:2]
            )
        )
        assert [answer["type"] for answer in told] == ["done"] * 2
        assert tried == 3  # the actor tries the group first, and then each request
        proof = one.owner.state.round.proof
        assert proof is not None and proof.fixed == {"ada": "1" * 64, "ben": "2" * 64}

    play(tmp_path, scene)


def test_next_round_and_cage_transfers_are_not_grouped(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        looker = await one.seat("ada", 1)
        await one.bet("ada", 1)
        await one.ready("ada")
        number = one.owner.state.round.number
        wagers = dict.fromkeys(one.owner.state.bets.wagers[1], 1000)
        while one.owner.state.round.number == number:
            answer = one.question()
            assert answer is not None
            told = await asyncio.gather(
                one.ask("ada", answer),
                one.ask("ada", do.Bet(seat=1, wagers=wagers, round=number + 1)),
                one.ask("ada", Ready(number + 1), f"ready-{number + 1}"),
                one.ask("ada", Chips("x", 10_00)),
            )
        assert [answer["type"] for answer in told] == ["done"] * 4
        assert one.owner.state.round.phase != BETTING and one.owner.state.round.number == number + 1
        assert looker.last("ready_seats")["round"] == number + 1
        await one.finish()
        assert (await one.ask("ada", CashOutRequest("x")))["type"] == "done"

    play(tmp_path, scene)
