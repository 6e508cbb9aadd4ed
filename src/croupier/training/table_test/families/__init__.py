"""The families of planted errors. Each function commits one kind of error against a table state."""
