"""Test that a database stores streams as files do and that another program's database is refused."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.journal import FolderStore, Stream, audit, fold, verify
from croupier.journal.entries import join_sealed, split_sealed
from croupier.server.settings import Settings
from croupier.store import database
from croupier.store import schema as db
from croupier.store.database import SqlStore, open_store
from croupier.store.engines import address_of
from croupier.store.migrations import newest
from croupier.table.readers.ledger import LAYOUT
from tests.helpers.journals import RECORDS, keep
from tests.store.drawer import CHARTER, DRAWER, put


@pytest.fixture
def store(address: str) -> Iterator[SqlStore]:
    with open_store(address) as opened:
        yield opened


def filled(store: SqlStore, count: int = 10, name: str = "drawer", longest: int = 4) -> Stream:
    stream = Stream.create(store, name, DRAWER, CHARTER, at=1, longest=longest)
    for k in range(count):
        command = put(f"p{k % 3}", 100, at=10 + k)
        stream.append(command, DRAWER.decide(stream.state, command), b"secret" if k == 7 else None)
    return stream


def balances(connection: sa.Connection) -> dict[str, int]:
    return {row.account: row.cents for row in connection.execute(sa.select(db.balances))}


def test_writes_segments_reads_resumes_and_audits_a_stream(store: SqlStore) -> None:
    written = filled(store)
    assert store.streams() == ("drawer",)
    assert store.segments("drawer") == 4 == written.segment
    found = audit(store, "drawer", everything=True)
    assert (found.ok, found.entries, found.head) == (True, 14, written.head)
    resumed = Stream.resume(store, "drawer")
    assert (resumed.entries, resumed.head, resumed.segment) == (14, written.head, 4)
    assert resumed.state == written.state == {"p0": 400, "p1": 300, "p2": 300}
    assert [step.n for step in fold(store, "drawer")] == [12, 13]
    assert [line.count(b'"sealed":"') for line in store.lines("drawer")].count(1) == 1
    assert store.heads() == {"drawer": (14, written.head)}


def test_sealed_parts_are_stored_separately_and_read_back(store: SqlStore) -> None:
    filled(store)
    with store.reading() as connection:
        lines = connection.execute(sa.select(db.entries.c.line)).scalars().all()
        ((n, sealed),) = connection.execute(sa.select(db.seals.c.n, db.seals.c.sealed)).all()
    assert not any(b'"sealed"' in line for line in lines)
    assert sealed == b"secret"
    (whole,) = store.lines("drawer", n, n + 1)
    assert join_sealed(*split_sealed(whole)) == whole != split_sealed(whole)[0]


def test_single_line_writer_stores_postings(store: SqlStore) -> None:
    filled(store)
    with store.reading() as connection:
        held = balances(connection)
        count = connection.execute(sa.select(sa.func.count()).select_from(db.postings)).scalar()
    assert held == {
        "drawer/cash": -1000,
        "drawer/wallet:p0": 400,
        "drawer/wallet:p1": 300,
        "drawer/wallet:p2": 300,
    }
    assert count == 20


@pytest.mark.parametrize("game", sorted(RECORDS))
def test_copies_a_table_journal_into_a_database(game: str, store: SqlStore, tmp_path: Path) -> None:
    keep(tmp_path / "t1.journal", RECORDS[game], rounds=2, longest=40)
    files = FolderStore(tmp_path)
    for segment in range(1, files.segments("t1") + 1):
        for number, line in enumerate(files.read("t1", segment)):
            if segment == 1 and number == 0:
                writer = store.create("t1", line)
            else:
                writer.append(line)
    assert [*store.lines("t1")] == (tmp_path / "t1.journal").read_bytes().splitlines(keepends=True)
    there, here = audit(store, "t1", everything=True), verify(tmp_path / "t1.journal")
    assert there.ok and (there.entries, there.head) == (here.entries, here.head)
    with store.reading() as connection:
        held = balances(connection)
    assert sum(held.values()) == 0 == held[f"t1/{LAYOUT}"]
    assert all(cents == 0 for account, cents in held.items() if account.startswith("t1/player:"))


def test_rejects_a_line_that_does_not_follow(store: SqlStore) -> None:
    stream = filled(store, 3)
    (second,) = store.lines("drawer", 1, 2)
    with pytest.raises(BadInput, match="does not follow entry 3"):
        store.resume("drawer").append(second)
    with pytest.raises(BadInput, match="broken"):
        store.resume("drawer").append(second[:-5])
    assert store.heads() == {"drawer": (4, stream.head)}


def test_reports_missing_streams_and_bad_names(store: SqlStore) -> None:
    filled(store, 1)
    with pytest.raises(BadInput, match="no stream 'uth-1'"):
        store.segments("uth-1")
    with pytest.raises(BadInput, match="no segment 9"):
        store.read("drawer", 9)
    with pytest.raises(BadInput, match="use only a-z"):
        store.create("../drawer", b"")
    with store.snapshot() as then, pytest.raises(BadInput, match="opened read-only"):
        then.resume("drawer")


def test_snapshot_is_unaffected_by_later_writes(store: SqlStore) -> None:
    stream = filled(store, 3, longest=100)
    with store.snapshot() as then:
        before = then.heads()
        command = put("p9", 5)
        stream.append(command, DRAWER.decide(stream.state, command))
        assert then.heads() == before
        assert len([*then.read("drawer")]) == 4
    assert store.heads()["drawer"][0] == before["drawer"][0] + 1


def test_reopened_store_is_unchanged(address: str) -> None:
    with open_store(address) as store:
        head = filled(store).head
    with open_store(address) as store:
        assert store.heads() == {"drawer": (14, head)}
    with open_store(address, reading=True) as store:
        assert audit(store, "drawer", everything=True).ok


def test_migrations_match_the_schema(store: SqlStore) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.reading() as connection:
        options = {"version_table": db.VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, db.metadata) == []


def test_refuses_foreign_and_newer_databases(new_address: Callable[[], str]) -> None:
    theirs = new_address()
    engine = sa.create_engine(theirs)
    with engine.begin() as connection:
        connection.execute(sa.text("create table songs (title text)"))
    engine.dispose()
    with pytest.raises(BadInput, match="not a croupier database") as refused:
        open_store(theirs)
    assert "\n" not in str(refused.value)
    newer = new_address()
    with open_store(newer) as store, store.writing() as connection:
        connection.execute(sa.text(f"update {db.VERSION_TABLE} set version_num = '9999'"))
    with pytest.raises(BadInput, match=r"newer croupier \(store version 9999"):
        open_store(newer)
    with pytest.raises(BadInput, match="newer croupier"):
        open_store(newer, reading=True)
    assert newest() != "9999"


def test_reading_does_not_create_a_database(new_address: Callable[[], str], engine: str) -> None:
    with pytest.raises(BadInput, match="no such file" if engine == "sqlite" else "start the server once"):
        open_store(new_address(), reading=True)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("house.db", "not a database address"),
        ("mysql://x@y/z", "neither SQLite nor PostgreSQL"),
        ("sqlite://", "an in-memory database"),
        ("sqlite:////nowhere/at/all/house.db", "cannot be written"),
        ("postgresql://u:secret@127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_bad_address_error_is_one_line_without_password(address: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        open_store(address)
    assert "\n" not in str(refused.value) and "secret" not in str(refused.value)


def test_refuses_and_keeps_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(b"a letter to a friend " * 100)
    with pytest.raises(BadInput, match="file is not a database"):
        open_store(f"sqlite:///{path}")
    assert path.read_bytes().startswith(b"a letter")


def test_sqlite_store_is_private_durable_and_exclusive(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    address = f"sqlite:///{path}"
    with open_store(address) as store:
        filled(store, 1)
        with store.reading() as connection:
            pragmas = [
                connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("journal_mode", "synchronous")
            ]
        assert pragmas == ["wal", 2]
        assert {stat.S_IMODE(os.stat(file).st_mode) for file in tmp_path.iterdir()} == {0o600}
        with pytest.raises(BadInput, match="another server has this store open"):
            open_store(address)
        code = f"from croupier.store.database import open_store; open_store({address!r})"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "another server has this store open" in other.stderr
        with open_store(address, reading=True) as watching:  # an audit can still read the database
            assert watching.heads() == store.heads()
    open_store(address).close()
    assert sqlite3.connect(path).execute("select count(*) from entries").fetchone() == (2,)


def test_audits_the_store_in_a_data_folder(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).address == address_of(tmp_path) == f"sqlite:///{tmp_path}/house.sqlite"
    assert address_of("postgresql://h/db") == "postgresql://h/db"
    assert address_of(tmp_path / "copy.db") == f"sqlite:///{tmp_path}/copy.db"


def test_only_cage_postings_are_indexed_by_account(store: SqlStore) -> None:
    with store.reading() as connection:
        if not store.embedded:
            found = connection.exec_driver_sql("select indexdef from pg_indexes where tablename = 'postings'")
            assert any("(account, n) WHERE (stream = 'cage'" in row.indexdef for row in found)
            return
        asked = "explain query plan select n from postings where account = 'cage/wallet:p1' and "
        in_the_cage = connection.exec_driver_sql(asked + "stream = 'cage'").all()
        elsewhere = connection.exec_driver_sql(asked + "stream = 'uth-1'").all()
    assert "postings_wallets" in str(in_the_cage)
    assert "postings_wallets" not in str(elsewhere)


def test_finds_openings_by_index(store: SqlStore) -> None:
    """Without the index, a server with many stored rounds would start slowly."""
    asked = sa.select(db.entries.c.n).where(db.entries.c.stream == "cage", db.IS_OPENING)
    with store.reading() as connection:
        if not store.embedded:
            found = connection.exec_driver_sql("select indexdef from pg_indexes where tablename = 'entries'")
            assert any(row.indexdef.endswith("(stream, segment, n) WHERE opening") for row in found)
            return
        text = asked.compile(connection, compile_kwargs={"literal_binds": True})
        plan = connection.exec_driver_sql(f"explain query plan {text}").all()
    assert "entries_openings" in str(plan)


def test_opening_waits_for_a_lock_and_then_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LOCK_PATIENCE", 0.2)
    address = f"sqlite:///{tmp_path}/house.sqlite"
    store = open_store(address)
    assert store.lock is not None
    inherited = os.dup(store.lock)  # as a child process would hold the lock
    store.close()
    with pytest.raises(BadInput, match="another server has this store open"):
        open_store(address)
    os.close(inherited)
    open_store(address).close()
