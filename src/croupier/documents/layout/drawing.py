"""Draw the table layout as a full-size SVG with every area and inscription of the submission.

Each item that chapter 2 requires has its name in the attribute ``data-felt``. Items at the seats are drawn
once per seat. Items that ``check`` reports as missing are drawn as dashed, labeled gaps and have the
attribute ``data-missing`` instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from textwrap import wrap
from xml.etree import ElementTree as Tree

from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.layout.geometry import (
    AREA,
    CARD_HIGH,
    CARD_WIDE,
    CLOTH,
    HIGH,
    INCH,
    RAIL,
    WIDE,
    SeatPosition,
    seats,
)
from croupier.documents.layout.items import LayoutItem, items
from croupier.games import game as game_of
from croupier.games.notices import named_paytables, words_of
from croupier.hands.words import title_words
from croupier.rulebook.layout import Area, CardArea, Layout
from croupier.submission import Rules

FONT = "Libertinus Serif, Georgia, serif"
GAP = "#ff7a66"  # color of missing items
GAP_PRINT = "#ffd9d1"
AT_THE_RAIL = 84  # distance in units from the center of an outermost seat to the rail
NAME_SIZES = (24, 20, 17, 14, 12, 10, 8)  # font sizes of the operator's name
NAME_WIDE = 400  # longest line of the operator's name, in units
LETTER, LINE = 0.5, 1.2  # letter width and line spacing, relative to the font size
FAN = 0.16  # offset of each card in a fanned hand
Node = Tree.Element


class Drawing:
    """A drawing of one table.

    ``svg`` returns the table, and ``seat_svg`` returns one seat with measurements.
    """

    def __init__(self, filed: FiledSubmission) -> None:
        self.filed = filed
        self.game = game_of(filed.game)
        self.looks: Layout = self.game.looks
        self.items = items(filed)
        self.rules = Rules(filed.choices) if filed.choices is not None else None
        self.count = filed.says.seats or self.game.seats
        self.line, self.ink = self.looks.cloth.line, self.looks.cloth.print

    def svg(self) -> str:
        root = _node(
            None, "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDE} {HIGH}",
            width=f"{WIDE / INCH:g}in", height=f"{HIGH / INCH:g}in", role="img",
        )  # fmt: skip
        _node(root, "title").text = f"Layout of {self.filed.title}, {self.count} seats"
        _node(root, "path", d=RAIL, fill="#2b211b", stroke="#15100d", stroke_width=2)
        _node(root, "path", d=CLOTH, fill=self.looks.cloth.body, stroke=self.looks.cloth.edge, stroke_width=4)
        _node(root, "path", d=CLOTH, fill="none", stroke=self.line, stroke_width=1.4,
              transform="translate(600 400) scale(.975 .965) translate(-600 -400)")  # fmt: skip
        self._dealers_side(root)
        self._card_areas(root)
        self._print(root)
        for seat in seats(self.count):
            self._seat(root, seat)
        self._mark(root)
        return Tree.tostring(root, encoding="unicode")

    def _mark(self, root: Node) -> None:
        """Print a draft mark across a layout that is not in force, with the reason below it."""
        head = self.filed.head("")
        if not head.draft:
            return
        group = _node(root, "g", data_mark=head.mark, opacity=0.32, transform="rotate(-24 600 400)")
        size = 1500 / max(len(head.mark), 5)
        _words(group, head.mark, 600, 400 + size * 0.35, size, "#ffffff", spacing=12)
        _words(group, head.standing, 600, 400 + size * 0.62, 30, "#ffffff")

    # --- the dealer's side

    def _dealers_side(self, root: Node) -> None:
        _node(root, "rect", x=390, y=50, width=420, height=46, rx=6, fill="#16120f", stroke=self.line)
        _words(root, "chip tray", 600, 78, 13, "#cbbf9f")
        equipment = self.filed.says.equipment
        if equipment.discard_rack:
            self._fixture(root, "discard rack", 150)
        for name, side in (("drop box", equipment.drop_box), ("tip box", equipment.tip_box)):
            if side in ("left", "right"):  # items on the dealer's left or right
                self._fixture(root, name, 330 if side == "right" else 870, width=52)

    def _fixture(self, root: Node, name: str, x: float, width: float = 84) -> None:
        _node(root, "rect", x=x - width / 2, y=63, width=width, height=34, rx=4, fill="none",
              stroke="#cbbf9f", stroke_width=1, stroke_dasharray="4 3")  # fmt: skip
        _words(root, name, x, 84, 10.5, "#cbbf9f")

    def _card_areas(self, root: Node) -> None:
        """Draw the areas for the dealer's and the community cards in a row in front of the tray."""
        placed = {area.wager for area in self.looks.areas}
        known = {each.felt: each for each in self.looks.cards}
        row = [
            (item, known.get(item.name, CardArea(item.name, 2)))
            for item in self.items
            if item.felt.kind == "area" and item.name not in placed
            if not known.get(item.name, CardArea(item.name, 2)).each and (item.drawn or item.lacking)
        ]
        row.sort(key=lambda each: [*known].index(each[0].name) if each[0].name in known else 99)
        widths = [area.cards * CARD_WIDE + (area.cards - 1) * 4 for _, area in row]
        at = 600 - (sum(widths) + 44 * (len(row) - 1)) / 2
        for (item, area), width in zip(row, widths, strict=True):
            here = self._group(root, item)
            for number in range(area.cards):
                _card(here, at + number * (CARD_WIDE + 4), 116, self._stroke(item), item.lacking)
            self._caption(here, item, at + width / 2, 116 + CARD_HIGH + 13, _title(item), 11)
            at += width + 44

    # --- inscriptions

    def _print(self, root: Node) -> None:
        inscriptions = [item for item in self.items if item.felt.kind == "inscription"]
        notices = list(self._notices())
        for number, (item, words) in enumerate(notices):
            here = self._group(root, item)
            y = 216 + 19 * number
            size = 15 if number == 0 else 13
            ink = GAP_PRINT if item.lacking else (self.line if number == 0 else self.ink)
            _words(here, words.upper(), 600, y, size, ink, spacing=1.1)
        below = 212.0 + 19 * len(notices)
        for item in inscriptions:
            if item.name == "payout_odds" and (item.drawn or item.lacking):
                below = self._odds(self._group(root, item), item, below + 4)
        for item in inscriptions:
            if item.name == "operator_name":
                here = self._group(root, item)
                words = self.filed.facility if item.drawn else "operator’s name missing"
                self._operator(here, words, self.line if item.drawn else GAP_PRINT, below)

    def _operator(self, here: Node, words: str, ink: str, below: float) -> None:
        """Draw the operator's name between the printed text and the seats, as large as the space allows."""
        room = self._seats_begin() - below
        for size in NAME_SIZES:
            lines = wrap(words, int(NAME_WIDE / (LETTER * size)))
            high = len(lines) * size * LINE
            if high <= room:
                break
        top = below + max(0.0, room - high) / 2
        for number, line in enumerate(lines):
            _words(here, line, 600, top + size * (0.9 + LINE * number), size, ink)

    def _seats_begin(self) -> float:
        """Return the upper edge of the middle seats. The operator's name must fit above it."""
        found = []
        for seat in seats(self.count):
            if abs(seat.x - WIDE / 2) < NAME_WIDE * 0.65:
                turn = radians(seat.turn)
                found += [
                    seat.y + seat.scale * (x * sin(turn) + y * cos(turn))
                    for left, top, wide, high in self._boxes(seat.scale)
                    for x, y in (
                        (left, top),
                        (left + wide, top),
                        (left, top + high),
                        (left + wide, top + high),
                    )
                ]
        return min(found, default=float(HIGH))

    def _boxes(self, scale: float) -> Iterator[tuple[float, float, float, float]]:
        """Yield the boxes at a seat as (left, top, width, height), relative to its center."""
        by_name = {item.name: item for item in self.items}
        areas = self._shown()
        for area in areas:
            yield area.x - AREA / 2, area.y - AREA / 2, AREA, AREA
        for each in self.looks.cards:
            item = by_name.get(each.felt)
            if each.each and item is not None and (item.drawn or item.lacking):
                yield _hand_box(each, areas, scale)

    def _notices(self) -> Iterator[tuple[LayoutItem, str]]:
        """Yield the inscriptions that the submission puts on the felt, and those that are missing."""
        by_name = {item.name: item for item in self.items}
        printed = set()
        for notice in self.looks.notices:
            item = by_name.get(notice.felt)
            if (
                item is None
            ):  # Chapter 2 does not list this inscription, so a submission cannot list it either.
                continue
            words = notice.words
            if self.rules is not None:
                posted = words_of(self.game, self.rules, notice)
                words = posted.words if posted is not None else ""
            if item.name == "payout_odds" and not item.drawn:
                continue
            printed.add(item.name)
            if item.lacking:
                yield item, f"missing: {item.felt.says}"
                continue
            if item.drawn and words:
                yield item, words
        for item in self.items:
            plain = item.felt.kind == "inscription" and item.name not in printed | {
                "operator_name", "payout_odds", "equal_symbol",
            }  # fmt: skip
            if plain and item.drawn:
                yield item, item.felt.says
            elif plain and item.lacking:
                yield item, f"missing: {item.felt.says}"

    def _odds(self, here: Node, item: LayoutItem, top: float) -> float:
        """Draw the payouts of every wager in columns, and return the lower edge of the columns."""
        if item.lacking or self.rules is None:
            _words(here, "payouts missing", 600, top + 30, 14, GAP_PRINT)
            return top + 36
        tables = [
            (one.label, [(title_words(row.hand), str(row.pays)) for row in one.table.rows])
            for one in named_paytables(self.rules)
        ]
        size, step = (8.6, 10.2) if len(tables) <= 3 else (6.4, 7.6)
        columns = _columns(tables, 2 if len(tables) <= 2 else 3 if len(tables) <= 5 else 4)
        width = min(190.0, 528 / len(columns))
        left, bottom = 600 - width * len(columns) / 2, top
        for number, column in enumerate(columns):
            x, y = left + number * width + 10, top + 14
            for title, rows in column:
                _words(here, title, x, y, size + 1.6, self.line, anchor="start")
                for hand, pays in rows:
                    y += step
                    _words(here, hand, x, y, size, self.ink, anchor="start")
                    _words(here, pays, x + width - 20, y, size, self.ink, anchor="end")
                bottom = max(bottom, y + size)
                y += step + 7
        return bottom

    # --- a seat

    def _seat(self, root: Node, seat: SeatPosition) -> None:
        turned = _node(
            root, "g", data_seat=seat.number,
            transform=f"translate({seat.x:.1f} {seat.y:.1f}) rotate({seat.turn:.2f}) scale({seat.scale:.3f})",
        )  # fmt: skip
        self._cluster(turned, seat.scale)

    def _cluster(self, here: Node, scale: float) -> None:
        by_name = {item.name: item for item in self.items}
        areas = self._shown()
        for area in areas:
            self._area(here, area, by_name.get(area.wager))
        equal = by_name.get("equal_symbol")
        for mark in self.looks.marks:
            if equal is None or equal.drawn or equal.lacking:
                group = self._group(here, equal) if equal is not None else here
                lacks = equal is not None and equal.lacking
                _words(group, "?" if lacks else mark.words, mark.x, mark.y + 12, 40,
                       GAP_PRINT if lacks else self.line)  # fmt: skip
        for each in self.looks.cards:
            item = by_name.get(each.felt)
            if each.each and item is not None and (item.drawn or item.lacking):
                self._hand(here, item, each, areas, scale)

    def _shown(self) -> list[Area]:
        """Return the betting areas that the submission offers or that chapter 2 requires."""
        by_name = {item.name: item for item in self.items}
        return [
            area
            for area in self.looks.areas
            if (item := by_name.get(area.wager)) is None or item.drawn or item.lacking
        ]

    def _area(self, here: Node, area: Area, item: LayoutItem | None) -> None:
        group = self._group(here, item) if item is not None else _node(here, "g")
        stroke = self._stroke(item)
        style = {"fill": "none", "stroke": stroke, "stroke_width": 2.4}
        if item is not None and item.lacking:
            style |= {"stroke_dasharray": "7 5"}
        half = AREA / 2
        x, y = area.x, area.y
        match area.shape:
            case "ring" | "double":
                _node(group, "circle", cx=x, cy=y, r=half, **style)
                if area.shape == "double":
                    _node(group, "circle", cx=x, cy=y, r=half - 6, **{**style, "stroke_width": 1.2})
            case "diamond":
                tip = half + 4
                corners = f"M{x} {y - tip}L{x + tip} {y}L{x} {y + tip}L{x - tip} {y}Z"
                _node(group, "path", d=corners, **style)
            case "square":
                _node(
                    group,
                    "rect",
                    x=x - half + 3,
                    y=y - half + 3,
                    width=AREA - 6,
                    height=AREA - 6,
                    rx=5,
                    **style,
                )
            case "lens":
                _node(group, "circle", cx=x, cy=y, r=14, **style)
        rule = next(rule for rule in self.game.wagers if rule.name == area.wager)
        words = area.words or rule.label
        if area.shape == "lens":
            _words(group, words, x, y + 29, 12, GAP_PRINT if item and item.lacking else self.ink)
            return
        lines = wrap(words, 9) if len(words) > 9 else [words]
        if item is not None and item.lacking:
            lines = [*lines, "missing"]
        size = 15 if max(map(len, lines)) <= 8 else 12.5
        for number, line in enumerate(lines):
            at = y + size * 0.35 + (number - (len(lines) - 1) / 2) * size * 1.1
            _words(group, line, x, at, size, GAP_PRINT if item and item.lacking else self.ink)

    def _hand(self, here: Node, item: LayoutItem, area: CardArea, areas: list[Area], scale: float) -> None:
        """Draw a player's cards as a fan, on the player's side of the betting areas if they fit there."""
        left, y, _, high = _hand_box(area, areas, scale)
        wide = CARD_WIDE / scale
        group = self._group(here, item)
        for number in range(area.cards):
            _card(group, left + number * wide * FAN, y, self._stroke(item), item.lacking, wide, high)
        self._caption(group, item, 0, y + high / 2 + 4, "cards", 13)

    def seat_svg(self) -> str:
        """Draw one seat at half size with measurements in inches."""
        scale = seats(self.count)[0].scale
        above = any(area.each for area in self.looks.cards)  # leave space above for cards
        side = 560 if above else 460
        root = _node(
            None, "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"{-side / 2} {-side / 2} {side} {side}",
            width=f"{side * scale / INCH / 2:.2f}in", height=f"{side * scale / INCH / 2:.2f}in", role="img",
        )  # fmt: skip
        _node(root, "title").text = "One seat"
        _node(root, "rect", x=-side / 2, y=-side / 2, width=side, height=side, fill=self.looks.cloth.body)
        self._cluster(root, scale)
        across = AREA * scale / INCH
        y = side / 2 - 22
        half = AREA / 2
        measure = f"M{-half} {y - 6}V{y + 6}M{-half} {y}H{half}M{half} {y - 6}V{y + 6}"
        _node(root, "path", d=measure, fill="none", stroke=self.ink, stroke_width=1.5)
        _words(root, f"{across:.2f} in", AREA / 2 + 12, y + 5, 14, self.ink, anchor="start")
        return Tree.tostring(root, encoding="unicode")

    # --- small things

    def _stroke(self, item: LayoutItem | None) -> str:
        return GAP if item is not None and item.lacking else self.line

    def _group(self, root: Node, item: LayoutItem) -> Node:
        return _node(root, "g", **{"data_missing" if item.lacking else "data_felt": item.name})

    def _caption(self, root: Node, item: LayoutItem, x: float, y: float, words: str, size: float) -> None:
        _words(root, f"{words}: missing" if item.lacking else words, x, y, size,
               GAP_PRINT if item.lacking else self.ink)  # fmt: skip


