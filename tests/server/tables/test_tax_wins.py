"""Test that reportable wins wait for their form: at the table if a dealer pays, otherwise at the cage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.casino.administration import commands as desk_do
from croupier.casino.administration import hand_pay_commands as pay
from croupier.casino.administration import shift_commands as shift
from croupier.casino.administration.hand_pay_commands import HandPay
from croupier.casino.administration.hand_pays import held_back
from croupier.casino.cage import tray_commands as chips
from croupier.casino.gaming_day.calendar import date_of, gaming_day_of
from croupier.casino.gaming_day.document import document
from croupier.casino.tax import terms_of
from croupier.rulebook.registry import read
from croupier.server.tables.decision_engine import CAGE, DESK
from croupier.server.tables.settings import Controls
from croupier.server.tables.tax_wins import TaxDesk, wins_by_seat
from croupier.store import audit as store_audit
from croupier.store.batches import Batch, Post
from croupier.store.day_reader import read_day_books
from croupier.table import commands as do
from croupier.table import events as ev
from tests.server.helpers.desks import BY, FOUND, approved, desk, opened
from tests.server.helpers.floor import NOW, Floor, floor
from tests.server.helpers.live import Staff
from tests.server.tables.test_correction_reviews import correction
from tests.server.tables.test_live import shuffled
from tests.server.tables.test_payouts import TABLE, Stacked, post, purse

TEXT = read("uth", "example.toml")


@asynccontextmanager
async def real_table(tmp_path: Path, money: str = "real") -> AsyncIterator[tuple[Floor, Staff]]:
    """Open a live table where seat 1 will win with a royal flush."""
    address, controls = f"sqlite:///{tmp_path}/h.sqlite", Controls(correction=10**9)
    async with (
        asyncio.timeout(60),
        floor(
            address,
            "uth",
            dealing="live",
            cards="named",
            submission=TEXT,
            money=money,  # type: ignore[arg-type]
            controls=controls,
        ) as one,
    ):
        await post(one, FOUND, *approved(TEXT), opened(TABLE, money=money, dealing="live"))
        staff = Staff(one, Stacked(shuffled("uth")))
        await staff.sit(1, cents=5_000_00)
        if money == "real":
            await made_ready(one)
        await staff.until("bet")
        yield one, staff


async def made_ready(one: Floor) -> None:
    """Count the tray, inspect the devices and supervise the table, so that it may deal."""
    day = NOW // 86_400
    count = chips.CountTray(id="k1", table=TABLE, what="opener", chips={"10000": 50_000}, by=BY["dina"])
    for command in (count, chips.VerifyCount(slip=1, by=BY["flo"])):
        await one.committer.commit(Batch(posts=(Post(CAGE, command),)))
    await post(
        one,
        desk_do.NoteInspection(table=TABLE, day=day, by=BY["flo"]),
        shift.TakeTables(tables=(TABLE,), by=BY["flo"]),
    )


def forms(one: Floor) -> list[HandPay]:
    return [*one.committer.state(DESK).hand_pays.values()]


async def to_settle(staff: Staff, dollars: int, **more: int) -> None:
    await staff.bet(1, ante=dollars * 100, blind=dollars * 100, **more)
    await staff.until("ask")
    await staff.answer("4x")
    await staff.until("settle")


async def completed(one: Floor, number: int = 1) -> None:
    filed = pay.IdentifyWinner(hand_pay=number, record="1" * 32, digest="0" * 64, numbered=True, by=BY["flo"])
    await post(one, filed, pay.SignHandPay(hand_pay=number, by=BY["flo"]))


@pytest.mark.clause("IRC 6041")
def test_win_that_is_due_raises_a_hand_pay_and_waits_for_the_form(tmp_path: Path) -> None:
    async def scene() -> None:
        async with real_table(tmp_path) as (one, staff):
            await to_settle(staff, 10)
            (form,) = forms(one)
            assert (form.seat, form.status, form.settled, form.year) == (1, "open", False, 2027)
            assert [(line.wager, line.staked, line.won, line.withheld) for line in form.lines] == [
                ("blind", 10_00, 5_000_00, 0)
            ]
            before = purse(one)
            told = await staff.do(do.SettleSeat(seat=1))
            assert (told["code"], told["clauses"]) == ("needs_form", ["IRC 6041"])
            assert "Hand pays" in told["remedy"] and purse(one) == before
            await completed(one)
            assert (await staff.do(do.SettleSeat(seat=1)))["type"] == "done"
            (form,) = forms(one)
            assert (form.status, form.payer) == ("paid", BY["dina"]) and purse(one) > before
            kinds = [alert.kind for alert in one.committer.state(DESK).alerts.values()]
            assert kinds.count("hand_pay") == 1

    asyncio.run(scene())


def cage_accounts(one: Floor) -> dict[str, int]:
    """Return the withheld tax, the tray's fills and counts, and the table's chips by the cage's books."""
    state = one.committer.state(CAGE)
    return {
        "tax": state.tax_withheld,
        "tray": state.trays.held[TABLE],
        "table": state.tables[TABLE].cents,
        "vault": state.trays.vault.get("real", 0),
    }


