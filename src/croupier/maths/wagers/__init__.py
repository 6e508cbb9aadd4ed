"""Exact values of single wagers: frequencies, side wagers, progressives."""
