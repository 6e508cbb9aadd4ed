"""Check the arguments of the public functions against their annotations.

``croupier/__init__.py`` wraps each public function with ``check_types``. Only the kinds of annotations in
that module are supported.
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
NUMBERS: dict[object, type] = {int: Integral, float: Real}  # includes NumPy numbers


def check_types(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Raise ``BadInput`` for an argument of the wrong type.

    A call with missing or unknown arguments raises ``TypeError``, as usual in Python.
    """
    forms = _forms(function)
    for name, value in inspect.signature(function).bind(*args, **kwargs).arguments.items():
        if not _fits(value, forms[name]):
            given = " ".join(f"{value!r:.60}".split())
            raise BadInput(f"{function.__name__}: {name} must be {_describe(forms[name])}, not {given}")


@cache
def _forms(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the type hint of each parameter.

    The return annotation is omitted because its name is imported only for type checkers.
    """
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
        return _is_list(value, kind) and all(_fits(each, inner[0]) for each in _items(value))
    return isinstance(value, kind)


def _is_list(value: object, kind: Any) -> bool:
    """Return whether the value is a list. Text and mappings are iterable too, but are not lists."""
    expected = Collection if kind is Sequence else Iterable
    return isinstance(value, expected) and not isinstance(value, (str, bytes, Mapping))


def _items(value: object) -> Iterable[object]:
    """Return the items to check. An iterator's items are not checked, because that would consume them."""
    return value if isinstance(value, Collection) else ()


def _describe(form: Any) -> str:
    """Describe a type in words, such as ``text or a list of text``."""
    return " or ".join(dict.fromkeys(_words(form)))


def _words(form: Any) -> Iterator[str]:
    kind, inner = get_origin(form) or form, get_args(form)
    if kind in (Union, UnionType):
        for each in inner:
            yield from _words(each)
    elif kind in (Sequence, Iterable) and inner[0] in MANY:
        yield f"a list of {MANY[inner[0]]}"
    elif kind is Mapping and inner[1] is not Any:
        yield f"a mapping of names to {_describe(inner[1])}"
    elif kind is not NoneType:  # None stands for an omitted argument
        yield WORDS.get(kind) or f"a {kind.__name__}"
