"""The acts at a table, one module per subject, with `decide_*` for commands and `apply_*` for events."""
