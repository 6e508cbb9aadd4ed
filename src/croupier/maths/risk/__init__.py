"""The risk of a seat: the joint result of one round, and distributions over a shift or a year."""
