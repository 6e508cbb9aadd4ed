"""Read every payout row of chapter 12, as printed by the regulator, from `printed_payouts.csv`.

The file was transcribed from the regulator's documents and shares nothing with the paytables in `src`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class PrintedPayout(NamedTuple):
    clause: str
    hand: str
    number: int  # the printed number, or 0 for a push
    unit: str  # one of "to 1", "to 2", "for 1", "dollars", "percent of METER" and "push"

    def returned(self, stake: int, keeps_stake: bool, meters: Mapping[str, int]) -> int:
        """Return the cents returned on a stake in cents. Half cents go to the player (X-13)."""
        word, _, rest = self.unit.partition(" ")
        if word == "push":
            return stake
        if word == "dollars":
            return self.number * 100 + (0 if keeps_stake else stake)
        if word == "percent":
            return meters[rest.removeprefix("of ")] * self.number // 100
        won = -(-stake * self.number // int(rest))
        return won + stake if word == "to" else won


def printed_payouts() -> dict[str, PrintedPayout]:
    """Map each clause to its printed row."""
    text = Path(__file__).with_name("printed_payouts.csv").read_text(encoding="utf-8")
    rows = [
        PrintedPayout(row["clause"], row["hand"], int(row["number"] or 0), row["unit"])
        for row in csv.DictReader(text.splitlines())
    ]
    found = {row.clause: row for row in rows}
    assert len(found) == len(rows)
    return found
