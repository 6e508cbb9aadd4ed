"""Describe strategies that play every hand of at least a given strength and fold all weaker hands."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.maths.results import exact

if TYPE_CHECKING:
    from croupier.maths.solver import Decision


def threshold(values: list[tuple[str, Fraction]], fold: Fraction) -> Decision:
    """Describe a decision by its threshold. ``values`` lists the hands from worst to best.

    The result is the weakest hand above which every hand is played, and the weaker hands that are played too.
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
