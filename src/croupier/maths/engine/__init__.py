"""The solvers' engine: compiled kernels and the cache of results."""
