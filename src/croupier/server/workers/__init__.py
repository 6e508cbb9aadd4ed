"""Slow work of the server, in worker processes: figures, the paytable designer, documents."""
