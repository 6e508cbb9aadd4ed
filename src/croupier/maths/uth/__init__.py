"""The exact solution of Ultimate Texas Hold 'Em's main game."""

from croupier.maths.uth.decision_tables import UthBestPlay
from croupier.maths.uth.position import DecisionValues, Position, choices
from croupier.maths.uth.solution import DEALS, StartingHandValue, UthSolution, solve

__all__ = [
    "DEALS",
    "DecisionValues",
    "Position",
    "StartingHandValue",
    "UthBestPlay",
    "UthSolution",
    "choices",
    "solve",
]
