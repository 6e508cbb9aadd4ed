"""Describe best play in words: the hands that ride, play or raise.

The description comes from the solved game, not from published charts.
"""

from __future__ import annotations

from typing import Any

from croupier.maths.advice import ChosenTerms
from croupier.maths.engine import cache
from croupier.maths.solver import solver


def strategy(chosen: ChosenTerms, *, fresh: bool = False) -> dict[str, Any]:
    """Return best play for the whole game under one paytable, with the hands for each choice."""
    terms = chosen.terms
    terms.refuse_limit("the values of choices are computed without a payout limit")
    paying = solver(terms.game).table
    table = chosen.paytable(paying) if paying else None
    request = {
        "strategy": terms.game,
        "table": [(row.hand, str(row.pays)) for row in table.rows] if table else None,
        "readings": dict(terms.readings),
        "odds": {wager: str(odds) for wager, odds in terms.main_odds.items()},
        "pack": dict(terms.pack),
        "raises": dict(terms.raises),
        "qualifier": terms.qualifier,
    }
    key = cache.key_of(request)
    decisions = None if fresh else cache.load(key)
    if not isinstance(decisions, list):
        decisions = solver(terms.game).strategy(terms, table)
        cache.save(key, decisions)
    return {
        "game": terms.game,
        "paytable": table.letter if table else None,
        "readings": dict(terms.readings),
        "decisions": decisions,
    }
