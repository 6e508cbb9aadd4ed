"""Progressive meters, a separate machine with its own stream, to which tables send exact deltas."""
