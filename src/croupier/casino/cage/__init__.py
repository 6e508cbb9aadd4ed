"""The cage: wallets, and the movement of chips to and from the tables. All chips come from the cage."""
