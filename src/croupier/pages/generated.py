"""Files of the pages that the server makes from the rule book, by their path below ``static``.

The files contain the chips and regulations of the jurisdiction, which pages need before their first request.
``static/js/core/jurisdiction.d.ts`` declares the types of the module.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from croupier.pages import FILES
from croupier.rulebook.chips import Chip, chips
from croupier.rulebook.regulations import regulations_by_topic


def _exported(name: str, value: Any) -> str:
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return f"export const {name} = {text};\n"


def _module() -> str:
    return (
        "// Made by the server from the data of the rule book.\n"
        + _exported("REGULATIONS", dict(regulations_by_topic()))
        + _exported(
            "CHIPS",
            [
                {"value": each.cents, "name": each.name, "usual": each.usual, "rare": each.rare}
                for each in chips()
            ],
        )
    )


def _chip_rule(chip: Chip) -> str:
    colors = {
        "color": chip.color,
        "spots": chip.spots,
        "center": chip.center,
        "print": chip.print,
        "label": chip.label,
    }
    lines = "".join(f"  --chip-{name}: {color};\n" for name, color in colors.items())
    return f".chip-{chip.cents} {{\n{lines}}}\n"


@cache
def generated_files() -> Mapping[str, bytes]:
    return MappingProxyType(
        {
            "js/core/jurisdiction.js": _module().encode(),
            "css/chips.css": "".join(map(_chip_rule, chips())).encode(),
        }
    )


def read_page_file(name: str) -> bytes | None:
    """Return a file of the pages, stored or generated, by its path below ``static``."""
    text = generated_files().get(name)
    if text is not None:
        return text
    path = FILES / name
    return path.read_bytes() if path.is_file() else None
