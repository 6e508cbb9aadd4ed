"""Lucky Nines, a game of three cards whose points count to nine. Croupier finds it by its entry point."""
