"""Regression tests for faults that tests once missed."""

from __future__ import annotations

import pytest

from croupier.cards import Card
from croupier.games.game import Ask, Rack, Reveal
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.sources import LiveCards
from tests.helpers.pit import Felt, Pit, table
from tests.helpers.table_help import MAIN
from tests.table.test_corrections import METER, STRAIGHT, fix, played


def two_at(pit: Pit, first: dict[str, int], second: dict[str, int]) -> Pit:
    for number, bets in ((1, first), (2, second)):
        pit.seat(number, f"p{number}")
        pit.bet(number, bets)
    pit.do(do.CloseBetting())
    return pit


@pytest.mark.clause("uth/11.J.2.e.i")
def test_correcting_a_mucked_card_renames_it_in_the_rack_and_earns_the_envy_bonus() -> None:
    """Seat 2 folds a straight flush, because one of its cards was misread. The correction earns seat 1
    $300 of Envy.
    """
    pit = table(
        "uth",
        submission={"paytables": {"blind": "A"}, "progressive": {"paytable": "A", "stake": 1}},
        deck="2c 9h 4s 3d 8c 4d Qc 7h 6h 5h Qd Ks Kd",
    )
    two_at(pit, {**MAIN["uth"], "progressive": 1}, MAIN["uth"])
    decisions = {1: ["check", "check", "1x"], 2: ["check", "check", "fold"]}
    pit.run(until=lambda state: isinstance(state.phase, Reveal), decisions=decisions)
    assert dict(pit.state.layout.rack)["seat2"] == ("9h", "8c")
    pit.do(do.CorrectNaming(place="seat2", index=1, card="8h", reason="misread", by="floor"))
    assert dict(pit.state.layout.rack)["seat2"] == ("9h", "8h")
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    (envy,) = pit.of(ev.EnvyPaid)
    assert (envy.seat, envy.holder, envy.cents) == (1, 2, 30_000)


@pytest.mark.clause("topfive/3.A.1")
def test_a_card_in_the_discard_rack_is_not_named_again() -> None:
    """A folded hand was named before it was mucked, so the dealer cannot have its cards."""
    pit = two_at(table("topfive", source=LiveCards()), MAIN["topfive"], MAIN["topfive"])
    felt = Felt([Card(rank + suit) for rank in "AKQJT98765432" for suit in "shdc"])
    felt.deal(pit)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    felt.name(pit, "seat2")
    pit.run(until=lambda state: isinstance(state.phase, Reveal), decisions={2: ["fold"]})
    mucked = dict(pit.state.layout.rack)["seat2"]
    assert mucked == tuple(felt.places["seat2"])
    taken = (mucked[0], *felt.places["dealer"][1:])
    assert pit.refused(do.NameCards(place="dealer", cards=taken)).code == "card_twice"  # type: ignore[arg-type]
    felt.name(pit, "dealer")


@pytest.mark.clause("uth/12.D.4")
def test_a_correction_paid_by_the_meter_is_a_win() -> None:
    pit = played(STRAIGHT)
    _, corrected = pit.do(fix(row=METER["royal"]))
    assert corrected.result == "win"  # type: ignore[attr-defined]
    last = next(
        one for one in reversed(pit.state.round.settled) if one.wager == "progressive" and one.seat == 1
    )
    assert (last.result, last.from_meter) == ("win", "main")
