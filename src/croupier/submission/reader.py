"""Convert a mapping from TOML to a typed draft, and note every fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.submission.faults import FaultCode, Faults
from croupier.submission.money import dollars, short_text
from croupier.submission.rules import Limit
from croupier.submission.shape import Leaf, Node, SubmissionTable


class ProgressiveDraft(msgspec.Struct, frozen=True):
    paytable: str | None = None
    stake: tuple[int, ...] = ()  # stakes in cents; some games allow only one stake
    rate: str | dict[str, str] | None = None
    initial: dict[str, int] = {}
    reset: dict[str, int] = {}
    meters: dict[str, int] = {}
    envy: bool | str | None = None
    envy_holder_must_bet: bool | None = None
    group: str | None = None


class LayoutDraft(msgspec.Struct, frozen=True):
    areas: tuple[str, ...] = ()
    inscriptions: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


class EquipmentDraft(msgspec.Struct, frozen=True):
    drop_box: str | None = None
    tip_box: str | None = None
    dealer_place: bool | None = None
    discard_rack: bool | None = None
    progressive_sensors: int | None = None
    progressive_lock_out: bool | None = None


class CardsDraft(msgspec.Struct, frozen=True):
    backs: tuple[str, ...] = ()


class Draft(msgspec.Struct, frozen=True):
    """The content of a file as far as it was understood. None means that the file does not state a value."""

    game: str | None = None
    dealing: str | None = None
    facility: str | None = None
    version: str | None = None
    decks: int | None = None
    shuffler: str | None = None
    seats: int | None = None
    adjacent_boxes: int | None = None
    payout_limit: int | None = None
    dealer_cards: str | None = None
    community_stack: int | None = None
    electronic: bool | None = None
    paytables: dict[str, str] = {}
    progressive: ProgressiveDraft | None = None
    limits: dict[str, Limit] = {}
    readings: dict[str, str] = {}
    cards: CardsDraft = CardsDraft()
    layout: LayoutDraft = LayoutDraft()
    equipment: EquipmentDraft = EquipmentDraft()
    approvals: dict[str, str] = {}
    stated: frozenset[str] = frozenset()  # every path that the file states, even if it was not understood


_NOTHING: Any = object()
_RATE = re.compile(r"[0-9](?:\.[0-9]{1,9})?")


def read(shape: SubmissionTable, mapping: object, faults: Faults) -> Draft:
    stated: set[str] = set()
    clean = _table(shape, mapping, "", faults, stated)
    if clean is _NOTHING:
        clean = {}
    return msgspec.convert({**clean, "stated": stated}, Draft)


def _walk(node: Node, value: object, path: str, faults: Faults, stated: set[str]) -> Any:
    if isinstance(node, SubmissionTable):
        return _table(node, value, path, faults, stated)
    return _LEAVES[node.kind](node, value, path, faults)


def _table(table: SubmissionTable, value: object, path: str, faults: Faults, stated: set[str]) -> Any:
    if not isinstance(value, Mapping):
        faults.note(
            FaultCode.NOT_A_TABLE,
            table.clause,
            path,
            f"{short_text(value)} is not a table"
            if path
            else f"the submission is {short_text(value)}, not a table",
            f"write a table: {table.says}",
        )
        return _NOTHING
    clean: dict[str, Any] = {}
    for key, entry in value.items():
        name = key if isinstance(key, str) and key.isprintable() and len(key) <= 60 else short_text(key)
        where = f"{path}.{name}" if path else name
        stated.add(where)
        node = table.keys.get(key) if isinstance(key, str) else None
        if node is None and table.open and isinstance(key, str):
            node = table.keys.get("*")
            if node is None:
                continue
        if node is None:
            faults.note(table.unknown, table.clause, where, _UNKNOWN[table.unknown], _known_keys(table))
            continue
        understood = _walk(node, entry, where, faults, stated)
        if understood is not _NOTHING:
            clean[key] = understood
    return clean


_UNKNOWN = {
    FaultCode.UNKNOWN_KEY: "a submission has no such key",
    FaultCode.UNKNOWN_NAME: "the game has no such wager",
    FaultCode.UNKNOWN_READING: "the rule book has no such reading",
    FaultCode.UNKNOWN_METER: "there is no such meter",
}


def _known_keys(table: SubmissionTable) -> str:
    if table.unknown is FaultCode.UNKNOWN_READING:
        return "name a reading of the rule book, such as U-01, or take it out"
    if not table.keys:
        return "take it out"
    return f"take it out, or write one of: {', '.join(table.keys)}"


def _wrong(leaf: Leaf, value: object, path: str, faults: Faults, expected: str) -> Any:
    faults.note(
        FaultCode.WRONG_TYPE, leaf.clause, path, f"{short_text(value)} is not {expected}", f"write {expected}"
    )
    return _NOTHING


def _choice(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    one_of = " or ".join(f'"{o}"' if isinstance(o, str) else str(o) for o in leaf.options)
    if type(value) not in {type(option) for option in leaf.options}:
        return _wrong(leaf, value, path, faults, one_of)
    if value not in leaf.options:
        faults.note(leaf.code, leaf.clause, path, f"there is no {short_text(value)} here", f"write {one_of}")
        return _NOTHING
    return value


def _whole(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    if type(value) is not int:
        return _wrong(leaf, value, path, faults, "a whole number")
    if not leaf.least <= value <= 1000:
        faults.note(
            FaultCode.BAD_NUMBER,
            leaf.clause,
            path,
            f"{short_text(value)} is not possible",
            f"write a number of {leaf.least} or more",
        )
        return _NOTHING
    return value


def _flag(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    return value if isinstance(value, bool) else _wrong(leaf, value, path, faults, "true or false")


def _text(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    if not isinstance(value, str):
        return _wrong(leaf, value, path, faults, "a text in quotes")
    if not value.strip() or not value.isprintable() or len(value) > 200:
        faults.note(
            FaultCode.BAD_TEXT,
            leaf.clause,
            path,
            "the text is empty, too long or not printable",
            "write one line of at most 200 characters",
        )
        return _NOTHING
    return value


def _amount(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    try:
        cents = dollars(value, path)
    except BadInput as fault:
        message, _, remedy = str(fault).removeprefix(f"{path}: ").partition("; ")
        code = FaultCode.WRONG_TYPE if isinstance(value, float) else FaultCode.BAD_AMOUNT
        faults.note(code, leaf.clause, path, message, remedy)
        return _NOTHING
    if cents < leaf.least:
        faults.note(
            FaultCode.BAD_AMOUNT,
            leaf.clause,
            path,
            "the amount is zero",
            "write more than 0, or leave it out",
        )
        return _NOTHING
    return cents


def _stake(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    if isinstance(value, list | tuple) and value:
        stakes = [_amount(leaf, one, f"{path}[{n}]", faults) for n, one in enumerate(value)]
        return _NOTHING if _NOTHING in stakes else tuple(stakes)
    cents = _amount(leaf, value, path, faults)
    return _NOTHING if cents is _NOTHING else (cents,)


def _rate(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    if isinstance(value, Mapping):
        clean = {}
        for meter, one in value.items():
            known = isinstance(meter, str) and (not leaf.options or meter in leaf.options)
            where = f"{path}.{meter if known else short_text(meter)}"
            if not known:
                faults.note(
                    FaultCode.UNKNOWN_METER,
                    leaf.clause,
                    where,
                    _UNKNOWN[FaultCode.UNKNOWN_METER],
                    f"write one of: {', '.join(map(str, leaf.options))}",
                )
            elif isinstance(one, Mapping):
                _wrong(leaf, one, where, faults, 'a share such as "0.15"')
            elif (rate := _rate(leaf, one, where, faults)) is not _NOTHING:
                clean[meter] = rate
        return clean
    expected = 'a share from "0" to "1", as a string such as "0.15"'
    if type(value) is int:
        value = str(value) if value in (0, 1) else "no rate"
    if not isinstance(value, str):
        return _wrong(leaf, value, path, faults, expected)
    if not _RATE.fullmatch(value) or Fraction(value) > 1:
        faults.note(
            FaultCode.BAD_RATE, leaf.clause, path, f"{short_text(value)} is not a rate", f"write {expected}"
        )
        return _NOTHING
    return value


def _envy(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and leaf.options:
        return _choice(leaf, value, path, faults)
    return _wrong(leaf, value, path, faults, "true, false or the letter of a schedule")


def _names(leaf: Leaf, value: object, path: str, faults: Faults) -> Any:
    if not isinstance(value, list | tuple):
        return _wrong(leaf, value, path, faults, "a list of names")
    clean = []
    for n, name in enumerate(value):
        where = f"{path}[{n}]"
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 60:
            _wrong(leaf, name, where, faults, "a name in quotes")
        elif leaf.options and name not in leaf.options:
            options = ", ".join(map(str, leaf.options))
            faults.note(
                leaf.code,
                leaf.clause,
                where,
                f"there is no {short_text(name)} here",
                f"write one of: {options}",
            )
        else:
            clean.append(name)
    return clean


_LEAVES = {
    "choice": _choice,
    "whole": _whole,
    "flag": _flag,
    "money": _amount,
    "text": _text,
    "rate": _rate,
    "stake": _stake,
    "envy": _envy,
    "names": _names,
}
