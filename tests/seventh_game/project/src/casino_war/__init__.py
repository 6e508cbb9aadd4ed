"""Casino War for Croupier, with one card for each side and a war after a tie."""
