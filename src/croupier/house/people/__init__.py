"""Who is there: sessions, passwords, one-time links, and what each role may do."""
