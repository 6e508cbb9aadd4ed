"""Cage and wallets, slips, corrections and voids, and the documents of large payments."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.house.cage import ledger as cage_ledger
from croupier.house.cage.commands import PLAY, REAL
from croupier.house.day.cage import CageBook, WalletDay
from croupier.house.day.incidents import BY_CHECK, TOLD, Payout
from croupier.house.day.paper.amounts import dollars
from croupier.house.day.report import DayBooks
from croupier.papers.blocks import (
    RIGHT,
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Notice,
    Number,
    Paragraph,
    Signatures,
    count,
    money,
    table,
)
from croupier.rulebook import title
from croupier.table.readers import ledger

OWN: dict[str, tuple[str, ...]] = {
    REAL: ("deposits", "withdrawals", "reversals", "to_tables", "from_tables"),
    PLAY: ("issued", "closed", "to_tables", "from_tables"),
}
TITLES = {
    "deposits": "Deposits", "withdrawals": "With-\ndrawals", "reversals": "Reversals", "issued": "Issued",
    "closed": "Taken back", "to_tables": "To tables", "from_tables": "From\ntables",
}  # fmt: skip


def cage_pages(books: DayBooks) -> Iterator[Block]:
    cage = books.cage
    if cage is None:
        return
    yield Heading("Cage and wallets", new_page=True)
    for kind, account in ((REAL, cage_ledger.CASH), (PLAY, cage_ledger.PLAY)):
        yield from _where_it_is(books, cage, kind, account)
    for own in OWN:
        yield from _wallets(books, cage, own)
    yield from _slips(books, cage)


def _where_it_is(books: DayBooks, cage: CageBook, kind: str, account: str) -> Iterator[Block]:
    """What was taken in is in wallets, in front of players, on the layout, or won by the tables."""
    day = books.day.number
    held = cage.stream.held(day)
    wallets = sum(held[cage_ledger.wallet(person)] for person, money_ in cage.money.items() if money_ == kind)
    purses = layout = tray = meters = 0
    for one in books.of(kind):
        there = one.stream.held(day)
        purses += sum(cents for name, cents in there.items() if name.startswith(ledger.player("")))
        layout += there[ledger.LAYOUT]
        tray += there[ledger.INVENTORY]
        meters += sum(cents for name, cents in there.items() if name.startswith(ledger.meter("")))
    taken_in = -held[account]
    if not taken_in and not wallets and not books.of(kind):
        return
    yield table(
        [Column(f"Where it is at the end of the {books.day.span}", width=1), Column("Amount", RIGHT)],
        [
            ["In wallets at the cage", dollars(wallets)],
            ["In front of players at the tables", dollars(purses)],
            ["At risk on the layouts", dollars(layout)],
            ["Won by the tables since they opened: trays", dollars(tray)],
            ["Paid to players from meters, which the house funds elsewhere", dollars(meters)],
        ],
        f"{'Real' if kind == REAL else 'Play'} money: taken in at the cage, and not paid out again",
        ["Taken in", dollars(taken_in)],
        f"Where {kind}",
    )


def _wallets(books: DayBooks, cage: CageBook, kind: str) -> Iterator[Block]:
    mine = sorted((one for one in cage.wallets.values() if one.money == kind), key=lambda one: one.person)
    if not mine:
        return
    names = OWN[kind]
    total = WalletDay("All", kind)
    rows = []
    for one in mine:
        for name in ("opening", *names, "closing"):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        rows.append(_wallet(books.person(one.person), one, names))
    yield table(
        [
            Column("Wallet", width=1), Column("Opening", RIGHT),
            *(Column(TITLES[name], RIGHT) for name in names), Column("Closing", RIGHT),
        ],
        rows,
        f"{'Real' if kind == REAL else 'Play'} money: wallets that moved {cage.day.within}",
        _wallet(total.person, total, names),
        f"Wallets {kind}",
    )  # fmt: skip


def _wallet(whose: str, one: WalletDay, names: tuple[str, ...]) -> list[Cell]:
    moved: list[Cell] = [dollars(getattr(one, name)) for name in names]
    return [whose, dollars(one.opening), *moved, dollars(one.closing)]


def _slips(books: DayBooks, cage: CageBook) -> Iterator[Block]:
    if not cage.slips:
        yield Paragraph(f"No slip was written {books.day.within}.")
        return
    yield table(
        [
            Column("Slip", RIGHT), "What", "Wallet", Column("Amount", RIGHT), "Written by", "At, UTC",
            Column("Reason", width=1),
        ],
        [
            [count(slip.number), slip.what, books.person(slip.person), dollars(slip.cents),
             books.who(slip.by), books.day.clock(slip.at), slip.reason]
            for slip in cage.slips
        ],
        "Numbered slips: all of them, those that were reversed too",
        ["", "Sum", "", dollars(sum(slip.cents for slip in cage.slips)), "", "", ""],
        "Slips",
    )  # fmt: skip


def incidents_page(books: DayBooks) -> Iterator[Block]:
    yield Heading("Corrections, voids and rulings")
    if not books.incidents:
        yield Paragraph(f"None {books.day.within}.")
        return
    yield Paragraph(
        "Nothing is overwritten: a correction is the reverse of what was wrong, and the right entry after it."
    )
    yield table(
        [
            "At, UTC", "Where", Column("Entry", RIGHT), Column("Round", RIGHT), Column("What", width=3),
            "Player", Column("Amount", RIGHT), "By", Column("Reason", width=2),
        ],
        [
            [books.day.clock(one.at), one.stream, count(one.entry), count(one.round) if one.round else "",
             one.what, books.person(one.player), _maybe(one.cents), books.who(one.by), one.reason]
            for one in books.incidents
        ],
        "In the order in which they were made",
        (),
        "Corrections",
    )  # fmt: skip


def _maybe(cents: int | None) -> Number | str:
    return "" if cents is None else dollars(cents)


def payout_pages(books: DayBooks) -> Iterator[Block]:
    """A document a payment, to be signed; the pages stay the same however often they are printed."""
    yield Heading("Large payments", new_page=bool(books.payouts))
    yield Paragraph(
        f"What one player won in one round, where it reached {money(TOLD)}: surveillance is told; from "
        f"{money(BY_CHECK)} it is paid by check, before a witness who is a pit manager or above and not the"
        " preparer (COMAR 36.05.03.23)."
    )
    if not books.payouts:
        yield Paragraph(f"None {books.day.within}.")
    for number, one in enumerate(books.payouts):
        yield from _payout(books, one, number > 0)


def _payout(books: DayBooks, one: Payout, new_page: bool) -> Iterator[Block]:
    book = next(table for table in books.tables if table.name == one.table)
    yield Heading(f"Payout document {one.number}", 2, new_page=new_page)
    if books.money(one.table) != REAL:
        yield Paragraph("Play money: no document is asked for; listed for completeness.")
    if one.cents < one.most:
        yield Notice(
            "Reduced or void", f"It was {dollars(one.most)} at its highest; the trail says why it is less."
        )
    yield Facts(
        (
            (f"Gaming {books.day.span}", books.day.title),
            ("Table", f"{one.table}, {title(book.choices.game)}"),
            ("Round", f"{one.round}, seat {', '.join(str(seat) for seat in one.seats)}"),
            ("Player", books.person(one.player, book.names.get(one.player, ""))),
            ("Won beyond the stakes", dollars(one.cents)),
            ("Paid", "by check, before a witness" if one.by_check else "with notice to surveillance"),
        )
    )
    yield table(
        [
            "At, UTC", Column("Entry", RIGHT), Column("For", width=1), Column("Amount", RIGHT),
            Column("Hash", width=1, small=True),
        ],
        [
            [books.day.clock(paid.at), count(paid.entry), paid.what, dollars(paid.cents), paid.hash]
            for paid in one.trail
        ],
        "Every entry that made or changed it",
        ["", "", "Sum", dollars(one.cents), ""],
        f"Payout {one.number}",
    )  # fmt: skip
    witness = ("Check number, and witness (pit manager or above)",) if one.by_check else ()
    yield Signatures(("Prepared by", "Surveillance told, by", *witness, "Received by"))
