"""Trays on paper: openers, closers, fills and credits, and each slip with room for its signatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.house.cage import ledger as cage_ledger
from croupier.house.cage.tray_commands import FILL, Sign
from croupier.house.day.paper.amounts import dollars
from croupier.house.day.report import DayBooks
from croupier.house.day.trays import COUNTS, SlipDay, TrayBook
from croupier.papers.blocks import (
    RIGHT,
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Paragraph,
    Signatures,
    Table,
    Together,
    count,
    money,
    table,
)
from croupier.rulebook import title
from croupier.table.readers import ledger

NOT_COUNTED = "not counted"
SIGNS = {
    True: ("Cage", "Runner", "Dealer", "Floorperson"),
    False: ("Dealer", "Runner", "Cage", "Floorperson"),
}


def tray_pages(books: DayBooks) -> Iterator[Block]:
    book = books.cage.trays if books.cage is not None else None
    yield Heading("Trays", new_page=book is not None and bool(book.slips))
    yield Paragraph(
        "The chips that a table pays from (COMAR 36.05.03.02-.08). They come from the cage by fills and go "
        "back by credits; what the table wins or pays by play goes into its tray or out of it. Chips that "
        "are sold for money over the table come out of the tray, and the money goes into the drop box; those "
        "that players bring from the cage are in no tray before they are lost."
    )
    if book is None or not (book.slips or book.trays):
        yield Paragraph("No tray was filled or counted: these tables were run without chips of their own.")
        return
    yield _trays(books, book)
    yield from _between_counts(book)
    yield from _movements(books, book)
    yield from _counts(books, book)


def _trays(books: DayBooks, book: TrayBook) -> Block:
    assert books.cage is not None
    held, day = books.cage.stream.held(books.day.number), books.day.number
    rows: list[list[Cell]] = []
    for one in books.tables:
        tray = book.trays.get(one.name)
        now = held[cage_ledger.tray(one.name)] + one.stream.held(day)[ledger.INVENTORY]
        if tray is None and not held[cage_ledger.tray(one.name)]:
            continue
        opener, closer = (tray.opener, tray.closer) if tray is not None else (None, None)
        won = one.stream.moved(books.day.since, day)[ledger.INVENTORY]
        rows.append(
            [
                one.name,
                dollars(opener.cents) if opener else NOT_COUNTED,
                dollars(tray.fills if tray else 0),
                dollars(tray.credits if tray else 0),
                dollars(tray.sold if tray else 0),
                dollars(won),
                dollars(closer.cents) if closer else NOT_COUNTED,
                dollars(tray.differences if tray else 0),
                dollars(now),
            ]
        )
    return table(
        [
            Column("Table", width=1),
            *(
                Column(each, RIGHT)
                for each in (
                    "Opener", "Fills", "Credits", "Sold for\nmoney", "Won into\nthe tray", "Closer",
                    "Over or\nshort",
                    f"By the books at\nthe end of the {books.day.span}",
                )
            ),
        ],
        rows,
        f"Every tray, the whole {books.day.span}; opener and closer as counted and verified",
        (),
        "Trays",
    )  # fmt: skip


def _between_counts(book: TrayBook) -> Iterator[Block]:
    """What a reader can add up: from the opener to the closer, whatever else the day brought."""
    rows: list[list[Cell]] = [
        [
            tray.table,
            dollars(tray.opener.cents),
            dollars(tray.between),
            dollars(tray.closer.won - tray.opener.won),
            dollars(tray.found),
            dollars(tray.closer.cents),
        ]
        for _, tray in sorted(book.trays.items())
        if tray.opener is not None and tray.closer is not None
    ]
    if rows:
        titles = ("Opener", "Fills less\ncredits and sales", "Won by\nthe books", "Over or\nshort", "Closer")
        yield table(
            [Column("Table", width=1), *(Column(each, RIGHT) for each in titles)],
            rows,
            "From the opener to the closer: the first four make the fifth",
            (),
            "Opener to closer",
        )


def _movements(books: DayBooks, book: TrayBook) -> Iterator[Block]:
    mine = [slip for slip in book.of_the_day if slip.what not in COUNTS]
    if not mine:
        yield Paragraph(f"No fill or credit {books.day.within}.")
        return
    yield table(
        [
            Column("Slip", RIGHT), "What", "Table", Column("Amount", RIGHT), Column("Asked for", width=1),
            Column("Chips left", width=1), Column("Chips arrived", width=1), Column("Standing", width=1),
        ],
        [
            [count(slip.number), slip.what, slip.table, dollars(slip.cents), _signed(books, slip.asked),
             _signed(books, slip.left), _signed(books, slip.done), _standing(slip)]
            for slip in mine
        ],
        "Fills and credits: all of them, those that are void too",
        (),
        "Fills and credits",
    )  # fmt: skip


def _counts(books: DayBooks, book: TrayBook) -> Iterator[Block]:
    mine = [slip for slip in book.of_the_day if slip.what in COUNTS]
    if not mine:
        yield Paragraph(f"No tray was counted {books.day.within}.")
        return
    yield table(
        [
            Column("Slip", RIGHT), "What", "Table", Column("Counted", RIGHT), Column("By the books", RIGHT),
            Column("Over or\nshort", RIGHT), Column("Counted by", width=1), Column("Verified by", width=1),
            Column("Standing", width=1),
        ],
        [
            [count(slip.number), slip.what, slip.table, dollars(slip.cents), dollars(slip.expected),
             dollars(slip.difference), _signed(books, slip.asked), _signed(books, slip.done), _standing(slip)]
            for slip in mine
        ],
        "Openers and closers, held against the books",
        (),
        "Counts of trays",
    )  # fmt: skip


def _signed(books: DayBooks, sign: Sign | None) -> str:
    return f"{books.who(sign.by)}\n{books.day.clock(sign.at)}" if sign is not None else "–"


def _standing(slip: SlipDay) -> str:
    return f"{slip.standing}: {slip.reason}" if slip.reason else slip.standing


def slip_pages(books: DayBooks) -> Iterator[Block]:
    """Each slip by itself, with room for signatures by hand beside what the house recorded."""
    book = books.cage.trays if books.cage is not None else None
    mine = book.of_the_day if book is not None else []
    if not mine or books.day.span != "day":  # each day's own paper has its slips
        return
    yield Heading("Slips of trays", new_page=True)
    games = {one.name: title(one.choices.game) for one in books.tables}
    for slip in mine:
        yield Together(tuple(_slip(books, slip, games)))


def _slip(
    books: DayBooks, slip: SlipDay, games: Mapping[str, str]
) -> Iterator[Heading | Facts | Table | Signatures]:
    is_count = slip.what in COUNTS
    yield Heading(f"{slip.what.capitalize()} {slip.number}{', VOID' if slip.void else ''}", 2)
    asked, done = ("Counted by", "Verified by") if is_count else ("Asked for by", "Arrived, signed by")
    facts: list[tuple[str, Cell]] = [
        ("Table", f"{slip.table}, {games.get(slip.table, 'a table without entries')}"),
        (asked, _signed(books, slip.asked)),
    ]
    if not is_count:
        facts.append(("Left, signed by", _signed(books, slip.left)))
    facts.append((done, _signed(books, slip.done)))
    if slip.void is not None:
        facts.append(("Void", f"{_signed(books, slip.void)}\n{slip.reason}"))
    yield Facts(tuple(facts))
    rows: list[list[Cell]] = [
        [money(value), count(number), dollars(value * number)]
        for value, number in sorted((int(chip), number) for chip, number in slip.chips.items())
    ]
    if slip.other:
        rows.append(["other", "", dollars(slip.other)])
    yield table(
        [Column("Chips", RIGHT), Column("How many", RIGHT), Column("Amount", RIGHT)],
        rows,
        "",
        ["", "Sum", dollars(slip.cents)],
        f"Slip {slip.number}",
    )
    if slip.void is None:
        yield Signatures(("Counted by", "Verified by") if is_count else SIGNS[slip.what == FILL])
