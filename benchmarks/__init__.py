"""Benchmarks that run Croupier and comparable libraries in the same run: `make bench`."""
