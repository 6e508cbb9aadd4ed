"""Test the pit over real sockets: training, calls, dry runs, and actions that the dealer enters for
players.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from croupier.client import ConnectionLost, House, Table
from croupier.errors import Refused
from croupier.table import commands as do
from tests.server.helpers.cards import Pack
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.served import audit, days_books
from tests.server.helpers.shift import Shift, staff_client, submitted

Scene = Callable[[InProcessServer], Awaitable[None]]


def at_a_house(tmp_path: Path, scene: Scene, *games: str, method: str = "hand") -> None:
    paths = []
    for game in games:
        paths.append(tmp_path / f"{game}.toml")
        more = {"electronic": True} if game == "uth" else {}
        paths[-1].write_text(submitted(game, method, **more))

    async def play() -> str:
        async with asyncio.timeout(120), serve_in_process(tmp_path, submissions=tuple(paths)) as house:
            await scene(house)
            assert house.faults.lines == []
            return house.house.settings.address

    address = asyncio.run(play())
    assert audit(address).faults == ()
    books = days_books(address, int(time.time()))
    assert books.foots and not [table.name for table in books.tables if table.name.startswith("training")]


async def as_trainee(house: House, cards: str, submission: str = "dragon") -> str:
    told = await house.ask("POST", "/api/training", {"submission": submission, "cards": cards})
    return str(told["table"])


async def trained(dealer: Table, rounds: int) -> list[str]:
    """Carry out the due actions. The server draws the cards, so the dealer names none."""
    said: list[str] = []
    shift = Shift(dealer, dealer, Pack(lambda: ()))
    shift.pack.follow = lambda entries: None  # type: ignore[method-assign]
    number = dealer.round
    while dealer.round < number + rounds:
        due = shift.due
        said.append(due["act"])
        if due["act"] == "bet":
            await shift.bets()
        elif due["act"] == "ask":
            await shift.answer()
        else:
            assert "cards" not in due["blanks"] and "command" in due, due
            await shift.key(due["command"])
    return said


@pytest.mark.long
def test_a_dealer_trains_at_their_own_table(tmp_path: Path) -> None:
    async def scene(house: InProcessServer) -> None:
        async with await staff_client(house, "dealer") as dealer, House(house.url) as guest:
            (offered,) = await dealer.ask("GET", "/api/training")
            assert (offered["submission"], offered["game"], offered["cards"]) == (
                "dragon",
                "dragon",
                ["shoe", "named", "pack"],
            )
            assert offered["deck"] == 53
            table = await as_trainee(dealer, "shoe")
            assert await as_trainee(dealer, "shoe") == table  # the dealer resumes the same training table
            await guest.guest("Ann")
            assert table not in [one["table"] for one in await guest.tables()]
            for role in ("player", "everyone"):
                with pytest.raises(ConnectionLost, match="4401"):
                    async with guest.join(table, role):
                        pass
            async with dealer.join(table, "dealer") as line:
                assert line.sight is not None and len(line.sight.seats) == 3
                said = await trained(line, 2)
                assert {"deal", "name", "settle", "rack"} <= {*said}
                with pytest.raises(Refused, match="shows_a_card"):
                    await shown_in_a_dry_run(line)
            named = await as_trainee(dealer, "named")  # the dealer moves to a different training table
            assert named != table
            (kept,) = [one for one in await dealer.ask("GET", "/api/pit") if one["dealer"]]
            assert (kept["table"], kept["dealing"], kept["cards"]) == (named, "training", "named")
            pack = await as_trainee(dealer, "pack")
            assert pack not in (table, named)
            async with dealer.join(pack, "dealer") as line:
                shift = Shift(line, line, Pack(lambda: ()))
                assert (shift.due["act"], shift.due["command"]["backs"]) == ("receive", ["red"])
        async with await staff_client(house, "floor") as floor:
            assert all(one["dealing"] != "training" for one in await floor.ask("GET", "/api/pit"))

    at_a_house(tmp_path, scene, "dragon")


async def shown_in_a_dry_run(line: Table) -> None:
    shift = Shift(line, line, Pack(lambda: ()))
    shift.pack.follow = lambda entries: None  # type: ignore[method-assign]
    while shift.due["act"] != "name":
        if shift.due["act"] == "bet":
            await shift.bets()
        elif shift.due["act"] == "ask":
            await shift.answer()
        else:
            await shift.key(shift.due["command"])
    await line.try_(do.NameCards(place=shift.due["place"], cards=()))


def test_server_acts_as_the_floor_at_training_tables(tmp_path: Path) -> None:
    async def scene(house: InProcessServer) -> None:
        async with await staff_client(house, "dealer") as dealer:
            table = await as_trainee(dealer, "named")
            async with dealer.join(table, "dealer") as line:
                with pytest.raises(Refused, match="not_the_floors"):
                    await line.call_floor()
                await line.do(do.ReceiveDecks(backs=("red",)))
                await line.do(do.Prepare(deck="red", step="inspect"))
                assert line.due["role"] == "floor"
                await line.call_floor("verify the deck")
                assert (line.due["act"], line.due["command"]["step"]) == ("prepare", "spread")

    at_a_house(tmp_path, scene, "dragon")


@pytest.mark.long
def test_call_is_sent_to_staff_until_answered(tmp_path: Path) -> None:
    async def scene(house: InProcessServer) -> None:
        pit, dealer, floor = [await staff_client(house, role) for role in ("pit_manager", "dealer", "floor")]
        async with pit, dealer, floor:
            opened = {"table": "t1", "submission": "dragon", "money": "play", "dealing": "live"}
            await pit.ask("POST", "/api/pit", opened)
            await dealer.ask("POST", "/api/pit/t1/log-on")
            await house.house.reconcile()
            async with dealer.join("t1", "dealer") as one, floor.join("t1", "floor") as other:
                await one.call_floor("seat 3 disputes")
                await other.until(lambda: other.calls)
                assert [call["words"] for call in other.calls] == ["seat 3 disputes"]
                async with pit.join("t1", "pit_manager") as late:
                    # staff who connect later also receive the call
                    await late.until(lambda: late.calls)
                with pytest.raises(Refused, match="not_your_role"):
                    await other.call_floor("a dealer calls")
                tables = {table["table"]: table for table in await floor.ask("GET", "/api/pit")}
                (call,) = tables["t1"]["calls"]
                assert (call["words"], call["name"]) == ("seat 3 disputes", "Dealer")
                with pytest.raises(Refused, match="not_your_role"):
                    await dealer.ask("POST", f"/api/pit/calls/{call['call']}/answer", {})
                told = await floor.ask("POST", f"/api/pit/calls/{call['call']}/answer", {"words": "done"})
                assert told["calls"] == []
                await one.until(lambda: not one.calls)
                with pytest.raises(Refused, match="no_such_call"):
                    await floor.ask("POST", f"/api/pit/calls/{call['call']}/answer", {})
            assert tables["t1"]["inspection_due"] and not tables["dragon-1"]["inspection_due"]
            told = await floor.ask("POST", "/api/pit/t1/inspection", {"fault": ""})
            assert not told["inspection_due"] and told["standing"] == "open"
            with pytest.raises(Refused, match="inspected_by_others"):
                await floor.ask("POST", "/api/pit/dragon-1/inspection", {"fault": ""})

    at_a_house(tmp_path, scene, "dragon")


@pytest.mark.clause("uth/11.L")
def test_11_L_staff_cannot_enter_bets_at_a_dealer_controlled_table(tmp_path: Path) -> None:
    """The table opens with live cards. Players sit down and bet on their own screens."""

    async def scene(house: InProcessServer) -> None:
        async with await staff_client(house, "dealer") as dealer, House(house.url) as guest:
            await dealer.ask("POST", "/api/pit/uth-1/log-on")
            await guest.guest("Ann")
            (line,) = await guest.tables()
            assert line["live"] is True
            assert await dealer.ask("GET", "/api/training") == []
            with pytest.raises(Refused, match="needs_live_cards"):
                await as_trainee(dealer, "shoe", "uth")
            async with dealer.join("uth-1", "dealer") as one, guest.join("uth-1") as ann:
                await ann.chips(100_00)
                await ann.sit(2)
                await one.until(lambda: one.sight is not None and one.sight.seats)
                keyed = ("sit_down@", "get_up@", "bet@", "take_back@", "decide@", "buy_in@", "cash_out@")
                assert not [offer.act for offer in one.offers if offer.act.startswith(keyed)]
                for command in (
                    do.SitDown(seat=3, player="x"),
                    do.GetUp(seat=2),
                    do.BuyIn(player=ann.person, cents=100),
                    do.Bet(seat=2, wagers={"ante": 500, "blind": 500}, round=1),
                ):
                    with pytest.raises(Refused, match="own_screen"):
                        await one.do(command)
                    with pytest.raises(Refused, match="own_screen"):
                        await one.try_(command)

    at_a_house(tmp_path, scene, "uth")


@pytest.mark.long
def test_dealer_enters_bets_for_players_without_a_screen(tmp_path: Path) -> None:
    async def scene(house: InProcessServer) -> None:
        pit, dealer = [await staff_client(house, role) for role in ("pit_manager", "dealer")]
        async with pit, dealer, House(house.url) as guest:
            opened = {"table": "t1", "submission": "dragon", "money": "play", "dealing": "live"}
            await pit.ask("POST", "/api/pit", opened)
            await dealer.ask("POST", "/api/pit/t1/log-on")
            await house.house.reconcile()
            await guest.guest("Ann")
            async with dealer.join("t1", "dealer") as one, guest.join("t1") as ann:
                await ann.chips(100_00)
                await ann.sit(2)
                # The walk-ins still have their own ids.
                await one.do(do.SitDown(seat=3, player=ann.person, name="Bo"))
                assert one.sight is not None
                seated = {seat.seat: (seat.player, seat.name) for seat in one.sight.seats}
                assert seated[2] == (ann.person, "Ann")
                assert seated[3][0].startswith("walkin-") and seated[3][1] == "Bo"
                with pytest.raises(Refused, match="own_screen"):
                    await one.do(do.BuyIn(player=ann.person, cents=100))
                await one.do(do.BuyIn(player=seated[3][0], cents=50_00))
                assert {offer.sample["seat"] for offer in one.offers if offer.act == "get_up@1"} == {3}
                await one.do(do.CashOut(player=seated[3][0]))
                await one.do(do.GetUp(seat=3))
                await ann.get_up(2)
                await ann.cash_out()
            assert await dealer.ask("POST", "/api/pit/t1/log-off")

    at_a_house(tmp_path, scene, "dragon")
