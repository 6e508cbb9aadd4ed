"""Test that every tag ever stored can still be read, with golden streams."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from croupier.casino.administration.stream import KIND as DESK
from croupier.casino.cage.stream import KIND as CAGE
from croupier.casino.disputes import KIND as FILE
from croupier.casino.table_tests import KIND as EXAM
from croupier.journal.entries import canonical
from tests.server.write_golden import EXPECTED, GOLDEN, expected, kind_in, write_both

KEPT: dict[str, Any] = json.loads((GOLDEN / EXPECTED).read_text())


def tags(path: Path) -> set[str]:
    """Return the tags of a stream's commands and events."""
    found = set()
    for line in path.read_bytes().splitlines():
        entry = json.loads(line)
        if "command" in entry:
            found |= {entry["command"]["type"], *(event["type"] for event in entry["events"])}
    return found


def test_golden_streams_verify_and_replay_to_the_same_state() -> None:
    kinds = {f"{kind.name}.journal" for kind in (CAGE, DESK, FILE, EXAM)}
    assert {name.split("-")[1] for name in KEPT} == kinds
    for name, told in KEPT.items():
        found, kind = expected(GOLDEN / name), kind_in(GOLDEN / name)
        state, kept = (kind.restore(b"", canonical(one.pop("state")), None) for one in (found, dict(told)))
        assert state == kept, name  # fields that were added later have their defaults in both streams
        assert found == {key: told[key] for key in found}, name


def test_every_current_command_and_event_is_in_a_golden_stream() -> None:
    for kind in (CAGE, DESK, FILE, EXAM):
        kept = set().union(*(tags(GOLDEN / name) for name in KEPT if f"-{kind.name}." in name))
        known = {str(one.__struct_config__.tag) for one in (*kind.deciders, *kind.appliers)}
        assert known <= kept, "write a golden stream with the new tags: tests/server/write_golden.py"


def test_a_stream_written_now_could_become_golden(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    assert write_both(tmp_path / "one", "now") == write_both(tmp_path / "two", "now")
