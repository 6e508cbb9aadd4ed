"""Play random rounds with the best decisions and compare the results with the exact distribution."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import STANDARD
from croupier.errors import BadInput
from croupier.maths.uth import DEALS, Position, choices, solve
from croupier.maths.uth.decision_tables import UthBestPlay
from croupier.maths.uth.distribution import DECISIONS

pytestmark = pytest.mark.xdist_group("maths_uth")

BLIND_A = {
    "royal_flush": Fraction(500),
    "straight_flush": Fraction(50),
    "four_of_a_kind": Fraction(10),
    "full_house": Fraction(3),
    "flush": Fraction(3, 2),
    "straight": Fraction(1),
}
SEED = 20_240_701
ROUNDS = 400_000


@pytest.fixture(scope="module")
def best_play() -> UthBestPlay:
    return UthBestPlay(BLIND_A)


def deal(rounds: int, seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    return np.argpartition(generator.random((rounds, 52)), 9, axis=1)[:, :9]


@pytest.mark.long
def test_random_rounds_agree_with_the_exact_value_within_four_standard_errors(best_play: UthBestPlay) -> None:
    exact = solve(BLIND_A, distribution=True)
    rounds = deal(ROUNDS, SEED)
    decisions = best_play.decide(rounds)
    nets = best_play.net(rounds, decisions)
    mean = float(nets.sum()) / best_play.book.scale / ROUNDS
    error = float(exact.variance / ROUNDS) ** 0.5
    assert abs(mean - float(exact.ev)) < 4 * error, f"seed {SEED}"
    for place, name in enumerate(DECISIONS):
        often, found = float(exact.decisions[name]), float((decisions == place).mean())
        assert abs(found - often) <= 4 * (often * (1 - often) / ROUNDS) ** 0.5, f"{name}, seed {SEED}"
    # Every net result that occurs is in the distribution.
    assert {Fraction(int(net), best_play.book.scale) for net in np.unique(nets)} <= set(exact.distribution)
    losses = sum(deals for net, deals in exact.distribution.items() if net < 0) / DEALS
    found = float((nets < 0).mean())
    assert abs(found - losses) < 4 * (losses * (1 - losses) / ROUNDS) ** 0.5, f"seed {SEED}"


@pytest.mark.long
def test_decisions_follow_the_exact_values(best_play: UthBestPlay) -> None:
    rounds = deal(150, SEED + 1)
    for cards, decision in zip(rounds, best_play.decide(rounds), strict=True):
        names = [STANDARD.order[card] for card in cards]
        hole, board = names[:2], names[2:7]
        taken = [choices(Position.of(hole, board[:shown]), BLIND_A).best for shown in (0, 3, 5)]
        expected = next(choice for choice in taken if choice != "check")
        assert DECISIONS[decision] == expected, names


@pytest.mark.clause("uth/11.H.1", "uth/11.H.3.a", "uth/11.H.3.b", "uth/11.H.3.c", "uth/11.H.3.d")
@pytest.mark.parametrize(
    ("cards", "decision", "net"),
    [
        ("As Ad 2c 7d 9h Ts 3h Kc Kd", "4x", Fraction(5)),  # Ante and Play win, and the Blind pushes
        ("As Ad 2c 7d 9h Ts 3h Kc Qd", "4x", Fraction(4)),  # the dealer has no pair, so the Ante pushes
        ("Kc Kd 2c 7d 9h Ts 3h As Ad", "4x", Fraction(-6)),
        ("8c 6d 2c 7d Kh Qs 3h As Jd", "fold", Fraction(-2)),
        # both sides play the royal flush on the board and tie
        ("2c 3d As Ks Qs Js Ts 4h 5h", "1x", Fraction(0)),
        ("5c 6h 7d 8s 9h 2c 2d Ac Kd", "2x", Fraction(4)),  # with a straight the Blind pays 1 to 1
    ],
)
def test_rounds_settled_by_hand(best_play: UthBestPlay, cards: str, decision: str, net: Fraction) -> None:
    numbers = [[STANDARD.order.index(card) for card in cards.split()]]
    found = best_play.decide(numbers)
    assert DECISIONS[found[0]] == decision
    assert Fraction(int(best_play.net(numbers, found)[0]), best_play.book.scale) == net


def test_rejects_invalid_rounds(best_play: UthBestPlay) -> None:
    good = random.Random(3).sample(range(52), 9)
    for bad in ([good[:8]], [[*good[:8], good[0]]], [[*good[:8], 52]], [[*good[:8], -1]], [], [[0.5] * 9]):
        with pytest.raises(BadInput):
            best_play.decide(bad)
