"""The jurisdiction of the rule book, one folder of data with its games, readings and regulations.

Clause ids do not name the jurisdiction. The clause ``uth/11.H.3.b`` is in the folder ``maryland/uth``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

FOLDER = "maryland"


class RegulationCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of regulations that the casino obeys."""

    code: str  # prefix of the id of each regulation
    folder: str
    title: str


class Jurisdiction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    games: tuple[str, ...]  # in display order
    regulations: RegulationCode
    laws: tuple[RegulationCode, ...] = ()  # codes of other authorities

    @property
    def codes(self) -> tuple[RegulationCode, ...]:
        return (self.regulations, *self.laws)

    def code_of(self, id_: str) -> RegulationCode:
        """Return the code that a regulation belongs to, by its id."""
        return next((one for one in self.codes if id_.startswith(f"{one.code} ")), self.regulations)


def jurisdiction_folder() -> Traversable:
    return files("croupier.rulebook").joinpath(FOLDER)


@cache
def jurisdiction() -> Jurisdiction:
    text = jurisdiction_folder().joinpath("jurisdiction.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Jurisdiction)
