"""The best play in words: which hands ride, play or raise, as the solved game says and no chart does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.maths.advice import Chosen
from croupier.maths.engine import cache
from croupier.maths.results import exact
from croupier.maths.solver import Decision, solver


def strategy(chosen: Chosen, *, fresh: bool = False) -> dict[str, Any]:
    """The best play of a whole game under one paytable: decisions with the hands of each choice."""
    terms = chosen.terms
    terms.refuse_limit("what a choice is worth is counted without one")
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


def threshold(values: list[tuple[str, Fraction]], fold: Fraction) -> Decision:
    """Hands from worst to best: the first from which all are played, and any that fall out of line below
    it.
    """
    plays = [value > fold for _, value in values]
    last_fold = max((place for place, play in enumerate(plays) if not play), default=-1)
    return {
        "decision": "play or fold",
        "play_from": values[last_fold + 1][0] if last_fold + 1 < len(values) else None,
        "fold_up_to": values[last_fold][0] if last_fold >= 0 else None,
        "also_play": [name for place, (name, _) in enumerate(values) if plays[place] and place < last_fold],
        "indifferent": [name for name, value in values if value == fold],
        "fold": exact(fold),
        "hands": [{"hand": name, "play": exact(value)} for name, value in values],
    }
