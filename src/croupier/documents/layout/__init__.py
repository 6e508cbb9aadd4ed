"""The layout of chapter 2, drawn to scale from a submission."""
