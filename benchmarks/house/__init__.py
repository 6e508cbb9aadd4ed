"""Measure how the server's throughput and waiting times change with the load.

    python -m benchmarks.house [--tables 5,15,50] [--stores sqlite,postgresql] [--seconds 15]
                               [--stored 1000,10000,100000] [--rate 1000] [--write docs/load.md]

The server runs in its own process. The benchmark opens the requested number of tables through the server's
routes and seats a `croupier.client` player from this process in every seat. Server and clients share the
machine's cores. An action is a bet, a ready or a decision by one person. An action counts when the server has
answered it. The wait is the time from the message to its answer, which follows the frame with the result.

*At full load* every player acts as soon as possible. The result is the server's capacity in actions per
second. The waits are those of a queue that is always full. *Paced* actions follow a clock, at fractions of
the capacity and at `--rate` per second. The waits of paced actions are realistic. A wait is measured from the
time the action was due, so a slow client cannot hide it.

The second part fills a store with rounds (`stored.py`), opens a server on a copy of it and measures again.

The benchmark uses only the loopback address and stops by itself.
"""
