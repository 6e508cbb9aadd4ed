"""One module for each migration step."""
