"""Verifiable dealing as the house uses it: the shoe, and the openings that go to each person.

    numbers = Numbers()                                      # one a table, as long as its owner lives
    shoe = VerifiableShoe(deck, "uth-1", numbers, shoes)     # the driver's source; it proposes its own acts
    numbers.fix(state, player, digest)                       # with a player's ready: for the next deal …
    numbers.reveal(state, player, number)                    # … and what was fixed for this one
    numbers.call_time(state)                                 # the time to bet is over: who has not revealed

    proof = prover(state, shoes)                             # once the deal is mixed
    proof = proof.after(events)                              # after each entry that is stored
    proof.openings("player:p1")                              # what goes to that person, and to nobody else

When the betting time is over an owner asks `call_time`. Nobody is missing: close the betting; the mix follows
by itself. Somebody is: run the driver, which discards the deal and commits to another, tell people, and give
those who remain a moment to reveal (their client does it by itself) before asking again. An owner that closes
all the same gets a deal that nobody's number is in; no table waits for ever.

The table's part of it lies in `croupier.table.driving`, the verifier in `croupier.journal.deals`: both work
without a server. `docs/dealing.md` has the protocol.
"""

from croupier.table.driving.openings import Opening, Prover, prover
from croupier.table.driving.verifiable import Numbers, VerifiableShoe

__all__ = ["Numbers", "Opening", "Prover", "VerifiableShoe", "prover"]
