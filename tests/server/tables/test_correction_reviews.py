"""Test that corrections and voids above the casino's threshold need a second person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.casino.administration.review_commands import ApproveReview, CorrectionLine, DeclineReview
from croupier.casino.administration.shift_commands import TellSurveillance, WitnessPayout
from croupier.casino.administration.state import HouseTable
from croupier.casino.cage.commands import Money
from croupier.errors import Refused
from croupier.rulebook import games
from croupier.rulebook.registry import read
from croupier.server.tables.correction_reviews import with_description
from croupier.server.tables.decision_engine import DESK
from croupier.server.tables.floor_summary import alerts_of
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from tests.helpers.pit import bets_down
from tests.server.helpers.cards import Pack
from tests.server.helpers.desks import BY, FOUND, approved, opened
from tests.server.helpers.floor import NOW, Floor, floor
from tests.server.helpers.live import Staff
from tests.server.tables.test_live import shuffled
from tests.server.tables.test_payouts import TABLE, Stacked, post

TEXT = read("uth", "example.toml")  # its maximum bet is $100


@asynccontextmanager
async def live_table(
    tmp_path: Path, pack: Pack | None = None, money: Money = "play"
) -> AsyncIterator[tuple[Floor, Staff]]:
    address = f"sqlite:///{tmp_path}/h.sqlite"
    async with (
        asyncio.timeout(60),
        floor(address, "uth", money=money, dealing="live", cards="named", submission=TEXT) as one,
    ):
        await post(one, FOUND, *approved(TEXT), opened(TABLE, money=money, dealing="live"))
        staff = Staff(one, pack or Pack(shuffled("uth")))
        await staff.sit(1, cents=5_000_00)
        await staff.until("bet")
        yield one, staff


def kept(one: Floor) -> HouseTable:
    table = one.owner.configuration
    assert table is not None
    return table


async def ask(one: Floor, command: TableCommand, person: str = "flo", role: str = "floor") -> dict[str, Any]:
    """Send a command as a staff page does. If a second person is needed, the server first asks for them."""
    asked = one.owner.review_request(command, f"{role}:{person}")
    if asked is not None:
        await post(one, msgspec.structs.replace(asked, at=NOW))
    return await one.ask(person, command, role=role)


async def play_round(staff: Staff, dollars: int) -> None:
    await staff.bet(1, ante=dollars * 100, blind=dollars * 100)
    number = staff.one.owner.state.round.number
    while staff.one.owner.state.round.number == number:
        if not await staff.act():
            await staff.answer("4x" if "4x" in str(staff.due) else "")


def correction(one: Floor, dollars: int, **more: Any) -> do.CorrectSettlement:
    """Correct the last round's Ante to a loss, a push or a win of the stake."""
    was = next(each for each in one.owner.state.previous if each.wager == "ante")
    returned = {-1: 0, 0: was.staked, 1: 2 * was.staked}[dollars]
    number = one.owner.state.round.number - 1
    reason = more.pop("reason", "the dealer misread the board")
    return do.CorrectSettlement(round=number, seat=1, wager="ante", returned=returned, reason=reason, **more)


def other_result(one: Floor) -> int:
    """Return the result that differs most from the Ante's actual result: a loss after a win, otherwise a
    win.
    """
    was = next(each for each in one.owner.state.previous if each.wager == "ante")
    return -1 if was.returned > was.staked else 1


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_correction_above_maximum_bet_needs_a_pit_manager(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 100)
            wrong = correction(one, other_result(one))
            purse = one.owner.state.seating.purses.copy()
            told = await ask(one, wrong)
            assert (told["code"], told["clauses"]) == ("needs_second_person", ["COMAR 36.03.10.10E(2)"])
            assert "pit manager" in told["remedy"] and one.owner.state.seating.purses == purse
            review = kept(one).review
            assert review is not None and review.is_pending and review.reason == wrong.reason
            (line,) = review.lines
            assert (line.seat, line.wager, line.will) == (1, "ante", wrong.returned)
            assert abs(line.moves) == review.cents > review.threshold == 100_00
            assert line.was == line.rules and line.hand and len(line.cards) == 2
            assert "not what the rules pay" in review.departs
            for person in ("flo", "dina"):
                with pytest.raises(Refused):
                    await post(one, ApproveReview(table=TABLE, review=review.number, by=BY[person]))
            await post(one, ApproveReview(table=TABLE, review=review.number, by=BY["pit"], at=NOW))
            assert (await ask(one, wrong))["type"] == "done"
            assert kept(one).review is None  # the confirmation is used up
            again = correction(one, other_result(one))
            assert (await ask(one, again))["code"] == "needs_second_person"

    asyncio.run(scene())


def test_small_correction_needs_one_person(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 10)
            assert (await ask(one, correction(one, other_result(one))))["type"] == "done"

    asyncio.run(scene())


