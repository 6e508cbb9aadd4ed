"""Test that deleted identity data leaves the hash chain valid, and that an audit finds a lost or changed
row.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from croupier.casino.administration import exclusion_commands as do
from croupier.server.services.administration import AdministrationService
from croupier.server.services.identity import ExcludedIdentity
from croupier.store import schema as db
from croupier.store.audit import StoreAudit, audit, audit_snapshot
from croupier.store.committer import Committer
from croupier.store.database import Snapshot, SqlStore, open_store
from tests.server.helpers.desks import BY, FOUND
from tests.server.helpers.floor import committer_on

NAME = "Jane Q. Public"


async def excluded(committer: Committer, ended: bool) -> None:
    desk = AdministrationService(committer, time.time)
    await desk.do(FOUND)
    identity = ExcludedIdentity(NAME, born="1980-02-03")
    for _ in range(2):
        entry = await desk.identity.propose("voluntary", identity, "", BY["gus"])
        confirm = do.ConfirmExclusion(exclusion=entry.number, by=BY["reg"], at=desk.now)
        await desk.do(confirm)
    if ended:
        removal = do.ProposeRemoval(exclusion=1, reason="over", by=BY["gus"], at=desk.now)
        await desk.do(removal)
        await desk.identity.drop(do.ConfirmRemoval(exclusion=1, by=BY["reg"], at=desk.now))


@pytest.fixture(params=[False, True])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(f"sqlite:///{tmp_path}/house.sqlite") as opened:

        async def fill() -> None:
            committer = await committer_on(opened)
            try:
                await excluded(committer, request.param)
            finally:
                await committer.stop()

        asyncio.run(fill())
        yield opened


def rows(store: SqlStore) -> list[sa.Row[tuple[str, str, str, str]]]:
    with store.engine.connect() as connection:
        return list(connection.execute(sa.select(db.personal)).all())


def report(connection: sa.Connection) -> StoreAudit:
    return audit_snapshot(Snapshot("a changed store", connection))


def test_chain_is_valid_with_and_without_the_deleted_data(store: SqlStore) -> None:
    found = audit(store)
    assert found.ok, found.faults
    assert len(rows(store)) in (1, 2)
    with store.engine.connect() as connection:
        lines = [bytes(line) for line in connection.execute(sa.select(db.entries.c.line)).scalars()]
    assert not any(NAME.encode() in line or b"1980-02-03" in line for line in lines)


def test_audit_finds_data_that_is_deleted_without_an_entry(store: SqlStore) -> None:
    (row, *_) = rows(store)
    with store.engine.connect() as connection:
        connection.execute(sa.delete(db.personal).where(db.personal.c.id == row.id))
        assert any("is missing" in fault.fault for fault in report(connection).faults)


def test_audit_finds_data_of_another_person(store: SqlStore) -> None:
    (row, *_) = rows(store)
    with store.engine.connect() as connection:
        changed = row.data.replace("Jane", "John")
        connection.execute(sa.update(db.personal).where(db.personal.c.id == row.id).values(data=changed))
        assert any("does not match" in fault.fault for fault in report(connection).faults)
