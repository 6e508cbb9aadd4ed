"""Strategies: the best play, lists of simple rules, and the search for them."""

from croupier.maths.strategy.thresholds import threshold

__all__ = ["threshold"]
