"""Test that a table raises an alert for surveillance in the same transaction as the act that causes it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from croupier.casino.administration.alert_commands import HouseAlert, NoteMisread
from croupier.casino.administration.shift_commands import TellSurveillance, WitnessPayout
from croupier.server.tables.decision_engine import DESK
from croupier.table import commands as do
from tests.server.helpers.desks import BY, approved, desk, document, opened
from tests.server.helpers.floor import Floor, floor
from tests.server.tables.test_correction_reviews import TEXT, correction, live_table, other_result, play_round
from tests.server.tables.test_live import shuffled
from tests.server.tables.test_payouts import TABLE, Stacked, post


def alerts(one: Floor) -> list[HouseAlert]:
    return list(one.committer.state(DESK).alerts.values())


def test_correction_and_void_raise_an_alert(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 10)
            assert alerts(one) == []
            assert (await one.ask("flo", correction(one, other_result(one)), role="floor"))["type"] == "done"
            (corrected,) = alerts(one)
            assert (corrected.kind, corrected.round, corrected.seat) == ("correction", 1, 1)
            assert (corrected.who, corrected.table) == (BY["flo"], TABLE)
            await staff.until("bet")
            await staff.bet(1)
            await staff.until("ask")
            report = do.ReportWrongNumber(place="seat1", cards=3)
            assert (await staff.do(report))["type"] == "done"
            assert [one.kind for one in alerts(one)] == ["correction", "void"]

    asyncio.run(scene())


def test_a_manual_override_raises_an_alert_but_a_timeout_does_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await staff.bet(1)
            await staff.until("ask")
            assert (await staff.do(do.ActFor(seat=1, reason="asleep"), role="floor"))["type"] == "done"
            (found,) = alerts(one)
            assert (found.kind, found.words) == ("override", "Act for a player: asleep")

    asyncio.run(scene())


def test_refused_act_raises_no_alert(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 100)
            told = await one.ask("flo", correction(one, other_result(one)), role="floor")
            assert told["code"] == "needs_second_person" and alerts(one) == []

    asyncio.run(scene())


def test_large_payout_raises_an_alert(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path, Stacked(shuffled("uth"))) as (one, staff):
            await staff.bet(1, ante=100_00, blind=100_00)
            await staff.until("ask")
            await staff.answer("4x")
            await staff.until("settle")
            number = one.owner.state.round.number
            await post(one, TellSurveillance(table=TABLE, round=number, seat=1, by=BY["flo"]))
            await post(one, WitnessPayout(table=TABLE, round=number, seat=1, by=BY["pit"]))
            assert (await staff.do(do.SettleSeat(seat=1)))["type"] == "done"
            (found,) = alerts(one)
            assert (found.kind, found.seat) == ("payout", 1) and found.cents >= 25_000_00
            assert found.clauses == ("COMAR 36.05.03.23",)

    asyncio.run(scene())


def misread_corrections(one: Floor, count: int) -> list[do.CorrectNaming]:
    """Return corrections of the same board card, each with another name."""
    state = one.owner.state
    known = {card for _, cards in state.layout.rack for card in cards}
    free = [card for card in state.game.deck.order if card not in known][:count]
    return [do.CorrectNaming(place="board", index=0, card=card, reason="misread") for card in free]


def test_repeated_misreads_raise_an_alert(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 5)
            for right in misread_corrections(one, 3):
                told = await one.ask("flo", right, role="floor")
                assert told["type"] == "done", told
            assert [found.kind for found in alerts(one) if found.kind == "misread"] == ["misread"]

    asyncio.run(scene())


def test_misreads_count_across_a_restart(tmp_path: Path) -> None:
    """The count of misread cards comes from stored entries, so a restart does not reset it."""

    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 5)
            *before, after = misread_corrections(one, 3)
            for right in before:
                assert (await one.ask("flo", right, role="floor"))["type"] == "done"
            assert {found.kind for found in alerts(one)} == {"correction"}
        again = floor(f"sqlite:///{tmp_path}/h.sqlite", "uth", dealing="live", cards="named", submission=TEXT)
        async with again as one:
            assert (await one.ask("flo", after, role="floor"))["type"] == "done"
            assert [found.kind for found in alerts(one) if found.kind == "misread"] == ["misread"]

    asyncio.run(scene())


def test_three_misreads_in_more_than_ten_rounds_are_single_corrections() -> None:
    state = desk(*approved(document()), opened("t1"))
    for number in (1, 5, 11, 13):
        note = NoteMisread(table="t1", words="Card 1 corrected", round=number, who=BY["flo"], by="table:t1")
        state = desk(note, state=state)
    assert [found.kind for found in state.alerts.values()] == ["correction"] * 3 + ["misread"]
    assert state.alerts["4"].words == "3 wrong entries within 10 rounds. Card 1 corrected"
