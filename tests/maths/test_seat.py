"""Check the average stake and the loss probabilities of one seat's wagers by independent methods."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli.app import app
from croupier.maths import analyze
from croupier.maths.advice import ChosenTerms
from croupier.maths.risk.document import risk
from croupier.maths.risk.seat import SeatOutcome, SeatRisk, decided_elsewhere, rounds_of, seat_of
from croupier.maths.risk.shift import ever_down, ruin, sum_of
from croupier.maths.solver import solver
from croupier.maths.strategy.chosen_rules import find_rules
from croupier.maths.terms import Terms

ONE = Fraction(1)
GAMES = ("uth", "letitride", "dragon", "topfive")


def solved_wager(terms: Terms, letter: str | None = None) -> Fraction:
    """Return the solver's average wager, which it computes without counting a seat's possible endings."""
    (found,) = analyze.analyze(terms, "main", letter or first_letter(terms))["results"]
    return Fraction(found["average_wager"])


def first_letter(terms: Terms) -> str | None:
    paying = solver(terms.game).table
    return ChosenTerms(terms).paytable(paying).letter if paying else None


@pytest.mark.parametrize("game", GAMES)
def test_average_stake_matches_the_solver_for_all_combinations(game: str) -> None:
    """Ties after 4x, 2x and 1x have the same net result but different stakes."""
    terms = Terms(game)
    play = rounds_of(terms)
    sides = [wager for wager in analyze.wagers(game) if wager != "main"]
    exact = [wager for wager in sides if not decided_elsewhere(terms, [wager], play)]
    alone = solved_wager(terms)
    for count in range(len(exact) + 1):
        for chosen in combinations(exact, count):
            stakes = {"main": Fraction(2), **{each: Fraction(1, 2) for each in chosen}}
            assert seat_of(terms, stakes).staked == 2 * alone + Fraction(count, 2), chosen


@pytest.mark.parametrize("letter", ["A", "B"])
def test_average_stake_under_each_blind_paytable(letter: str) -> None:
    terms = Terms("uth")
    assert seat_of(terms, {"main": ONE}, letter).staked == solved_wager(terms, letter)


def test_average_stake_of_the_simple_strategy_matches_its_endings() -> None:
    terms = Terms("uth")
    rules = find_rules("simple", terms, None)
    play = rounds_of(terms, None, rules)
    staked = sum(ending.at_risk * int(deals) for ending, deals in zip(play.endings, play.ways(), strict=True))
    assert seat_of(terms, {"main": ONE}, None, rules).staked == Fraction(staked, sum(map(int, play.ways())))


def test_risk_prints_the_average_stake_of_analyze() -> None:
    done = CliRunner().invoke(app, ["risk", "uth", "--rounds", "1000", "--json"])
    document = json.loads(done.stdout)
    staked = Fraction(document["round"]["staked"])
    assert staked == solved_wager(Terms("uth")) and float(staked) == pytest.approx(4.152209545741018)
    (band,) = document["bands"]
    assert band["hold_of_staked_low"] == pytest.approx(band["hold_low"] / float(staked))


def test_sampled_rounds_have_an_exact_average_stake() -> None:
    told = risk(Terms("uth"), {"main": Fraction(2), "six_card": ONE}, rounds=())
    assert Fraction(told["round"]["staked"]) == 2 * solved_wager(Terms("uth")) + 1


def test_element_of_risk_of_let_it_ride_with_ties_that_ride() -> None:
    """The published figure is 2.85 %. If both choices are equal, Croupier withdraws the bet."""
    (found,) = analyze.analyze(Terms("letitride"), "main", "A")["results"]
    tied = sum(Fraction(each["indifferent"]) for each in found["decisions"])
    riding = Fraction(found["average_wager"]) + tied
    assert f"{float(riding):.4f} {found['element_of_risk']:.4%}" == "1.2321 2.8648%"
    assert f"{float(Fraction(found['house_edge_exact']) / riding):.2%}" == "2.85%"


# --- probability of losing


def falls(seat: SeatRisk, start: int, least: int, rounds: int) -> float:
    """Return the probability of falling from ``start`` below ``least`` units, without Fourier transforms."""
    step = Fraction(1, 2)
    held = np.zeros(2 * (start + 4000))
    held[2 * start] = 1.0
    fallen = 0.0
    for _ in range(rounds):
        after = np.zeros(len(held))
        for net, often in seat.distribution.items():
            steps = int(net / step)
            assert steps * step == net
            if steps >= 0:
                after[steps:] += float(often) * held[: len(held) - steps]
            else:
                after[:steps] += float(often) * held[-steps:]
                fallen += float(often) * float(held[:-steps].sum())
        fallen += float(after[: 2 * least].sum())
        after[: 2 * least] = 0.0
        held = after
    return fallen


def test_down_and_ruin_are_different_probabilities() -> None:
    """Within four hours, the chance of losing 40 Antes is 37.98 %. That of having fewer than six left is
    44.76 %.
    """
    told = croupier.risk("uth", rounds=[120], bankroll=40)
    bankroll = told["bankroll"]
    assert bankroll["ruin"] == pytest.approx(0.4476028379) and bankroll["rounds"] == 120
    down = bankroll["down"]
    assert (down["units"], down["rounds"], down["hours"]) == (40, 120, 4.0)
    assert down["at_some_time"] == pytest.approx(0.3797718028)
    assert down["at_the_end"] == pytest.approx(0.2138217550)
    shown = repr(told)
    assert (
        "down 40 units or more at some time within 120 rounds (4 hours): 37.9772 %; at the end: 21.3822 %"
        in shown
    )
    assert "40 units no longer cover the largest loss of a round, 6, at some time within 120 rounds" in shown
    assert "gone" not in shown


def test_fall_probabilities_match_a_computation_without_fourier() -> None:
    seat = seat_of(Terms("uth"), {"main": ONE})
    # Results are multiples of half a unit, so falling below 0 from 40 units means losing at least 40.5.
    exactly = falls(seat, 40, 0, 60)
    assert ruin(seat, 40, 60) == pytest.approx(falls(seat, 40, 6, 60), abs=1e-9)
    assert exactly < ever_down(seat, 40, 60) < falls(seat, 40, 1, 60)
    assert ever_down(seat, Fraction(81, 2), 60) == pytest.approx(exactly, abs=1e-9)


def test_down_probability_of_a_coin_matches_the_reflection_principle() -> None:
    """P(min <= -b) = P(S <= -b) + P(S < -b), where S is the sum of the tosses."""
    half = Fraction(1, 2)
    coin = SeatRisk(
        "coin",
        (SeatOutcome(half, {"a": 1}, {"a": ONE}), SeatOutcome(half, {"a": 1}, {"a": -ONE})),
        {"a": ONE},
    )
    at_most = sum(comb(60, k) for k in range(61) if 2 * k - 60 <= -5)
    below = sum(comb(60, k) for k in range(61) if 2 * k - 60 < -5)
    assert ever_down(coin, 5, 60) == pytest.approx((at_most + below) / 2**60)
    assert sum_of(coin, 60).at_most(-5) == pytest.approx(at_most / 2**60)
    assert ever_down(coin, 61, 60) == 0.0 and ever_down(coin, 60, 60) == pytest.approx(2.0**-60)


def test_hours_are_converted_to_rounds_by_the_pace() -> None:
    by_hours = croupier.risk("dragon", down=20, hours=3, pace=40)["bankroll"]["down"]
    assert by_hours == croupier.risk("dragon", down=20, rounds=[120, 500], pace=40)["bankroll"]["down"]
    assert by_hours["rounds"] == 120 and 0 < by_hours["at_the_end"] < by_hours["at_some_time"] < 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dragon", "--down", "0"), "--down must be at least 1 unit, not 0"),
        (("dragon", "--hours", "4"), "--hours needs --bankroll or --down"),
        (("dragon", "--down", "4", "--hours", "0"), "--hours must be at least 1, not 0"),
        (("dragon", "--down", "4", "--hours", "9999"), "at most 20,000 rounds"),
        (
            ("uth", "--wager", "main", "--wager", "six_card", "--down", "9"),
            "--down: six_card together with the main",
        ),
        (("letitride", "--own-units", "--wager", "main", "--wager", "six_card=2"), "give its stake once"),
        (
            ("letitride", "--own-units", "--wager", "main", "--stake", "six_card=5"),
            "is not one of the wagers",
        ),
    ],
)
def test_rejects_probabilities_that_cannot_be_computed(words: tuple[str, ...], told: str) -> None:
    wrong = CliRunner().invoke(app, ["risk", *words])
    assert wrong.exit_code == 2 and told in wrong.stderr, wrong.output
