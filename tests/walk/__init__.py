"""An exhaustive walk over the states of the procedure: no dead ends, nothing lost on the way."""
