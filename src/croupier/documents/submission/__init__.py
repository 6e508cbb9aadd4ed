"""The submission document: every option by chapter, and the changes since the last version."""
