"""Every clause of the four documents, by id, and the only way code may cite one."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec

from croupier.errors import BadInput

GAMES = ("uth", "letitride", "dragon", "topfive")
TITLES = MappingProxyType(
    {
        "uth": "Ultimate Texas Hold 'Em",
        "letitride": "Let It Ride",
        "dragon": "Dragon Poker",
        "topfive": "Top Five Poker",
    }
)

# What each chapter is about; the four documents divide alike.
CHAPTERS = MappingProxyType(
    {
        1: "words",
        2: "the table and its equipment",
        3: "the cards",
        4: "opening the table",
        5: "shuffling and cutting",
        6: "what beats what",
        7: "wagers",
        8: "dealing from a manual shoe",
        9: "dealing from the hand",
        10: "dealing from a machine",
        11: "the round",
        12: "what is paid",
        13: "irregularities",
    }
)

Status = Literal["enforced", "recorded", "informative"]


class Clause(msgspec.Struct, frozen=True):
    id: str  # "uth/11.H.3.b"; ' marks the second use of a letter in the source: "uth/12.E'2"
    leaf: bool
    kind: str
    status: Status
    gist: str
    reason: str  # why it is recorded or informative rather than enforced

    @property
    def game(self) -> str:
        return self.id.split("/")[0]

    @property
    def chapter(self) -> int:
        return int(self.id.split("/")[1].split(".")[0])


@cache
def clauses() -> Mapping[str, Clause]:
    book: dict[str, Clause] = {}
    for game in GAMES:
        text = files("croupier.rulebook").joinpath(game, "clauses.csv").read_text(encoding="utf-8")
        for row in csv.DictReader(text.splitlines()):
            whole = f"{game}/{row['id']}"
            book[whole] = Clause(
                whole,
                row["leaf"] == "yes",
                row["kind"],
                row["status"],  # type: ignore[arg-type]
                row["gist"],
                row["reason"],
            )
    return MappingProxyType(book)


def clause(clause_id: str) -> Clause:
    try:
        return clauses()[clause_id]
    except KeyError:
        raise BadInput(
            f"no clause {clause_id!r} in the rule book; ids look like uth/11.H.3.b "
            "(croupier rules --search WORDS finds them)"
        ) from None


_cited: set[str] = set()


def cited() -> frozenset[str]:
    """Every clause that the modules imported so far cite."""
    return frozenset(_cited)


def note_cited(clause_id: str) -> str:
    """Register a citation that comes from data (a paytable row) or from code; it must exist."""
    if clause_id not in clauses():
        raise LookupError(f"cited clause {clause_id!r} is not in the rule book")
    _cited.add(clause_id)
    return clause_id


def citing(game: str) -> Callable[[str], str]:
    """A game's own way to cite: ``c = citing("uth"); c("11.H.3.b")``. A wrong id fails at import."""

    def cite(short_id: str) -> str:
        return note_cited(f"{game}/{short_id}")

    return cite


@cache
def book_hash() -> str:
    """One SHA-256 over all rule-book data: the journal's first entry and every cache name it."""
    digest = hashlib.sha256()
    root = files("croupier.rulebook")
    for folder in (*GAMES, "readings"):
        for entry in sorted(root.joinpath(folder).iterdir(), key=lambda e: e.name):
            if entry.name.endswith((".csv", ".toml")):
                digest.update(f"{folder}/{entry.name}\n".encode())
                digest.update(entry.read_bytes())
    return digest.hexdigest()
