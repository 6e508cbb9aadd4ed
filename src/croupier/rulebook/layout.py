"""The look of a game's table, with felt colors, betting areas and printed text.

The appearance does not affect play.

Positions are in units of a table that is 1,200 wide, relative to the middle of a seat, with the dealer's side
up. An area is 80 units wide. A game without a layout gets a plain one generated from its wagers.
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
READABLE = 4.5  # minimum contrast for small print (WCAG 2.2, 1.4.3)
ROW = 102  # distance between two rows of betting areas
# minimum distance between the centers of two areas, and between the centers of an area and a lens
APART, APART_LENS = 80, 54


class Cloth(Struct, frozen=True, forbid_unknown_fields=True):
    """Three felt colors (under the lamp, in the middle, at the rail) and the colors of lines and print."""

    lit: Colour
    body: Colour
    edge: Colour
    line: Colour = "#dfc68d"
    print: Colour = "#f4ecd6"


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """The place for a wager's chips."""

    wager: str
    shape: Shape
    x: Unit
    y: Unit
    words: str = ""  # printed text; the wager's label is used if empty
    emblem: str = ""  # card of the pack whose figure is printed in the area


class LayoutMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol printed between areas."""

    words: str
    x: Unit
    y: Unit


class LayoutNotice(Struct, frozen=True, forbid_unknown_fields=True):
    """Words printed on the felt, as chapter 2 or another clause requires."""

    words: str = ""  # {limit} is replaced by the table's payout limit
    felt: str = ""  # id of the inscription of chapter 2
    clause: ClauseId = ""  # clause that requires the words, if not chapter 2
    paytable: str = ""  # the words depend on the letter of this paytable …
    by_letter: dict[str, str] = {}  # … as listed here by letter


class WagerNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence on a wager's sign about the cards that count or the hands that win."""

    wager: str
    words: str = ""
    by_letter: dict[str, str] = {}  # used instead of words, by the letter of the wager's paytable …
    reading: str = ""  # … or for each option of this reading …
    by_option: dict[str, str] = {}  # … as listed here by option


class CardArea(Struct, frozen=True, forbid_unknown_fields=True):
    """An area for cards that chapter 2 requires. `each` is true if every seat has the area."""

    felt: str
    cards: Annotated[int, Meta(ge=1, le=12)]
    each: bool = False


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    cloth: Cloth
    areas: tuple[Area, ...]
    cards: tuple[CardArea, ...] = ()
    marks: tuple[LayoutMark, ...] = ()
    notices: tuple[LayoutNotice, ...] = ()
    notes: tuple[WagerNote, ...] = ()
    strip: tuple[str, ...] = ()  # cards whose figures are printed in a row, best first


PLAIN = Cloth(lit="#3d4f57", body="#31424a", edge="#223037")


# Fallback positions for areas that do not fit in their row.
SPARE = tuple((x, y) for x in (-108, 108, -212, 212, -316, 316) for y in (ROW, -ROW, 0))
LENSES = tuple((x, y) for x in (-160, 160, -264, 264, -368, 368) for y in (0, 51, -51))


def plain_layout(wagers: Sequence[Wager]) -> Layout:
    """Put the areas of side wagers behind those of the required wagers, and the areas of decisions nearest
    to the player.
    """
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
    """Place an area at the first position that touches no other area."""
    found = (Area(name, shape, x, y) for x, y in places)
    return next(area for area in found if not any(_touch(area, other) for other in areas))


def luminance(colour: str) -> float:
    """Return the relative luminance of an sRGB color, as defined by WCAG."""
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
    """Yield problems that make a layout impossible to draw or to read."""
    for each in layout.cards:
        if each.felt not in areas:
            yield f"layout has cards for {each.felt!r}, which is not an area listed under 'felt'"
    placed = [area.wager for area in layout.areas]
    names = [wager.name for wager in wagers]
    for name in names:
        if placed.count(name) != 1:
            yield f"layout has {placed.count(name)} areas for the wager {name!r}: one is needed"
    for name in placed:
        if name not in names:
            yield f"layout has an area for {name!r}, which is not a wager"
    for notice in layout.notices:
        if notice.felt and notice.felt not in inscriptions:
            yield f"layout has a notice for {notice.felt!r}, which is not an inscription listed under 'felt'"
        if bool(notice.felt) == bool(notice.clause):
            yield "layout has a notice without exactly one of felt and clause"
        if bool(notice.words) == bool(notice.by_letter) or bool(notice.paytable) != bool(notice.by_letter):
            yield "layout has a notice without exactly one of words and by_letter (with its paytable)"
    for note in layout.notes:
        if note.wager not in names:
            yield f"layout has a note for {note.wager!r}, which is not a wager"
        if bool(note.words) + bool(note.by_letter) + bool(note.by_option) != 1:
            yield f"layout has a note for {note.wager!r} without one of words, by_letter and by_option"
        if bool(note.reading) != bool(note.by_option):
            yield f"layout has a note for {note.wager!r} without exactly one of reading and by_option"
    yield from _overlaps(layout.areas)
    yield from _unreadable(layout.cloth)


def _overlaps(areas: Sequence[Area]) -> Iterator[str]:
    for number, one in enumerate(areas):
        for other in areas[number + 1 :]:
            if _touch(one, other):
                yield f"layout has overlapping areas for {one.wager!r} and {other.wager!r}"


def _touch(one: Area, other: Area) -> bool:
    least = APART_LENS if "lens" in (one.shape, other.shape) else APART
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < least**2


def _unreadable(cloth: Cloth) -> Iterator[str]:
    for name, ground in (("lit", cloth.lit), ("body", cloth.body), ("edge", cloth.edge)):
        for what, ink in (("line", cloth.line), ("print", cloth.print)):
            found = contrast(ink, ground)
            if found < READABLE:
                yield f"layout.cloth: {what} has a contrast of {found:.2f} on {name}, less than {READABLE}"
