"""Convert stored commands and events of older versions to current ones.

A stored entry is never rewritten. When a command or event changes its shape, its tag gets a new version, and
a function here converts the old mapping, including `type`, to a newer version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.errors import BadInput

Plain = dict[str, Any]
Upcast = Callable[[Plain], Plain]


def decided_by_version_1(tag: str) -> Upcast:
    """Rename the tag to version 2, and mark that the rules of version 1 decide the command."""
    return lambda old: {**old, "type": f"{tag}@2", "legacy": True}


# Version 2 limits corrections to paytable results, resettles the last round if one of its cards was misread,
# and spreads cards face up only if a player is seated.
UPCASTS: Mapping[str, Upcast] = {
    f"{tag}@1": decided_by_version_1(tag)
    for tag in ("correct_settlement", "correct_envy", "correct_naming", "go_idle")
}


def is_old(tag: object) -> bool:
    return isinstance(tag, str) and tag in UPCASTS


def current(old: Plain) -> Plain:
    """Convert a mapping to the current version, through as many steps as needed."""
    new = old
    for _ in range(len(UPCASTS) + 1):  # each upcast leads to a newer version, so the loop ends
        tag = new.get("type")
        if not is_old(tag):
            return new
        new = UPCASTS[str(tag)](new)
    raise BadInput(f"the version conversions of {old.get('type')!r} form a loop")
