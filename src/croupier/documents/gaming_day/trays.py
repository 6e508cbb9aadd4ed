"""The tray pages of the gaming-day report: openers, closers, fills, credits and printed slips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.casino.cage import ledger as cage_ledger
from croupier.casino.cage.tray_commands import FILL, Signature
from croupier.casino.gaming_day.columns import TRAY_COLUMNS
from croupier.casino.gaming_day.report import DayBooks
from croupier.casino.gaming_day.trays import COUNTS, SlipDay, TrayBook, TrayDay
from croupier.documents.blocks import (
    RIGHT,
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    KeepTogether,
    Paragraph,
    Signatures,
    TableBlock,
    count,
    money,
    table,
)
from croupier.documents.gaming_day.amounts import dollars
from croupier.documents.gaming_day.columns import cells, headings
from croupier.rulebook import regulation, title
from croupier.table.readers import ledger

SIGNS = {
    True: ("Cage", "Runner", "Dealer", "Floorperson"),
    False: ("Dealer", "Runner", "Cage", "Floorperson"),
}


def tray_pages(books: DayBooks) -> Iterator[Block]:
    book = books.cage.trays if books.cage is not None else None
    yield Heading("Trays", new_page=book is not None and bool(book.slips))
    yield Paragraph(
        f"A table pays from the chips in its tray ({regulation('chip_slips')}). Fills bring chips from the "
        "cage, and credits return them. Chips that the table wins go into the tray, and chips that it pays "
        "come out of it. Chips sold for cash at the table come from the tray, and the cash goes into the "
        "drop box. Chips that players bring from the cage enter a tray only when players lose them."
    )
    if book is None or not (book.slips or book.trays):
        yield Paragraph("No tray was filled or counted. These tables ran without a chip inventory.")
        return
    yield _trays(books, book)
    yield from _between_counts(book)
    yield from _movements(books, book)
    yield from _counts(books, book)


def _trays(books: DayBooks, book: TrayBook) -> Block:
    assert books.cage is not None
    balances, day = books.cage.stream.balances(books.day.number), books.day.number
    rows: list[list[Cell]] = []
    for one in books.tables:
        tray = book.trays.get(one.name)
        now = balances[cage_ledger.tray(one.name)] + one.stream.balances(day)[ledger.INVENTORY]
        if tray is None and not balances[cage_ledger.tray(one.name)]:
            continue
        won = one.stream.posted_amounts(books.day.since, day)[ledger.INVENTORY]
        found = tray or TrayDay(one.name, books.money(one.name))
        rows.append([one.name, *cells(TRAY_COLUMNS, found), dollars(won), dollars(now)])
    return table(
        [
            Column("Table", width=1),
            *headings(TRAY_COLUMNS),
            Column("Won in\nplay", RIGHT),
            Column(f"Book value at\nthe end of the {books.day.span}", RIGHT),
        ],
        rows,
        f"Every tray for the whole {books.day.span}, with opener and closer as counted and verified",
        (),
        "Trays",
    )


def _between_counts(book: TrayBook) -> Iterator[Block]:
    """Show how each tray changed from its opener to its closer, in columns that add up."""
    rows: list[list[Cell]] = [
        [
            tray.table,
            dollars(tray.opener.cents),
            dollars(tray.between),
            dollars(tray.closer.won - tray.opener.won),
            dollars(tray.later_differences),
            dollars(tray.closer.cents),
        ]
        for _, tray in sorted(book.trays.items())
        if tray.opener is not None and tray.closer is not None
    ]
    if rows:
        titles = ("Opener", "Fills and tax minus\ncredits and sales", "Book\nwin", "Over or\nshort", "Closer")
        yield table(
            [Column("Table", width=1), *(Column(each, RIGHT) for each in titles)],
            rows,
            "From opener to closer (the fifth column is the sum of the first four)",
            (),
            "Opener to closer",
        )


def _movements(books: DayBooks, book: TrayBook) -> Iterator[Block]:
    mine = [slip for slip in book.of_the_day if slip.what not in COUNTS]
    if not mine:
        yield Paragraph(f"No fills or credits {books.day.within}.")
        return
    yield table(
        [
            Column("Slip", RIGHT), "Kind", "Table", Column("Amount", RIGHT), Column("Requested", width=1),
            Column("Chips left", width=1), Column("Chips arrived", width=1), Column("Status", width=1),
        ],
        [
            [count(slip.number), slip.what, slip.table, dollars(slip.cents), _signature(books, slip.asked),
             _signature(books, slip.left), _signature(books, slip.done), _standing(slip)]
            for slip in mine
        ],
        "All fills and credits, including void ones",
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
            Column("Slip", RIGHT), "Kind", "Table", Column("Counted", RIGHT), Column("Book value", RIGHT),
            Column("Over or\nshort", RIGHT), Column("Counted by", width=1), Column("Verified by", width=1),
            Column("Status", width=1),
        ],
        [
            [count(slip.number), slip.what, slip.table, dollars(slip.cents), dollars(slip.expected),
             dollars(slip.difference), _signature(books, slip.asked), _signature(books, slip.done),
             _standing(slip)]
            for slip in mine
        ],
        "Openers and closers compared with the book value",
        (),
        "Counts of trays",
    )  # fmt: skip


def _signature(books: DayBooks, sign: Signature | None) -> str:
    return f"{books.name_with_role(sign.by)}\n{books.day.clock(sign.at)}" if sign is not None else "–"


def _standing(slip: SlipDay) -> str:
    return f"{slip.standing}: {slip.reason}" if slip.reason else slip.standing


def slip_pages(books: DayBooks) -> Iterator[Block]:
    """Print each slip, with signature lines next to the recorded signatures."""
    book = books.cage.trays if books.cage is not None else None
    mine = book.of_the_day if book is not None else []
    if not mine or books.day.span != "day":  # Slips are printed only in the report of their own day.
        return
    yield Heading("Tray slips", new_page=True)
    games = {one.name: title(one.choices.game) for one in books.tables}
    for slip in mine:
        yield KeepTogether(tuple(_slip(books, slip, games)))


def _slip(
    books: DayBooks, slip: SlipDay, games: Mapping[str, str]
) -> Iterator[Heading | Facts | TableBlock | Signatures]:
    is_count = slip.what in COUNTS
    yield Heading(f"{slip.what.capitalize()} {slip.number}{', VOID' if slip.void else ''}", 2)
    first_label, last_label = (
        ("Counted by", "Verified by") if is_count else ("Requested by", "Arrived, signed by")
    )
    facts: list[tuple[str, Cell]] = [
        ("Table", f"{slip.table}, {games.get(slip.table, 'a table that has no entries')}"),
        (first_label, _signature(books, slip.asked)),
    ]
    if not is_count:
        facts.append(("Left, signed by", _signature(books, slip.left)))
    if slip.escorted:
        facts.append(("Carried, signed by", _signature(books, slip.carried)))
        facts.append(("Dealer, signed by", _signature(books, slip.dealer)))
    facts.append((last_label, _signature(books, slip.done)))
    if slip.void is not None:
        facts.append(("Void", f"{_signature(books, slip.void)}\n{slip.reason}"))
    yield Facts(tuple(facts))
    rows: list[list[Cell]] = [
        [money(value), count(number), dollars(value * number)]
        for value, number in sorted((int(chip), number) for chip, number in slip.chips.items())
    ]
    if slip.other:
        rows.append(["other", "", dollars(slip.other)])
    yield table(
        [Column("Chips", RIGHT), Column("Quantity", RIGHT), Column("Amount", RIGHT)],
        rows,
        "",
        ["", "Total", dollars(slip.cents)],
        f"Slip {slip.number}",
    )
    if slip.void is None:
        yield Signatures(("Counted by", "Verified by") if is_count else SIGNS[slip.what == FILL])
