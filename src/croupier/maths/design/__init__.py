"""Paytable design: the effect of each row and reading on a wager, and paytables with a wanted edge."""
