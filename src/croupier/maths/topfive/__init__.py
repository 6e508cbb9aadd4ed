"""Exact mathematics of Top Five Poker."""
