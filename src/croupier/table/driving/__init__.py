"""Drivers of a table: routine acts and card sources."""
