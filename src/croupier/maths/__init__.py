"""Exact mathematics of the games: enumeration, best play and full distributions."""
