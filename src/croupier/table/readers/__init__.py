"""Readers of events and state: the ledger, each person's view, and the legal acts."""
