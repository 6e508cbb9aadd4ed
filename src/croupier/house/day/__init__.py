"""A gaming day of the house, from its streams alone: nine reports, drop, win and hold, meters, cage, payouts."""
