"""A round as a whole, and many of them: what a seat wins, and what a shift or a year brings."""
