"""Verifiable dealing as the house uses it: the shoe, and the openings that go to each person.

    shoe = VerifiableShoe(deck, "uth-1", shoes=held.shoes)   # the driver's source; it proposes its acts
    shoe.fix(state, player, digest)                          # with a player's ready: for the next deal …
    shoe.reveal(state, player, number)                       # … and what was fixed for this one
    shoe.call_time(state)                                    # the betting time is over: who has not revealed

    proof = prover(state, shoe.shoes)                        # once the deal is mixed
    proof = proof.after(events)                              # after each entry that is stored
    proof.openings("player:p1")                              # what goes to that person, and to nobody else

The table's part of it lies in `croupier.table.driving`, the verifier in `croupier.journal.deals`: both work
without a server. `docs/dealing.md` has the protocol.
"""

from croupier.table.driving.openings import Opening, Prover, prover
from croupier.table.driving.verifiable import Kept, VerifiableShoe

__all__ = ["Kept", "Opening", "Prover", "VerifiableShoe", "prover"]
