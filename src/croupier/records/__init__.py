"""Round records: one round as a readable file that can be played, exported and described."""
