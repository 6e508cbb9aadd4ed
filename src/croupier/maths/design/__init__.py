"""Paytable design, which finds the effect of each row and reading, and paytables with a target edge."""
