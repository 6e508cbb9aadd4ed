"""Table tests of dealers: the simulated players, the live session at a training table, and its records."""
