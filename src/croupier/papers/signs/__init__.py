"""Signs at the table: limits, paytables, progressive, Envy, and the notices that a clause demands."""
