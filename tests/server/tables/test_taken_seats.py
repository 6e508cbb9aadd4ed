"""Test the views of a seat after a new player has taken it."""

from __future__ import annotations

from croupier.table import commands as do
from croupier.table.readers.sight import watch
from tests.server.helpers.evening import Evening


def test_new_player_does_not_see_previous_players_cards() -> None:
    """Cards and outcomes remain visible until bets close again, but only to the player who had them."""
    evening = Evening("uth", 2, seed=3)
    watching = watch("everyone", evening.opening, live=False)
    for step in evening.steps:
        watching = watching.see(step.events)
    for steps in evening.rounds(2):
        for step in steps:
            watching = watching.see(step.events)
    played = next(seat for seat in watching.sight().seats if seat.outcomes)
    assert played.cards
    by = f"player:{played.player}"
    taking = do.SitDown(seat=played.seat, player="new", name="New", by="player:new")
    for command in (do.GetUp(seat=played.seat, by=by), taking):
        for step in evening.act(command):
            watching = watching.see(step.events)
    now = next(seat for seat in watching.sight().seats if seat.seat == played.seat)
    assert (now.player, now.cards, now.hand, now.outcomes, now.net) == ("new", (), None, (), 0)
