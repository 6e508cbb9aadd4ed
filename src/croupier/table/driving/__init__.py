"""Drivers of a table, with routine acts and card sources."""
