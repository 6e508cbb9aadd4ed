"""The cage pages of the gaming-day report: wallets, slips, corrections and large payouts."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.casino.cage import ledger as cage_ledger
from croupier.casino.cage.commands import PLAY, REAL
from croupier.casino.gaming_day.cage import CageBook, WalletDay
from croupier.casino.gaming_day.document import custody_days
from croupier.casino.gaming_day.incidents import BY_CHECK, TOLD, LargePayout
from croupier.casino.gaming_day.report import DayBooks
from croupier.documents.blocks import (
    RIGHT,
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    NoticeBlock,
    Number,
    Paragraph,
    Signatures,
    count,
    money,
    table,
)
from croupier.documents.gaming_day.amounts import dollars
from croupier.rulebook import regulation, title
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
    yield from _inventory(books)
    yield from _slips(books, cage)


def _inventory(books: DayBooks) -> Iterator[Block]:
    places = custody_days(books)
    if not places:
        return
    yield table(
        [
            Column("Cage", width=1), Column("Cash,\nopening", RIGHT), Column("Cash,\nclosing", RIGHT),
            Column("Chips,\nopening", RIGHT), Column("Chips,\nclosing", RIGHT),
        ],
        [
            [
                one.place.capitalize(), dollars(one.opening_cash), dollars(one.closing_cash),
                dollars(one.opening_chips), dollars(one.closing_chips),
            ]
            for one in places
        ],
        "Cash and chips of the cage by the books, after the differences of all counts",
        (),
        "Cage inventory",
    )  # fmt: skip


def _where_it_is(books: DayBooks, cage: CageBook, kind: str, account: str) -> Iterator[Block]:
    """Reconcile the money taken in with the wallets, the players' chips, the layouts and the tables' win."""
    day = books.day.number
    balances = cage.stream.balances(day)
    wallets = sum(
        balances[cage_ledger.wallet(person)] for person, money_ in cage.money.items() if money_ == kind
    )
    purses = layout = tray = meters = 0
    for one in books.of(kind):
        there = one.stream.balances(day)
        purses += sum(cents for name, cents in there.items() if name.startswith(ledger.player("")))
        layout += there[ledger.LAYOUT]
        tray += there[ledger.INVENTORY]
        meters += sum(cents for name, cents in there.items() if name.startswith(ledger.meter("")))
    taken_in = -balances[account]
    if not taken_in and not wallets and not books.of(kind):
        return
    away: list[list[Cell]] = [
        ["In chips that players carried away", dollars(balances[cage_ledger.OUTSTANDING])],
        ["Cash over or short in counts", dollars(balances[cage_ledger.OVER_SHORT])],
    ]
    yield table(
        [Column(f"Location at the end of the {books.day.span}", width=1), Column("Amount", RIGHT)],
        [
            ["In wallets at the cage", dollars(wallets)],
            *(away if kind == REAL else []),
            ["In front of players at the tables", dollars(purses)],
            ["At risk on the layouts", dollars(layout)],
            ["Won by the tables since they opened (trays)", dollars(tray)],
            ["Paid to players from meters, which are funded separately", dollars(meters)],
        ],
        f"{'Real' if kind == REAL else 'Play'} money: taken in at the cage and not yet paid out",
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
        f"{'Real' if kind == REAL else 'Play'} money: wallets with activity {cage.day.within}",
        _wallet(total.person, total, names),
        f"Wallets {kind}",
    )  # fmt: skip


def _wallet(whose: str, one: WalletDay, names: tuple[str, ...]) -> list[Cell]:
    moved: list[Cell] = [dollars(getattr(one, name)) for name in names]
    return [whose, dollars(one.opening), *moved, dollars(one.closing)]


def _slips(books: DayBooks, cage: CageBook) -> Iterator[Block]:
    if not cage.slips:
        yield Paragraph(f"No slips {books.day.within}.")
        return
    yield table(
        [
            Column("Slip", RIGHT), "Kind", "Wallet", Column("Amount", RIGHT), "Written by", "At, UTC",
            Column("Reason", width=1),
        ],
        [
            [count(slip.number), slip.what, books.person(slip.person) if slip.person else "",
             dollars(slip.cents), books.name_with_role(slip.by), books.day.clock(slip.at), slip.reason]
            for slip in cage.slips
        ],
        "All numbered slips, including reversed ones",
        ["", "Total", "", dollars(sum(slip.cents for slip in cage.slips)), "", "", ""],
        "Slips",
    )  # fmt: skip


def incidents_page(books: DayBooks) -> Iterator[Block]:
    yield Heading("Corrections, voids and rulings")
    if not books.incidents:
        yield Paragraph(f"None {books.day.within}.")
        return
    yield Paragraph("No entry is overwritten. A correction reverses the wrong entry and adds the right one.")
    yield table(
        [
            "At, UTC", "Where", Column("Entry", RIGHT), Column("Round", RIGHT), Column("What", width=3),
            "Player", Column("Amount", RIGHT), "By", Column("Reason", width=2),
        ],
        [
            [books.day.clock(one.at), one.stream, count(one.entry), count(one.round) if one.round else "",
             one.what, books.person(one.player), _maybe(one.cents), books.name_with_role(one.by), one.reason]
            for one in books.incidents
        ],
        "In chronological order",
        (),
        "Corrections",
    )  # fmt: skip


def _maybe(cents: int | None) -> Number | str:
    return "" if cents is None else dollars(cents)


def payout_pages(books: DayBooks) -> Iterator[Block]:
    """Print a payout document with signature lines for each large payout. Reprints are identical."""
    yield Heading("Large payments", new_page=bool(books.payouts))
    yield Paragraph(
        f"The amount of a payment is what one player wins in one round. Surveillance is notified of "
        f"{money(TOLD)} or more. {money(BY_CHECK)} or more is paid by check, before a witness who is a pit "
        f"manager or above and is not the preparer ({regulation('large_payouts')})."
    )
    if not books.payouts:
        yield Paragraph(f"None {books.day.within}.")
    for number, one in enumerate(books.payouts):
        yield from _payout(books, one, number > 0)


def _payout(books: DayBooks, one: LargePayout, new_page: bool) -> Iterator[Block]:
    book = next(table for table in books.tables if table.name == one.table)
    yield Heading(f"Payout document {one.number}", 2, new_page=new_page)
    if books.money(one.table) != REAL:
        yield Paragraph("No document is required for play money. This payout is listed for completeness.")
    if one.cents < one.most:
        yield NoticeBlock(
            "Reduced or void",
            f"The amount was {dollars(one.most)} at its highest. The entries below show why it changed.",
        )
    yield Facts(
        (
            (f"Gaming {books.day.span}", books.day.title),
            ("Table", f"{one.table}, {title(book.choices.game)}"),
            ("Round", f"{one.round}, seat {', '.join(str(seat) for seat in one.seats)}"),
            ("Player", books.person(one.player, book.names.get(one.player, ""))),
            ("Net winnings", dollars(one.cents)),
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
        "All entries of this payout",
        ["", "", "Total", dollars(one.cents), ""],
        f"Payout {one.number}",
    )  # fmt: skip
    witness = ("Check number, and witness (pit manager or above)",) if one.by_check else ()
    yield Signatures(("Prepared by", "Surveillance notified, by", *witness, "Received by"))
