"""Pair Up for Croupier: two cards for the player, one on the board and no dealer's hand."""
