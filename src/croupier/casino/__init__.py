"""Pure machines beyond one table: cage, administration, disputes, gaming-day reports."""
