"""The edition of the documents behind a game's rule book, and a hash of its binding content."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from croupier.rulebook.clauses import clauses_of
from croupier.rulebook.declarations import title
from croupier.rulebook.paytables import Paytable, paytables
from croupier.rulebook.readings import readings
from croupier.rulebook.registry import cache_per_registry, place, read_toml

# Keys of a declaration that affect only words and appearance, and no decision.
PROSE = frozenset(
    {"title", "label", "says", "fixed_why", "question", "assumed", "suggested", "demonstration", "layout"}
)


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of the document, identified by its SHA-256."""

    sha256: str
    note: str = ""


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document's own title and version. Some documents have no version."""

    document: str
    version: str = ""  # empty if the document has no version
    sources: tuple[Source, ...] = ()

    def __str__(self) -> str:
        texts = ", ".join(f"SHA-256 {source.sha256}" for source in self.sources)
        return f"{self.document}, {self.version or 'no version stated'}" + (f" ({texts})" if texts else "")


@cache_per_registry
def edition(game: str) -> Edition:
    if not place(game).folder.joinpath("edition.toml").is_file():
        return Edition(title(game))
    return msgspec.convert(read_toml(game, "edition.toml"), Edition)


@cache_per_registry
def hash_of_what_decides(game: str) -> str:
    """Return the SHA-256 over clause ids, paytables, declarations and default readings of a game.

    Prose, statuses and other games are excluded, because they do not change a payment.
    """
    decides = {
        "clauses": sorted(clauses_of(game)),
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
    return _deciding(read_toml(game, "game.toml"))


def _deciding(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _deciding(inner) for key, inner in value.items() if key not in PROSE}
    if isinstance(value, list):
        return [_deciding(inner) for inner in value]
    return value if isinstance(value, str | int | bool) else str(value)
