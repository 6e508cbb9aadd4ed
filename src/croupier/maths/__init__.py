"""Exact mathematics of the games: best play and full distributions of results."""
