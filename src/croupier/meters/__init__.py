"""Progressive meters: a separate state machine with its own stream. Tables send it exact deltas."""
