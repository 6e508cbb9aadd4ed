"""The forms of a table, blank or filled in from its journal."""
