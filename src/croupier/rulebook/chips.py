"""The chips of the jurisdiction: value, name and colors, from ``chips.toml``.

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
    name: str  # the color in words
    color: Color
    spots: Color  # the marks on the edge
    center: Color  # the inlay
    print: Color  # the value on the inlay
    usual: bool = False  # in the tray of a table whose contents are not known
    rare: bool = False  # not offered to players and not drawn on the layout

    @property
    def label(self) -> str:
        """The color of a value printed on the chip itself: black or white, whichever is easier to read."""
        return max(BLACK, WHITE, key=lambda ink: contrast(ink, self.color))


class _ChipFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chips: tuple[Chip, ...]


@cache
def chips() -> tuple[Chip, ...]:
    """All chips, the smallest value first."""
    text = jurisdiction_folder().joinpath("chips.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text), _ChipFile).chips
    values = [chip.cents for chip in found]
    if values != sorted(set(values)) or len({chip.name for chip in found}) < len(found):
        raise BadInput("chips.toml: list each value and each name once, the smallest value first")
    return found


def denominations() -> tuple[int, ...]:
    """The values of all chips in cents, the smallest first."""
    return tuple(chip.cents for chip in chips())
