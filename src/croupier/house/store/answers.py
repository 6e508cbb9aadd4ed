"""Answers are kept for a stated time: within it the same id gets the same answer, whatever happens."""

from __future__ import annotations

import sqlalchemy as sa

from croupier.house.store import schema as db
from croupier.house.store.batches import Batch
from croupier.house.store.committer import Committer

KEPT = 86_400  # seconds for which an answer is kept at least
AT_ONCE = 2_000  # answers forgotten in one transaction: no table waits long for it

a = db.answers.c


async def forget(committer: Committer, before: int, at_once: int = AT_ONCE) -> int:
    """Answers that were given before a time, a few at a time; how many."""
    forgotten, last = 0, at_once
    while last == at_once:
        last = await _some(committer, before, at_once)
        forgotten += last
    return forgotten


async def _some(committer: Committer, before: int, at_once: int) -> int:
    counted: list[int] = []

    def work(connection: sa.Connection) -> None:
        old = sa.select(a.stream, a.person, a.id).where(a.at < before).limit(at_once)
        gone = sa.delete(db.answers).where(sa.tuple_(a.stream, a.person, a.id).in_(old))
        counted[:] = [connection.execute(gone).rowcount]

    await committer.commit(Batch(also=work))
    return counted[0]
