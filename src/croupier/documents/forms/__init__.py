"""The table's forms, filled from its journal or blank for writing by hand."""