def test_a_confirmation_is_valid_for_exactly_one_correction(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 100)
            wrong = correction(one, other_result(one))
            await ask(one, wrong)
            number = kept(one).review.number  # type: ignore[union-attr]
            await post(one, ApproveReview(table=TABLE, review=number, by=BY["pit"]))
            for other in (
                correction(one, other_result(one), reason="another reason"),
                msgspec.structs.replace(wrong, wager="blind", returned=0),
            ):
                told = await one.ask("flo", other, role="floor")
                assert told["code"] in ("needs_second_person", "nothing_wrong", "bad_amount")
            # a different floorperson cannot use it
            assert (await one.ask("fay", wrong, role="floor"))["code"] == "needs_second_person"
            assert (await one.ask("flo", wrong, role="floor"))["type"] == "done"

    asyncio.run(scene())


def test_declined_correction_stays_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 100)
            wrong = correction(one, other_result(one))
            await ask(one, wrong)
            number = kept(one).review.number  # type: ignore[union-attr]
            await post(one, DeclineReview(table=TABLE, review=number, reason="the hand lost", by=BY["pit"]))
            told = await ask(one, wrong)
            assert told["code"] == "review_declined" and "the hand lost" in told["message"]
            with pytest.raises(Refused, match="declined"):
                await post(one, ApproveReview(table=TABLE, review=number, by=BY["pit"]))

    asyncio.run(scene())


def test_pit_manager_needs_another_person_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 100)
            wrong = correction(one, other_result(one))
            assert (await ask(one, wrong, "pit", "pit_manager"))["code"] == "needs_second_person"
            number = kept(one).review.number  # type: ignore[union-attr]
            with pytest.raises(Refused) as own:
                await post(one, ApproveReview(table=TABLE, review=number, by=BY["pit"]))
            assert own.value.code == "own_review"
            await post(one, ApproveReview(table=TABLE, review=number, by=BY["flo"]))
            assert (await ask(one, wrong, "pit", "pit_manager"))["type"] == "done"

    asyncio.run(scene())


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_corrections_below_the_threshold_add_up(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 40)
            assert (await ask(one, correction(one, other_result(one))))["type"] == "done"
            again = correction(one, other_result(one), reason="it was right")
            told = await ask(one, again)
            assert (told["code"], told["clauses"]) == ("needs_second_person", ["COMAR 36.03.10.10E(2)"])
            assert "at this seat in this round" in told["message"]
            review = kept(one).review
            assert review is not None and (review.sum_of, review.earlier) == ("round", review.cents)
            kinds = [alert.kind for alert in one.committer.state(DESK).alerts.values()]
            assert kinds == ["correction", "structuring"]
            other = await ask(
                one, msgspec.structs.replace(again, reason="another person"), "pit", "pit_manager"
            )
            assert other["code"] == "needs_second_person"  # the seat's sum includes corrections by everyone

    asyncio.run(scene())


def test_two_corrections_in_one_batch_add_up(tmp_path: Path) -> None:
    """Two simultaneous messages are both decided before either is stored. The second is still refused."""

    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 40)
            first, second = other_result(one), -other_result(one)
            told = await asyncio.gather(
                one.ask("flo", correction(one, first), role="floor"),
                one.ask("pit", correction(one, second, reason="it was right"), role="pit_manager"),
            )
            assert [each.get("code", "done") for each in told] == ["done", "needs_second_person"]

    asyncio.run(scene())


def test_void_of_a_full_table_counts_the_amount_of_its_largest_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            for seat in (2, 3):
                await staff.sit(seat, cents=5_000_00)
            report = do.ReportWrongNumber(place="seat1", cards=3)
            for code in ("", "needs_second_person"):  # the second void of the day by the same dealer
                await staff.until("bet")
                for seat in (1, 2, 3):
                    await staff.bet(seat, ante=30_00, blind=30_00)
                await staff.until("ask")
                assert (await ask(one, report, "dina", "dealer")).get("code", "") == code
            review = kept(one).review
            assert review is not None and len(review.lines) == 6
            assert (review.sum_of, review.earlier, review.cents) == ("day", 60_00, 180_00)

    asyncio.run(scene())


