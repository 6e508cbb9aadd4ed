"""The table signs: limits, paytables, progressive, Envy, and the notices that clauses require."""
