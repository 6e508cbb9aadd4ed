"""Simulate a shift of whole tables from one seed, asserting every invariant after every event."""
