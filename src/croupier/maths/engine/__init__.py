"""The engine of the solvers, with compiled kernels and the cache of results."""
