"""Hash-chained entries, round records, replay and verification."""
