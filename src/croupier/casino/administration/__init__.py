"""The administration stream, which records people, roles, log-ins, submissions, approvals and tables."""
