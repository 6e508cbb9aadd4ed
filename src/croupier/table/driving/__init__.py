"""Running a table: who does the routine acts, and where the cards come from."""
