"""Pair Up: two cards, one on the board, no dealer."""
