"""The submission document, with every option by chapter and the changes since the last version."""