async def paid_with_tax(one: Floor, staff: Staff) -> int:
    """Pay a win of $10,000, and return the round."""
    await to_settle(staff, 20)
    before = purse(one)
    accounts = cage_accounts(one)
    await completed(one)
    number = one.owner.state.round.number
    settled = await staff.do(do.SettleSeat(seat=1))
    assert settled["type"] == "done", settled
    (form,) = forms(one)
    assert (form.status, form.withheld, form.tray_tax, form.withholds) == ("paid", 2_400_00, 2_400_00, True)
    gross = 20_00 * 2 + 80_00 * 2 + 20_00 + 10_000_00  # ante, play, and blind at 500 to 1
    assert purse(one) - before == gross - 2_400_00
    now = cage_accounts(one)
    assert {name: now[name] - accounts[name] for name in now} == {
        "tax": 2_400_00,
        "tray": 2_400_00,
        "table": -2_400_00,
        "vault": -2_400_00,
    }
    return number


def correction_of(number: int, returned: int) -> do.CorrectSettlement:
    return do.CorrectSettlement(
        round=number, seat=1, wager="blind", returned=returned, reason="counted again"
    )


@pytest.mark.clause("IRC 3402(q)")
def test_winner_gets_the_win_without_the_tax_and_a_correction_gives_it_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with real_table(tmp_path) as (one, staff):
            start = cage_accounts(one)
            number = await paid_with_tax(one, staff)
            while one.owner.state.round.number == number:
                assert await staff.act()
            held, accounts = purse(one), cage_accounts(one)
            told = await one.ask("flo", correction_of(number, 0), role="floor")
            assert told["type"] == "done", told
            assert cage_accounts(one) == start
            assert purse(one) == held + 2_400_00 - 10_020_00
            assert one.committer.state(CAGE).taxes == {}
            told = await one.ask("flo", correction_of(number, 10_020_00), role="floor")
            assert told["type"] == "done", told
            assert [(form.status, form.settled) for form in forms(one)] == [("void", False), ("open", True)]
            assert cage_accounts(one) == start and purse(one) == held + 2_400_00
            await completed(one, 2)
            await post(one, pay.SignHandPay(hand_pay=2, by=BY["kim"]))
            player = one.owner.state.seating.seats[1]
            assert (await staff.do(do.CashOut(player=player)))["type"] == "done"
            assert cage_accounts(one)["tax"] == accounts["tax"] == 2_400_00
            assert one.committer.state(CAGE).outstanding == held

    asyncio.run(scene())


