"""A game as rounds over arrays: how cards lie, how they are played, how rounds end and how often."""
