"""Walk exhaustively over the states of the procedure, to find dead ends and lost money or cards."""
