"""Which play is meant: the best, the simple one that the search finds, or a file of rules."""

from __future__ import annotations

from os import PathLike

from croupier.maths.play.rulelist import RuleList
from croupier.maths.terms import Terms

BEST, SIMPLE = "best", "simple"


def rules_named(how: str | PathLike[str], terms: Terms, letter: str | None = None) -> RuleList | None:
    """None for the best play."""
    if how == BEST:
        return None
    from croupier.maths.advice import Chosen
    from croupier.maths.play.rulelist import read_list
    from croupier.maths.play.simple import find_list, simple_of
    from croupier.maths.solver import solver

    questions = simple_of(terms.game).questions
    if how == SIMPLE:
        paying = solver(terms.game).table
        return find_list(terms, Chosen(terms, letter).paytable(paying) if paying else None)
    return read_list(how, questions, terms.game)
