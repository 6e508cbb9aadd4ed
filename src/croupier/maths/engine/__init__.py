"""What the solvers compute with: compiled kernels, the cache of their results, and plain arithmetic."""
