"""Write golden journals of the current schema: one per game, with sealed shuffles and several segments.

    python -m tests.journal.write_golden

Run it once for each new schema. It never overwrites an existing journal.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from croupier.cli.play import sitting
from croupier.cli.play.opening import buy_in, stakes, table_rules
from croupier.cli.play.screen import Screen
from croupier.cli.play.session import PlaySession
from croupier.cli.play.terminal import Terminal
from croupier.games import game
from croupier.journal import Journal, checkpoint_path, verify
from croupier.journal.entries import SCHEMA
from croupier.submission import Rules
from croupier.table.driving.sources import SealedShoe
from croupier.table.state import open_table
from tests.helpers.kills import KEYS

GOLDEN = Path(__file__).parent / "golden"
EXPECTED = "expected.json"


class Chance:
    """Return deterministic bytes, so that the journals are reproducible."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0

    def __call__(self, size: int) -> bytes:
        made = b""
        while len(made) < size:
            self._count += 1
            made += hashlib.sha256(f"{self._seed} {self._count}".encode()).digest()
        return made[:size]


def write(name: str, path: Path) -> dict[str, Any]:
    """Play three rounds from shoes that are sealed in the entries."""
    rules = Rules(replace(table_rules(name, None, "all").choices, decks=2))
    clock = iter(range(1_700_000_000, 1_800_000_000, 7))
    screen = Screen(Console(file=io.StringIO()))
    stake = stakes(open_table(rules))
    keyboard, sys.stdin = sys.stdin, io.StringIO(KEYS[name] * 3)
    try:
        with Journal.create(path, rules, at=next(clock), name=f"golden-{name}", longest=30) as journal:
            source = SealedShoe(game(name).deck, Chance(name))
            person = Terminal(screen, stake)
            table = journal.full_state.table
            session = PlaySession(screen, table, source, person, 3, stake, journal.keep, lambda: next(clock))
            session.sit_down(buy_in(stake))
            assert sitting(screen, session, lambda: None) == 0
    finally:
        sys.stdin = keyboard
    checkpoint_path(path).unlink()
    return expected(path)


def expected(path: Path) -> dict[str, Any]:
    found = verify(path)
    assert found.ok, found.fault
    return {"entries": found.entries, "head": found.head, "segments": found.segment, **found.about}


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    kept = GOLDEN / EXPECTED
    known: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    for name in KEYS:
        path = GOLDEN / f"schema{SCHEMA}-{name}.journal"
        if path.exists():
            print(f"{path.name} exists and is kept as it is")
            continue
        known[path.name] = write(name, path)
        path.chmod(0o644)
        print(f"{path.name}: {known[path.name]['entries']} entries")
    kept.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
