"""The house's own stream: people and roles, log-ins, submissions and approvals, tables and their changes."""
