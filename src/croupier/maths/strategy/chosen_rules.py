"""Select a strategy: best play, the simple rules that the search finds, or a rule list from a file."""

from __future__ import annotations

from os import PathLike

from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms

BEST, SIMPLE = "best", "simple"


def find_rules(how: str | PathLike[str], terms: Terms, letter: str | None = None) -> RuleList | None:
    """Return the rule list of a strategy, or None for best play."""
    if how == BEST:
        return None
    from croupier.maths.advice import ChosenTerms
    from croupier.maths.solver import solver
    from croupier.maths.strategy.rule_list import read_list
    from croupier.maths.strategy.simple import find_list, simple_of

    questions = simple_of(terms.game).questions
    if how == SIMPLE:
        paying = solver(terms.game).table
        return find_list(terms, ChosenTerms(terms, letter).paytable(paying) if paying else None)
    return read_list(how, questions, terms.game)
