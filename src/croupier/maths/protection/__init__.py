"""Game protection: the value to a player of seeing cards that should be hidden."""
