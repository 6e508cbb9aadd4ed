"""Compare the fast solvers with ``tests.helpers.reference_solver`` over all deals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.maths.dragon import enumeration as dragon
from croupier.maths.letitride import enumeration as letitride
from croupier.maths.results import Result
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from tests.helpers import reference_solver


def agree(slow: reference_solver.ReferenceResult, fast: Result) -> None:
    assert {net: Fraction(count, slow.deals) for net, count in slow.nets.items() if count} == {
        each.net: each.probability for each in fast.outcomes
    }
    assert slow.ev == fast.ev
    assert slow.average_wager == fast.average_wager


@pytest.mark.whole
@pytest.mark.clause("letitride/11.B", "letitride/11.C", "letitride/11.D.3")
def test_let_it_ride_over_51_979_200_deals() -> None:
    terms = Terms("letitride")
    tables = list(terms.paytables("main").values())
    slow = reference_solver.letitride(tables, reference_solver.five_card_strengths())
    for each, table in zip(slow, tables, strict=True):
        agree(each, letitride.solve(terms, table))
    assert [each.first for each in slow] == [1_608, 1_608, 1_636]


@pytest.mark.clause("dragon/11.B", "dragon/11.D.3.g", "dragon/11.D.3.h", "dragon/11.D.3.i")
@pytest.mark.parametrize("letter", ["A", pytest.param("B", marks=pytest.mark.long)])
def test_dragon_over_459_149_600_deals(letter: str) -> None:
    terms = Terms("dragon")
    table = terms.paytables("ante_bonus")[letter]
    agree(reference_solver.dragon(table), dragon.solve(terms, table))


@pytest.mark.whole
@pytest.mark.clause("topfive/11.C.2", "topfive/11.C.3", "topfive/11.C.4")
def test_top_five_over_all_deals() -> None:
    # These pairs cover every reading of T-02 and T-03. tests/proofs/two_methods.py tries all twelve pairs.
    pairs = [("R1", "R1"), ("R2", "R2"), ("R3", "R3"), ("R4", "R1")]
    for pair, slow in zip(pairs, reference_solver.topfive(pairs), strict=True):
        agree(slow, topfive.solve(Terms("topfive", {"T-02": pair[0], "T-03": pair[1]})))
