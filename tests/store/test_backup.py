"""Test that a backup during writes is a consistent snapshot, and that a server can resume with it."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.store import FILE
from croupier.store import schema as db
from croupier.store.audit import audit
from croupier.store.backup import backup, restore
from croupier.store.batches import Batch
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from croupier.store.heads import export_heads, heads_of, read_heads
from tests.store.nodes import OwnedStream, answer, balances, committing, node, run, to_drawer
from tests.store.pit import PitTable, an_evening

pytestmark = pytest.mark.long


def everything(store: SqlStore) -> dict[str, list[tuple[object, ...]]]:
    with store.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in db.metadata.sorted_tables
        }


def test_backup_is_the_same_store_in_one_private_file(address: str, tmp_path: Path) -> None:
    async def work() -> None:
        with open_store(address) as store:
            async with committing(store) as house:
                await an_evening(house, rounds=2)
                copied = backup(store, tmp_path / "copy.db")
                assert copied == sum(entries for entries, _ in store.heads().values()) > 100
            kept = everything(store)
        assert stat.S_IMODE(os.stat(tmp_path / "copy.db").st_mode) == 0o600
        with open_store(f"sqlite:///{tmp_path}/copy.db", reading=True) as copy:
            assert everything(copy) == kept
            assert audit(copy).ok
        beside = {path.name for path in tmp_path.iterdir() if "copy" in path.name}
        assert beside <= {"copy.db", "copy.db-wal", "copy.db-shm"}
        with open_store(address) as store, pytest.raises(BadInput, match="already exists"):
            backup(store, tmp_path / "copy.db")

    run(work())


def test_backup_during_writes_is_consistent(address: str, tmp_path: Path) -> None:
    async def work() -> None:
        with open_store(address) as store:
            async with committing(store) as house:
                tables = [OwnedStream(f"t{k}") for k in range(4)]
                ended = False

                async def play(table: OwnedStream) -> None:
                    turn = 0
                    while not ended:
                        turn += 1
                        more = {"posts": (to_drawer("ann", 1),), "answers": (answer(f"a{turn}"),)}
                        await house.commit(table.batch(("ann", 1), **more))

                playing = [asyncio.create_task(play(table)) for table in tables]
                await asyncio.sleep(0.3)
                for k in range(3):
                    await asyncio.to_thread(backup, store, tmp_path / f"{k}.db")
                ended = True
                await asyncio.gather(*playing)
            counts = []
            for k in range(3):
                with open_store(f"sqlite:///{tmp_path}/{k}.db", reading=True) as copy:
                    report = audit(copy)
                    assert report.ok, report.faults
                    counts.append(report.entries)
                    held = balances(copy)
                    tables_have = sum(
                        cents for account, cents in held.items() if "wallet" in account and account[0] == "t"
                    )
                    assert tables_have == held["drawer/wallet:ann"], "the backup contains an incomplete batch"
            assert counts == sorted(counts)

    run(work())


def test_restores_a_backup_into_any_database(
    address: str, new_address: Callable[[], str], tmp_path: Path
) -> None:
    async def play() -> dict[str, tuple[int, str]]:
        with open_store(address) as store:
            async with committing(store) as house:
                await an_evening(house, rounds=2)
            backup(store, tmp_path / "copy.db")
            return store.heads()

    async def go_on(committer: Committer) -> None:
        from croupier.store.pending_stream import PendingStream
        from tests.store.pit import Pit

        pit = Pit(committer, seed=5)
        pit.clock = 100_000
        await pit.open()
        table = PitTable(pit, PendingStream.resume_from(committer.store, "u1"))
        await table.rounds(2)

    heads = run(play())
    empty = new_address()
    with open_store(empty) as store:
        assert restore(tmp_path / "copy.db", store) == sum(entries for entries, _ in heads.values())
        assert store.heads() == heads and audit(store).ok
        with pytest.raises(BadInput, match="into an empty database"):
            restore(tmp_path / "copy.db", store)

    async def again() -> None:
        async with node(empty) as house:
            await go_on(house)
            assert house.store.heads()["u1"][0] > heads["u1"][0]
            assert audit(house.store, {n: k for n, k in heads_of(house.store).items() if n in heads}).ok

    run(again())


def test_failed_backup_leaves_no_file(address: str, tmp_path: Path) -> None:
    with open_store(address) as store:
        with pytest.raises(BadInput, match="cannot be written"):
            backup(store, tmp_path / "nowhere" / "copy.db")
        (tmp_path / "folder").mkdir()
        with pytest.raises(BadInput, match="already exists"):
            backup(store, tmp_path / "folder")
    with open_store(address) as store, pytest.raises(BadInput, match="no such file"):
        restore(tmp_path / "none.db", store)
    (tmp_path / "letter").write_bytes(b"dear friend " * 100)
    with open_store(address) as store, pytest.raises(BadInput, match="not a database"):
        restore(tmp_path / "letter", store)
    sqlite3.connect(tmp_path / "songs.db").execute("create table songs (title text)")
    with open_store(address) as store, pytest.raises(BadInput, match="not a croupier database"):
        restore(tmp_path / "songs.db", store)


def test_saved_heads_reveal_a_rewritten_store(address: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with node(address) as house:
            await house.commit(Batch(posts=(to_drawer("ann", 1),)))
            command = f"cat >> {tmp_path}/sent"
            for at in (5, 6):
                assert export_heads(house.store, at, file=tmp_path / "heads", command=command) == ""
                await house.commit(Batch(posts=(to_drawer("ann", 1),)))
            kept = read_heads(tmp_path / "heads")
            assert kept == read_heads(tmp_path / "sent")
            assert kept["drawer"].entries == 3
            assert (tmp_path / "sent").read_text().startswith("# heads of 1 streams at 5\ndrawer 2 ")
            assert audit(house.store, kept).ok
            heads = dict(kept)
            heads["drawer"] = type(kept["drawer"])(3, "f" * 64)
            assert "not the one in the checkpoint" in audit(house.store, heads).faults[0].fault
            heads["drawer"] = type(kept["drawer"])(99, "f" * 64)
            assert "the end of the journal is missing" in audit(house.store, heads).faults[0].fault

    run(work())


def test_reports_heads_that_cannot_be_saved(address: str, tmp_path: Path) -> None:
    with open_store(address) as store:
        assert "could not be saved" in export_heads(store, 1, file=tmp_path / "nowhere" / "heads")
        assert "exited with 3: ['full']" in export_heads(store, 1, command="echo full >&2; exit 3")
    for content, said in ((b"", "contains no heads"), (b"drawer 2 xyz\n", "line 1 is not a head")):
        (tmp_path / "heads").write_bytes(content)
        with pytest.raises(BadInput, match=said):
            read_heads(tmp_path / "heads")


def croupier(*arguments: object) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)])


def test_store_commands(address: str, tmp_path: Path) -> None:
    """The store commands exit with 0, 1 or 2 and print one line on errors."""

    async def play() -> None:
        with open_store(address) as store:
            async with committing(store) as house:
                await an_evening(house, rounds=1)
            export_heads(store, 1, file=tmp_path / "heads")

    run(play())
    done = croupier("audit", address, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["streams"] == 6 and report["faults"] == [] and report["entries"] > 60
    assert croupier("audit", address, "--heads", tmp_path / "heads").exit_code == 0
    with (tmp_path / "heads").open("a") as file:
        file.write(f"gone 7 {'0' * 64}\n")
    done = croupier("audit", address, "--heads", tmp_path / "heads")
    assert (
        done.exit_code == 1 and "gone: the stream is missing; the saved heads list 7 entries" in done.stdout
    )
    (tmp_path / "data").mkdir()
    copy = tmp_path / "data" / FILE
    assert croupier("backup", address, "-o", copy).exit_code == 0
    assert croupier("backup", address, "-o", copy).exit_code == 2
    done = croupier("audit", tmp_path / "data")
    assert done.exit_code == 0 and "6 streams" in done.stdout and "no heads were compared" in done.stderr
    (tmp_path / "new").mkdir()
    done = croupier("restore", copy, tmp_path / "new", "--json")
    assert json.loads(done.stdout) == {"streams": 6, "entries": report["entries"]}
    done = croupier("verify", tmp_path / "new", "--json")
    assert done.exit_code == 0 and len(json.loads(done.stdout)["streams"]) == 6
    done = croupier("verify", address, "--stream", "u1")
    assert done.exit_code == 0 and "the hash chain is intact" in done.stdout
    done = croupier("replay", address, "--stream", "u1", "--round", "1")
    assert done.exit_code == 0 and "Buy chips by cage" in done.stdout
    done = croupier("replay", address, "--stream", "u1", "--round", "1", "--record")
    assert done.exit_code == 0 and 'game = "uth"' in done.stdout
    with sqlite3.connect(copy) as connection:
        connection.execute("update balances set cents = cents + 1 where account = 'cage/wallet:p1'")
    connection.close()
    done = croupier("audit", copy, "--json")
    assert done.exit_code == 1
    assert [fault["stream"] for fault in json.loads(done.stdout)["faults"]] == ["cage", "cage"]
    for wrong in (tmp_path / "nothing", tmp_path, "sqlite:///nowhere/x.db", "mysql://x/y"):
        done = croupier("audit", wrong)
        assert done.exit_code == 2 and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr, wrong
