"""The clauses of the four documents by id, and the functions with which code cites a clause."""

from __future__ import annotations

import csv
import hashlib
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from croupier.errors import BadInput
from croupier.rulebook.jurisdiction import jurisdiction_folder
from croupier.rulebook.registry import cache_per_registry, games, places, read
from croupier.rulebook.regulations import Status

# The subject of each chapter. The documents of all games have the same chapters.
CHAPTERS = MappingProxyType(
    {
        1: "definitions",
        2: "the table and its equipment",
        3: "the cards",
        4: "opening the table",
        5: "shuffling and cutting",
        6: "hand rankings",
        7: "wagers",
        8: "dealing from a manual shoe",
        9: "dealing from the hand",
        10: "dealing from a machine",
        11: "the round",
        12: "payouts",
        13: "irregularities",
    }
)

COLUMNS = ("id", "leaf", "kind", "status", "gist", "reason")
HEADING = "this clause is only a heading for the items below it"
_OLD_HEADING = "heading; the items below it carry the rule"  # wording that older game packages use


class Clause(msgspec.Struct, frozen=True):
    id: str  # "uth/11.H.3.b"; ' marks the second use of a letter in the source: "uth/12.E'2"
    leaf: bool
    kind: str
    status: Status
    gist: str
    reason: str  # reason why the clause is recorded or informative instead of enforced

    @property
    def rule(self) -> bool:
        """Return whether the clause is a leaf, or a heading that states a rule itself."""
        return self.leaf or self.reason not in (HEADING, _OLD_HEADING)

    @property
    def game(self) -> str:
        return self.id.split("/")[0]

    @property
    def chapter(self) -> int:
        return int(self.id.split("/")[1].split(".")[0])


@cache_per_registry
def clauses() -> Mapping[str, Clause]:
    """Return the clauses of every game."""
    return MappingProxyType({each.id: each for game in games() for each in clauses_of(game).values()})


@cache_per_registry
def clauses_of(game: str) -> Mapping[str, Clause]:
    book: dict[str, Clause] = {}
    for number, row in enumerate(csv.DictReader(read(game, "clauses.csv").splitlines()), 2):
        try:
            found = _clause(game, row)
        except (LookupError, msgspec.ValidationError) as fault:
            raise BadInput(f"line {number} of {game}/clauses.csv: {fault}") from None
        if found.id in book:
            raise BadInput(f"line {number} of {game}/clauses.csv: {row['id']} occurs twice")
        book[found.id] = found
    return MappingProxyType(book)


def _clause(game: str, row: Mapping[str, str]) -> Clause:
    if None in row or None in row.values():
        raise LookupError(f"expected {len(COLUMNS)} columns; quote the gist if it contains a comma")
    if missing := [name for name in COLUMNS if name not in row]:
        raise LookupError(f"the column {missing[0]} is missing")
    if row["status"] != "enforced" and not row["reason"]:
        raise LookupError(f"{row['id']} is {row['status']} but has no reason")
    return msgspec.convert(
        {
            "id": f"{game}/{row['id']}",
            "leaf": row["leaf"] == "yes",
            "kind": row["kind"],
            "status": row["status"],
            "gist": row["gist"],
            "reason": row["reason"],
        },
        Clause,
    )


def find_clause(clause_id: str) -> Clause | None:
    """Find a clause by its full id. Only the rule book of the clause's game is read."""
    game = clause_id.partition("/")[0]
    return clauses_of(game).get(clause_id) if game in places() else None


def clause(clause_id: str) -> Clause:
    found = find_clause(clause_id)
    if found is None:
        raise BadInput(
            f"no clause {clause_id!r} in the rule book; ids look like uth/11.H.3.b "
            "(croupier rules --search WORDS finds them)"
        )
    return found


_cited: dict[str, set[str]] = {}  # clause id -> modules that cite the clause


def cited_clauses() -> frozenset[str]:
    """Return every clause cited by the modules imported so far."""
    return frozenset(_cited)


def citing_modules(clause_id: str) -> tuple[str, ...]:
    """Return the modules imported so far that cite a clause."""
    return tuple(sorted(_cited.get(clause_id, ())))


def note_cited(clause_id: str, module: str = "") -> str:
    """Register a citation from data (a paytable row) or from the code of a module.

    Raises ``LookupError`` if there is no such clause.
    """
    if find_clause(clause_id) is None:
        raise LookupError(f"cited clause {clause_id!r} is not in the rule book")
    modules = _cited.setdefault(clause_id, set())
    if module:
        modules.add(module)
    return clause_id


def citing(game: str) -> Callable[[str], str]:
    """Return a function that cites clauses of a game, as in ``c = citing(GAME); c("11.H.3.b")``.

    A wrong id raises an error at import.
    """
    module = str(sys._getframe(1).f_globals.get("__name__", ""))  # the module that calls citing()

    def cite(short_id: str) -> str:
        return note_cited(f"{game}/{short_id}", module)

    return cite


@cache_per_registry
def book_hash() -> str:
    """Return the SHA-256 over all rule-book data. Test evidence and cache keys contain it."""
    digest = hashlib.sha256()
    folders = {**{name: found.folder for name, found in places().items()}, "readings": _READINGS}
    for name, folder in folders.items():
        for entry in sorted(folder.iterdir(), key=lambda each: each.name):
            if entry.name.endswith((".csv", ".toml")):
                digest.update(f"{name}/{entry.name}\n".encode())
                digest.update(entry.read_bytes())
    return digest.hexdigest()


_READINGS = jurisdiction_folder().joinpath("readings")
