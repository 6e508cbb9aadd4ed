"""The administration stream: people, roles, log-ins, submissions, approvals and tables."""
