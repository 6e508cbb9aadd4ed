"""Test that an older store is copied before it is migrated, and can be audited without migrating it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.server.house import HealthView, HouseServer
from croupier.server.older_segments import check_links
from croupier.server.settings import Settings
from croupier.store import migrations
from croupier.store import schema as db
from croupier.store.committer import Committer
from croupier.store.database import OlderStore, SqlStore, open_store
from tests.server.helpers.postgres import new_database
from tests.store.pit import an_evening


async def play(store: SqlStore, **limits: Any) -> None:
    committer = Committer(store)
    await committer.start()
    await an_evening(committer, rounds=2, **limits)
    await committer.stop()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "house.sqlite"
    with open_store(f"sqlite:///{path}") as store:
        asyncio.run(play(store, longest=40))
    return path


OLDER = (  # undo versions 8, 7 and 6 to get a store of version 5
    "drop table training_cards",
    "drop table training_results",
    "drop table personal",
    "drop table marks",
    "drop index rounds_times",
    *(f"alter table rounds drop column {name}" for name in ("began", "dealer", "paid", "seats", "clauses")),
    f"update {db.VERSION_TABLE} set version_num = '0005'",
)


@pytest.fixture
def older(played: Path, tmp_path: Path) -> Path:
    path = tmp_path / "house.sqlite"
    shutil.copy(played, path)
    with sqlite3.connect(path) as connection:
        for statement in OLDER:
            connection.execute(statement)
    connection.close()
    return path


def version(path: Path) -> str:
    connection = sqlite3.connect(path)
    (found,) = connection.execute(f"select version_num from {db.VERSION_TABLE}").fetchone()
    connection.close()
    return str(found)


def test_copies_an_older_store_before_it_migrates(older: Path) -> None:
    open_store(f"sqlite:///{older}").close()
    assert version(older) == migrations.newest()
    (copy,) = older.parent.glob("*.bak")
    assert copy.name.startswith("house.sqlite.0005.") and version(copy) == "0005"
    assert copy.stat().st_mode & 0o077 == 0
    open_store(f"sqlite:///{older}").close()
    assert [*older.parent.glob("*.bak")] == [copy]


def test_migrates_nothing_without_a_copy(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise BadInput("no space left")

    monkeypatch.setattr("croupier.store.backup._copy_pages", full)
    with pytest.raises(BadInput, match="no space left"):
        open_store(f"sqlite:///{older}")
    assert version(older) == "0005" and not [*older.parent.glob("*.bak")]


def croupier(*words: object) -> Any:
    return CliRunner().invoke(app, [*map(str, words)])


def test_audits_an_older_store_without_changing_it(
    older: Path,
) -> None:
    before = older.read_bytes()
    done = croupier("audit", older)
    assert done.exit_code == 0 and "version 0005: auditing a migrated copy" in done.stderr
    assert older.read_bytes() == before and not [*older.parent.glob("*.bak")]
    with sqlite3.connect(older) as connection:
        connection.execute("update balances set cents = cents + 1 where account like 'u1/player:%'")
    connection.close()
    assert croupier("audit", older).exit_code == 1


def test_refuses_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite").touch()
    done = croupier("serve", "--port", 0, "--data", tmp_path)
    said = done.stderr.strip()
    assert done.exit_code == 2
    assert "empty (0 bytes), not a store" in said and len(said.splitlines()) == 1
    assert (tmp_path / "house.sqlite").stat().st_size == 0


def test_an_older_postgresql_database_is_migrated_only_when_asked(postgres: Any) -> None:
    address = new_database(postgres)
    with open_store(address) as store, store.writing() as connection:
        for statement in OLDER:
            connection.execute(sa.text(statement))
    with pytest.raises(OlderStore, match=r"version 0005.*--migrate"):
        open_store(address)
    open_store(address, migrate=True).close()
    open_store(address).close()


def damage(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        altered = "cast(replace(line, 'player', 'dealer') as blob)"
        connection.execute(f"update entries set line = {altered} where stream = 'u1' and n = 5")
    connection.close()


def test_finds_damage_in_an_older_segment(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"
    shutil.copy(played, path)
    assert check_links(f"sqlite:///{path}") == {}
    damage(path)
    (found,) = check_links(f"sqlite:///{path}").items()
    assert found[0] == "u1" and found[1].startswith("entry 5: ")


def test_a_house_reports_damage_in_an_older_segment(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.older_segments.PAUSES", (0.0,))
    shutil.copy(played, tmp_path / "house.sqlite")
    damage(tmp_path / "house.sqlite")

    async def scene() -> HealthView:
        house = HouseServer(Settings(data=tmp_path))
        await house.open()
        try:
            async with asyncio.timeout(60):
                while house.older_segments.status in ("waiting", "checking"):
                    await asyncio.sleep(0.05)
            return house.health()
        finally:
            await house.close()

    found = asyncio.run(scene())
    assert found["older_segments"] == "damaged" and found["status"] == "open"
    assert [notice.partition(" entry")[0] for notice in found["notices"]] == ["u1:"]
