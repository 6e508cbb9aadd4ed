"""The table's own forms: filled from its journal, or blank to be filled by hand."""
