"""Count the key presses of a whole round at the dealer's console, for each game with two and six players.

The goal is at most 1.3 presses for each press that carries information (`helpers/pace.py`).
"""

from __future__ import annotations

import pytest

from croupier.rulebook import games
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.opening import make_ready
from tests.staff_pages.helpers.pace import play_fast, wager_sees

pytestmark = pytest.mark.long

GOAL = 1.3


@pytest.mark.parametrize("players", [2, pytest.param(6, marks=pytest.mark.whole)])
@pytest.mark.parametrize("game", games())
def test_round_takes_few_presses_more_than_its_information(
    at: At, visit: Visit, game: str, players: int
) -> None:
    dealer = at(game, f"{game}-pace-{players}")
    make_ready(dealer, visit("floor"), players)
    for seat in range(1, players + 1):
        dealer.bet(seat, sides=bool(seat % 2), without=lambda wager: bool(wager_sees(game, wager)))
    while dealer.act != "bet":
        dealer.step()
    presses, needed = play_fast(dealer)
    print(
        f"\n{game}, {players} players: {presses} presses, {needed} carry information, {presses / needed:.2f}"
    )
    assert presses <= GOAL * needed
