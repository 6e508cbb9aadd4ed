"""Test that everyone's shared view equals the view computed from that person's own events."""

from __future__ import annotations

import msgspec
import pytest

from croupier.rulebook import games
from croupier.server.sessions.permissions import KEYED, row_of
from croupier.server.tables import viewers as seen
from croupier.server.tables.dealer_entry import not_keyed
from croupier.server.tables.viewers import EVERYONE, PublicView, RoundStory, Viewer
from croupier.table.events import CardsNamed, RoundEnded
from croupier.table.machine import TableStep
from croupier.table.readers.offers import offers
from croupier.table.readers.sight import Sight, watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER, ROLES, role_of
from tests.server.helpers.evening import Evening

METERS = {"main": 12_500_00}
encode = msgspec.json.Encoder().encode


@pytest.mark.parametrize("game", games())
def test_shared_view_matches_fold_of_own_events(game: str) -> None:
    evening = Evening(game, 3, seed=8)
    story = RoundStory(evening.opening)
    public = PublicView(story, live=False)
    people = [*(f"player:{player}" for player in evening.players), EVERYONE, "surveillance:s", "dealer:d"]
    viewers = {by: Viewer(by, story) for by in people}
    folds = {by: watch(by, evening.opening, live=False) for by in people}
    cards_seen = 0

    def take(steps: list[TableStep]) -> None:
        for step in steps:
            told = story.add(step.events, step.state)
            public.see(told.events)
            for by in people:
                theirs = view(step.events, by)
                assert encode(viewers[by].see(told)) == encode(theirs)
                folds[by] = folds[by].see(theirs)

    take(evening.steps)
    for steps in evening.rounds(12):
        take(steps)
        for by in people:
            expected = msgspec.structs.replace(folds[by].sight(METERS), person=by)
            shown = encode(viewers[by].sight(public.frame(METERS)))
            assert shown == encode(expected)
            seats = msgspec.json.decode(shown, type=Sight).seats
            cards_seen += sum(card is not None for seat in seats for card in seat.cards)
        for player in evening.players:
            by = f"player:{player}"
            offered = encode(viewers[by].offers(public.watch.state, False))
            assert offered == encode(offers(evening.state, by, False))
    assert cards_seen > 50


@pytest.mark.parametrize("live", [False, True])
def test_staff_offers_respect_permission_matrix(live: bool) -> None:
    evening = Evening(games()[0], 2, seed=4)
    story = RoundStory(evening.opening)
    viewers = [Viewer(f"{role}:x", story) for role in ROLES if role != PLAYER]
    offered: set[str] = set()
    for _ in evening.rounds(2):
        state = evening.state
        for viewer in viewers:
            expected = [
                offer
                for offer in offers(state, viewer.by, live)
                if (mark := row_of("table", type(offer.sample)).marks.get(role_of(viewer.by))) is not None
                and (mark != KEYED or (live and not_keyed(state, offer.sample) is None))
            ]
            offered |= {role_of(viewer.by) for _ in expected}
            assert encode(viewer.offers(state, live)) == encode(expected)
    assert {"floor", "pit_manager"} <= offered and "surveillance" not in offered


def test_encodes_every_field_of_a_sight() -> None:
    own = ("chips", "own_seats")
    assert Sight.__struct_fields__ == ("person", *seen._FRONT, "seats", *seen._MIDDLE, *own, *seen._END)


@pytest.mark.parametrize("game", games())
def test_views_hide_cards_of_other_players(game: str) -> None:
    evening = Evening(game, 2, seed=3)
    story = RoundStory(evening.opening)
    one, other = Viewer("player:p1", story), Viewer("player:p2", story)
    private = 0
    for _ in evening.rounds(8):
        pass
    for step in evening.steps:
        told = story.add(step.events, step.state)
        mine, theirs = one.see(told), other.see(told)
        for event in told.events:
            if isinstance(event, CardsNamed) and event.audience == ("player:p1",):
                private += 1
                assert encode(event) in encode(mine) and encode(event) not in encode(theirs)
    assert private > 2


def test_cursor_counts_visible_entries_of_its_round() -> None:
    evening = Evening(games()[0], 2, seed=5)
    story = RoundStory(evening.opening)
    viewer = Viewer("player:p1", story)
    k = 0
    number = 1
    for _ in evening.rounds(3):
        pass
    for step in evening.steps:
        told = story.add(step.events, step.state)
        assert told.round == number
        before = viewer.cursor
        if viewer.see(told):
            k += 1
            assert viewer.cursor == (number, k)
        else:
            assert viewer.cursor == before
        if any(isinstance(event, RoundEnded) for event in step.events):
            number, k = number + 1, 0
    assert number == 4
    assert story.rounds == (3, 4)  # reconnecting viewers still see the previous round


@pytest.mark.parametrize("game", games())
def test_offers_bet_when_only_first_of_equal_wagers_has_limit(game: str) -> None:
    evening = Evening(game, 1, seed=1)
    found = [offer for offer in offers(evening.state, "player:p1", False) if offer.act.startswith("bet@")]
    assert len(found) == 1
    assert evening.act(found[0].sample)
