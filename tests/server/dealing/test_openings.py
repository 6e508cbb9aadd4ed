"""Test that each person receives valid openings for exactly the cards that they may see."""

from __future__ import annotations

import msgspec
import pytest

from croupier.cards import Card
from croupier.client.deals import Deals
from croupier.games.game import seat_place
from croupier.journal import fold
from croupier.journal.deals import DealEvidence, Openings, check_openings
from croupier.table import events as ev
from croupier.table.driving.openings import prover
from croupier.table.readers.views import view
from tests.helpers.table_help import GAMES, METHODS
from tests.server.dealing.verifiable_table import VerifiableTable

Named = dict[tuple[str, int], Card]


def named_to(events: list[ev.TableEvent], person: str) -> Named:
    """Return every card named in a person's events, by position and index, independently of the tested
    code.
    """
    found: Named = {}
    for event in view(events, person):
        match event:
            case ev.CardsNamed() | ev.CardsTurned():
                cards = {(event.place, event.first + n): card for n, card in enumerate(event.cards)}
            case ev.DealerRevealed() | ev.HiddenCardsShown():
                cards = {(at, n): card for at, lying in event.cards.items() for n, card in enumerate(lying)}
            case ev.HandShown():
                cards = {(seat_place(event.seat), n): card for n, card in enumerate(event.cards)}
            case _:
                cards = {}
        found |= {spot: card for spot, card in cards.items() if card is not None}
    return found


def round_of(table: VerifiableTable) -> list[ev.TableEvent]:
    """Return the last round's events, starting when its deal is mixed."""
    events = table.events()
    start = max(n for n, event in enumerate(events) if isinstance(event, ev.DealMixed))
    return events[start:]


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_openings_cover_exactly_the_visible_cards(game: str, dealing: str) -> None:
    table = VerifiableTable(game, dealing)
    table.sit(1, 2, 3)
    hidden = 0
    for number in range(6):
        table.play(1, 2, 3, sides=number % 2 == 0)
        told = round_of(table)
        for person in table.people:
            given = table.openings.get(person, [])
            assert {(one.place, one.index): one.card for one in given} == named_to(told, person)
            assert len({(one.place, one.index) for one in given}) == len(given), "once each"
        out = sum(
            count for event in told if isinstance(event, ev.CardsDealt) for _, count in event.deliveries
        )
        hidden += out - len(table.openings["player:p1"])
        assert not {"burn", "aside"} & {one.place for one in table.openings["player:p1"]}
        assert len(table.openings["regulator"]) == out, (
            "at the end, the regulator gets an opening for every dealt card"
        )
    # A hand folded without side wagers is mucked face down. Let It Ride has no folds.
    assert hidden or game == "letitride", "no player gets an opening for someone else's mucked cards"


@pytest.mark.parametrize("game", GAMES)
def test_player_verifies_received_openings(game: str) -> None:
    table = VerifiableTable(game)
    table.sit(1, 2)
    deals, numbers = [], []
    for _ in range(3):
        numbers.append(table.numbers["p1"].hex())
        table.play(1, 2)
        committed, mixed = table.of(ev.DealCommitted)[-2], table.of(ev.DealMixed)[-1]
        assert isinstance(committed, ev.DealCommitted) and isinstance(mixed, ev.DealMixed)
        deals.append(DealEvidence(committed, mixed, tuple(table.openings["player:p1"])))
    found = check_openings(Openings("croupier-openings@1", tuple(deals), "p1", tuple(numbers)))
    assert found.faults == ()
    assert (found.deals, found.mixed, found.discarded, found.alone) == (3, 3, 0, 0)
    assert found.cards == sum(len(deal.openings) for deal in deals) > 10


def test_openings_are_the_same_after_resuming_in_mid_round() -> None:
    """For a reconnecting person, the same openings are rebuilt from the journal and the round's events."""
    table = VerifiableTable("uth")
    table.sit(1, 2)
    table.play(1, 2)
    mixed = [
        step
        for step in fold(table.store, table.name)
        if step.events and isinstance(step.events[0], ev.DealMixed)
    ]
    again = prover(mixed[-1].state.table, mixed[-1].state.shoes)
    assert again is not None
    assert list(again.after(round_of(table)).openings("player:p1")) == table.openings["player:p1"]


def test_a_reconnecting_client_counts_each_opening_once() -> None:
    """After a reconnect, the server sends all of the round's openings again."""
    table = VerifiableTable("uth")
    table.sit(1, 2)
    table.play(1, 2)
    deals = Deals()
    deals.take([table.of(ev.DealCommitted)[-2], table.of(ev.DealMixed)[-1]])
    openings = msgspec.to_builtins(table.openings["player:p1"])
    deals.add_openings(openings[:3])
    deals.add_openings(openings)
    found = deals.check("p1")
    assert found.faults == ()
    assert found.cards == len(openings)
    other = {**openings[0], "index": 1 + openings[0]["index"]}  # a different opening for the same draw
    deals.add_openings([other])
    assert any("the same draw is opened twice" in fault for fault in deals.check("p1").faults)
