"""Test that a payment cites exactly the readings that determined it."""

from __future__ import annotations

import pytest

from tests.helpers.table_help import MAIN, Mapped, record, seat, settle


def wagers(game: str, laid: Mapped, bets: Mapped, decision: str, submission: Mapped | None = None) -> Mapped:
    written = record(game, [seat(1, bets, [decision])], submission=submission, laid=laid)
    paid: Mapped = settle(written)[1]["wagers"]
    return paid


def test_x31_cited_only_for_hands_without_a_row() -> None:
    laid = {"seat 1": "2c 7d", "dealer": "3h 8s", "board": "Kc Qd 9s 5h 4c"}
    assert wagers("uth", laid, {**MAIN["uth"], "trips": 5}, "4x")["trips"]["readings"] == ["X-31"]
    three = {"seat 1": "2c 2d", "dealer": "3h 8s", "board": "2h Qd 9s 5h 4c"}
    assert "X-31" not in wagers("uth", three, {**MAIN["uth"], "trips": 5}, "4x")["trips"]["readings"]


@pytest.mark.clause("topfive/6.C.4")
@pytest.mark.parametrize(
    ("cards", "named"), [("As Kd Qh Jc Ts 2c 3c", True), ("As Ad Qh Jc 4s 2c 3c", False)]
)
def test_t01_cited_for_the_straight_and_t06_for_the_poker_bonus(cards: str, named: bool) -> None:
    # both sides have five cards, so the straight decides
    laid = {"seat 1": cards, "dealer": "Ac Ah Ks Qd Jd 5d 6d"}
    paid = wagers("topfive", laid, {"ante": 10, "poker": 5}, "play")
    assert ("T-01" in paid["poker"]["readings"]) is named
    assert ("T-01" in paid["play"]["readings"]) is named
    assert "T-06" in paid["poker"]["readings"]
    assert "T-06" not in paid["play"]["readings"]


@pytest.mark.parametrize(
    ("player", "dealer", "main", "three"),
    [
        ("Dg Ph Ti", "Ra Ra Mo", True, True),
        ("Ph Ph Ti", "Dg Ra Mo", True, False),
        ("Ph Ph Ti", "Ra Ra Mo", False, False),
    ],
)
def test_d03_cited_for_hands_with_the_gold_dragon(player: str, dealer: str, main: bool, three: bool) -> None:
    bets = {**MAIN["dragon"], "three_card": 5}
    paid = wagers("dragon", {"seat 1": player, "dealer": dealer}, bets, "play")
    for wager in ("ante", "ante_bonus", "play"):
        assert ("D-03" in paid[wager]["readings"]) is main
    assert ("D-03" in paid["three_card"]["readings"]) is three


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_x02_cited_for_odds_on_a_banked_chip(game: str) -> None:
    trips = {
        "uth": {"seat 1": "2c 2d", "board": "2h Qd 9s 5h 4c", "dealer": "3h 8s"},
        "letitride": {"seat 1": "2c 2d 2h", "board": "Qd 9s"},
    }
    submission: Mapped = {"progressive": {"paytable": "A"}}
    decisions = ["4x"] if game == "uth" else ["ride", "ride"]
    seats = [seat(1, {**MAIN[game], "progressive": 1}, decisions)]
    paid = settle(record(game, seats, submission=submission, laid=trips[game]))[1]["wagers"]["progressive"]
    assert paid["result"] == "win"
    assert "X-02" in paid["readings"]
