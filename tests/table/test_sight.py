"""Test a person's view of a table: cards of a round that is over, and decisions made for a player."""

from __future__ import annotations

import pytest

from croupier.games.game import Ask
from croupier.table import commands as do
from croupier.table.readers.sight import SeatSight, Sight, Watcher, watch
from croupier.table.wording import TIMER
from tests.helpers import now
from tests.helpers.pit import Pit, table
from tests.helpers.table_help import MAIN

PEOPLE = {1: "ann", 3: "cy"}


def seats_of(sight: Sight) -> dict[int, SeatSight]:
    return {seat.seat: seat for seat in sight.seats}


def evening() -> tuple[Pit, Watcher]:
    pit = table("dragon")
    opening = pit.state
    for seat, name in PEOPLE.items():
        pit.seat(seat, name)
        pit.bet(seat, MAIN["dragon"])
    pit.do(do.CloseBetting())
    return pit, watch("everyone", opening, live=False)


def test_a_new_player_takes_only_their_own_seat_in_the_view() -> None:
    """The other player's cards, hand and fold of the last round remain visible."""
    pit, watcher = evening()
    pit.run(decisions={1: ["play"], 3: ["fold"]})
    before = seats_of(watcher.see(pit.events).sight())
    assert before[1].cards and before[1].hand is not None and not before[1].folded
    assert before[3].cards and before[3].folded
    for left, stays in ((1, 3), (3, 1)):
        fork = pit.fork()
        events = fork.do(
            do.GetUp(seat=left, by=f"player:{PEOPLE[left]}"),
            do.SitDown(seat=left, player="dee", by="player:dee"),
        )
        after = seats_of(watcher.see([*pit.events, *events]).sight())
        assert after[stays] == before[stays]
        assert (after[left].player, after[left].cards, after[left].hand) == ("dee", (), None)
        assert not after[left].folded


@pytest.mark.parametrize(("by", "why"), [("floor:meg", "floor"), (TIMER, "time")])
def test_x25_the_view_says_whether_time_ran_out_or_the_floor_acted(by: str, why: str) -> None:
    pit, watcher = evening()
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    assert not [seat.acted_for for seat in watcher.see(pit.events).sight().seats if seat.acted_for]
    pit.do(do.ActFor(seat=1, reason="asleep", by=by))
    shown = seats_of(watcher.see(pit.events).sight())
    assert {number: seat.acted_for for number, seat in shown.items()} == {1: why, 3: ""}
    pit.do(now.decide(seat=3, choice="play"))
    shown = seats_of(watcher.see(pit.events).sight())
    assert {number: seat.acted_for for number, seat in shown.items()} == {1: why, 3: ""}


def test_x25_a_players_next_own_decision_ends_the_note_at_their_seat() -> None:
    pit = table("uth")
    watcher = watch("everyone", pit.state, live=False)
    for seat, name in PEOPLE.items():
        pit.seat(seat, name)
        pit.bet(seat, MAIN["uth"])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    for seat in PEOPLE:
        pit.do(do.ActFor(seat=seat, reason="asleep", by="floor:meg"))
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    assert {seat.acted_for for seat in watcher.see(pit.events).sight().seats} == {"floor"}
    pit.do(now.decide(seat=1, choice="check"))
    shown = seats_of(watcher.see(pit.events).sight())
    assert {number: seat.acted_for for number, seat in shown.items()} == {1: "", 3: "floor"}


def test_only_the_dealers_place_has_the_dealers_hand() -> None:
    pit = table("uth")
    watcher = watch("everyone", pit.state, live=False)
    pit.seat(1, "ann")
    pit.bet(1, MAIN["uth"])
    pit.do(do.CloseBetting())
    pit.run()
    places = {place.place: place for place in watcher.see(pit.events).sight().places}
    assert places["dealer"].hand is not None
    assert (places["dealer"].face_up, places["board"].face_up) == (2, 5)
    assert [place for place, shown in places.items() if shown.hand is not None] == ["dealer"]