def test_everyone_sees_the_chips_without_the_tax_and_only_the_winner_and_the_staff_why(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        from tests.server.helpers.floor import RecordingViewer

        async with real_table(tmp_path) as (one, staff):
            player = one.owner.state.seating.seats[1]
            winner, stranger = (RecordingViewer(one.owner, person) for person in (player, ""))
            for viewer in (winner, stranger):
                one.owner.join(viewer, viewer.person, None)
            number = await paid_with_tax(one, staff)
            assert b'"tax":true' in b"".join(winner.raw)
            assert b'"tax":true' not in b"".join(stranger.raw)
            while one.owner.state.round.number == number:
                assert await staff.act()
            assert one.owner.broadcaster.public.watch.state.seating.purses[player] == purse(one)

    asyncio.run(scene())


def test_store_with_withheld_tax_audits_clean_and_its_day_foots(tmp_path: Path) -> None:
    async def scene() -> None:
        async with real_table(tmp_path) as (one, staff):
            await paid_with_tax(one, staff)

    asyncio.run(scene())
    from croupier.store.database import open_store

    with open_store(f"sqlite:///{tmp_path}/h.sqlite") as store:
        missing = ("text of submission", "identity data")  # this table has no administration service
        faults = [one for one in store_audit.audit(store).faults if not any(m in one.fault for m in missing)]
        assert faults == []
        books = read_day_books(store, gaming_day_of(date_of(NOW // 86_400), 0))
        assert [check for check in books.checks if not check.agrees] == []
        report = document(books)
        assert report["tax_withheld"] == 2_400_00
        (check,) = [check for check in books.checks if check.what == "tax withheld"]
        assert (check.one, check.other) == (2_400_00, 2_400_00)
        (tray,) = report["trays"]
        assert tray["tax"] == 2_400_00
        (player,) = books.tables[0].spans["day"].players.values()
        assert player.tax == 2_400_00


def test_dealer_enters_no_tax(tmp_path: Path) -> None:
    async def scene() -> None:
        async with real_table(tmp_path) as (one, staff):
            player, before = one.owner.state.seating.seats[1], cage_accounts(one)
            await staff.do(do.BuyIn(player=player, cents=100_00, tax=True))
            after = cage_accounts(one)
            assert (after["tax"], after["table"]) == (0, before["table"] + 100_00)  # a plain sale of chips
            await staff.do(do.CashOut(player=player, tax=50_00))
            assert cage_accounts(one)["tax"] == 0 and purse(one) == 0  # the player leaves with all chips

    asyncio.run(scene())


@pytest.mark.parametrize(("money", "dollars", "raised"), [("real", 20, 1), ("play", 20, 0)])
def test_only_real_money_raises_a_hand_pay(tmp_path: Path, money: str, dollars: int, raised: int) -> None:
    async def scene() -> None:
        async with real_table(tmp_path, money) as (one, staff):
            await to_settle(staff, dollars)
            assert len(forms(one)) == raised
            if raised:
                assert forms(one)[0].withheld == 2_400_00  # 24 percent of $10,000
            else:
                assert (await staff.do(do.SettleSeat(seat=1)))["type"] == "done"

    asyncio.run(scene())


def test_corrected_win_voids_its_form_and_chips_stay_until_the_new_form_is_done(tmp_path: Path) -> None:
    async def scene() -> None:
        async with real_table(tmp_path) as (one, staff):
            await to_settle(staff, 10)
            await completed(one)
            number = one.owner.state.round.number
            while one.owner.state.round.number == number:
                assert await staff.act()
            round_ = correction(one, -1).round

            async def corrected(returned: int) -> list[tuple[str, bool, int]]:
                command = do.CorrectSettlement(
                    round=round_, seat=1, wager="blind", returned=returned, reason="counted again"
                )
                told = await one.ask("flo", command, role="floor")
                assert told["type"] == "done", told
                return [(form.status, form.settled, form.lines[0].won) for form in forms(one)]

            toke = do.CashOut(player=one.owner.state.seating.seats[1], toke=5_00)
            # accepted, because the form of the paid win is complete
            assert (await staff.do(toke))["type"] == "done"
            assert await corrected(0) == [("void", False, 5_000_00)]
            assert forms(one)[0].reason == "the win was corrected"
            player = one.owner.state.seating.seats[1]
            assert await corrected(5_010_00) == [("void", False, 5_000_00), ("open", True, 5_000_00)]
            # refused, because a toke also takes chips off the table
            assert (await staff.do(toke))["code"] == "needs_form"
            assert (await staff.do(do.CashOut(player=player)))["code"] == "needs_form"
            assert (await corrected(0))[-1] == ("void", True, 5_000_00)
            assert (await staff.do(do.CashOut(player=player)))["type"] == "done"

    asyncio.run(scene())


def test_void_round_voids_its_form(tmp_path: Path) -> None:
    async def scene() -> None:
        async with real_table(tmp_path) as (one, staff):
            await to_settle(staff, 10)
            report = do.ReportWrongNumber(place="seat1", cards=3)
            told = await one.ask("flo", report, role="floor")
            assert told["type"] == "done", told
            (form,) = forms(one)
            assert (form.status, form.reason) == ("void", "the round is void")

    asyncio.run(scene())


def test_nothing_about_a_form_reaches_the_players(tmp_path: Path) -> None:
    async def scene() -> None:
        from tests.server.helpers.floor import RecordingViewer

        async with real_table(tmp_path) as (one, staff):
            player = one.owner.state.seating.seats[1]
            lookers = [RecordingViewer(one.owner, player), RecordingViewer(one.owner, "")]
            for looker in lookers:
                one.owner.join(looker, looker.person, None)
            await to_settle(staff, 10)
            await completed(one)
            assert (await staff.do(do.SettleSeat(seat=1)))["type"] == "done"
            sent = b"".join(raw for looker in lookers for raw in looker.raw)
            for words in (b"hand_pay", b"hand pay", b"Hand pay", b"IRC", b"withheld", b"taxpayer"):
                assert words not in sent

    asyncio.run(scene())


def test_store_with_a_form_audits_clean(tmp_path: Path) -> None:
    async def scene() -> None:
        async with real_table(tmp_path) as (_, staff):
            await to_settle(staff, 10)

    asyncio.run(scene())
    from croupier.store.database import open_store

    with open_store(f"sqlite:///{tmp_path}/h.sqlite") as store:
        found = store_audit.audit(store)
        # the test runs no administration service, so the texts of submissions are missing
        assert all("text of submission" in fault.fault for fault in found.faults), found.faults


def test_wins_count_by_wager_and_an_envy_bonus_by_itself() -> None:
    def settled(seat: int, wager: str, staked: int, returned: int) -> ev.WagerSettled:
        return ev.WagerSettled(
            audience=(),
            seat=seat,
            player=f"p{seat}",
            wager=wager,
            staked=staked,
            returned=returned,
            result="win",
        )

    events = [
        settled(1, "trips", 5_00, 1_999_99 + 5_00),
        settled(1, "blind", 5_00, 2_000_00 + 5_00),
        settled(1, "ante", 100_00, 200_00),
        settled(2, "progressive", 1_00, 12_500_00),
        ev.EnvyPaid(audience=(), seat=3, player="p3", holder=2, cents=2_000_00),
        ev.EnvyPaid(audience=(), seat=4, player="p4", holder=2, cents=1_999_99),
    ]
    found = wins_by_seat(events, terms_of(2026))
    assert {key: [line.wager for line in lines] for key, lines in found.items()} == {
        (1, "p1"): ["blind"],
        (2, "p2"): ["progressive"],
        (3, "p3"): ["envy 2"],
    }
    (progressive,) = found[2, "p2"]
    assert (progressive.won, progressive.withheld) == (12_499_00, 2_999_76)


def test_machine_raises_the_form_of_a_credited_win() -> None:
    """The cage holds back the amount of a reportable win at a machine until its form is complete."""
    state = desk(*approved(TEXT), opened("t1", money="real"))
    won = ev.WagerSettled(
        audience=(), seat=2, player="pat", wager="trips", staked=5_00, returned=6_005_00, result="win"
    )
    ended = ev.RoundEnded(audience=(), round=4)
    steps: Any = [
        SimpleNamespace(
            command=do.SettleSeat(seat=2, by="dealer:house"),
            events=(won, ended),
            state=SimpleNamespace(round=SimpleNamespace(number=5)),
        )
    ]
    (command,) = TaxDesk("t1", state, terms_of(2026), 900).settled(steps)
    assert isinstance(command, pay.RaiseHandPay)
    assert (command.round, command.seat, command.player, command.settled) == (4, 2, "pat", True)
    state = desk(command, state=state)
    assert [form.withheld for form in held_back(state, "pat")] == [1_440_00]
    assert held_back(state, "another") == []
    assert [*TaxDesk("t1", state, terms_of(2026), 900).settled(steps)] == []  # no second form


def step_of(*events: ev.TableEvent) -> Any:
    """Return a step in which a floorperson corrects round 4 during round 5."""
    return SimpleNamespace(
        command=do.CorrectSettlement(round=4, seat=2, wager="trips", returned=0, reason="x", by="floor:flo"),
        events=events,
        state=SimpleNamespace(round=SimpleNamespace(number=5)),
    )


def raised_form(*lines: pay.WinLine, settled: bool = True) -> pay.RaiseHandPay:
    return pay.RaiseHandPay(
        table="t1",
        round=4,
        seat=2,
        player="pat",
        lines=lines,
        year=2026,
        settled=settled,
        by="table:t1",
    )


def after(state: Any, *events: ev.TableEvent) -> Any:
    """Return the administration's state after a correction that produced these events."""
    return desk(*TaxDesk("t1", state, terms_of(2026), 900).settled([step_of(*events)]), state=state)


def open_forms(state: Any) -> list[tuple[int, list[tuple[str, int]]]]:
    forms = [form for form in state.hand_pays.values() if form.is_open]
    return [(form.number, [(line.wager, line.won) for line in form.lines]) for form in forms]


TRIPS = pay.WinLine("trips", 5_00, 2_000_00, 0, 480_00)
BLIND = pay.WinLine("blind", 5_00, 2_500_00, 0, 600_00)
CORRECTED: dict[str, Any] = {
    "audience": (),
    "round": 4,
    "seat": 2,
    "player": "pat",
    "by": "floor:flo",
    "reason": "x",
}


def test_correction_of_one_win_keeps_a_form_for_the_other_wins() -> None:
    state = desk(*approved(TEXT), opened("t1", money="real"), raised_form(TRIPS, BLIND))
    state = after(state, ev.SettlementReversed(wager="trips", cents=2_005_00, **CORRECTED))
    assert open_forms(state) == [(2, [("blind", 2_500_00)])]


def test_win_corrected_to_another_reported_amount_has_a_new_form() -> None:
    state = desk(*approved(TEXT), opened("t1", money="real"), raised_form(BLIND))
    corrected = ev.SettlementCorrected(
        wager="blind", staked=5_00, returned=4_005_00, result="win", **CORRECTED
    )
    state = after(state, ev.SettlementReversed(wager="blind", cents=2_505_00, **CORRECTED), corrected)
    assert open_forms(state) == [(2, [("blind", 4_000_00)])]


def test_corrected_envy_bonus_has_a_form_of_its_own() -> None:
    one, other = pay.WinLine("envy 1", 0, 3_000_00, 0, 0), pay.WinLine("envy 3", 0, 2_000_00, 0, 0)
    state = desk(*approved(TEXT), opened("t1", money="real"), raised_form(one, other))
    state = after(
        state,
        ev.EnvyReversed(holder=1, cents=3_000_00, **CORRECTED),
        ev.EnvyCorrected(holder=1, cents=6_000_00, **CORRECTED),
    )
    assert open_forms(state) == [(2, [("envy 3", 2_000_00)]), (3, [("envy 1", 6_000_00)])]
    assert held_back(state, "pat")[1].withheld == 1_440_00


def test_win_that_is_settled_again_in_the_same_batch_has_a_new_form() -> None:
    state = desk(*approved(TEXT), opened("t1", money="real"), raised_form(TRIPS))
    place: dict[str, Any] = {"audience": (), "seat": 2, "player": "pat", "wager": "trips", "staked": 5_00}
    again: Any = SimpleNamespace(
        command=do.SettleSeat(seat=2, by="dealer:house"),
        events=(ev.WagerSettled(returned=2_505_00, result="win", **place),),
        state=SimpleNamespace(round=SimpleNamespace(number=4)),
    )
    reopened = step_of(ev.WagerReopened(returned=2_005_00, **place))
    reopened.state.round.number = 4
    records = TaxDesk("t1", state, terms_of(2026), 900).settled([reopened, again])
    assert open_forms(desk(*records, state=state)) == [(2, [("trips", 2_500_00)])]
