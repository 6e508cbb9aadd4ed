"""Exact mathematics of Dragon Poker."""
