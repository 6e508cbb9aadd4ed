"""Implement ``croupier audit``, ``backup`` and ``restore`` on a server's store."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.output import print_json
from croupier.errors import BadInput
from croupier.files import printable, read_some
from croupier.store import FILE

if TYPE_CHECKING:
    from croupier.store.database import SqlStore

SQLITE = b"SQLite format 3\0"


def is_database(where: str | Path) -> bool:
    """Return whether a path is a database (address, data folder or file), not a journal."""
    if "://" in str(where):
        return True
    path = Path(where)
    try:
        if path.is_dir():
            return (path / FILE).is_file()
        return read_some(path, len(SQLITE)) == SQLITE
    except (BadInput, ValueError):
        return False


def open_database(where: str | Path) -> SqlStore:
    """Open a store for reading, even while a server writes to it."""
    from croupier.extras import need_house

    need_house()
    from croupier.store.database import open_store
    from croupier.store.engines import address_of

    return open_store(address_of(where), reading=True)


@contextlib.contextmanager
def open_any_version(where: str) -> Iterator[SqlStore]:
    """Open a store for reading. For an older SQLite file, open a migrated copy."""
    from croupier.extras import need_house

    need_house()
    from croupier.store.backup import migrated_copy
    from croupier.store.database import OlderStore
    from croupier.store.engines import address_of, parse_address

    with contextlib.ExitStack() as opened:
        try:
            store = opened.enter_context(open_database(where))
        except OlderStore as older:
            url = parse_address(address_of(where))
            if url.drivername != "sqlite":
                raise
            message = f"the store has version {older.version}: auditing a migrated copy"
            print(f"croupier: {message}; the store is not changed", file=sys.stderr)
            store = opened.enter_context(migrated_copy(Path(url.database or "")))
        yield store


def audit_store(where: str, heads: Path | None, as_json: bool) -> int:
    """Audit a store. Return 0 if the store is consistent, else 1."""
    with open_any_version(where) as store:
        from croupier.store.audit import audit
        from croupier.store.heads import read_heads

        report = audit(store, read_heads(heads) if heads is not None else None)
        if as_json:
            faults = [{"stream": f.stream, "entry": f.entry, "fault": f.fault} for f in report.faults]
            document = {"streams": report.streams, "entries": report.entries, "faults": faults}
            print_json(
                document | {"cites_otherwise": report.cites_otherwise, "not_covered": report.not_covered}
            )
        else:
            for fault in report.faults:
                print(printable(str(fault), 500))
            agrees = "everything is consistent" if report.ok else f"{len(report.faults)} faults"
            print(f"{report.streams} streams, {report.entries} entries: {agrees}")
            for line in report.not_covered:
                print(printable(line, 500))
            if heads is None:
                message = "no heads were compared, so a completely rewritten store would go unnoticed"
                print(f"croupier: {message}; use --heads FILE", file=sys.stderr)
    return 0 if report.ok else 1


def backup_store(where: str, file: Path, as_json: bool) -> int:
    with open_database(where) as store:
        from croupier.store.backup import backup

        streams, entries = len(store.streams()), backup(store, file)
    return print_counts(
        f"{printable(str(file))}: {streams} streams, {entries} entries", streams, entries, as_json
    )


def restore_store(file: Path, where: str, as_json: bool) -> int:
    from croupier.extras import need_house

    need_house()
    from croupier.store.backup import restore
    from croupier.store.database import open_store
    from croupier.store.engines import address_of

    if not is_database(file):
        raise BadInput(f"{printable(str(file))}: not a backup of a croupier store")
    with open_store(address_of(where)) as store:
        entries = restore(file, store)
        streams = len(store.streams())
    return print_counts(f"{store}: {streams} streams, {entries} entries", streams, entries, as_json)


def print_counts(line: str, streams: int, entries: int, as_json: bool) -> int:
    if as_json:
        print_json({"streams": streams, "entries": entries})
    else:
        print(line)
    return 0
