"""Run a simulation in chunks. Each chunk has its own random stream and returns integer counts to be added up.

The random words of a chunk come from the Philox generator, with the seed, game and chunk number as its key.
A chunk therefore gives the same result on any machine. The sums do not depend on the number of workers, on
their order or on interruptions. The cards depend only on the game, seed and chunk number, so two strategies
play the same deals.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.maths.engine import cache
from croupier.maths.engine.kernel import cores
from croupier.maths.simulation.chunk_store import ChunkStore
from croupier.maths.simulation.dealing import SPARE, groups
from croupier.maths.solver import solver
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable

CHUNK = 1 << 20  # rounds per chunk
BATCH = 1 << 15  # number of rounds dealt from one batch of random words
MOST_ROUNDS = 10**13
FORMAT = "croupier simulation 1"

Report = Callable[[float], None]


class Job(msgspec.Struct, frozen=True):
    """Everything that determines the result of a simulation."""

    terms: Terms
    table: Paytable | None
    rules: RuleList | None  # the rule list to play by, or None for best play
    rounds: int
    seed: str

    @property
    def chunks(self) -> int:
        return -(-self.rounds // CHUNK)

    def size(self, chunk: int) -> int:
        return min(CHUNK, self.rounds - chunk * CHUNK)

    @property
    def key(self) -> int:
        """Return the 64-bit key of the card stream."""
        digest = hashlib.sha256(f"{FORMAT}\n{self.terms.game}\n{self.seed}".encode()).digest()
        return int.from_bytes(digest[:8], "big")

    @property
    def name(self) -> str:
        """Return the job's identity, which its saved chunks must match."""
        return cache.key_of({"simulation": msgspec.to_builtins(self)})


def play_of(terms: Terms, table: Paytable | None, rules: RuleList | None) -> Play:
    make = solver(terms.game).play
    if make is None:
        raise BadInput(f"{terms.game} cannot be simulated, because its solver cannot play rounds")
    return make(terms, table, rules)


_preparing = threading.Lock()


@lru_cache(maxsize=4)
def _prepare_play(encoded: bytes) -> Play:
    job = msgspec.json.decode(encoded, type=Job)
    play = play_of(job.terms, job.table, job.rules)
    # Compile now, so that the measured time of the first chunk does not include the compilation.
    play.count(np.zeros(SPARE, np.uint64), 0)
    return play


def prepare_play(job: Job) -> Play:
    """Return the ``Play`` of a job, compiled and ready to run.

    Each process builds the ``Play`` once, in one thread.
    """
    with _preparing:
        return _prepare_play(msgspec.json.encode(msgspec.structs.replace(job, rounds=0, seed="")))


def count_chunk(chunk: int, job: Job) -> list[list[int]]:
    """Run one chunk. For each column, return the number of rounds with each result code."""
    play = prepare_play(job)
    words = np.random.Philox(key=np.array([job.key, chunk], np.uint64))
    each = groups(play.pack, play.cards).size.size
    total: NDArray[np.int64] | None = None
    left = job.size(chunk)
    while left:
        rounds = min(BATCH, left)
        counts = play.count(words.random_raw(each * BATCH + SPARE), rounds)
        total = counts if total is None else total + counts
        left -= rounds
    assert total is not None
    return [row[:width].tolist() for row, width in zip(total, play.widths, strict=True)]


Counts = list[list[int]]


def add_counts(total: Counts | None, more: Counts) -> Counts:
    if total is None:
        return more
    return [[a + b for a, b in zip(one, two, strict=True)] for one, two in zip(total, more, strict=True)]


def check_rounds(rounds: int) -> None:
    if not 0 < rounds <= MOST_ROUNDS:
        raise BadInput(f"--rounds must be a number from 1 to {MOST_ROUNDS:,}, not {rounds}")


def run(
    job: Job,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    keep: str | os.PathLike[str] | None = None,
    report: Report | None = None,
) -> Counts:
    """Run all chunks and add up their counts.

    The chunks run on this process's threads, on a local cluster of ``workers`` processes, or on the Dask
    cluster at the address ``cluster``. ``keep`` names a file of finished chunks, which are not run again.
    """
    check_rounds(job.rounds)
    store = ChunkStore(keep, job.name) if keep is not None else None
    done = store.chunks if store else {}
    missing = [chunk for chunk in range(job.chunks) if chunk not in done]
    total: Counts | None = None
    for counts in done.values():
        total = add_counts(total, counts)
    if workers is None and cluster is None:
        prepare_play(job)
        finished = _on_threads(job, missing)
    else:
        from croupier.maths.simulation.cluster import on_cluster

        finished = on_cluster(count_chunk, job, missing, workers, cluster)
    for number, (chunk, counts) in enumerate(finished, len(done) + 1):
        total = add_counts(total, counts)
        if store:
            store.add(chunk, counts)
        if report:
            report(number / job.chunks)
    assert total is not None and sum(total[0]) == job.rounds, "every round must be counted exactly once"
    return total


def _on_threads(job: Job, chunks: Iterable[int]) -> Iterator[tuple[int, Counts]]:
    with ThreadPoolExecutor(cores(), thread_name_prefix="rounds") as crew:
        waiting: dict[Any, int] = {}
        left = iter(chunks)
        for chunk in left:
            waiting[crew.submit(count_chunk, chunk, job)] = chunk
            if len(waiting) < 2 * cores():
                continue
            future = next(as_completed(waiting))
            yield waiting.pop(future), future.result()
        for future in as_completed(list(waiting)):
            yield waiting[future], future.result()
