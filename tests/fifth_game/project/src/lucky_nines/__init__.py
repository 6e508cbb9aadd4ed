"""Lucky Nines, a three-card game in which nine is the best total. Croupier finds it by its entry point."""
