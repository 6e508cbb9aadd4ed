"""Which edition of the documents a game's rule book was taken from, and a hash over what decides in it."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from croupier.rulebook.clauses import clauses
from croupier.rulebook.paytables import Paytable, paytables
from croupier.rulebook.readings import readings

# Keys of a game's declarations that only say something: another wording decides nothing.
PROSE = frozenset({"title", "label", "labels", "words", "text", "note", "notes", "why", "gist", "about"})


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of the document, by its SHA-256."""

    sha256: str
    note: str = ""


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As the document names itself. Not every one bears a version."""

    document: str
    version: str = ""  # empty: the document bears none
    sources: tuple[Source, ...] = ()

    def __str__(self) -> str:
        texts = ", ".join(f"SHA-256 {source.sha256}" for source in self.sources)
        return f"{self.document}, {self.version or 'bears no version'}" + (f" ({texts})" if texts else "")


@cache
def edition(game: str) -> Edition:
    text = files("croupier.rulebook").joinpath(game, "edition.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Edition)


@cache
def hash_of_what_decides(game: str) -> str:
    """SHA-256 over a game's clause ids, paytables, declarations and the defaults of the readings that can be
    chosen for it. Prose, statuses and other games are left out: no word there changes a payment."""
    decides = {
        "clauses": sorted(clause_id for clause_id in clauses() if clause_id.startswith(f"{game}/")),
        "paytables": {
            wager: {letter: _table(table) for letter, table in letters.items()}
            for wager, letters in paytables(game).items()
        },
        "readings": {
            reading.id: reading.default
            for reading in readings().values()
            if reading.switchable and any(cited.startswith(f"{game}/") for cited in reading.clauses)
        },
        "declarations": _declarations(game),
    }
    return hashlib.sha256(msgspec.json.encode(decides, order="sorted")).hexdigest()


def _table(table: Paytable) -> dict[str, Any]:
    return {
        "clause": table.clause,
        "rows": [(row.clause, row.hand, str(row.pays), row.readings) for row in table.rows],
        "minimums": {name: (least.cents, least.clause) for name, least in table.minimums.items()},
    }


def _declarations(game: str) -> Any:
    declared = files("croupier.rulebook").joinpath(game, "game.toml")
    return _deciding(tomllib.loads(declared.read_text(encoding="utf-8"))) if declared.is_file() else {}


def _deciding(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _deciding(inner) for key, inner in value.items() if key not in PROSE}
    if isinstance(value, list):
        return [_deciding(inner) for inner in value]
    return value if isinstance(value, str | int | bool) else str(value)
