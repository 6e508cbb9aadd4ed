"""Risk of a seat: the joint result of one round, and distributions over many rounds."""
