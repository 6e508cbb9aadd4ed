"""The cage holds wallets and moves chips to and from the tables. All chips come from the cage."""
