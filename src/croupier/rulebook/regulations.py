"""The regulations for the casino itself, as clauses of the rule book.

The clauses of a game govern play at a table. These regulations govern the work around the table, such as
people, books, slips and reports. Code cites a regulation by its topic, ``SLIPS = regulation("chip_slips")``,
so that only data contains the numbering of a jurisdiction. Journals store the id, such as ``COMAR
36.05.03.21C(1)``.
"""

from __future__ import annotations

import ast
import csv
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Literal

import msgspec

from croupier.errors import BadInput
from croupier.rulebook.jurisdiction import jurisdiction, jurisdiction_folder

FILE = "clauses.csv"
Status = Literal["enforced", "recorded", "informative"]


class Regulation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str  # "COMAR 36.05.03.21C(1)"
    topic: str  # name that code uses to cite the regulation
    kind: str
    status: Status
    gist: str
    reason: str  # reason why the regulation is recorded or informative instead of enforced


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers in the regulations that the software applies."""

    payout_notice_cents: int  # lowest payout of which surveillance is notified
    payout_check_cents: int  # lowest payout that is paid by check with a witness
    banking_tables_per_floorperson: int
    electronic_tables_per_floorperson: int
    limits_notice_minutes: int
    dispute_days: int


def regulations_folder() -> Traversable:
    return jurisdiction_folder().joinpath(jurisdiction().regulations.folder)


@cache
def regulations() -> Mapping[str, Regulation]:
    """Return the regulations of all codes by id, in the order of each code."""
    found: dict[str, Regulation] = {}
    own, laws = jurisdiction().regulations, jurisdiction().laws
    folders = [(own, regulations_folder()), *((law, jurisdiction_folder() / law.folder) for law in laws)]
    for code, number, row in ((code, *row) for code, folder in folders for row in _rows(folder)):
        try:
            entry = msgspec.convert({**row, "id": f"{code.code} {row['id']}"}, Regulation)
        except (LookupError, msgspec.ValidationError) as fault:
            raise BadInput(f"line {number} of the regulations: {fault}") from None
        if entry.id in found or entry.topic in {each.topic for each in found.values()}:
            raise BadInput(f"line {number} of the regulations: {entry.id} or its topic occurs twice")
        if (entry.status == "enforced") == bool(entry.reason):
            raise BadInput(f"line {number} of the regulations: only an enforced clause has no reason")
        found[entry.id] = entry
    return MappingProxyType(found)


def _rows(folder: Traversable) -> list[tuple[int, dict[str, str]]]:
    text = folder.joinpath(FILE).read_text(encoding="utf-8")
    return [*enumerate(csv.DictReader(text.splitlines()), 2)]


@cache
def regulations_by_topic() -> Mapping[str, str]:
    return MappingProxyType({each.topic: each.id for each in regulations().values()})


def regulation(topic: str) -> str:
    """Cite a regulation by topic and return its id.

    A topic that does not exist raises ``LookupError`` at import.
    """
    try:
        return regulations_by_topic()[topic]
    except KeyError:
        raise LookupError(f"cited regulation {topic!r} is not in the rule book") from None


class TaxFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of tax law on winnings at table games. Winnings do not include the wager itself."""

    form: str  # name of the form on which winnings are reported
    odds: int  # lowest winnings, as a multiple of the wager
    withhold_above_cents: int
    withhold_percent: int
    midnight: str  # time in UTC at which the calendar day of the jurisdiction begins on January 1
    report_cents: dict[str, int]  # tax year -> lowest winnings that are reported


@cache
def tax_figures() -> TaxFigures:
    folder = jurisdiction_folder().joinpath(jurisdiction().laws[0].folder)
    text = folder.joinpath("figures.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), TaxFigures)


@cache
def figures() -> Figures:
    text = regulations_folder().joinpath("figures.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Figures)


@cache
def regulation_citations() -> Mapping[str, tuple[str, ...]]:
    """Return the source files of this package that cite each regulation, by id."""
    found: dict[str, list[str]] = {}
    for name, source in _sources(files("croupier"), ""):
        for topic in _cited_topics(source):
            found.setdefault(regulation(topic), []).append(name)
    return MappingProxyType({id_: tuple(sorted(names)) for id_, names in found.items()})


def _sources(folder: Traversable, path: str) -> list[tuple[str, str]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            found.append((f"{path}{entry.name}", entry.read_text(encoding="utf-8")))
    return found


def _cited_topics(source: str) -> set[str]:
    """Yield every topic in a call of ``regulation`` with a literal argument."""
    if "regulation(" not in source:
        return set()
    return {
        call.args[0].value
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "regulation"
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }
