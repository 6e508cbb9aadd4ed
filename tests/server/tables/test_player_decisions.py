"""Test that a finished round's decisions contain the cards that the player saw at the time."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.rulebook import games
from croupier.server.tables.player_decisions import PlayerDecision, RoundDecisions, decisions, price_decision
from croupier.server.tables.timers import Times
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from tests.server.helpers.floor import Floor, RecordingViewer, floor
from tests.server.tables.test_no_leak import Shift


def asked(looker: RecordingViewer, number: int) -> dict[tuple[int, str], dict[str, Any]]:
    """Collect the cards that a player saw at each question, by seat and question."""
    found = {}
    for told in looker.told:
        if told["type"] == "frame" and told["sight"]["round"] == number:
            for offer in told["offers"]:
                if offer["act"].startswith("decide@"):
                    found[offer["sample"]["seat"], offer["sample"]["question"]] = told["sight"]
    return found


def closed_with(looker: RecordingViewer, number: int, seat: int, wager: str) -> int:
    """Return a wager's stake when bets closed, computed from the public events."""
    cents = 0
    for told in looker.told:
        for event in [event for entry in told.get("entries", ()) for event in entry]:
            if told["cursor"][0] != number or event.get("wager") != wager or event.get("seat") != seat:
                continue
            cents += {"wager_placed@1": 1, "wager_taken_back@1": -1}.get(event["type"], 0) * event.get(
                "cents", 0
            )
    assert cents > 0
    return cents


def seen(sight: dict[str, Any], seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    own = next(one for one in sight["seats"] if one["seat"] == seat)
    nothing: dict[str, Any] = {"cards": ()}
    board = next((place for place in sight.get("places", ()) if place["place"] == "board"), nothing)
    return tuple(own["cards"]), tuple(board["cards"][: board.get("face_up", 0)])


async def told(one: Floor, number: int, person: str) -> RoundDecisions:
    return await one.committer.read(lambda c: decisions(c, one.owner.table, number, person))


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_decisions_contain_cards_visible_at_the_time(tmp_path: Path, game: str) -> None:
    compared = 0

    async def scene() -> None:
        nonlocal compared
        async with asyncio.timeout(120), floor(f"sqlite:///{tmp_path}/h.sqlite", game) as one:
            shift = Shift(one, 11, sides=True)
            await shift.come()
            for number in (1, 2):
                await shift.round()
                for person in ("ada", "ben"):
                    found = await told(one, number, person)
                    questions = asked(shift.lookers[f"player:{person}"], number)
                    assert {(each.seat, each.question) for each in found.taken} == {*questions}
                    for each in found.taken:
                        sight = questions[each.seat, each.question]
                        assert (each.hand, each.board) == seen(sight, each.seat)
                        assert each.unit == closed_with(
                            shift.lookers["everyone"], number, each.seat, found.unit
                        )
                        compared += 1
            with pytest.raises(Refused) as refusal:
                await one.committer.read(lambda c: decisions(c, one.owner.table, 1, "nobody"))
            assert refusal.value.code == "no_round"

    asyncio.run(scene())
    assert compared >= 4


def test_prices_decision_by_chosen_option() -> None:
    advice = {
        "hand": "9c 4s",
        "board": "6h 6d Ks 9s 8c",
        "best": "1x",
        "indifferent": False,
        "choices": [
            {"choice": "fold", "value": "-2/1", "cost": "1208/495"},
            {"choice": "1x", "value": "218/495", "cost": "0/1"},
        ],
    }
    fold = price_decision(
        PlayerDecision(3, "after the last two cards", "fold", (), (), 500, ("uth/11.F.2",)), advice
    )
    assert Fraction(fold["cost"]) * fold["unit"] == Fraction(1208, 495) * 500 and fold["best"] == "1x"
    stay = price_decision(PlayerDecision(3, "after the last two cards", "1x", (), (), 500, ()), advice)
    assert stay["cost"] == "0/1"


RIVER = {
    "hand": "9c 4s",
    "board": "6h 6d Ks 9s 8c",
    "best": "2x",
    "indifferent": False,
    "choices": [
        {"choice": "fold", "value": "-2/1", "cost": "3/1"},
        {"choice": "1x", "value": "1/2", "cost": "1/2"},
        {"choice": "2x", "value": "1/1", "cost": "0/1"},
    ],
}


def test_forced_fold_costs_nothing() -> None:
    fold = price_decision(PlayerDecision(3, "river", "fold", (), (), 500, (), offered=("fold",)), RIVER)
    assert (fold["forced"], fold["cost"], fold["best"]) == (True, "0/1", "fold")
    assert [each["offered"] for each in fold["choices"]] == [True, False, False]


def test_cost_compares_with_best_affordable_choice() -> None:
    offered = ("fold", "1x")
    fold = price_decision(PlayerDecision(3, "river", "fold", (), (), 500, (), offered=offered), RIVER)
    assert (fold["forced"], fold["cost"], fold["best"]) == (False, "5/2", "1x")
    stay = price_decision(PlayerDecision(3, "river", "1x", (), (), 500, (), offered=offered), RIVER)
    assert (stay["cost"], stay["best"]) == ("0/1", "1x")


async def least_stakes(one: Floor) -> int:
    return sum(least_bet(legal.stakes_open(one.owner.state)).values())


def test_player_without_chips_is_forced_to_fold(tmp_path: Path) -> None:
    async def scene() -> tuple[PlayerDecision, ...]:
        async with asyncio.timeout(60), floor(f"sqlite:///{tmp_path}/h.sqlite", "uth") as one:
            await one.seat("ada", 1, cents=await least_stakes(one))
            await one.bet("ada", 1)
            await one.ready("ada")
            await one.finish()
            return (await told(one, 1, "ada")).taken

    found = asyncio.run(scene())
    assert [(each.choice, each.offered) for each in found] == [
        ("check", ("check",)), ("check", ("check",)), ("fold", ("fold",))
    ]  # fmt: skip
    assert {each.by for each in found} == {"player"}


def test_marks_timed_out_decision(tmp_path: Path) -> None:
    async def scene() -> tuple[tuple[PlayerDecision, ...], dict[str, Any]]:
        times = Times(betting=60.0, decision=0.1, grace=0.1)
        async with asyncio.timeout(60), floor(f"sqlite:///{tmp_path}/h.sqlite", "uth", times) as one:
            ada = await one.seat("ada", 1, clock=True)
            await one.bet("ada", 1)
            await one.ready("ada")
            while one.owner.state.round.number == 1:
                await asyncio.sleep(0.05)
            (seat,) = ada.last("frame")["sight"]["seats"]
            return (await told(one, 1, "ada")).taken, seat

    found, seat = asyncio.run(scene())
    assert [(each.choice, each.by) for each in found] == [
        ("check", "time"),
        ("check", "time"),
        ("fold", "time"),
    ]
    assert seat["folded"] and seat["acted_for"] == "time"
    assert price_decision(found[-1], RIVER)["by"] == "time"
