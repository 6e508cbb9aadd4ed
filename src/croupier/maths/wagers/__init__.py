"""Exact values of single wagers, from frequencies of hands to side wagers and progressives."""
