"""Types and bounds of command fields. With them, the machine can decide or refuse any input.

The bounds are wide, because the rules themselves check seats, wagers and places. The decoder checks
the types and bounds of received commands, and `find_malformed` checks commands built in Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec import inspect as kinds

from croupier.cards import Card
from croupier.meters.amounts import MeterReading
from croupier.submission import OperatorChoices

Seat = Annotated[int, Meta(ge=-1_000, le=1_000)]
Cents = Annotated[int, Meta(ge=-(10**15), le=10**15)]
Number = Annotated[int, Meta(ge=-1_000, le=1_000)]  # a number of cards or chips
RoundNumber = Annotated[int, Meta(ge=0, le=10**9)]
Seconds = Annotated[int, Meta(ge=0, le=253_402_300_799)]  # times up to the end of the year 9999
Word = Annotated[str, Meta(max_length=64)]  # name of a wager, a choice, a deck or a device
Place = Annotated[str, Meta(max_length=16, pattern=r"^(seat[1-9][0-9]?|[a-z]*( [a-z]+)?)$")]
PlayerId = Annotated[str, Meta(max_length=64, pattern=r"^[^\s:]([^:]*[^\s:])?$")]
TransferId = Annotated[str, Meta(max_length=64, pattern=r"^[^\s:]*$")]
Actor = Annotated[str, Meta(max_length=96)]  # "role" or "role:id"
Text = Annotated[str, Meta(max_length=500)]  # a reason or a note, on one line
Cards = Annotated[tuple[Card | None, ...], Meta(max_length=60)]
SeenCards = Annotated[tuple[Card, ...], Meta(max_length=60)]
Backs = Annotated[tuple[Word, ...], Meta(max_length=8)]
Readings = Annotated[dict[Word, MeterReading], Meta(max_length=16)]  # readings by meter
Digest = Annotated[str, Meta(max_length=64, pattern=r"^[0-9a-f]{64}$")]  # 32 bytes in hexadecimal
Digests = Annotated[dict[PlayerId, Digest], Meta(max_length=32)]  # a hash for each player
Players = Annotated[tuple[PlayerId, ...], Meta(max_length=32)]
Amounts = Annotated[dict[Word, Cents], Meta(max_length=32)]

PLACE = re.compile(r"seat([1-9][0-9]?)")


def seat_of(place: str) -> int:
    """Return the seat number of a place, or 0 if the place is not a seat."""
    found = PLACE.fullmatch(place)
    return int(found[1]) if found else 0


def well_formed(choices: OperatorChoices) -> bool:
    """Return whether the choices match their declared types, recursively."""
    try:
        return (
            type(msgspec.convert(msgspec.to_builtins(choices, str_keys=True), OperatorChoices))
            is OperatorChoices
        )
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError, AttributeError):
        return False


Test = Callable[[Any], bool]
KEPT = 256  # number of texts whose result is cached


class PatternCache(dict[str, bool]):
    """Caches whether a text is one line, short enough and matches the pattern."""

    def __init__(self, most: int, pattern: str | None) -> None:
        super().__init__()
        self._most, self._matches = most, re.compile(pattern or "").search

    def __missing__(self, text: str) -> bool:
        fits = len(text) <= self._most and text.isprintable() and self._matches(text) is not None
        if fits and len(self) < KEPT:
            self[text] = True
        return fits


@cache
def compile_tests(kind: type[msgspec.Struct]) -> tuple[Callable[[Any], bool], dict[str, Test]]:
    """Compile one check for a whole command and one per field, which names the malformed field."""
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    known: dict[str, Any] = {"well_formed": well_formed}
    parts = {field.name: part(field, known) for field in info.fields}
    whole = eval(f"lambda c: {' and '.join(f'({part})' for part in parts.values())}", known)
    return whole, {name: eval(f"lambda c: {part}", known) for name, part in parts.items()}


def part(field: kinds.Field, known: dict[str, Any]) -> str:
    """Return a Python expression that checks one field. A default value needs no check."""
    value = f"c.{field.name}"
    test = explain_fault(field.type, value, known)
    if field.default is msgspec.NODEFAULT:
        return test
    known[f"default_{field.name}"] = field.default
    return f"{value} is default_{field.name} or {test}"


def explain_fault(kind: kinds.Type, value: str, known: dict[str, Any]) -> str:
    """Return the check of one value as an expression, adding its patterns to `known`."""
    match kind:
        case kinds.Metadata(type=inner):
            return explain_fault(inner, value, known)
        case kinds.BoolType():
            return f"type({value}) is bool"
        case kinds.NoneType():
            return f"{value} is None"
        case kinds.IntType(ge=least, le=most):
            assert least is not None and most is not None, f"{value} is unbounded"
            return f"type({value}) is int and {least} <= {value} <= {most}"
        case kinds.StrType(max_length=most, pattern=pattern):
            known[name := f"fits{len(known)}"] = PatternCache(most or 8, pattern)  # 8: a card
            return f"type({value}) is str and {name}[{value}]"
        case kinds.LiteralType(values=values):
            return f"type({value}) is str and {value} in {tuple(values)!r}"
        case kinds.UnionType(types=several):
            return " or ".join(f"({explain_fault(one, value, known)})" for one in several)
        case kinds.VarTupleType(item_type=item, max_length=most):
            assert most is not None, f"{value} is unbounded"
            each = explain_fault(item, "x", known)
            return f"type({value}) is tuple and len({value}) <= {most} and all([{each} for x in {value}])"
        case kinds.DictType(key_type=key, value_type=held, max_length=most):
            assert most is not None, f"{value} is unbounded"
            both = f"({explain_fault(key, 'k', known)}) and ({explain_fault(held, 'v', known)})"
            items = f"{value}.items()"
            few = f"type({value}) is dict and len({value}) <= {most}"
            return f"{few} and (not {value} or all([{both} for k, v in {items}]))"
        case kinds.StructType(cls=cls) if cls is OperatorChoices:
            known["Choices"] = OperatorChoices
            return f"type({value}) is Choices and well_formed({value})"
        case kinds.StructType(cls=cls, fields=fields):
            known[cls.__name__] = cls
            held_well = (f"({explain_fault(field.type, f'{value}.{field.name}', known)})" for field in fields)
            return f"type({value}) is {cls.__name__} and {' and '.join(held_well)}"
    raise TypeError(f"{value}: a command field cannot be of type {kind}")


def find_malformed(command: msgspec.Struct) -> str:
    """Return the first malformed field, or an empty string."""
    whole, each = compile_tests(type(command))
    if whole(command):
        return ""
    return next(name for name, test in each.items() if not test(command))
