"""Strategies: best play, lists of simple rules, and the search for such lists."""

from croupier.maths.strategy.thresholds import threshold

__all__ = ["threshold"]
