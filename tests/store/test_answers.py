"""Test that a repeated id gets the same answer until the stored answer is deleted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from croupier.store import schema as db
from croupier.store.answers import KEPT, forget
from croupier.store.audit import audit
from croupier.store.batches import Batch, RepeatedCommand
from croupier.store.committer import Committer
from tests.server.helpers.in_process_server import serve_in_process
from tests.store.nodes import answer, count, node, run, to_drawer


def older(committer: Committer, ids: str, seconds: int) -> None:
    """Make the stored answers `seconds` seconds older."""
    with committer.store.writing() as connection:
        aged = sa.update(db.answers).where(db.answers.c.id.like(f"{ids}%"))
        connection.execute(aged.values(at=db.answers.c.at - seconds))


def asked(id_: str) -> Batch:
    return Batch(posts=(to_drawer("ann", 1),), answers=(answer(id_),))


def test_deletes_answers_only_after_their_retention_time(address: str) -> None:
    async def work() -> None:
        async with node(address) as committer:
            began = int(time.time())
            for n in range(25):
                await committer.commit(asked(f"old{n}"))
                await committer.commit(asked(f"new{n}"))
            older(committer, "old", 1_000)
            given = {
                row.at for row in await committer.read(lambda c: c.execute(sa.select(db.answers.c.at)).all())
            }
            assert min(given) + 1_000 >= began and max(given) <= time.time()
            assert await forget(committer, min(given), 7) == 0
            assert await forget(committer, began, 7) == 25  # deleted in four transactions
            assert count(committer.store, db.answers) == 25
            for n in range(25):
                with pytest.raises(RepeatedCommand):
                    await committer.commit(asked(f"new{n}"))
            assert committer.state("drawer") == {"ann": 50}
            await committer.commit(asked("old0"))  # a client can reuse the id
            assert committer.state("drawer") == {"ann": 51}
            assert await forget(committer, began, 7) == 0
        async with node(address) as committer:  # the answer is the same after a restart
            with pytest.raises(RepeatedCommand):
                await committer.commit(asked("new24"))
            assert audit(committer.store).ok

    run(work())


def test_background_task_deletes_answers_older_than_a_day(tmp_path: Path) -> None:
    assert KEPT == 24 * 3600

    async def work() -> None:
        async with serve_in_process(tmp_path) as one:
            house = one.house
            for id_ in ("young", "older"):
                batch = Batch(stream="uth-1", epoch=house.tables["uth-1"].epoch, answers=(answer(id_),))
                await house.committer.commit(batch)
            older(house.committer, "young", KEPT - 60)
            older(house.committer, "older", KEPT + 60)
            await house.background.sweep()
            assert await house.committer.answer("uth-1", "p1", "young") is not None
            assert await house.committer.answer("uth-1", "p1", "older") is None

    run(work())
