"""Simulation whose results do not depend on the number of workers or on their order."""
