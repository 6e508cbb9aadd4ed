"""``croupier layout``: the felt at full size, or as a paper with every area and its clause."""

from __future__ import annotations

from pathlib import Path

from croupier.papers.blocks import Block, Blocks, Column, Facts, Heading, Notice, Picture, table
from croupier.papers.cover import cover
from croupier.papers.faults import draft_blocks
from croupier.papers.filed import Filed
from croupier.papers.layout.drawing import Drawing
from croupier.papers.layout.geometry import AREA, HIGH, WIDE, inches, seats
from croupier.papers.layout.items import WORDS
from croupier.papers.press import Size, compiled, pdf
from croupier.papers.webpage import html
from croupier.papers.writing import write_paper

TITLE = "Table layout"
_WHOLE = """#import "house_style.typ": *
#set page(width: {wide}in, height: {high}in, margin: 0pt)
#image("felt.svg", width: 100%)
"""


def blocks(filed: Filed) -> Blocks:
    drawing = Drawing(filed)
    scale = seats(drawing.count)[0].scale
    lacking = [item for item in drawing.items if item.lacking]
    told: list[Block] = [Heading("The felt")]
    if filed.faults:
        told.append(Notice(filed.standing, "No table may open under it; the faults are listed at the end."))
    if lacking:
        named = "; ".join(f"{item.felt.says} ({item.felt.clause})" for item in lacking)
        told.append(Notice("Not on this felt", f"{named}. Drawn as gaps."))
    told += [
        Picture(
            drawing.svg(),
            f"The whole table, {drawing.count} seats, the dealer's side up.",
            f"The felt of {filed.title} with its areas and inscriptions, as listed below.",
        ),
        Facts(
            (
                ("Full size", f"{inches(WIDE):g} by {inches(HIGH):g} inches, rail included"),
                ("On this sheet", "as wide as the page; the SVG and --full-size are at full size"),
                ("A betting area", f"{inches(AREA * scale):.2f} inches across"),
                ("A card's place", "2.5 by 3.5 inches"),
            )
        ),
        Heading("One seat", 2),
        Picture(drawing.seat_svg(), "A seat, measured.", "The betting areas of one seat.", 48),
        Heading("Every area and inscription", 2),
        table(
            ["Clause", Column("What", width=5), "Kind", Column("Where", width=2)],
            [
                (item.felt.clause, f"{item.name.replace('_', ' ')}: {item.felt.says}", item.felt.kind,
                 WORDS[item.standing])
                for item in drawing.items
            ],
            "What chapter 2 and play ask for",
        ),
    ]  # fmt: skip
    if filed.faults:
        told += [Heading("Faults", 2), *draft_blocks(cover(filed))[1:]]
    return tuple(told)


def full_size(filed: Filed) -> bytes:
    """One page as large as the table."""
    source = _WHOLE.format(wide=f"{inches(WIDE):g}", high=f"{inches(HIGH):g}")
    return compiled(source, {"felt.svg": Drawing(filed).svg().encode()}, filed.head(TITLE))


def write_layout(filed: Filed, path: Path, size: Size, whole: bool) -> None:
    head = filed.head(TITLE)
    write_paper(
        path,
        {
            "pdf": lambda: full_size(filed) if whole else pdf(blocks(filed), head, size),
            "svg": lambda: Drawing(filed).svg().encode() + b"\n",
            "html": lambda: html(blocks(filed), head),
        },
    )
