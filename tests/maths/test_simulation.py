"""Run tests/proofs/simulate.py briefly: random cards and best decisions at the table machine."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest

from tests.proofs.simulate import binomial_p, simulate

pytestmark = pytest.mark.long
ROUNDS = {"uth": 1_800, "letitride": 4_200, "dragon": 4_000, "topfive": 4_200}


@pytest.mark.parametrize("game", list(ROUNDS))
def test_table_pays_as_the_mathematics_computes(game: str) -> None:
    # The seed is fixed, so that a failure is a fault and not bad luck. CROUPIER_SEED sets a different one.
    seed = os.environ.get("CROUPIER_SEED", "in tests")
    print(f"seed {seed!r}")
    for verdict in simulate(game, ROUNDS[game], seed):
        assert verdict.rounds > 0, verdict.name
        assert verdict.good, f"{verdict.name}: {verdict.text} (seed {seed!r})"


def test_binomial_tails() -> None:
    assert binomial_p(0, 10, Fraction(0)) == 1.0
    assert binomial_p(1, 10, Fraction(0)) == 0.0
    assert binomial_p(5, 10, Fraction(1, 2)) == 1.0
    assert binomial_p(0, 10, Fraction(1, 2)) == pytest.approx(2 / 1024)
    assert binomial_p(9, 10, Fraction(1, 2)) == pytest.approx(2 * 11 / 1024)
    assert binomial_p(30, 1_000_000, Fraction(1, 100_000)) < 1e-5
