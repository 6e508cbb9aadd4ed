"""A gaming day of the house, from its streams alone: reports, hold, meters, cage, payouts."""
