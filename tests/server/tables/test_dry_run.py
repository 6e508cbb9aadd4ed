"""Test that dry runs preview a command for staff and never reveal a hidden card."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.casino.machines import replace
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.rulebook import games
from croupier.server.tables.dry_run import SHOWS
from croupier.table import commands as do
from croupier.table import machine
from croupier.table.codec import decode_command
from croupier.table.commands import TableCommand
from croupier.table.readers.offers import offers
from croupier.table.state import TableState
from tests.server.helpers.floor import Floor, floor
from tests.server.helpers.live import Staff
from tests.server.sessions.samples import sample
from tests.server.tables.test_live import at_a_live_table
from tests.server.tables.test_no_leak import Shift, Stacked, cards_named, orders_of, rounds_in, strings

ROLES = ("dealer", "floor", "pit_manager")


def every_command(state: TableState, by: str) -> Iterator[TableCommand]:
    """Build every kind of command that staff might send, offered or not."""
    for offer in offers(state, by, live=True):
        yield offer.sample
    for kind in machine.DECIDE:
        one = sample(kind, by)
        fields = {field.name for field in msgspec.structs.fields(kind)}
        for seat in sorted(state.seating.seats) if "seat" in fields else (1,):
            there = {"seat": seat} if "seat" in fields else {}
            if "round" in fields:
                there["round"] = state.round.number
            if "outcome" in fields:
                yield replace(one, **there, outcome="play_on")
            for place in sorted(state.layout.cards) if "place" in fields else ("",):
                yield replace(one, **there, **({"place": place} if place else {}))


def tried(one: Floor, by: str, command: TableCommand) -> bytes | str:
    try:
        return one.owner.try_out(by, command, "t")
    except Refused as refused:
        return refused.code


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_dry_run_at_automatic_table_reveals_no_card(tmp_path: Path, game: str) -> None:
    """Every command is previewed at every moment of a round. Previews name no new card and change nothing."""
    deck = frozenset(game_of(game).deck.order)
    codes: set[str] = set()
    told = 0

    async def scene() -> None:
        nonlocal told
        async with asyncio.timeout(120), floor(f"sqlite:///{tmp_path}/h.sqlite", game) as one:
            shift = Shift(one, 7, sides=True)
            await shift.come()
            await shift.bets()
            while True:
                before, entries = one.owner.full_state, rounds_in(one)
                known = {role: cards_named(entries, f"{role}:s") for role in ROLES}
                for role in ROLES:
                    for command in every_command(one.owner.state, f"{role}:s"):
                        mine = {*strings(msgspec.to_builtins(command, str_keys=True))} & deck
                        found = tried(one, f"{role}:s", command)
                        if isinstance(found, str):
                            codes.add(found)
                            continue
                        assert type(command) not in SHOWS
                        words = {*strings(msgspec.json.decode(found))} & deck
                        assert words - mine <= known[role], (role, command, words)
                        told += 1
                assert one.owner.full_state is before and rounds_in(one) == entries
                if not await shift.decide():
                    break

    asyncio.run(scene())
    assert "shows_a_card" in codes and told > 20


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_dry_run_does_not_depend_on_hidden_cards(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked = Stacked(monkeypatch)
    told: list[list[Any]] = []

    async def scene(n: int, orders: list[tuple[str, ...]]) -> None:
        stacked.begin(orders)
        async with asyncio.timeout(60), floor(f"sqlite:///{tmp_path}/{n}.sqlite", game) as one:
            shift = Shift(one, 3, sides=True)
            await shift.come()
            await shift.bets()
            # offers computed from the full state would name hidden cards
            state = one.owner.broadcaster.known_to_staff
            told.append(
                [tried(one, f"{role}:s", c) for role in ROLES for c in every_command(state, f"{role}:s")]
            )

    first = orders_of(game, 5)
    chance = random.Random(9)
    other = [tuple(chance.sample(order, len(order))) for order in first]
    for n, orders in enumerate((first, other)):
        asyncio.run(scene(n, orders))
    assert told[0] == told[1] and len(told[0]) > 100


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_dry_run_at_live_table_matches_actual_command(tmp_path: Path, game: str) -> None:
    """A preview equals the actual result, and if the preview is refused, so is the command."""
    checked = Counter[str]()

    async def scene(one: Floor, staff: Staff) -> None:
        await staff.sit(1)
        await staff.sit(2)
        await staff.until("bet")
        for seat in (1, 2):
            await staff.bet(seat)
        seen: set[str] = set()
        while one.owner.state.round.number == 1:
            if staff.due["act"] not in seen:
                seen.add(staff.due["act"])
                before = one.owner.full_state
                for role in ("dealer", "floor"):
                    for command in every_command(one.owner.state, f"{role}:s"):
                        found = tried(one, f"{role}:s", command)
                        checked["refused" if isinstance(found, str) else "told"] += 1
                assert one.owner.full_state is before
            if (ready := staff.command()) is None:
                await staff.answer()
                continue
            act = decode_command(msgspec.json.encode(ready))
            told = msgspec.json.decode(one.owner.try_out("dealer:dina", act, "t"))
            await staff.act()
            frame = staff.dealer.last("frame")
            assert told["due"] == frame["due"] and told["then"] == frame["then"]
            assert told["entries"] == (frame["entries"] or [[]])
            for sight in (told["sight"], frame["sight"]):
                sight.pop("meters", None)  # the meters change only when the command is stored
            assert told["sight"] == frame["sight"]

    at_a_live_table(tmp_path, game, scene)
    assert checked["told"] > 50 and checked["refused"] > 100


def test_dry_run_shows_settlement_by_wager(tmp_path: Path) -> None:
    """The preview shows the settlement of two aces and a full house against a weak dealer hand."""
    mine, dealers = ("As", "Ah"), ("Kd", "7c")
    board = ("Ac", "9s", "9d", "4h", "2c")

    async def scene(one: Floor, staff: Staff) -> None:
        rest = [card for card in game_of("uth").deck.order if card not in {*mine, *dealers, *board}]
        staff.pack._order = lambda: tuple(rest)
        player = await staff.sit(2)
        await staff.until("bet")
        await staff.bet(2, trips=500)
        await staff.until("ask")
        places = {"seat2": mine, "dealer": dealers, "board": board}
        staff.pack.places |= {place: list(cards) for place, cards in places.items()}
        await staff.answer("4x")
        await staff.until("settle")
        entries, purse = one.owner.full_state, one.owner.state.seating.purses[player]
        told = msgspec.json.decode(one.owner.try_out("dealer:dina", do.SettleSeat(seat=2), "t1"))
        moves = {move["wager"]: move for move in told["moves"]}
        assert {name: (m["staked"], m["returned"], m["action"], m["cents"]) for name, m in moves.items()} == {
            "ante": (500, 1000, "pay", 500),
            "blind": (500, 2000, "pay", 1500),
            "play": (2000, 4000, "pay", 2000),
            "trips": (500, 5000, "pay", 4500),
        }
        assert all(m["result"] == "win" and m["clauses"] and m["net"] == m["cents"] for m in moves.values())
        hands = {hand["place"]: hand for hand in told["hands"]}
        assert (hands["seat2"]["hand"], hands["seat2"]["ranks"]) == ("full_house", ["ace", "nine"])
        assert hands["dealer"]["hand"] == "pair"
        assert told["due"]["act"] == "rack" and told["sight"]["seats"][0]["net"] == 8500
        assert one.owner.full_state is entries and one.owner.state.seating.purses[player] == purse
        done = await staff.do(do.SettleSeat(seat=2))
        assert done["type"] == "done"
        assert one.owner.state.seating.purses[player] == purse + 12000
        settled = [e for e in staff.dealer.last("frame")["entries"][0] if e["type"] == "wager_settled@1"]
        assert [(e["wager"], e["returned"]) for e in settled] == [
            (m["wager"], m["returned"]) for m in told["moves"]
        ]

    at_a_live_table(tmp_path, "uth", scene)


def test_dry_run_shows_effect_of_report(tmp_path: Path) -> None:
    """The preview of a report of too many cards shows the returned wagers and their clauses."""

    async def scene(one: Floor, staff: Staff) -> None:
        await staff.sit(2)
        await staff.sit(3)
        await staff.until("bet")
        for seat in (2, 3):
            await staff.bet(seat)
        await staff.until("ask")
        report = do.ReportWrongNumber(place="seat2", cards=3)
        told = msgspec.json.decode(one.owner.try_out("floor:flo", report, "t1"))
        assert told["entries"][0] and not one.owner.state.round.void
        returned = [(m["seat"], m["wager"], m["action"], m["cents"]) for m in told["moves"]]
        assert returned == [(seat, wager, "return", 500) for seat in (2, 3) for wager in ("ante", "blind")]
        assert {clause for m in told["moves"] for clause in m["clauses"]} == {"uth/13.E"}

    at_a_live_table(tmp_path, "uth", scene)


def test_dry_run_refuses_what_table_refuses(tmp_path: Path) -> None:
    async def scene(one: Floor, staff: Staff) -> None:
        await staff.sit(2)
        await staff.until("bet")
        for command in (do.SettleSeat(seat=2), do.DealCards(cards=(None,))):
            with pytest.raises(Refused) as refused:
                one.owner.try_out("dealer:dina", command, "t")
            assert refused.value.code == (await staff.do(command))["code"]

    at_a_live_table(tmp_path, "uth", scene)
