"""A table's forms, blank or filled in from its journal."""
