"""Simulate a shift of complete tables from one seed, and check every invariant after every event."""
