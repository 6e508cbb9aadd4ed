"""Test that the golden journals of every released schema can still be verified and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.journal import FileStore, audit, link
from croupier.journal.entries import SCHEMA
from tests.helpers.kills import KEYS, check_cards
from tests.journal.write_golden import EXPECTED, GOLDEN, write

KEPT: dict[str, Any] = json.loads((GOLDEN / EXPECTED).read_text()) if (GOLDEN / EXPECTED).exists() else {}


def test_golden_journals_verify_and_replay() -> None:
    for name, expected in KEPT.items():
        path = GOLDEN / name
        found = audit(FileStore(path), name, everything=True, decide=False)
        assert found.ok, (name, found.fault)
        told = {"entries": found.entries, "head": found.head, "segments": found.segment, **found.about}
        assert told == expected, name
        assert any(entry.sealed for entry in link(FileStore(path), name, everything=True))
        check_cards(path)


@pytest.mark.parametrize("name", KEYS)
def test_a_journal_written_now_could_become_golden(name: str, tmp_path: Path) -> None:
    """`write_golden` is deterministic and writes sealed shuffles and several segments."""
    first = write(name, tmp_path / "first")
    again = write(name, tmp_path / "again")
    assert first == again and first["segments"] > 1 and first["rounds"] == 3
    assert (tmp_path / "first").read_bytes() == (tmp_path / "again").read_bytes()
    check_cards(tmp_path / "first")


def test_every_supported_schema_has_a_journal_of_each_game() -> None:
    schemas = {name.partition("-")[0] for name in KEPT}
    for schema in schemas:
        assert {f"{schema}-{game}.journal" for game in KEYS} <= KEPT.keys()
    assert all(int(schema.removeprefix("schema")) <= SCHEMA for schema in schemas)
