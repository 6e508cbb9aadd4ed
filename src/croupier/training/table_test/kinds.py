"""The kinds of errors that a table test can plant, read from `errors.toml`.

A kind states what people at the table see, the clause that it violates in each game, the last moment to
notice it, and how it is put right. `situations` commits it against the table machine, which names the clause.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Item = Literal["technique", "control", "knowledge", "pace"]
Due = Literal["close", "act", "phase", "settle"]
ITEMS: tuple[Item, ...] = ("technique", "control", "knowledge", "pace")


class StopReason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reason that the examinee can give when they stop the game."""

    id: str
    words: str


class ErrorKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of error.

    `due` is the last moment to notice it: before betting closes ("close"), before the next act ("act"),
    before the next phase of the round ("phase"), or before the seat's payment ("settle").
    """

    id: str
    title: str
    scene: str  # the text that the examinee sees, with fields such as {seat}
    family: str  # the function in `situations` that commits it …
    how: str  # … and its argument
    item: Item
    reason: str  # id of the right stop reason
    due: Due
    remedy: str  # how people put it right
    clauses: dict[str, str]  # game -> clauses or readings; the machine names one of them
    deals: dict[str, str] = {}  # game -> a prepared deal of that game that makes the error possible


class Catalog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reasons: tuple[StopReason, ...]
    errors: tuple[ErrorKind, ...]
    deals: dict[str, dict[str, dict[str, str]]] = {}  # game -> name -> place -> cards
    quiet: dict[str, tuple[str, ...]] = {}  # moment -> harmless scenes, which need no reaction


@cache
def catalog() -> Catalog:
    text = files(__package__).joinpath("errors.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Catalog)


def kinds() -> dict[str, ErrorKind]:
    return {kind.id: kind for kind in catalog().errors}


def kinds_of(game: str) -> tuple[ErrorKind, ...]:
    """Return the kinds that can occur in a game."""
    return tuple(kind for kind in catalog().errors if game in kind.clauses)


def clauses_of(kind: ErrorKind, game: str) -> tuple[str, ...]:
    """Return the full ids of a kind's clauses in a game: one for each dealing method or result."""
    return tuple(id_ if "-" in id_ else f"{game}/{id_}" for id_ in kind.clauses[game].split())


def named_among(clauses: tuple[str, ...], cited: tuple[str, ...]) -> str:
    """Return the first cited id that is one of a kind's clauses or a part of one, or an empty string."""
    return next((id_ for id_ in cited if any(id_ == one or id_.startswith(f"{one}.") for one in clauses)), "")
