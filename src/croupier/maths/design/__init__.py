"""Paytable design: the effect of each row and reading, and the search for paytables with a target edge."""
