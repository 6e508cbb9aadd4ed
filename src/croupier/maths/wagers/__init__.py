"""Exact values of single wagers: hand frequencies, side wagers and progressives."""
