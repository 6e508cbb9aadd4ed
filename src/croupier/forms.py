"""Whether what the front door was given has the form that it asks for: a wrong one is told in one line.

The forms are the annotations of its functions; only those that stand there are known.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from numbers import Integral, Real
from os import PathLike
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from croupier.errors import BadInput

WORDS: dict[object, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    Fraction: "a number",
    bool: "True or False",
    PathLike: "a path",
    Mapping: "a mapping",
    Sequence: "a list",
    Iterable: "a list",
}
MANY = {str: "text", int: "whole numbers", float: "numbers"}
NUMBERS: dict[object, type] = {int: Integral, float: Real}  # NumPy's own are some too


def check_forms(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """What does not fit raises ``BadInput``; a call that Python itself refuses is left to it."""
    forms = _forms(function)
    for name, value in inspect.signature(function).bind(*args, **kwargs).arguments.items():
        if not _fits(value, forms[name]):
            said = " ".join(f"{value!r:.60}".split())
            raise BadInput(f"{function.__name__}: {name} is {_told(forms[name])}, not {said}")


@cache
def _forms(function: Callable[..., Any]) -> dict[str, Any]:
    """By parameter. What a function gives back is left out: its name is known to type checkers alone."""
    written = {name: form for name, form in function.__annotations__.items() if name != "return"}
    return get_type_hints(SimpleNamespace(__annotations__=written), function.__globals__)


def _fits(value: object, form: Any) -> bool:
    if form is Any:
        return True
    kind, inner = get_origin(form) or form, get_args(form)
    if kind in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if kind in NUMBERS:
        return isinstance(value, NUMBERS[kind]) and not isinstance(value, bool)
    if kind is Mapping:
        return isinstance(value, Mapping) and all(_fits(each, inner[1]) for each in value.values())
    if kind in (Sequence, Iterable):
        return _is_list(value, kind) and all(_fits(each, inner[0]) for each in _seen_again(value))
    return isinstance(value, kind)


def _is_list(value: object, kind: Any) -> bool:
    """Text and mappings can be gone through too, and are meant as something else."""
    wanted = Collection if kind is Sequence else Iterable
    return isinstance(value, wanted) and not isinstance(value, (str, bytes, Mapping))


def _seen_again(value: object) -> Iterable[object]:
    """What can be gone through once only is left for those who need it."""
    return value if isinstance(value, Collection) else ()


def _told(form: Any) -> str:
    """``text or a list of text``."""
    return " or ".join(dict.fromkeys(_words(form)))


def _words(form: Any) -> Iterator[str]:
    kind, inner = get_origin(form) or form, get_args(form)
    if kind in (Union, UnionType):
        for each in inner:
            yield from _words(each)
    elif kind in (Sequence, Iterable) and inner[0] in MANY:
        yield f"a list of {MANY[inner[0]]}"
    elif kind is Mapping and inner[1] is not Any:
        yield f"a mapping of names to {_told(inner[1])}"
    elif kind is not NoneType:  # what may be left out
        yield WORDS.get(kind) or f"a {kind.__name__}"
