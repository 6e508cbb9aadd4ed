"""Compute the reports of a gaming day from the streams, such as hold, meters, cage and payouts."""
