"""What people do at a table, one module a subject: decide what a command gives, apply what an event says."""
