"""Sessions, passwords, one-time links and the permissions of each role."""
