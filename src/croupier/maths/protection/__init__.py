"""Game protection, which computes the value of cards that a player should not have seen."""
