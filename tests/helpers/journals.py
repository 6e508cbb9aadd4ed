"""Build journals for tests: stored rounds of each game, or forged lines with valid hashes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from croupier.games import game
from croupier.journal import Journal
from croupier.journal.entries import JournalEntry, OpeningEntry, finish_line
from croupier.records.record import Record, read_record, run
from croupier.table import commands as do_
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import StackedDeck

RECORDS: dict[str, dict[str, Any]] = {
    "uth": {
        "game": "uth",
        "submission": {
            "paytables": {"six_card": "A"},
            "progressive": {"paytable": "A", "rate": "0.155"},
        },
        "seats": [
            {
                "seat": 1,
                "player": "ann",
                "wagers": {"ante": 10, "blind": 10, "trips": "2.50", "six_card": 5, "progressive": 1},
                "decisions": ["check", "2x"],
            },
            {
                "seat": 4,
                "player": "bob",
                "wagers": {"ante": 5, "blind": 5, "progressive": 1},
                "decisions": ["4x"],
            },
        ],
    },
    "letitride": {
        "game": "letitride",
        "dealing": "automated",
        "seats": [
            {"seat": 2, "wagers": {"bet1": 5, "bet2": 5, "bet3": 5}, "decisions": ["withdraw", "ride"]},
            {"seat": 7, "wagers": {"bet1": 5, "bet2": 5, "bet3": 5}, "decisions": ["ride", "withdraw"]},
        ],
    },
    "dragon": {
        "game": "dragon",
        "dealing": "shoe",
        "seats": [{"seat": 3, "wagers": {"ante": 5, "ante_bonus": 5, "dragon": 1}, "decisions": ["fold"]}],
    },
    "topfive": {
        "game": "topfive",
        "submission": {"paytables": {"top_five": "B"}},
        "seats": [{"seat": 6, "wagers": {"ante": 5, "top_five": 1}, "decisions": ["play"]}],
    },
}


def keep(
    path: Path, mapping: dict[str, Any], rounds: int = 1, longest: int = 20_000
) -> tuple[Record, Driver]:
    """Play a record several times with the same cards, and return the journal."""
    record = read_record(mapping)
    name = path.stem if path.suffix == ".journal" else ""
    with Journal.create(path, record.rules, at=1_000, name=name, longest=longest) as journal:
        source = StackedDeck(game(record.rules.game).deck, record.deck)
        table = Driver(record.opening(), source, AUTOMATIONS, journal.keep)
        for _ in range(rounds):
            run(table, record)
            for seat in tuple(table.state.seating.seats):
                table.do(do_.GetUp(seat=seat))
            for player in tuple(table.state.seating.purses):
                table.do(do_.CashOut(player=player))
    return record, table


def rewritten(lines: list[bytes], change: Callable[[int, dict[str, Any]], None]) -> list[bytes]:
    """Change the lines and recompute all hashes, as an attacker with the code could."""
    head, forged = "0" * 64, []
    for n, line in enumerate(lines):
        body = json.loads(line)
        change(n, body)
        body["prev"] = head
        body.pop("hash", None)
        sealed = body.pop("sealed", None)
        kind = OpeningEntry if "opening" in body else JournalEntry
        read = msgspec.json.decode(msgspec.json.encode(body, order="sorted"), type=kind)
        raw = msgspec.json.decode(msgspec.json.encode(sealed), type=bytes | None)
        written, head = finish_line(read, raw)
        forged.append(written)
    return forged
