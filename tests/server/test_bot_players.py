"""Bots do not close the betting while a person places bets."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.server.tables.bots import NAMES, everybody_has_bet


def seat(name: str, wagers: dict[str, int] | None = None, in_play: bool = False) -> Any:
    return SimpleNamespace(name=name, wagers=wagers or {}, in_play=in_play)


BET = {"ante": 500}


@pytest.mark.parametrize(
    ("seats", "waits_for_nobody"),
    [
        ([seat(NAMES[0], BET)], True),
        ([seat(NAMES[0], BET), seat(NAMES[1])], True),  # other bots do not count
        ([seat(NAMES[0], BET), seat("Ada")], False),
        ([seat(NAMES[0], BET), seat("Ada", BET)], True),
        ([seat(NAMES[0], BET), seat("Ada", BET), seat("Ben")], False),
        ([seat(NAMES[0], BET, in_play=True), seat("Ada")], True),  # the posted time was over
        ([], True),
    ],
)
def test_bots_wait_while_people_place_bets(seats: list[Any], waits_for_nobody: bool) -> None:
    table: Any = SimpleNamespace(sight=SimpleNamespace(seats=tuple(seats)))
    assert everybody_has_bet(table) is waits_for_nobody
