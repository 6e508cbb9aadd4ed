"""Run simulation chunks on a Dask cluster: a remote one by its address, or a local one of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from croupier.errors import BadInput
from croupier.extras import installed

if TYPE_CHECKING:
    from croupier.maths.simulation.run import Counts, Job

RETRIES = 5  # number of times that a chunk is retried if its worker dies
PATIENCE = 15  # seconds to wait for the cluster to answer


def on_cluster(
    count: Callable[[int, Job], Counts],
    job: Job,
    chunks: Sequence[int],
    workers: int | None,
    address: str | None,
) -> Iterator[tuple[int, Counts]]:
    for library in ("dask", "distributed"):
        if not installed(library):
            raise BadInput(f"the options --workers and --cluster need {library}; install croupier[cluster]")
    from distributed import Client, LocalCluster, as_completed

    with ExitStack() as stack:
        if address is None:
            local = LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
            )
            client = stack.enter_context(Client(stack.enter_context(local)))
        else:
            try:
                client = stack.enter_context(Client(address, timeout=PATIENCE))
            except (OSError, ValueError, TimeoutError) as fault:
                raise BadInput(f"no Dask cluster answers at {address!r:.80} ({fault!s:.120})") from None
        futures = client.map(count, chunks, job=job, pure=False, retries=RETRIES)
        number = {future.key: chunk for future, chunk in zip(futures, chunks, strict=True)}
        for future, counts in as_completed(futures, with_results=True):
            yield number[future.key], counts
