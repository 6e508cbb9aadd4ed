"""Round records: one round as a readable file, played, exported and told in the floor's words."""
