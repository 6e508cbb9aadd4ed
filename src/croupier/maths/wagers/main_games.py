"""The four games themselves, each solved by its own module and told in the same words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from croupier.errors import BadInput
from croupier.maths import dragon, letitride, topfive
from croupier.maths.results import Result, distribution, exact
from croupier.maths.terms import Terms, net_of
from croupier.rulebook import Paytable, Push

# The paytable that shapes the main game. Top Five has none: Ante and Play pay even money (topfive/12.A).
TABLE_OF = {"uth": "blind", "letitride": "main", "dragon": "ante_bonus", "topfive": None}


def solve(terms: Terms, table: Paytable | None, progress: Callable[[float], None] | None = None) -> Result:
    if terms.game == "topfive":
        return topfive.solve(terms)
    assert table is not None
    match terms.game:
        case "letitride":
            return letitride.solve(terms, table)
        case "dragon":
            return dragon.solve(terms, table)
    return _uth(terms, table, progress)


def blind_pays(table: Paytable) -> dict[str, Fraction]:
    """The Blind as the solver takes it: what a winning straight or better gains; everything lower pushes."""
    pays = {}
    for row in table.rows:
        if row.hand.startswith("below_"):
            if not isinstance(row.pays, Push):
                raise BadInput(
                    f"blind {row.hand}: winning hands below a straight push, they cannot pay {row.pays}"
                )
            continue
        pays[row.hand] = net_of(row.pays)
    return pays


def _uth(terms: Terms, table: Paytable, progress: Callable[[float], None] | None) -> Result:
    from croupier.maths import uth

    solved = uth.solve(blind_pays(table), distribution=True, progress=progress)
    assert solved.distribution is not None
    total = sum(solved.distribution.values())
    taken = ["U-08", "U-09", "X-13", *(each for row in table.rows for each in row.readings)]
    result = Result(
        "main",
        table.letter,
        "ante",
        distribution(dict(solved.distribution), total),
        terms.taken(*dict.fromkeys(taken)),
        solved.average_wager,
        {
            "decisions": [
                {
                    "decision": "where the round ends",
                    "choices": {name: exact(often) for name, often in solved.decisions.items()},
                    "indifferent": {name: exact(often) for name, often in solved.indifferent.items()},
                }
            ]
        },
    )
    assert result.ev == solved.ev, "the distribution and the decisions must give one value"
    return result
