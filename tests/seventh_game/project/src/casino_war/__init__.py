"""Casino War for Croupier: one card for each side, and a war after a tie."""
