"""Compare the speed of Croupier with similar libraries on the same machine (`make bench`)."""
