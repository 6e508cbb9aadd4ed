"""Readings: open questions in the documents, with possible answers and a default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from croupier.errors import BadInput
from croupier.rulebook.jurisdiction import jurisdiction_folder
from croupier.rulebook.registry import cache_per_registry, places

SHARED = ("cross", "further")  # readings that concern several games


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    severity: str  # A changes payments, B changes money in rarer cases, C is editorial
    question: str
    clauses: tuple[str, ...]
    options: dict[str, str]
    default: str
    switchable: bool
    why: str
    choices: tuple[str, ...] = ()  # options that a Rules Submission may choose
    games: tuple[str, ...] = ()  # games that may choose an option; empty if all games with this reading may
    money: str = ""

    def bears_on(self, game: str) -> bool:
        return any(clause_id.startswith(f"{game}/") for clause_id in self.clauses)

    def choices_in(self, game: str) -> tuple[str, ...]:
        """Return the options that a Rules Submission of that game may choose. Empty for a fixed reading."""
        return self.choices if self.bears_on(game) and game in (self.games or (game,)) else ()


@cache_per_registry
def readings() -> Mapping[str, Reading]:
    shared = {name: jurisdiction_folder().joinpath("readings", f"{name}.toml") for name in SHARED}
    own = {name: found.readings for name, found in places().items() if found.readings.is_file()}
    first, last = SHARED
    book: dict[str, Reading] = {}
    common: dict[str, list[str]] = {}  # shared readings that a game declares, with its clauses
    for name, file in {first: shared[first], **own, last: shared[last]}.items():
        for reading_id, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
            if name not in SHARED and isinstance(entry, dict) and entry.keys() == {"clauses"}:
                common.setdefault(reading_id, []).extend(entry["clauses"])
                continue
            if reading_id in book:
                raise BadInput(f"the readings of {name!r} use the id {reading_id!r}, which already exists")
            try:
                book[reading_id] = msgspec.convert({"id": reading_id, **entry}, Reading)
                _check(book[reading_id])
            except (TypeError, LookupError, msgspec.ValidationError) as fault:
                raise BadInput(f"{reading_id} among the readings of {name!r}: {fault}") from None
    for reading_id, clauses in common.items():
        if reading_id not in book:
            raise BadInput(f"the reading {reading_id!r} has only clauses, but no shared reading has this id")
        book[reading_id] = _used_by(book[reading_id], clauses)
    return MappingProxyType(book)


def _used_by(found: Reading, clauses: list[str]) -> Reading:
    """Return a copy of a shared reading that concerns more clauses of a game and can be chosen there."""
    games = dict.fromkeys((*found.games, *(each.partition("/")[0] for each in clauses)))
    return msgspec.structs.replace(
        found, clauses=(*found.clauses, *clauses), games=tuple(games) if found.games else ()
    )


def _check(found: Reading) -> None:
    unknown = {found.default, *found.choices} - set(found.options)
    if unknown:
        raise LookupError(f"no such option: {', '.join(sorted(unknown))}")
    if found.switchable != bool(found.choices):
        raise LookupError("a switchable reading must list its choices, and no other reading may")


def reading(reading_id: str) -> Reading:
    try:
        return readings()[reading_id]
    except KeyError:
        raise BadInput(f"no reading {reading_id!r} in the rule book; ids look like U-01, X-12") from None


@cache_per_registry
def defaults() -> Mapping[str, str]:
    """Return the default of every reading that can be chosen."""
    return MappingProxyType({r.id: r.default for r in readings().values() if r.switchable})


@cache_per_registry
def worth() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the player's expectation on one unit under each option, by reading, wager and paytable."""
    text = jurisdiction_folder().joinpath("readings", "worth.toml").read_text(encoding="utf-8")
    return MappingProxyType(tomllib.loads(text))


@cache_per_registry
def _by_clause() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for entry in readings().values():
        for clause_id in entry.clauses:
            found.setdefault(clause_id, []).append(entry.id)
    return {clause_id: tuple(ids) for clause_id, ids in found.items()}


def readings_of(clause_id: str) -> dict[str, str]:
    """Return the readings that answer a question about a clause or one of its headings. Each comes with
    the clause that it names.
    """
    parts = clause_id.split(".")
    line = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
    found: dict[str, str] = {}
    for each in line:
        for reading_id in _by_clause().get(each, ()):
            found.setdefault(reading_id, each)
    return found
