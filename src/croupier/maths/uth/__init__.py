"""Ultimate Texas Hold 'Em: the main game, exactly."""

from croupier.maths.uth.playing import BestPlay
from croupier.maths.uth.position import Choices, Position, choices
from croupier.maths.uth.solver import DEALS, HandValue, UthSolution, solve

__all__ = ["DEALS", "BestPlay", "Choices", "HandValue", "Position", "UthSolution", "choices", "solve"]
