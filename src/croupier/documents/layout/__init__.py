"""The table layout that chapter 2 requires, drawn to scale from a submission."""
