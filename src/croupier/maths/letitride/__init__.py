"""Exact mathematics of Let It Ride."""
