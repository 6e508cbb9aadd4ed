"""How commands and events of older versions are read: each old tag leads to the mapping of a newer one.

A stored entry is never rewritten. When a command or an event changes its shape it gets a new version in its
tag, and a function here turns the mapping of the old version into that of a newer one, `type` included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.errors import BadInput

Plain = dict[str, Any]
Upcast = Callable[[Plain], Plain]

UPCASTS: Mapping[str, Upcast] = {}


def is_old(tag: object) -> bool:
    return isinstance(tag, str) and tag in UPCASTS


def current(old: Plain) -> Plain:
    """The mapping in today's version, however many versions lie between."""
    new = old
    for _ in range(len(UPCASTS) + 1):  # each step leads to a newer version
        tag = new.get("type")
        if not is_old(tag):
            return new
        new = UPCASTS[str(tag)](new)
    raise BadInput(f"the versions of {old.get('type')!r} lead in a circle")