@pytest.mark.parametrize("who", ["dealer", "floor"])
def test_void_above_maximum_bet_needs_a_second_person(tmp_path: Path, who: str) -> None:
    """This includes a void that chapter 13 requires, because a person's report triggers it."""
    person = {"dealer": "dina", "floor": "flo"}[who]
    second = {"dealer": BY["flo"], "floor": BY["pit"]}[who]

    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await staff.bet(1, ante=100_00, blind=100_00)
            await staff.until("ask")
            report = do.ReportWrongNumber(place="seat1", cards=3)
            told = await ask(one, report, person, who)
            assert told["code"] == "needs_second_person" and one.owner.state.round.void is None
            review = kept(one).review
            assert review is not None and review.cents == 200_00 and review.departs == ""
            assert [(line.wager, line.was, line.will) for line in review.lines] == [
                ("ante", None, 100_00),
                ("blind", None, 100_00),
            ]
            alerts = alerts_of(one.committer.state(DESK), kept(one), one.owner, NOW, 1)
            (alert,) = [each for each in alerts if each.kind == "review"]
            assert alert.yours and "$200" in alert.words
            await post(one, ApproveReview(table=TABLE, review=review.number, by=second))
            assert (await ask(one, report, person, who))["type"] == "done"
            assert one.owner.state.round.void is not None

    asyncio.run(scene())


def test_ruling_to_play_on_needs_one_person(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await staff.bet(1, ante=100_00, blind=100_00)
            await staff.until("ask")
            assert (await ask(one, do.ReportOther(matter="other", detail="a drink"), "dina", "dealer"))[
                "type"
            ] == "done"
            void = do.RuleOnIncident(outcome="void", reason="the cards are wet")
            assert (await ask(one, void))["code"] == "needs_second_person"
            on = do.RuleOnIncident(outcome="play_on", reason="the cards are dry")
            assert (await ask(one, on))["type"] == "done"

    asyncio.run(scene())


def test_forfeit_and_corrected_decision_count_their_stakes(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await staff.bet(1, ante=100_00, blind=100_00)
            await staff.until("ask")
            gone = do.DeclareAbandoned(seat=1, reason="the player left")
            assert (await ask(one, gone))["code"] == "needs_second_person"
            assert kept(one).review.cents == 200_00  # type: ignore[union-attr]
            question = one.owner.state.phase.name  # type: ignore[union-attr]
            await staff.answer("4x")
            number = one.owner.state.round.number
            right = do.CorrectDecision(
                seat=1, choice="check", round=number, question=question, reason="said check"
            )
            assert (await ask(one, right))["code"] == "needs_second_person"
            (line,) = kept(one).review.lines  # type: ignore[union-attr]
            assert (line.wager, line.moves) == ("play", 400_00)

    asyncio.run(scene())


def test_corrected_card_name_counts_the_money_that_it_moves(tmp_path: Path) -> None:
    """The rules determine the payment, but a person's naming triggers it, so a second person must confirm
    it.
    """

    async def scene() -> None:
        async with live_table(tmp_path, Stacked(shuffled("uth"))) as (one, staff):
            await staff.bet(1, ante=100_00, blind=100_00)
            await staff.until("ask")
            await staff.answer("4x")
            await staff.until("settle")
            number = one.owner.state.round.number
            await post(one, TellSurveillance(table=TABLE, round=number, seat=1, by=BY["flo"]))
            await post(one, WitnessPayout(table=TABLE, round=number, seat=1, by=BY["pit"]))
            await staff.until("rack")
            free = next(card for card in staff.pack.deck)
            named = do.CorrectNaming(place="seat1", index=0, card=free, reason="it was not the ace")
            assert (await ask(one, named))["code"] == "needs_second_person"
            review = kept(one).review
            assert review is not None and review.cents >= 50_000_00
            assert {line.wager for line in review.lines} >= {"blind"} and review.departs == ""

    asyncio.run(scene())


@pytest.mark.parametrize("game", games())
def test_amount_by_the_rules_equals_the_payment_until_someone_corrects_it(game: str) -> None:
    """The amount by the rules, shown with a correction, is the table's own settlement, even after the
    round.
    """
    for seed in range(4):
        deck = shuffled(game, seed)
        pit = bets_down(game, deck=" ".join(deck()))
        pit.do(do.CloseBetting())
        pit.run()
        state = pit.state
        assert state.previous
        for was in state.previous:
            line = CorrectionLine(round=state.round.number - 1, seat=was.seat, wager=was.wager, moves=1)
            found = with_description(state, line)
            assert found.rules in (was.returned, None), was
            if found.hand:
                assert found.rules == was.returned, was


def test_training_table_needs_no_second_person(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 100)
            table = msgspec.structs.replace(kept(one), trainee="dina")
            one.owner._engine._configuration = lambda: table
            assert (await one.ask("flo", correction(one, other_result(one)), role="floor"))["type"] == "done"

    asyncio.run(scene())


def test_preview_says_that_a_correction_departs_from_the_rules(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await play_round(staff, 100)
            wrong = correction(one, other_result(one))
            tried = msgspec.json.decode(one.owner.try_out(BY["flo"], wrong, "t1"))
            assert tried["departs"].startswith("This is not what the rules pay.")
            assert tried["review"]["state"] == "needed" and tried["review"]["who"] == "pit_manager"

    asyncio.run(scene())
