"""Where the documents are open: the questions, the possible readings and the one taken by default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from croupier.errors import BadInput

FILES = ("cross", "uth", "letitride", "dragon", "topfive")


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
    money: str = ""


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


# The switches, named here so that the machine need not parse the prose to know its defaults;
# a test keeps this table and the files in step.
DEFAULTS: Mapping[str, str] = MappingProxyType(
    {
        "U-01": "R2",
        "U-03": "R1",
        "U-06": "R1",
        "L-03": "R1",
        "L-04": "R1",
        "L-05": "R1",
        "L-06": "R2",
        "D-04": "R1",
        "D-06": "R1",
        "T-02": "R1",
        "T-03": "R1",
        "T-14": "R1",
        "X-02": "R1",
        "X-12": "R1",
        "X-13": "R1",
    }
)
