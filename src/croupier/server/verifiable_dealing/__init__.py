"""Verifiable dealing for table actors: the shoe, and the card openings for each person.

    numbers = Numbers()                                      # one per table, for the life of its actor
    shoe = VerifiableShoe(deck, "uth-1", numbers, shoes)     # the driver's card source
    numbers.fix(state, player, digest)                       # commit a player's number for the next deal
    numbers.reveal(state, player, number)                    # reveal the number committed for this deal
    numbers.call_time(state)                                 # players who have not revealed in time

    proof = prover(state, shoes)                             # once the deal is mixed
    proof = proof.after(events)                              # after each stored entry
    proof.openings("player:p1")                              # the openings for this person only

When the betting time is over, the actor calls `call_time`. If it returns no players, the actor closes the
betting and the mix follows. Otherwise the actor runs the driver, which discards the deal and commits to a new
one, notifies the players, and gives the rest a moment to reveal (clients do this automatically) before it
calls `call_time` again. If the actor closes the betting anyway, the deal contains no player's number. A table
never waits forever.

The table's part is in `croupier.table.driving` and the verifier in `croupier.journal.deals`. Neither needs a
server. See `docs/dealing.md` for the protocol.
"""

from croupier.table.driving.openings import CardOpening, Prover, prover
from croupier.table.driving.verifiable import Numbers, VerifiableShoe

__all__ = ["CardOpening", "Numbers", "Prover", "VerifiableShoe", "prover"]
