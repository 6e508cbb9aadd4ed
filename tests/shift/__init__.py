"""A simulated shift: whole tables from one seed, every invariant asserted after every event."""
