"""Measure the server's throughput and waiting times under increasing load.

    python -m benchmarks.house [--tables 5,15,50] [--stores sqlite,postgresql] [--seconds 15]
                               [--stored 1000,10000,100000] [--rate 1000] [--write docs/load.md]

The server runs in its own process. The benchmark opens the requested number of tables over HTTP and puts a
player (a `croupier.client`) into every seat. All players run in the benchmark's process, on the same cores as
the server. An action is a bet, a "ready" or a decision by one person. It is counted when the server has
answered it. Its waiting time is the time between its message and the answer, which the server sends after the
frame with the result.

*At full load*, every player acts as soon as possible. This measures the server's capacity in actions per
second. Waiting times at full load are long, because the server's queue is always full. *Paced* actions start
at a fixed rate: a fraction of the capacity, or the value of `--rate`. Their waiting times are realistic. A
waiting time starts when the action is due, so a slow client cannot hide a delay.

The second part of the benchmark fills a database with rounds (`stored.py`), starts a server on a copy of it,
and measures again.

The benchmark opens ports only on the loopback address and needs no user input.
"""
