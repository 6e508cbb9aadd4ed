"""A house under load: how many actions a second, how long each person waits, and how both grow.

    python -m benchmarks.house [--tables 5,15,50] [--stores sqlite,postgresql] [--seconds 15]
                               [--stored 1000,10000,100000] [--rate 1000] [--write docs/load.md]

A house is served in a process of its own; as many tables as asked are opened over its own routes, every seat
is taken by a player of `croupier.client` in this process. Server and clients share the machine's cores. An
action is a bet, a ready or a decision of one person, and counts when the house has answered it; the wait is
from the message to its answer, which comes after the frame that shows what came of it.

*At full load* every player acts as soon as they may: this gives how many actions a second the house carries,
and the waits are those of a queue that is always full. *Paced*, actions come by the clock, at shares
of what was carried and at `--rate` a second: these are the waits that people have. A wait counts
from the moment when the action was due by the clock, so that a client that is late itself hides nothing.

Then a store is filled with rounds (`stored.py`), and a house opens on a copy of it and is measured so.

It talks to the loopback address alone and stops by itself.
"""