def _hand_box(area: CardArea, areas: list[Area], scale: float) -> tuple[float, float, float, float]:
    """Return the box of a player's cards as (left, top, width, height)."""
    wide, high = CARD_WIDE / scale, CARD_HIGH / scale
    low = max((each.y + AREA / 2 for each in areas), default=0.0)
    top = min((each.y - AREA / 2 for each in areas), default=0.0)
    outward = (low + 8) * scale + CARD_HIGH <= AT_THE_RAIL
    whole = wide * (1 + FAN * (area.cards - 1))
    return -whole / 2, low + 8 if outward else top - 8 - high, whole, high


def _title(item: LayoutItem) -> str:
    return item.name.replace("_", " ")


def _columns(
    tables: list[tuple[str, list[tuple[str, str]]]], count: int
) -> list[list[tuple[str, list[tuple[str, str]]]]]:
    """Distribute tables over columns of similar length, longest table first."""
    columns: list[list[tuple[str, list[tuple[str, str]]]]] = [[] for _ in range(count)]
    for each in sorted(tables, key=lambda each: -len(each[1])):
        min(columns, key=lambda column: sum(len(rows) + 2 for _, rows in column)).append(each)
    return [column for column in columns if column]


def _node(parent: Node | None, name: str, **attributes: object) -> Node:
    texts = {
        key.replace("_", "-"): f"{value:g}" if isinstance(value, float) else str(value)
        for key, value in attributes.items()
    }
    return Tree.Element(name, texts) if parent is None else Tree.SubElement(parent, name, texts)


def _words(
    parent: Node,
    text: str,
    x: float,
    y: float,
    size: float,
    ink: str,
    *,
    anchor: str = "middle",
    spacing: float = 0,
) -> None:
    node = _node(
        parent,
        "text",
        x=round(x, 2),
        y=round(y, 2),
        font_family=FONT,
        font_size=size,
        fill=ink,
        text_anchor=anchor,
    )
    if spacing:
        node.set("letter-spacing", f"{spacing:g}")
    node.text = text


def _card(
    parent: Node,
    x: float,
    y: float,
    stroke: str,
    dashed: bool,
    wide: float = CARD_WIDE,
    high: float = CARD_HIGH,
) -> None:
    node = _node(parent, "rect", x=round(x, 2), y=round(y, 2), width=round(wide, 2), height=round(high, 2),
                 rx=round(wide * 0.06, 2), fill="none", stroke=stroke, stroke_width=1.3)  # fmt: skip
    if dashed:
        node.set("stroke-dasharray", "5 4")
