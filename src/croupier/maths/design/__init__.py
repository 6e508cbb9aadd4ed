"""Design: what each row and each reading of a wager is worth, and paytables that come to a wanted edge."""
