"""Test that large payouts at a live table require a call to surveillance, a witness and a validation."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.administration.shift_commands import TellSurveillance, WitnessPayout
from croupier.casino.machines import CasinoCommand
from croupier.errors import Refused
from croupier.rulebook.registry import read
from croupier.server.tables.decision_engine import DESK
from croupier.server.tables.floor_summary import alerts_of, strip_of
from croupier.server.tables.pending_payouts import needs, payout_due
from croupier.server.tables.settings import Controls
from croupier.store.batches import Batch, Post
from croupier.table import commands as do
from tests.server.helpers.cards import Pack
from tests.server.helpers.desks import BY, FOUND, approved, opened
from tests.server.helpers.floor import NOW, Floor, floor
from tests.server.helpers.live import Staff
from tests.server.tables.test_live import shuffled

ROYAL = {"seat1": ["As", "Ks"], "board": ["Qs", "Js", "Ts", "2d", "3h"]}
TRIPS = {"seat1": ["9s", "9h"], "board": ["9d", "4c", "7h", "4s", "2d"]}
TABLE = "uth-1"


class Stacked(Pack):
    """Exchange cards during the deal so that a position gets the given cards."""

    wanted = ROYAL

    def follow(self, entries: Any) -> None:
        super().follow(entries)
        for place, wanted in self.wanted.items():
            for index, card in enumerate(wanted[: len(self.places.get(place, ()))]):
                self.swap(card, place, index)

    def swap(self, card: str, place: str, index: int) -> None:
        was = self.places[place][index]
        for cards in (self.deck, *self.places.values()):
            if card in cards:
                cards[cards.index(card)] = was
                break
        self.places[place][index] = card


class Trips(Stacked):
    """A deck with three of a kind on hole cards and Flop, and a full house on all seven cards."""

    wanted = TRIPS


@pytest.mark.clause("COMAR 36.05.03.23")
def test_payout_thresholds() -> None:
    assert needs(24_999_99) == ()
    assert needs(25_000_00) == needs(49_999_99) == ("surveillance",)
    assert needs(50_000_00) == ("surveillance", "witness")


async def post(one: Floor, *commands: CasinoCommand) -> None:
    for command in commands:
        await one.committer.commit(Batch(posts=(Post(DESK, command),)))


async def jackpot(one: Floor, text: str, pack: type[Stacked] = Stacked) -> Staff:
    """Deal a royal flush to seat 1 and play until the floor must validate it."""
    await post(one, FOUND, *approved(text), opened(TABLE, dealing="live"))
    staff = Staff(one, pack(shuffled("uth")))
    await staff.sit(1)
    await staff.sit(2)
    await staff.until("bet")
    await staff.bet(1, progressive=100)
    await staff.bet(2, progressive=100)
    await staff.until("validate")
    return staff


def validated(person: str, role: str, one: Floor) -> Any:
    return one.ask(person, do.ValidateProgressive(seat=1), role=role)


def purse(one: Floor) -> int:
    seating = one.owner.state.seating
    return seating.purses[seating.seats[1]]


@pytest.mark.long
@pytest.mark.parametrize("dollars", [20_000, 30_000, 60_000])
def test_jackpot_requires_steps_before_validation(tmp_path: Path, dollars: int) -> None:
    example = read("uth", "example.toml")
    text = example.replace("initial = { main = 12500 }", f"initial = {{ main = {dollars} }}")
    assert text != example

    async def play() -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        async with (
            asyncio.timeout(60),
            floor(address, "uth", dealing="live", cards="named", submission=text) as one,
        ):
            staff = await jackpot(one, text)
            due = payout_due(one.owner.state, one.owner.with_reading)
            assert due is not None and (due.seat, due.wager, due.meter) == (1, "progressive", "main")
            assert due.cents >= dollars * 100 and not due.validated
            assert [(paid.seat, paid.cents > 0) for paid in due.envy] == [(2, True)]
            check_strip(one)
            await see_to(one, dollars)
            assert (await validated("flo", "floor", one))["type"] == "done"
            staff.look()
            assert staff.due["act"] == "pay"
            before = purse(one)
            await staff.act()
            assert purse(one) - before == due.cents  # the overview shows the amount that was paid

    asyncio.run(play())


@pytest.mark.long
@pytest.mark.clause("uth/11.J.2.d")
@pytest.mark.parametrize(("pack", "hand"), [(Stacked, "royal flush"), (Trips, "three of a kind")])
def test_payout_names_winning_paytable_row(tmp_path: Path, pack: type[Stacked], hand: str) -> None:
    text = read("uth", "example.toml")

    async def play() -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        async with (
            asyncio.timeout(60),
            floor(address, "uth", dealing="live", cards="named", submission=text) as one,
        ):
            await jackpot(one, text, pack)
            due = payout_due(one.owner.state, one.owner.with_reading)
            assert due is not None and (due.seat, due.wager, due.hand) == (1, "progressive", hand)

    asyncio.run(play())


@pytest.mark.clause("uth/11.J.2.c")
@pytest.mark.parametrize(("limit", "waits"), [(None, True), (0, True), (50_00, False)])
def test_small_win_is_validated_after_payment_only_under_internal_controls(
    tmp_path: Path, limit: int | None, waits: bool
) -> None:
    """Reading N-34: without an approved amount, a floorperson validates every win before it is paid."""
    text = read("uth", "example.toml")

    async def play() -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        controls = Controls(small_win=limit)
        async with (
            asyncio.timeout(60),
            floor(address, "uth", dealing="live", cards="named", submission=text, controls=controls) as one,
        ):
            await post(one, FOUND, *approved(text), opened(TABLE, dealing="live"))
            staff = Staff(one, Trips(shuffled("uth")))
            await staff.sit(1)
            await staff.until("bet")
            await staff.bet(1, progressive=100)
            due = await staff.until("validate", "pay")
            assert due["act"] == ("validate" if waits else "pay")
            alerts = one.committer.state(DESK).alerts.values()
            assert [alert.kind for alert in alerts] == ([] if waits else ["small_win"])
            if not waits:
                before = purse(one)
                await staff.act()
                assert 0 < purse(one) - before <= 50_00

    asyncio.run(play())


def check_strip(one: Floor) -> None:
    kept, number = one.owner.configuration, one.owner.state.round.number
    assert kept is not None
    strip = strip_of(one.owner, kept)
    assert (strip.act, strip.stopped, strip.round) == ("validate", True, number)
    assert strip.payout is not None and strip.payout.needs == needs(strip.payout.due.cents)
    alerts = alerts_of(one.committer.state(DESK), kept, one.owner, NOW, 1)
    assert [alert.kind for alert in alerts if alert.yours] == ["act", "inspection", "dealer"]
    assert [alert.kind for alert in alerts if not alert.yours] == ["floor"]


async def see_to(one: Floor, dollars: int) -> None:
    """Take the steps that a payout of `dollars` requires. The table must refuse it before the last."""
    number = one.owner.state.round.number
    if dollars >= 25_000:
        told = await validated("flo", "floor", one)
        assert (told["code"], told["clauses"]) == ("surveillance_not_told", ["COMAR 36.05.03.23"])
        await post(one, TellSurveillance(table=TABLE, round=number, seat=1, by=BY["flo"]))
    if dollars >= 50_000:
        assert (await validated("flo", "floor", one))["code"] == "needs_witness"
        await post(one, WitnessPayout(table=TABLE, round=number, seat=1, by=BY["pit"]))
        assert (await validated("pit", "pit_manager", one))["code"] == "own_witness"


@pytest.mark.long
def test_large_tray_payout_requires_steps_before_payment(tmp_path: Path) -> None:
    """A royal flush pays 500 to 1 on the Blind. A $100 stake requires the steps, but a $5 stake does not."""
    text = read("uth", "example.toml")

    async def play() -> None:
        address = f"sqlite:///{tmp_path}/h.sqlite"
        async with (
            asyncio.timeout(60),
            floor(address, "uth", dealing="live", cards="named", submission=text) as one,
        ):
            await post(one, FOUND, *approved(text), opened(TABLE, dealing="live"))
            staff = Staff(one, Stacked(shuffled("uth")))
            await staff.sit(1, cents=5_000_00)
            await staff.until("bet")
            await staff.bet(1, ante=100_00, blind=100_00)
            await staff.until("ask")
            await staff.answer("4x")
            due = await staff.until("settle")
            kept, number = one.owner.configuration, one.owner.state.round.number
            assert kept is not None and due["seat"] == 1
            told = strip_of(one.owner, kept).payout
            assert told is not None and (told.due.seat, told.due.validates) == (1, False)
            assert told.needs == ("surveillance", "witness") and told.due.cents >= 50_000_00
            alerts = alerts_of(one.committer.state(DESK), kept, one.owner, NOW, 1)
            paid = [alert.words for alert in alerts if alert.kind == "payout"]
            assert [words.partition(": ")[2] for words in paid] == [
                "notify surveillance",
                "a pit manager must witness",
            ]
            before = purse(one)
            for code, seen in (
                ("surveillance_not_told", TellSurveillance(table=TABLE, round=number, seat=1, by=BY["flo"])),
                ("needs_witness", WitnessPayout(table=TABLE, round=number, seat=1, by=BY["pit"])),
            ):
                refused = await staff.do(dict(due["command"]) | {"type": "settle_seat@1"})
                assert (refused["code"], refused["clauses"]) == (code, ["COMAR 36.05.03.23"])
                with pytest.raises(Refused) as tried:
                    one.owner.try_out("dealer:dina", do.SettleSeat(seat=1), "t1")
                assert tried.value.code == code  # a dry run gives the same refusal
                assert purse(one) == before
                await post(one, seen)
            assert (await staff.do(do.SettleSeat(seat=1)))["type"] == "done"
            assert purse(one) - before >= told.due.cents

    asyncio.run(play())
