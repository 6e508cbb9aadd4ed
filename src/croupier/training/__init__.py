"""Training for players and dealers: questions, exact answers and the schedule of what to practice next."""
