"""Simulation that gives the same sums with any number of workers, in any order."""
