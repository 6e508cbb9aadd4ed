"""Exact values wager by wager: frequencies, side wagers, progressives, and each main game."""
