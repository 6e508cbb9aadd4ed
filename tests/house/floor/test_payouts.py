"""A jackpot at a live table: the dealer settles, surveillance is told, a pit manager witnesses, another
validates, the dealer pays."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.house.desk.shift_commands import TellSurveillance, WitnessPayout
from croupier.house.floor.deciding import DESK
from croupier.house.floor.payouts import needs, payout_due
from croupier.house.floor.strip import alerts_of, strip_of
from croupier.house.machinery import Command
from croupier.house.store.batches import Batch, Post
from croupier.rulebook.registry import read
from croupier.table import commands as do
from tests.house.floor.test_live import shuffled
from tests.house.helpers.cards import Pack
from tests.house.helpers.desks import BY, FOUND, approved, opened
from tests.house.helpers.floor import NOW, Floor, floor
from tests.house.helpers.live import Staff

ROYAL = {"seat1": ["As", "Ks"], "board": ["Qs", "Js", "Ts", "2d", "3h"]}
TABLE = "uth-1"


class Stacked(Pack):
    """As cards go to a place, those that are wanted there change places with whatever went there."""

    def follow(self, entries: Any) -> None:
        super().follow(entries)
        for place, wanted in ROYAL.items():
            for index, card in enumerate(wanted[: len(self.places.get(place, ()))]):
                self.swap(card, place, index)

    def swap(self, card: str, place: str, index: int) -> None:
        was = self.places[place][index]
        for cards in (self.deck, *self.places.values()):
            if card in cards:
                cards[cards.index(card)] = was
                break
        self.places[place][index] = card


def test_how_much_asks_for_what() -> None:
    assert needs(24_999_99) == ()
    assert needs(25_000_00) == needs(49_999_99) == ("surveillance",)
    assert needs(50_000_00) == ("surveillance", "witness")


async def post(one: Floor, *commands: Command) -> None:
    for command in commands:
        await one.committer.commit(Batch(posts=(Post(DESK, command),)))


async def jackpot(one: Floor, text: str) -> Staff:
    """A house with this table, and a royal flush at seat 1 that waits for the floor."""
    await post(one, FOUND, *approved(text), opened(TABLE, dealing="live"))
    staff = Staff(one, Stacked(shuffled("uth")))
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
def test_a_jackpot_is_seen_to_before_it_is_validated(tmp_path: Path, dollars: int) -> None:
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
            assert purse(one) - before == due.cents  # what the strip said is what was paid

    asyncio.run(play())


def check_strip(one: Floor) -> None:
    kept, number = one.owner.kept_as, one.owner.state.round.number
    assert kept is not None
    strip = strip_of(one.owner, kept)
    assert (strip.act, strip.stopped, strip.round) == ("validate", True, number)
    assert strip.payout is not None and strip.payout.needs == needs(strip.payout.due.cents)
    alerts = alerts_of(one.committer.state(DESK), kept, one.owner, NOW, 1)
    assert [alert.kind for alert in alerts if alert.yours] == ["act", "inspection", "dealer"]
    assert [alert.kind for alert in alerts if not alert.yours] == ["floor"]


async def see_to(one: Floor, dollars: int) -> None:
    """What the regulation asks for, each refused as long as it is missing."""
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
def test_a_large_payout_from_the_tray_is_seen_to_before_the_dealer_pays_it(tmp_path: Path) -> None:
    """A royal flush on a Blind of $100 pays 500 to 1; on one of $5 nobody else is asked."""
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
            kept, number = one.owner.kept_as, one.owner.state.round.number
            assert kept is not None and due["seat"] == 1
            told = strip_of(one.owner, kept).payout
            assert told is not None and (told.due.seat, told.due.validates) == (1, False)
            assert told.needs == ("surveillance", "witness") and told.due.cents >= 50_000_00
            alerts = alerts_of(one.committer.state(DESK), kept, one.owner, NOW, 1)
            paid = [alert.words for alert in alerts if alert.kind == "payout"]
            assert [words.partition(": ")[2] for words in paid] == [
                "tell surveillance",
                "a pit manager witnesses",
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
                assert tried.value.code == code  # a dry run says the same beforehand
                assert purse(one) == before
                await post(one, seen)
            assert (await staff.do(do.SettleSeat(seat=1)))["type"] == "done"
            assert purse(one) - before >= told.due.cents

    asyncio.run(play())
