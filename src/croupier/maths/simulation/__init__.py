"""Simulation at any scale: the same sums from any number of workers, in any order."""
