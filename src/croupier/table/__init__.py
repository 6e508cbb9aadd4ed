"""The machine that runs a table."""
