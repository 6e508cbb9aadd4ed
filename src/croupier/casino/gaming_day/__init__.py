"""Compute a gaming day's reports (hold, meters, cage, payouts and more) from the streams."""
