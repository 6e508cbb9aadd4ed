"""Papers made by a running house: in a process of their own, for the role that may see each."""
