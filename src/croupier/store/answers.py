"""Delete stored answers after their retention time.

Until then, a command repeated with the same id gets the same answer.
"""

from __future__ import annotations

import sqlalchemy as sa

from croupier.store import schema as db
from croupier.store.batches import Batch
from croupier.store.committer import Committer

KEPT = 86_400  # minimum seconds for which an answer is stored
AT_ONCE = 2_000  # maximum deletions per transaction, so that no table waits long

a = db.answers.c


async def forget(committer: Committer, before: int, at_once: int = AT_ONCE) -> int:
    """Delete answers given before the time `before`, and return their number. Uses several transactions."""
    forgotten, last = 0, at_once
    while last == at_once:
        last = await _delete_some(committer, before, at_once)
        forgotten += last
    return forgotten


async def _delete_some(committer: Committer, before: int, at_once: int) -> int:
    deleted: list[int] = []

    def work(connection: sa.Connection) -> None:
        old = sa.select(a.stream, a.person, a.id).where(a.at < before).limit(at_once)
        deletion = sa.delete(db.answers).where(sa.tuple_(a.stream, a.person, a.id).in_(old))
        deleted[:] = [connection.execute(deletion).rowcount]

    await committer.commit(Batch(also=work))
    return deleted[0]
