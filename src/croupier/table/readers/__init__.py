"""Readers of events and state, such as the ledger, each person's view and the legal acts."""
