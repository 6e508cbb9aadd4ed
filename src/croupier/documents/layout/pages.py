"""Write the layout at full size, or as a document that lists every area with its clause."""

from __future__ import annotations

from pathlib import Path

from croupier.documents.blocks import Block, Blocks, Column, Facts, Heading, NoticeBlock, PictureBlock, table
from croupier.documents.cover import cover
from croupier.documents.errors import draft_blocks
from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.html import html
from croupier.documents.layout.drawing import Drawing
from croupier.documents.layout.geometry import AREA, HIGH, WIDE, inches, seats
from croupier.documents.layout.items import WORDS
from croupier.documents.output import write_paper
from croupier.documents.pdf import Size, compile_pdf, pdf

TITLE = "Table layout"
_WHOLE = """#import "house_style.typ": *
#set page(width: {wide}in, height: {high}in, margin: 0pt)
#image("felt.svg", width: 100%)
"""


def blocks(filed: FiledSubmission) -> Blocks:
    drawing = Drawing(filed)
    scale = seats(drawing.count)[0].scale
    lacking = [item for item in drawing.items if item.lacking]
    found: list[Block] = [Heading("The layout")]
    if filed.faults:
        found.append(
            NoticeBlock(
                filed.standing, "No table may open under this submission. The faults are listed at the end."
            )
        )
    if lacking:
        named = "; ".join(f"{item.felt.says} ({item.felt.clause})" for item in lacking)
        found.append(NoticeBlock("Missing from this layout", f"{named}. Shown as gaps."))
    found += [
        PictureBlock(
            drawing.svg(),
            f"The whole table, {drawing.count} seats, the dealer's side up.",
            f"The layout of {filed.title} with the areas and inscriptions listed below.",
        ),
        Facts(
            (
                ("Full size", f"{inches(WIDE):g} by {inches(HIGH):g} inches, rail included"),
                ("On this sheet", "scaled to the page width; use SVG or --full-size for full size"),
                ("A betting area", f"{inches(AREA * scale):.2f} inches across"),
                ("Card position", "2.5 by 3.5 inches"),
            )
        ),
        Heading("One seat", 2),
        PictureBlock(drawing.seat_svg(), "One seat with measurements.", "The betting areas of one seat.", 48),
        Heading("Every area and inscription", 2),
        table(
            ["Clause", Column("Item", width=5), "Kind", Column("Location", width=2)],
            [
                (item.felt.clause, f"{item.name.replace('_', ' ')}: {item.felt.says}", item.felt.kind,
                 WORDS[item.standing])
                for item in drawing.items
            ],
            "Items required by chapter 2 or needed for play",
        ),
    ]  # fmt: skip
    if filed.faults:
        found += [Heading("Faults", 2), *draft_blocks(cover(filed))[1:]]
    return tuple(found)


def full_size(filed: FiledSubmission) -> bytes:
    """Return a PDF with a single page that is as large as the table."""
    source = _WHOLE.format(wide=f"{inches(WIDE):g}", high=f"{inches(HIGH):g}")
    return compile_pdf(source, {"felt.svg": Drawing(filed).svg().encode()}, filed.head(TITLE))


def write_layout(filed: FiledSubmission, path: Path, size: Size, whole: bool) -> None:
    head = filed.head(TITLE)
    write_paper(
        path,
        {
            "pdf": lambda: full_size(filed) if whole else pdf(blocks(filed), head, size),
            "svg": lambda: Drawing(filed).svg().encode() + b"\n",
            "html": lambda: html(blocks(filed), head),
        },
    )
