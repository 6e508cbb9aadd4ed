"""Exact mathematics of the games, with best play and full distributions of results."""
