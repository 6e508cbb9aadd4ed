"""The mathematics report, which an operator files with a submission and a test laboratory checks."""
