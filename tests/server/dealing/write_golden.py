"""Write a golden journal with verifiable deals: python -m tests.server.dealing.write_golden.

The script never overwrites an existing journal.
"""

from __future__ import annotations

import json
from pathlib import Path

from croupier.journal import audit
from croupier.journal.entries import SCHEMA
from croupier.table import commands as do
from tests.server.dealing.verifiable_table import VerifiableTable

GOLDEN = Path(__file__).parent / "golden"
JOURNAL, EXPECTED = GOLDEN / f"schema{SCHEMA}-shown.journal", GOLDEN / "expected.json"


def played() -> VerifiableTable:
    """Play a round in which three players contribute numbers, a round with a discarded deal and a lost link,
    and a round without numbers.
    """
    table = VerifiableTable("uth", seed="golden")
    table.sit(1, 2, 3)
    table.play(1, 2, 3)
    table.bet(1, 2, 3)
    table.ready("p1")
    table.ready("p3")
    table.shoe.numbers.call_time(table.state)
    table.driver.run()
    table.ready("p1")
    table.ready("p3")
    table.driver.do(do.LoseLink(reason="the display is dark", by="floor:ida"))
    table.driver.do(do.CloseBetting())
    table.play_on()
    table.driver.do(do.RestoreLink(by="floor:ida"))
    table.bet(1)
    table.driver.do(do.CloseBetting())
    table.play_on()
    return table


def main() -> None:
    if JOURNAL.exists():
        print(f"{JOURNAL.name} already exists and is not overwritten")
        return
    GOLDEN.mkdir(exist_ok=True)
    table = played()
    found = audit(table.store, table.name)
    assert found.ok, found.fault
    JOURNAL.write_bytes(b"".join(table.store.read(table.name)))
    EXPECTED.write_text(
        json.dumps({"entries": found.entries, "head": found.head, **found.about}, indent=1) + "\n"
    )


if __name__ == "__main__":
    main()
