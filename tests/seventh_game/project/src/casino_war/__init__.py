"""Casino War for Croupier: one card each, and a war after a tie."""
