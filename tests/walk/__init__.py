"""Walk exhaustively through the states of the dealing procedure to find dead ends and lost money or cards."""
