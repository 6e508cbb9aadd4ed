"""Ultimate Texas Hold 'Em: the main game, exactly."""

from croupier.maths.uth.solver import HandValue, UthSolution, solve

__all__ = ["HandValue", "UthSolution", "solve"]
