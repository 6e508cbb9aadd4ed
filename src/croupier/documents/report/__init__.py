"""The mathematics report. An operator files it with a submission, and a test laboratory checks it."""
