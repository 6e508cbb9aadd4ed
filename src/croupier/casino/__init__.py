"""State machines of the casino outside a single table, such as cage, administration, disputes and reports."""
