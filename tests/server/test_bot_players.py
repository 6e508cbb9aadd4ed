"""Test that bots do not close betting while a person is still placing bets."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.server.tables.bots import NAMES, BotManager, everybody_has_bet


def seat(name: str, wagers: dict[str, int] | None = None, in_play: bool = False) -> Any:
    return SimpleNamespace(seat=1, name=name, wagers=wagers or {}, in_play=in_play)


BET = {"ante": 500}


@pytest.mark.parametrize(
    ("seats", "waits_for_nobody"),
    [
        ([seat(NAMES[0], BET)], True),
        ([seat(NAMES[0], BET), seat(NAMES[1])], True),  # other bots do not count
        ([seat(NAMES[0], BET), seat("Ada")], False),
        ([seat(NAMES[0], BET), seat("Ada", BET)], True),
        ([seat(NAMES[0], BET), seat("Ada", BET), seat("Ben")], False),
        ([seat(NAMES[0], BET, in_play=True), seat("Ada")], True),  # the posted time ran out
        ([], True),
    ],
)
def test_bots_wait_while_people_place_bets(seats: list[Any], waits_for_nobody: bool) -> None:
    table: Any = SimpleNamespace(sight=SimpleNamespace(seats=tuple(seats)), away_seats=())
    assert everybody_has_bet(table) is waits_for_nobody


def test_bots_do_not_wait_for_an_absent_player() -> None:
    seats = (SimpleNamespace(**{**vars(seat("Ada")), "seat": 4}),)
    table: Any = SimpleNamespace(sight=SimpleNamespace(seats=seats), away_seats=(4,))
    assert everybody_has_bet(table)


def test_bots_at_one_table_have_different_names() -> None:
    async def scene() -> None:
        bots = BotManager("http://127.0.0.1:1")
        for _ in range(3):
            bots.invite("uth-1", 5)
        names = [bot.name for bot in bots._companions["uth-1"].values()]
        await bots.dismiss()
        assert sorted(names) == sorted(NAMES)

    asyncio.run(scene())
