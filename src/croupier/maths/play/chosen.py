"""Which play is meant: the best, the simple one that the search finds, or a file of rules."""

from __future__ import annotations

from os import PathLike

from croupier.errors import BadInput
from croupier.maths.play.rulelist import RuleList
from croupier.maths.terms import Terms

BEST, SIMPLE = "best", "simple"


def rules_named(how: str | PathLike[str], terms: Terms, letter: str | None = None) -> RuleList | None:
    """None for the best play."""
    if how == BEST:
        return None
    raise BadInput(f"--strategy is {BEST}, not {how!r:.60}")
