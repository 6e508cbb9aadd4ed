"""Lucky Nines: three cards, and their points count to nine. A game that Croupier finds by its entry point."""
