"""The print shop. It makes documents for the running server in a worker process.

The shop makes one document at a time, at low priority, each in a new process. A document about a large store
may exceed the time limit. The operator can make such documents on the command line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.errors import BadInput, Refused
from croupier.extras import need_papers
from croupier.server.workers.pool import PoolRefusals, WorkerPool, key_of

LIMIT = 60.0  # maximum seconds for a document
LONG = 240.0  # maximum seconds for a mathematics report; the first report of a game also fills the caches
WAITING = 8  # maximum number of different documents that may wait for the worker
ROOM = 64 << 20  # maximum bytes of documents in the cache
NICENESS = 10  # niceness of the worker, so that tables have priority

Job = Callable[..., bytes]

REFUSALS = PoolRefusals(
    full=Refused("press_busy", "too many documents are waiting", (), "Try again in a moment."),
    slow=Refused(
        "press_slow",
        "this document takes too long to make",
        (),
        "Ask the operator to make the document on the command line; croupier --help lists the commands.",
    ),
    interrupted=Refused("press_busy", "making the document was interrupted", (), "Try again."),
    invalid=("bad_input", "Change the request and try again."),
)


class PrintedDocument(msgspec.Struct, frozen=True):
    """A finished document."""

    data: bytes
    digest: str


def make_document(job: Job, *arguments: Any) -> PrintedDocument:
    data = job(*arguments)
    return PrintedDocument(data, hashlib.sha256(data).hexdigest())


def need_libraries() -> None:
    try:
        need_papers()
    except BadInput as missing:
        raise Refused("no_papers", str(missing), (), "Ask the operator to install it.") from None


class PrintShop:
    def __init__(self, limit: float = LIMIT, long: float = LONG) -> None:
        self._long = long
        self.pool = WorkerPool(
            REFUSALS,
            limit=limit,
            waiting=WAITING,
            room=ROOM,
            weigh=lambda document: len(document.data),
            niceness=NICENESS,
            lasting=False,
        )

    async def paper(self, job: Job, *arguments: Any, state: str = "", long: bool = False) -> PrintedDocument:
        """Make a document. Raise `Refused` if the libraries for documents are not installed."""
        need_libraries()
        return await self.ask(job, *arguments, state=state, long=long)

    async def private(self, job: Job, *arguments: Any) -> PrintedDocument:
        """Make a document with personal data, which the cache must not contain."""
        need_libraries()
        return await self.pool.run(make_document, job, *arguments)

    async def ask(self, job: Job, *arguments: Any, state: str = "", long: bool = False) -> PrintedDocument:
        """Run a job, or return its cached result. `state` holds other data that the result depends
        on.
        """
        key, limit = key_of(job, (*arguments, state)), self._long if long else None
        return await self.pool.run(make_document, job, *arguments, key=key, limit=limit)

    def close(self) -> None:
        """End the running job when the server shuts down."""
        self.pool.close()
