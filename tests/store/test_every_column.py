"""Test that the audit finds changed cells and deleted or added rows, except where docs/store.md says why
not.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from croupier.server.services.administration import AdministrationService
from croupier.server.services.identity import ExcludedIdentity
from croupier.server.sessions.passwords import Hasher
from croupier.server.sessions.service import SignInService
from croupier.store import schema as db
from croupier.store.audit import StoreAudit, audit, audit_snapshot
from croupier.store.audit_scope import NOT_AUDITED
from croupier.store.database import Snapshot, SqlStore, open_store
from tests.helpers.databases import ENGINES
from tests.server.helpers.desks import FOUND, document
from tests.server.helpers.floor import floor
from tests.server.helpers.postgres import new_database
from tests.server.surveillance.evening import GAME, TABLE, evening

DOCS = Path(__file__).parents[2] / "docs"
TABLES = [*db.metadata.sorted_tables, sa.Table(db.VERSION_TABLE, sa.MetaData(), sa.Column("version_num"))]
CHECKED = [table for table in TABLES if table.name not in NOT_AUDITED]
COLUMNS = [
    (table, column.name)
    for table in CHECKED
    for column in table.columns
    if f"{table.name}.{column.name}" not in NOT_AUDITED
]


async def fill(address: str) -> None:
    """Store rounds with a correction, a ruling and a void, as well as a password and a submission."""
    began = time.time()
    opened = floor(address, GAME, clock=lambda: int(began + 100 * (time.time() - began)))
    async with asyncio.timeout(120), opened as one:
        desk = AdministrationService(one.committer, time.time)
        await desk.do(FOUND)
        await desk.bring("main", document(), "given in writing", "house")
        await desk.identity.propose("evicted", ExcludedIdentity("Jane Public"), "", "security:gus")
        cheap = Hasher(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        people = SignInService(one.committer, time.time, cheap)
        entered = await people.follow(await people.issue_link("flo", "house"))
        await people.set_password(entered.token, entered.person, "flo", "a red chip, a blue chip", "")
        await evening(one)


@pytest.fixture(scope="module", params=ENGINES)
def house(request: pytest.FixtureRequest) -> Iterator[SqlStore]:
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/house.sqlite"
        if request.param == "postgresql":
            address = new_database(request.getfixturevalue("postgres"))
        asyncio.run(fill(address))
        with open_store(address) as store:
            yield store


@pytest.fixture
def connection(house: SqlStore) -> Iterator[sa.Connection]:
    with house.engine.connect() as connection:
        transaction = connection.begin()
        yield connection
        transaction.rollback()


def report(connection: sa.Connection) -> StoreAudit:
    return audit_snapshot(Snapshot("a store that was changed", connection))


def a_row(connection: sa.Connection, table: sa.Table) -> Any:
    """Choose a significant row: not a zero balance and not a refusal."""
    query = sa.select(table)
    if table.name == "balances":
        query = query.where(table.c.cents != 0)
    if table.name == "answers":
        query = query.where(table.c.n.is_not(None)).order_by(table.c.n.desc())
    row = connection.execute(query.limit(1)).one_or_none()
    assert row is not None, f"no row in {table.name}: the test would check nothing"
    return row


def this(table: sa.Table, row: Any) -> Any:
    keys = table.primary_key.columns or table.columns
    return sa.and_(*(column == getattr(row, column.name) for column in keys))


def changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, bytes | memoryview):
        return bytes(value) + b" "
    if isinstance(value, str):
        return f"{value}x"
    return 1 if value is None else value + 100_000


def test_unmodified_store_has_no_fault(house: SqlStore) -> None:
    found = audit(house)
    assert found.ok and not found.not_covered, found


def test_tables_match_the_database(connection: sa.Connection) -> None:
    assert {table.name for table in TABLES} == {*sa.inspect(connection).get_table_names()}


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[f"{t.name}.{c}" for t, c in COLUMNS])
def test_finds_a_changed_cell(connection: sa.Connection, table: sa.Table, column: str) -> None:
    row = a_row(connection, table)
    value = changed(getattr(row, column))
    connection.execute(sa.update(table).where(this(table, row)).values({column: value}))
    assert report(connection).faults


@pytest.mark.parametrize("table", CHECKED, ids=str)
def test_finds_a_deleted_row(connection: sa.Connection, table: sa.Table) -> None:
    row = a_row(connection, table)
    connection.execute(sa.delete(table).where(this(table, row)))
    assert report(connection).faults


@pytest.mark.parametrize("table", CHECKED, ids=str)
def test_finds_an_added_row(connection: sa.Connection, table: sa.Table) -> None:
    row = a_row(connection, table)._asdict()
    keys = [column.name for column in table.primary_key.columns] or ["version_num"]
    row[keys[-1]] = changed(row[keys[-1]] if isinstance(row[keys[-1]], str) else 999_999)
    if "login" in row:
        row["login"] += "x"
    connection.execute(sa.insert(table).values(row))
    assert report(connection).faults


def test_finds_that_all_marks_are_deleted(connection: sa.Connection) -> None:
    connection.execute(sa.delete(db.marks))
    assert any("mark" in fault.fault for fault in report(connection).faults)


def test_finds_that_all_rounds_of_a_table_are_deleted(connection: sa.Connection) -> None:
    for table in (db.rounds, db.played, db.marks):
        connection.execute(sa.delete(table))
    found = report(connection)
    assert {fault.stream for fault in found.faults} == {TABLE}
    assert {"the row of round 1 is missing"} <= {fault.fault for fault in found.faults}


def test_finds_a_round_row_without_its_content(connection: sa.Connection) -> None:
    """Older versions stored such a row if they had not seen the round's start."""
    unknown = {"began": 0, "dealer": "", "paid": None, "seats": "", "clauses": ""}
    connection.execute(sa.update(db.rounds).where(db.rounds.c.round == 2).values(unknown))
    assert [f.fault for f in report(connection).faults] == ["the row of round 2 does not match its entries"]


def test_accepts_deletion_of_an_old_answer(
    connection: sa.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.execute(sa.delete(db.answers))
    assert report(connection).faults
    later = time.time() + 200_000
    monkeypatch.setattr("croupier.store.derived_check.time.time", lambda: later)
    assert not report(connection).faults


def test_docs_list_what_is_not_audited() -> None:
    text = (DOCS / "store.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([a-z_.]+)` \| (.+) \|$", text.partition("### Not audited")[2], re.M))
    assert listed == dict(NOT_AUDITED)
    for name in NOT_AUDITED:
        table, _, column = name.partition(".")
        assert table in db.metadata.tables
        assert not column or column in db.metadata.tables[table].columns


def test_restart_in_mid_round_leaves_complete_rows(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/house.sqlite"

    async def play() -> None:
        async with asyncio.timeout(120), floor(address, GAME) as one:
            await one.seat("ann", 1)
            await one.bet("ann", 1)
            await one.ready("ann")
            assert one.question() is not None
        async with asyncio.timeout(120), floor(address, GAME) as one:
            await one.finish()

    asyncio.run(play())
    with open_store(address, reading=True) as store:
        found = audit(store)
        assert found.ok and not found.not_covered, found
        with store.reading() as connection:
            assert connection.execute(sa.select(db.rounds.c.clauses)).scalar_one()
