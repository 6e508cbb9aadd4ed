"""The submission as a document: every option of every chapter, and what changed since the last version."""
