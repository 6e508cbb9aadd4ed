"""Where the documents are open: the questions, the possible readings and the one taken by default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from croupier.errors import BadInput

FILES = ("cross", "uth", "letitride", "dragon", "topfive", "further")


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    severity: str  # A: changes what is paid; B: money in rarer cases; C: editorial
    question: str
    clauses: tuple[str, ...]
    options: dict[str, str]
    default: str
    switchable: bool
    why: str
    choices: tuple[str, ...] = ()  # what a Rules Submission may choose
    games: tuple[str, ...] = ()  # where it may be chosen, if not in every game whose clauses it reads
    money: str = ""

    def bears_on(self, game: str) -> bool:
        return any(clause_id.startswith(f"{game}/") for clause_id in self.clauses)

    def choices_in(self, game: str) -> tuple[str, ...]:
        """What a Rules Submission of that game may choose; nothing where the reading is fixed there."""
        return self.choices if self.bears_on(game) and game in (self.games or (game,)) else ()


@cache
def readings() -> Mapping[str, Reading]:
    book: dict[str, Reading] = {}
    for name in FILES:
        text = files("croupier.rulebook").joinpath("readings", f"{name}.toml").read_text(encoding="utf-8")
        for reading_id, entry in tomllib.loads(text).items():
            book[reading_id] = msgspec.convert({"id": reading_id, **entry}, Reading)
    return MappingProxyType(book)


def reading(reading_id: str) -> Reading:
    try:
        return readings()[reading_id]
    except KeyError:
        raise BadInput(f"no reading {reading_id!r} in the rule book; ids look like U-01, X-12") from None


@cache
def defaults() -> Mapping[str, str]:
    """What is taken for every reading that can be chosen."""
    return MappingProxyType({r.id: r.default for r in readings().values() if r.switchable})
