"""The page of the gaming-day report with the tokes by table and each dealer's share."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.casino.gaming_day.report import DayBooks
from croupier.documents.blocks import RIGHT, Block, Column, Heading, Paragraph, table
from croupier.documents.gaming_day.amounts import dollars
from croupier.rulebook import regulation


def toke_pages(books: DayBooks) -> Iterator[Block]:
    boxes = books.cage.tokes.boxes if books.cage is not None else {}
    if not boxes:
        return
    yield Heading("Tokes")
    yield Paragraph(
        f"Players give tokes to all dealers together ({regulation('tokes')}). Two people count each toke "
        "box. The counted chips form a pool, which the dealers share by the time that they dealt at tables "
        "with real money."
    )
    yield table(
        ["Table", Column("Recorded", RIGHT), Column("Counted", RIGHT), Column("Over or\nshort", RIGHT)],
        [
            [name, dollars(box.taken), dollars(box.counted), dollars(box.difference)]
            for name, box in sorted(boxes.items())
        ],
        f"Toke boxes {books.day.within}",
        ["All tables", *map(dollars, _totals(books))],
        "Tokes",
    )
    if books.toke_shares:
        yield table(
            [Column("Dealer", width=1), Column("Time dealt", RIGHT), Column("Share", RIGHT)],
            [
                [books.person(one.person), _hours(one.seconds), dollars(one.cents)]
                for one in books.toke_shares
            ],
            f"The pool of {dollars(_totals(books)[1])} by time dealt",
            (),
            "Toke shares",
        )


def _totals(books: DayBooks) -> tuple[int, int, int]:
    assert books.cage is not None
    boxes = books.cage.tokes.boxes.values()
    return (
        sum(box.taken for box in boxes),
        sum(box.counted for box in boxes),
        sum(box.difference for box in boxes),
    )


def _hours(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
