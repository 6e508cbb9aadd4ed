"""What a person is shown of a seat after it has changed hands."""

from __future__ import annotations

from croupier.table import commands as do
from croupier.table.readers.sight import watch
from tests.house.helpers.evening import Evening


def test_whoever_takes_a_seat_is_not_shown_what_another_held_there() -> None:
    """Cards, hand and outcomes of a round stay until bets are closed again, with the person who had them."""
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
