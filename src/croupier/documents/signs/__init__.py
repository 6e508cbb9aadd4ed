"""The table signs, with limits, paytables, progressive, Envy, and the notices that clauses require."""
