"""The decisions of a round that is over: the cards are those that their player saw when the dealer asked."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.house.floor.decided import Decisions, Taken, decisions, priced
from croupier.rulebook import games
from tests.house.floor.test_no_leak import Shift
from tests.house.helpers.floor import Floor, Looker, floor


def asked(looker: Looker, number: int) -> dict[tuple[int, str], dict[str, Any]]:
    """What somebody saw at each question of a round that was theirs to answer, by seat and question."""
    found = {}
    for told in looker.told:
        if told["type"] == "frame" and told["sight"]["round"] == number:
            for offer in told["offers"]:
                if offer["act"].startswith("decide@"):
                    found[offer["sample"]["seat"], offer["sample"]["question"]] = told["sight"]
    return found


def closed_with(looker: Looker, number: int, seat: int, wager: str) -> int:
    """What lay on a wager when bets were closed, from what everyone was told."""
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


async def told(one: Floor, number: int, person: str) -> Decisions:
    return await one.committer.read(lambda c: decisions(c, one.owner.table, number, person))


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_each_decision_is_told_with_what_its_player_saw_then(tmp_path: Path, game: str) -> None:
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


def test_a_decision_is_priced_by_the_choice_that_was_taken() -> None:
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
    fold = priced(Taken(3, "after the last two cards", "fold", (), (), 500, ("uth/11.F.2",)), advice)
    assert Fraction(fold["cost"]) * fold["unit"] == Fraction(1208, 495) * 500 and fold["best"] == "1x"
    stay = priced(Taken(3, "after the last two cards", "1x", (), (), 500, ()), advice)
    assert stay["cost"] == "0/1"
