"""The acts at a table, one module per subject: `decide_*` for commands, `apply_*` for events."""
