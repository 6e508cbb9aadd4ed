"""Round records: readable files that describe one round, to be played, exported or put into words."""
