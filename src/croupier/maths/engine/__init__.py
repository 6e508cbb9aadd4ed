"""Compiled kernels and the result cache, shared by all solvers."""
