"""Settle rounds independently.

This code was written from the regulator's documents and shares no code with Croupier.
"""

from .records import random_record
from .rows import all_rows, fixed_parts, rows_hit
from .settlement import settle

GAMES = ("uth", "letitride", "dragon", "topfive")

__all__ = ["GAMES", "all_rows", "fixed_parts", "random_record", "rows_hit", "settle"]
