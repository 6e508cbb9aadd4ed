"""The table test of a dealer: planted errors with their clauses, the plan of a test, and its score."""
