"""State machines of the casino beyond a single table: cage, administration, disputes and reports."""
