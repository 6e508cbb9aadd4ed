"""Test that offers list exactly the corrections that the table would accept."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from croupier.cards import show_cards
from croupier.games import script
from croupier.games.game import Ask, Rack, Settle
from croupier.records.placed import in_dealing_order
from croupier.table import commands as do
from croupier.table.machine import can
from croupier.table.readers.offers import offers, tag_of
from croupier.table.state import TableState
from tests.helpers.pit import full_bets, in_round, table
from tests.helpers.table_help import GAMES

AMOUNTS = (0, 500, 7_500, 10_000, 30_000, 100_000, 150_000, 300_000, 500_000)


def offered(state: TableState, kind: type[do.TableCommand], field: str) -> set[tuple[Any, ...]]:
    """Return the rounds, seats and blank values of all offers for one act."""
    return {
        (sample.round, sample.seat, getattr(sample, "holder", getattr(sample, "question", "")), option.value)  # type: ignore[attr-defined]
        for offer in offers(state, "floor")
        if offer.act == tag_of(kind)
        for sample in [offer.sample]
        for blank in offer.blanks
        if blank.field == field
        for option in blank.options
    }


def envy_accepted(state: TableState) -> set[tuple[Any, ...]]:
    now, seats = state.round.number, (1, 2, 3, 4)
    return {
        (number, seat, holder, cents)
        for number, seat, holder, cents in product((now - 1, now), seats, seats, AMOUNTS)
        if can(
            state,
            do.CorrectEnvy(round=number, seat=seat, holder=holder, cents=cents, reason="so", by="floor"),
        )
    }


def royal_at_seat_1(game: str) -> str:
    """Return a deck for three seats that gives seat 1 a royal flush, for a game with an Envy Bonus."""
    hands = {
        "uth": {"seat1": ("As", "Ks"), "board": ("Qs", "Js", "Ts", "2d", "7h")},
        "letitride": {"seat1": ("As", "Ks", "Qs"), "board": ("Js", "Ts")},
    }
    if game not in hands:
        return ""
    order = in_dealing_order((), hands[game], (1, 3, 4), table(game).state.rules)
    rest = [card for card in table(game).state.game.deck.order if card not in order.cards]
    return show_cards(tuple(card or rest.pop() for card in order.cards))


@pytest.mark.parametrize("game", GAMES)
def test_every_envy_bonus_that_can_be_corrected_is_offered_with_its_amounts(game: str) -> None:
    found: set[tuple[Any, ...]] = set()

    def collect_offers(state: TableState) -> bool:
        accepted, told = envy_accepted(state), offered(state, do.CorrectEnvy, "cents")
        assert accepted <= told, state.phase
        assert {claim[:3] for claim in accepted} == {claim[:3] for claim in told}
        found.update(accepted)
        return False

    pit = in_round(game, seats=(1, 3, 4), deck=royal_at_seat_1(game))
    pit.run(until=collect_offers)
    assert {claim[1:3] for claim in found} == ({(3, 1), (4, 1)} if game in ("uth", "letitride") else set())


@pytest.mark.clause("uth/12.D.5.b")
def test_a_missed_envy_bonus_is_offered_after_the_holder_is_settled_and_in_the_next_round() -> None:
    pit = in_round("uth", seats=(1, 3, 4), deck=royal_at_seat_1("uth"))
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    assert not offered(pit.state, do.CorrectEnvy, "cents")
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    assert offered(pit.state, do.CorrectEnvy, "cents") == {(1, 3, 1, 0), (1, 4, 1, 0)}
    pit.do(do.CorrectEnvy(round=1, seat=3, holder=1, cents=0, reason="taken for another", by="floor"))
    missed = {(1, 3, 1, 100_000), (1, 4, 1, 0)}
    assert offered(pit.state, do.CorrectEnvy, "cents") == missed
    pit.run()
    assert offered(pit.state, do.CorrectEnvy, "cents") == missed


def decisions_accepted(state: TableState) -> set[tuple[Any, ...]]:
    return {
        (state.round.number, seat, phase.name, choice.name)
        for phase in script(state.rules)
        if isinstance(phase, Ask)
        for seat in (1, 3)
        for choice in phase.choices
        if can(
            state,
            do.CorrectDecision(
                seat=seat,
                choice=choice.name,
                round=state.round.number,
                question=phase.name,
                reason="so",
                by="floor",
            ),
        )
    }


@pytest.mark.parametrize("spare", [10_000, 1_000, 0])
@pytest.mark.parametrize("game", GAMES)
def test_x15_every_correctable_decision_is_offered_even_if_some_are_unaffordable(
    game: str, spare: int
) -> None:
    pit, seen = table(game), set[str]()
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}", 100 * sum(full_bets(game).values()) + spare)
        pit.bet(seat, full_bets(game))
    pit.do(do.CloseBetting())

    def collect_offers(state: TableState) -> bool:
        accepted = decisions_accepted(state)
        assert accepted == offered(state, do.CorrectDecision, "choice")
        seen.update(choice for *_, choice in accepted)
        return False

    asks = [phase for phase in script(pit.state.rules) if isinstance(phase, Ask)]
    folds = [phase.choices[0].name for phase in asks]
    pit.fork().run(until=collect_offers, decisions={1: folds, 3: folds})
    if spare == 10_000:
        pit.run(until=collect_offers)
    costs = {choice.name: choice.multiple * 1_000 for phase in asks for choice in phase.choices}
    assert seen <= {name for name, cost in costs.items() if cost <= spare}
    assert seen or spare == 0


@pytest.mark.parametrize("by", ["floor", "pit_manager"])
@pytest.mark.parametrize("game", GAMES)
def test_x15_both_rulings_are_offered_and_accepted(game: str, by: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    assert not [offer for offer in offers(pit.state, by) if offer.act == tag_of(do.RuleOnIncident)]
    pit.do(do.ReportOther(matter="other", detail="a spilt drink", by="floor"))
    (ruling,) = [offer for offer in offers(pit.state, by) if offer.act == tag_of(do.RuleOnIncident)]
    (outcomes,) = [blank.options for blank in ruling.blanks if blank.field == "outcome"]
    assert [option.value for option in outcomes] == ["play_on", "void"]
    for option in outcomes:
        assert can(pit.state, do.RuleOnIncident(outcome=option.value, reason="so", by=by))
    assert not [offer for offer in offers(pit.state, "dealer") if offer.act == tag_of(do.RuleOnIncident)]


@pytest.mark.parametrize("by", ["dealer", "floor", "cage"])
def test_x28_only_staff_can_cash_out_chips_for_any_player_who_has_some(by: str) -> None:
    state = in_round("uth").state
    cashing = [offer for offer in offers(state, by) if isinstance(offer.sample, do.CashOut)]
    assert [offer.sample for offer in cashing] == [do.CashOut(player=one, by=by) for one in ("p1", "p3")]
    assert not [offer for offer in offers(state, "player:p1") if isinstance(offer.sample, do.CashOut)]


@pytest.mark.parametrize(
    ("command", "title"),
    [
        (do.ReportExposed(place="dealer"), "Dealer's card exposed"),
        (do.ReportExposed(place="seat2"), "Player's card exposed"),
        (do.ReportExposed(place="board"), "Board card exposed"),
        (do.ReportDeviceFailure(device="shuffler"), "Shuffler failed"),
        (do.ReportDeviceFailure(device="shuffler", idle_deck=True), "Shuffler failed on the idle deck"),
        (do.HandleDevice(device="shoe", how="covered"), "Handle the failed shoe"),
        (do.ReportDrawnInError(), "Card drawn in error, unseen"),
    ],
)
def test_the_title_of_an_offer_names_the_place_or_device(command: do.TableCommand, title: str) -> None:
    assert command.offered_as() == title
