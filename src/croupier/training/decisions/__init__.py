"""Players' decisions: kinds of decisions, fresh hands of a kind, exact values, and reasons in words.

Everything comes from a game's script and solver, so a game from another package has practice too.
"""
