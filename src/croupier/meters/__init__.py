"""Progressive meters: a machine and a stream of their own, which one table or many send exact deltas to."""
