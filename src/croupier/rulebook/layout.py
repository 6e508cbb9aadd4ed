"""How a game's table looks: its cloth, where each betting area lies, what is printed. Nothing of it decides.

Positions are in units of a table that is 1,200 wide, from the middle of a seat, the dealer's side up; an area
is 80 units across. A game that says nothing gets a plain table made from its wagers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from croupier.rulebook.ids import ClauseId

if TYPE_CHECKING:
    from croupier.rulebook.declarations import Wager

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Unit = Annotated[int, Meta(ge=-160, le=160)]
Shape = Literal["ring", "double", "diamond", "square", "lens"]
READABLE = 4.5  # contrast that small print needs (WCAG 2.2, 1.4.3)
ROW = 102  # between two rows of areas
APART, APART_LENS = 80, 54  # the least distance between the middles of two areas, and of one and a lens


class Cloth(Struct, frozen=True, forbid_unknown_fields=True):
    """Three colours of the felt, under the lamp, at the middle and at the rail; then line work and print."""

    lit: Colour
    body: Colour
    edge: Colour
    line: Colour = "#dfc68d"
    print: Colour = "#f4ecd6"


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a wager's chips are put."""

    wager: str
    shape: Shape
    x: Unit
    y: Unit
    words: str = ""  # as printed; else the wager's label
    emblem: str = ""  # a card of the pack whose figure is printed there


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """A sign printed between areas."""

    words: str
    x: Unit
    y: Unit


class Notice(Struct, frozen=True, forbid_unknown_fields=True):
    """Words printed on the cloth: an inscription that chapter 2 wants, or what another clause says."""

    words: str = ""  # {limit} stands for the payout limit of the table
    felt: str = ""  # the inscription of chapter 2
    clause: ClauseId = ""  # where chapter 2 does not ask for it
    paytable: str = ""  # the words depend on the letter of this paytable …
    by_letter: dict[str, str] = {}  # … in this way


class CardArea(Struct, frozen=True, forbid_unknown_fields=True):
    """An area of chapter 2 that takes cards: how many, and whether every seat has one."""

    felt: str
    cards: Annotated[int, Meta(ge=1, le=12)]
    each: bool = False


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    cloth: Cloth
    areas: tuple[Area, ...]
    cards: tuple[CardArea, ...] = ()
    marks: tuple[Mark, ...] = ()
    notices: tuple[Notice, ...] = ()
    strip: tuple[str, ...] = ()  # cards whose figures are printed in a row, best first


PLAIN = Cloth(lit="#3d4f57", body="#31424a", edge="#223037")


# Where a plain table puts what finds no place in its row.
SPARE = tuple((x, y) for x in (-108, 108, -212, 212, -316, 316) for y in (ROW, -ROW, 0))
LENSES = tuple((x, y) for x in (-160, 160, -264, 264, -368, 368) for y in (0, 51, -51))


def plain_layout(wagers: Sequence[Wager]) -> Layout:
    """Side wagers before those that must be made, what is decided later nearest to the player."""
    areas: list[Area] = []
    rows: tuple[tuple[str, Shape, int], ...] = (
        ("required", "ring", 0),
        ("decision", "double", ROW),
        ("optional", "square", -ROW),
    )
    further: list[tuple[str, Shape]] = []
    for kind, shape, y in rows:
        names = [wager.name for wager in wagers if wager.kind == kind and wager.paid_from != "meters"]
        areas += _row(names[:3], shape, y)
        further += [(name, shape) for name in names[3:]]
    for name, shape in further:
        areas.append(_free(areas, SPARE, name, shape))
    for wager in wagers:
        if wager.paid_from == "meters":
            areas.append(_free(areas, LENSES, wager.name, "lens"))
    return Layout(PLAIN, tuple(areas))


def _row(names: Sequence[str], shape: Shape, y: int) -> Iterator[Area]:
    step = 104 if len(names) > 2 else 136
    for number, name in enumerate(names):
        yield Area(name, shape, round((number - (len(names) - 1) / 2) * step), y)


def _free(areas: Sequence[Area], places: Sequence[tuple[int, int]], name: str, shape: Shape) -> Area:
    """At the first of some places that touches no other area."""
    found = (Area(name, shape, x, y) for x, y in places)
    return next(area for area in found if not any(_touch(area, other) for other in areas))


def luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, as WCAG defines it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def layout_faults(
    layout: Layout, wagers: Sequence[Wager], inscriptions: Sequence[str], areas: Sequence[str] = ()
) -> Iterator[str]:
    """What cannot be drawn, or cannot be read."""
    for each in layout.cards:
        if each.felt not in areas:
            yield f"layout has cards for {each.felt!r}, which is no area of felt"
    placed = [area.wager for area in layout.areas]
    names = [wager.name for wager in wagers]
    for name in names:
        if placed.count(name) != 1:
            yield f"layout has {placed.count(name)} areas for the wager {name!r}: one is needed"
    for name in placed:
        if name not in names:
            yield f"layout has an area for {name!r}, which is no wager"
    for notice in layout.notices:
        if notice.felt and notice.felt not in inscriptions:
            yield f"layout has a notice for {notice.felt!r}, which is no inscription of felt"
        if bool(notice.felt) == bool(notice.clause):
            yield "layout has a notice that names not exactly one of felt and clause"
        if bool(notice.words) == bool(notice.by_letter) or bool(notice.paytable) != bool(notice.by_letter):
            yield "layout has a notice that says not exactly one of words and by_letter (with its paytable)"
    yield from _overlaps(layout.areas)
    yield from _unreadable(layout.cloth)


def _overlaps(areas: Sequence[Area]) -> Iterator[str]:
    for number, one in enumerate(areas):
        for other in areas[number + 1 :]:
            if _touch(one, other):
                yield f"layout has the areas of {one.wager!r} and {other.wager!r} on each other"


def _touch(one: Area, other: Area) -> bool:
    least = APART_LENS if "lens" in (one.shape, other.shape) else APART
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < least**2


def _unreadable(cloth: Cloth) -> Iterator[str]:
    for name, ground in (("lit", cloth.lit), ("body", cloth.body), ("edge", cloth.edge)):
        for what, ink in (("line", cloth.line), ("print", cloth.print)):
            found = contrast(ink, ground)
            if found < READABLE:
                yield f"layout.cloth: {what} has a contrast of {found:.2f} on {name}, less than {READABLE}"
