"""The chips of the jurisdiction with value, name and colors, from ``chips.toml``.

The cage, the tables, the forms and the pages use this list.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.errors import BadInput
from croupier.rulebook.jurisdiction import jurisdiction_folder
from croupier.rulebook.layout import contrast

Color = Annotated[str, Meta(pattern=r"\A#[0-9a-f]{6}\Z")]
BLACK, WHITE = "#111111", "#ffffff"


class Chip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cents: Annotated[int, Meta(ge=1)]
    name: str  # name of the color
    color: Color
    spots: Color  # color of the marks on the edge
    center: Color  # color of the inlay
    print: Color  # color of the value on the inlay
    usual: bool = False  # True if a tray of unknown contents is drawn with this chip
    rare: bool = False  # True if the chip is not offered to players and not drawn on the layout

    @property
    def label(self) -> str:
        """Return the more readable color, black or white, for a value printed on the chip itself."""
        return max(BLACK, WHITE, key=lambda ink: contrast(ink, self.color))


class _ChipFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chips: tuple[Chip, ...]


@cache
def chips() -> tuple[Chip, ...]:
    """Return all chips, smallest value first."""
    text = jurisdiction_folder().joinpath("chips.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text), _ChipFile).chips
    values = [chip.cents for chip in found]
    if values != sorted(set(values)) or len({chip.name for chip in found}) < len(found):
        raise BadInput("chips.toml: list each value and each name once, the smallest value first")
    return found


def denominations() -> tuple[int, ...]:
    """Return the values of all chips in cents, smallest first."""
    return tuple(chip.cents for chip in chips())
