"""`croupier audit`, `backup` and `restore`: what a house has stored, whichever database it is in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.output import print_json
from croupier.errors import BadInput
from croupier.files import printable, read_some
from croupier.house.store import FILE

if TYPE_CHECKING:
    from croupier.house.store.sql import SqlStore

SQLITE = b"SQLite format 3\0"


def is_database(where: str | Path) -> bool:
    """An address, a house's folder of data, or a database file; all else is a journal or a folder of them."""
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
    """A house's store, to be read; a house may be writing to it meanwhile."""
    from croupier.extras import need_house

    need_house()
    from croupier.house.store.engines import address_of
    from croupier.house.store.sql import open_store

    return open_store(address_of(where), reading=True)


def audit_store(where: str, heads: Path | None, as_json: bool) -> int:
    """0 if all agrees with all else, 1 if not."""
    with open_database(where) as store:
        from croupier.house.store.audit import audit
        from croupier.house.store.heads import read_heads

        report = audit(store, read_heads(heads) if heads is not None else None)
        if as_json:
            faults = [{"stream": f.stream, "entry": f.entry, "fault": f.fault} for f in report.faults]
            document = {"streams": report.streams, "entries": report.entries, "faults": faults}
            print_json(document | {"cites_otherwise": report.cites_otherwise})
        else:
            for fault in report.faults:
                print(printable(str(fault), 500))
            agrees = "all agrees with all else" if report.ok else f"{len(report.faults)} faults"
            print(f"{report.streams} streams, {report.entries} entries: {agrees}")
            if heads is None:
                said = "no heads were compared: a store rewritten as a whole would not show"
                print(f"croupier: {said}; --heads FILE", file=sys.stderr)
    return 0 if report.ok else 1


def backup_store(where: str, file: Path, as_json: bool) -> int:
    with open_database(where) as store:
        from croupier.house.store.backup import backup

        streams, entries = len(store.streams()), backup(store, file)
    return told(f"{printable(str(file))}: {streams} streams, {entries} entries", streams, entries, as_json)


def restore_store(file: Path, where: str, as_json: bool) -> int:
    from croupier.extras import need_house

    need_house()
    from croupier.house.store.backup import restore
    from croupier.house.store.engines import address_of
    from croupier.house.store.sql import open_store

    if not is_database(file):
        raise BadInput(f"{printable(str(file))}: not a back-up of a house")
    with open_store(address_of(where)) as store:
        entries = restore(file, store)
        streams = len(store.streams())
    return told(f"{store}: {streams} streams, {entries} entries", streams, entries, as_json)


def told(line: str, streams: int, entries: int, as_json: bool) -> int:
    if as_json:
        print_json({"streams": streams, "entries": entries})
    else:
        print(line)
    return 0
