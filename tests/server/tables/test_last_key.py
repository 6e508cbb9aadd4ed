"""Test who may correct the last entry at a live table, and what surveillance learns of it (N-35)."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import msgspec

from croupier.casino.administration.alerts import own_corrections
from croupier.server.tables.decision_engine import DESK
from croupier.table import commands as do
from croupier.table.codec import decode_command
from croupier.table.commands import TableCommand
from tests.server.helpers.desks import BY
from tests.server.helpers.floor import Floor
from tests.server.helpers.live import DINA, Staff
from tests.server.tables.test_correction_reviews import live_table
from tests.server.tables.test_recorded_alerts import alerts

LINE, ANOTHER = 7, 8
FIVE = {"ante": 5_00, "blind": 5_00}


async def send(
    one: Floor, command: TableCommand, connection: int = LINE, person: str = DINA, role: str = "dealer"
) -> dict[str, Any]:
    by = f"{role}:{person}"
    reply = await one.owner.ask(person, person.title(), by, command, secrets.token_hex(8), None, connection)
    answer: dict[str, Any] = msgspec.json.decode(reply)
    return answer


def bets(one: Floor, **cents: int) -> do.Bet:
    return do.Bet(seat=1, wagers=cents, round=one.owner.state.round.number)


def right_bets(one: Floor, **cents: int) -> do.CorrectKeying:
    return do.CorrectKeying(seat=1, wagers=cents, round=one.owner.state.round.number)


def test_the_dealer_corrects_a_bet_once_and_surveillance_sees_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, _):
            assert (await send(one, bets(one, ante=50_00, blind=50_00)))["type"] == "done"
            purse = sum(one.owner.state.seating.purses.values())
            assert (await send(one, right_bets(one, ante=5_00, blind=5_00)))["type"] == "done"
            assert one.owner.state.bets.wagers[1] == {"ante": 5_00, "blind": 5_00}
            assert sum(one.owner.state.seating.purses.values()) == purse + 90_00
            told = alerts(one)
            assert {(found.kind, found.who) for found in told} == {("correction", BY[DINA])}
            assert "entered wrongly, removed by" in told[0].words
            again = await send(one, right_bets(one))
            assert (again["code"], again["readings"]) == ("not_last_key", ["N-35"])

    asyncio.run(scene())


def test_another_connection_may_not_correct_an_entry(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, _):
            await send(one, bets(one, ante=5_00, blind=5_00))
            for line in (ANOTHER, 0):
                assert (await send(one, right_bets(one), line))["code"] == "not_last_key"
            assert (await send(one, right_bets(one), LINE, "dora"))["code"] == "not_last_key"
            assert (await send(one, right_bets(one)))["type"] == "done"

    asyncio.run(scene())


def test_a_floorpersons_act_in_between_ends_the_correction(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await send(one, bets(one, ante=5_00, blind=5_00))
            lost = do.LoseLink(reason="cable")
            answer = await send(one, lost, 9, "flo", "floor")
            assert answer["type"] == "done", answer
            assert (await send(one, right_bets(one)))["code"] == "not_last_key"
            assert staff.due["act"] == "close"

    asyncio.run(scene())


def test_another_dealers_entry_in_between_ends_the_correction(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, _):
            await send(one, bets(one, ante=5_00, blind=5_00))
            await send(one, do.SitDown(seat=2, player="x"), ANOTHER, "dora")
            assert (await send(one, right_bets(one)))["code"] == "not_last_key"

    asyncio.run(scene())


def test_a_refused_act_does_not_end_the_correction(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, _):
            await send(one, bets(one, ante=5_00, blind=5_00))
            assert (await send(one, do.RackStub()))["type"] == "refused"
            assert (await send(one, right_bets(one)))["type"] == "done"

    asyncio.run(scene())


def test_a_correction_is_about_the_entry(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await staff.sit(2)
            await send(one, bets(one, ante=5_00, blind=5_00))
            number = one.owner.state.round.number
            for other in (
                do.CorrectKeying(seat=2, wagers={}, round=number),
                do.CorrectKeying(seat=1, question="before the Flop", choice="4x", round=number),
                do.CorrectKeying(
                    cards=(do.CardName("board", 0, one.owner.state.game.deck.order[0]),), round=number
                ),
            ):
                assert (await send(one, other))["code"] == "not_last_key"

    asyncio.run(scene())


async def decide(one: Floor, choice: str) -> dict[str, Any]:
    state = one.owner.state
    assert state.phase is not None
    return await send(
        one,
        do.Decide(seat=1, choice=choice, round=state.round.number, question=state.phase.name),  # type: ignore[union-attr]
    )


async def asked(one: Floor, staff: Staff, cents: int) -> str:
    """Play until the first question, and return it."""
    await send(one, bets(one, ante=cents, blind=cents))
    await staff.until("ask")
    phase = one.owner.state.phase
    assert phase is not None
    return str(phase.name)  # type: ignore[union-attr]


def test_a_decision_is_corrected_and_a_large_one_needs_a_second_person(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            question = await asked(one, staff, 5_00)
            number = one.owner.state.round.number
            right = do.CorrectKeying(seat=1, question=question, choice="4x", round=number)
            assert (await decide(one, "check"))["type"] == "done"
            assert (await send(one, right))["type"] == "done"
            assert one.owner.state.bets.wagers[1]["play"] == 20_00
            assert [(found.kind, found.who) for found in alerts(one)] == [("correction", BY[DINA])]
            await staff.until("bet")
            question = await asked(one, staff, 100_00)  # the table's maximum is $100
            large = msgspec.structs.replace(right, question=question, round=number + 1)
            assert (await decide(one, "check"))["type"] == "done"
            assert (await send(one, large))["code"] == "needs_second_person"

    asyncio.run(scene())


def test_three_renamed_cards_within_ten_rounds_raise_the_alert_of_misreads(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            for _ in range(3):
                await asked(one, staff, 5_00)
                await decide(one, "check")
                command = staff.command()
                while not any((command or {}).get("cards", ())):  # burn cards have no names
                    assert await staff.act()
                    command = staff.command()
                assert command is not None
                command.pop("by", None)
                real, *others = command["cards"]
                misread = {**command, "cards": [staff.pack.deck[-1], *others]}
                told = await send(one, decode_command(msgspec.json.encode(misread)))
                assert told["type"] == "done", told
                right = do.CorrectKeying(
                    cards=(do.CardName("board", 0, real),), round=one.owner.state.round.number
                )
                assert (await send(one, right))["type"] == "done"
                await staff.until("bet")
            kinds = [found.kind for found in alerts(one)]
            assert kinds == ["correction", "correction", "misread"]
            assert {found.who for found in alerts(one)} == {BY[DINA]}

    asyncio.run(scene())


def test_own_corrections_of_bets_and_decisions_are_counted_for_the_dealer(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            for number in (1, 2):
                await send(one, bets(one, ante=50_00, blind=50_00))
                assert (await send(one, right_bets(one, **({} if number == 1 else FIVE))))["type"] == "done"
            await staff.until("ask")
            seat = one.owner.state.round.order[0]
            question = staff.due["question"]
            round_ = one.owner.state.round.number
            await send(one, do.Decide(seat=seat, question=question, choice="check", round=round_))
            right = do.CorrectKeying(seat=seat, question=question, choice="4x", round=round_)
            assert (await send(one, right))["type"] == "done"
            told = alerts(one)
            assert [found.kind for found in told] == ["correction", "correction", "misread"]
            assert [found.words[-10:] for found in told] == ["s today: 1", "s today: 2", "s today: 3"]
            assert told[2].words.startswith("3 wrong entries within 10 rounds. ")
            desk = one.committer.state(DESK)
            (counted,) = desk.own_corrections.items()
            dealer, record = counted
            assert (dealer, record.count) == (DINA, 3)
            assert own_corrections(desk, DINA, record.day) == 3
            assert own_corrections(desk, DINA, record.day + 1) == 0

    asyncio.run(scene())
