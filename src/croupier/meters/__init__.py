"""Progressive meters: a separate machine and stream that tables send exact deltas to."""
