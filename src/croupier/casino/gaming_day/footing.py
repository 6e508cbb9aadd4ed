"""Compute each total in two ways: from events, and from postings or stored balances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from croupier.casino.cage import ledger as cage_ledger
from croupier.casino.cage.commands import PLAY, REAL
from croupier.casino.gaming_day.cage import CageBook
from croupier.casino.gaming_day.calendar import Span
from croupier.casino.gaming_day.day_stream import DayStream
from croupier.casino.gaming_day.meters import MeterBook
from croupier.casino.gaming_day.tables import TableBook
from croupier.casino.gaming_day.trays import COUNTS
from croupier.meters import ledger as meter_ledger
from croupier.table.readers import ledger as table_ledger


class Check(msgspec.Struct, frozen=True):
    """One amount computed in two ways, in cents."""

    where: str  # the stream
    what: str
    one: Fraction | int
    one_by: str
    other: Fraction | int
    other_by: str
    money: bool = True  # False for a plain number instead of cents

    @property
    def agrees(self) -> bool:
        return self.one == self.other


def checks_of(
    tables: Sequence[TableBook], meters: Sequence[MeterBook], cage: CageBook | None
) -> Iterator[Check]:
    for table in tables:
        yield from _table(table)
        yield from _table_and_cage(table, cage)
        yield from _table_and_meters(table, meters)
    for group in meters:
        yield from _meters(group)
    if cage is not None:
        yield from _cage(cage, tables)


def _under(accounts: Counter[str], prefix: str) -> int:
    return sum(cents for account, cents in accounts.items() if account.startswith(prefix))


def _books(stream: DayStream) -> Iterator[Check]:
    """Check that postings sum to zero, and that they match the stored balances."""
    day, word = stream.day, stream.day.span
    today = stream.posted_amounts(day.since, day.number)
    yield Check(
        stream.name, f"all postings of the {word}", sum(today.values()), "postings", 0, "double entry"
    )
    balances, stored = stream.balances(day.number), stream.stored_balances()
    difference = sum(abs(balances[account] - stored[account]) for account in {*balances, *stored})
    title = f"{len({*balances, *stored})} accounts at the end of the {word}, differences"
    yield Check(stream.name, title, difference, "postings against balances minus later postings", 0, "none")


def posted_win(table: TableBook, span: Span) -> int:
    """Return the table's win from the postings of tray and meters, without banked stakes."""
    day = table.day
    postings = table.stream.posted_amounts(day.first(span), day.number)
    return postings[table_ledger.INVENTORY] + _under(postings, table_ledger.meter(""))


def _table(table: TableBook) -> Iterator[Check]:
    name, day, word = table.name, table.day, table.day.span
    before = table.at_risk_before
    today = table.spans["day"].total
    yield from _books(table.stream)
    for span in day.report_spans:
        title = f"of the {day.to_date(span)}"
        total = table.spans[span].total
        yield Check(
            name,
            f"table win {title}",
            total.win + table.banked - table.banked_before[span],
            "losing wagers minus winnings, plus stakes banked at the end",
            posted_win(table, span),
            "postings of tray and meters",
        )
        lines = sum(line.win for line in table.spans[span].lines.values())
        yield Check(name, f"win {title}", total.win, "by player", lines, "by wager and paytable")
    postings, balances = table.stream.posted_amounts(day.since, day.number), table.stream.balances(day.number)
    chips = today.received - today.given_up
    yield Check(
        name,
        "chips bought or brought, minus chips cashed, carried away, given as tokes or withheld as tax",
        chips,
        "events",
        -postings[table_ledger.HOUSE],
        "postings of house",
    )
    at_risk = sum(table.at_risk.values())
    layout = balances[table_ledger.LAYOUT] + table.banked
    yield Check(name, f"at risk at the end of the {word}", at_risk, "events", layout, "layout and banked")
    yield Check(name, "every player's purse, differences", _purses(table, before), "each way", 0, "none")


def _purses(table: TableBook, before: Counter[str]) -> int:
    """Sum the differences between the two sides of each player's account.

    For each player, opening + deposits + chips brought + winnings - losing wagers - withdrawals - chips
    carried away, given as tokes or withheld as tax must equal the closing amount.
    """
    day, difference = table.day, 0
    opening, closing = table.stream.balances(day.since - 1), table.stream.balances(day.number)
    prefix = table_ledger.player("")
    holders = {account.removeprefix(prefix) for account in {*opening, *closing} if account.startswith(prefix)}
    players = table.spans["day"].players
    for player in {*holders, *players}:
        account = table_ledger.player(player)
        expected = opening[account] + before[player]
        if player in players:
            had = players[player]
            expected += had.received + had.winnings - had.losing - had.given_up
        difference += abs(expected - closing[account] - table.at_risk[player])
    return difference


def _table_and_cage(table: TableBook, cage: CageBook | None) -> Iterator[Check]:
    if cage is None:
        return
    name, total = table.name, table.spans["day"].total
    yield Check(name, "chips bought or brought", total.received, "the table", cage.sent[name], "the cage")
    yield Check(
        name,
        "chips cashed, carried away, given as tokes or withheld as tax",
        total.given_up,
        "the table",
        cage.returned[name],
        "the cage",
    )
    balance = table.stream.balances(table.day.number)[table_ledger.HOUSE]
    cage_balance = cage.stream.balances(table.day.number)[cage_ledger.table(name)]
    yield Check(
        name,
        f"chips out at the end of the {table.day.span}",
        -balance,
        "its books",
        cage_balance,
        "the cage's books",
    )


def _table_and_meters(table: TableBook, meters: Sequence[MeterBook]) -> Iterator[Check]:
    """Compare the table's and the meters' records of contributions and payouts."""
    contributions = table.spans["day"].contributed
    for name in sorted(contributions):
        received = sum(
            (
                amount
                for group in meters
                for (table_name, meter, cause), amount in group.amounts.items()
                if (table_name, meter) == (table.name, name) and cause in ("contributed", "taken_back")
            ),
            Fraction(0),
        )
        yield Check(
            table.name,
            f"contributed to the {name} meter",
            contributions[name],
            "the table",
            received,
            "the meters",
        )
    day = table.day
    owed = -_under(table.stream.posted_amounts(day.since, day.number), table_ledger.meter(""))
    paid = sum(
        group.stream.posted_amounts(day.since, day.number)[meter_ledger.table(table.name)] for group in meters
    )
    if meters:
        yield Check(table.name, "paid by meters", owed, "the table's postings", paid, "the meters' postings")


def _meters(group: MeterBook) -> Iterator[Check]:
    yield from _books(group.stream)
    balances = group.stream.balances(group.day.number)
    for line in group.lines:
        day = line.day
        computed = day.closing.value + day.difference
        title = "opening, contributions, payouts, resets, adjustments"
        yield Check(
            group.stream.name, f"{day.meter} meter, closing", computed, title, day.closing.value, "the meter"
        )
        account = balances[meter_ledger.meter(day.meter)]
        yield Check(
            group.stream.name,
            f"{day.meter} meter, as shown",
            day.closing.shown,
            "the meter",
            account,
            "postings",
        )


def _stray(account: str, known_accounts: set[str]) -> bool:
    return account.startswith(cage_ledger.wallet("")) and account not in known_accounts


def _trays(cage: CageBook, tables: Sequence[TableBook]) -> Iterator[Check]:
    """Compare slips and counts with the cage's postings and with the tray account of each table."""
    stream, day, book = cage.stream, cage.day, cage.trays
    postings, balances, changes = (
        stream.posted_amounts(day.since, day.number),
        stream.balances(day.number),
        book.changes(),
    )
    streams = {table.name: table.stream for table in tables}
    for name in sorted(changes):
        title = f"tray of {name}: fills, credits, sales, tax and counts"
        yield Check(stream.name, title, changes[name], "events", postings[cage_ledger.tray(name)], "postings")
        sold, collected = book.trays[name].sold, cage.collected[name]
        if sold or collected:
            title, posted = f"money in the drop box of {name}", postings[cage_ledger.drop(name)]
            by = "sales over the table" + (", minus boxes collected" if collected else "")
            yield Check(stream.name, title, sold - collected, by, posted, "postings")
    for slip in book.of_the_day:
        if slip.number in book.numbers and slip.what in COUNTS and slip.table in streams:
            cage_balance = stream.balance_before(slip.entry, cage_ledger.tray(slip.table))
            table_balance = streams[slip.table].balance_before(slip.entries, table_ledger.INVENTORY)
            title = f"{slip.what} {slip.number} of {slip.table}, by the books"
            yield Check(
                stream.name,
                title,
                slip.expected,
                "the count",
                cage_balance + table_balance,
                "postings of both streams",
            )
    for name, tray in sorted(book.trays.items()):
        if tray.opener is not None and tray.closer is not None and tray.counted_win is not None:
            table_balance = tray.closer.won - tray.opener.won + tray.later_differences
            title = f"win of the tray of {name} from opener to closer"
            counts = "counts, fills, credits and sales"
            yield Check(
                stream.name, title, tray.counted_win, counts, table_balance, "its books, and over or short"
            )
    on_their_way = sum(slip.cents for slip in book.of_the_day if slip.standing == "on its way")
    posted = _under(balances, cage_ledger.transit(""))
    if book.slips:
        yield Check(stream.name, "chips in transit", on_their_way, "slips", posted, "postings")
        title = "missing tray slip numbers"
        yield Check(stream.name, title, book.gaps, "first to last", 0, "none", False)


def _tokes(cage: CageBook, postings: Counter[str]) -> Iterator[Check]:
    for name, box in sorted(cage.tokes.boxes.items()):
        change, posted = box.taken - box.counted + box.difference, postings[cage_ledger.tokes(name)]
        title = f"toke box of {name}: tokes and counts"
        yield Check(cage.stream.name, title, change, "events", posted, "postings")
    if cage.tokes.boxes:
        pooled, posted = cage.tokes.counted, postings[cage_ledger.TOKE_POOL]
        yield Check(cage.stream.name, "tokes for the pool", pooled, "counts of boxes", posted, "postings")


def _inventory(cage: CageBook, postings: Counter[str]) -> Iterator[Check]:
    """Compare the main bank and the drawers: slips and counts against the postings of their movements."""
    book, where = cage.inventory, cage.stream.name
    for place in (book.bank, book.drawers):
        for what, one, opening, closing in (
            ("cash", place.cash, place.opening_cash, place.closing_cash),
            ("chips", place.chips, place.opening_chips, place.closing_chips),
        ):
            if one or opening or closing:
                title = f"{what} of the {place.place}, change"
                yield Check(where, title, one, "slips and counts", closing - opening, "postings")
    if book.chip_difference or postings[cage_ledger.CHIP_OVER_SHORT]:
        posted = postings[cage_ledger.CHIP_OVER_SHORT]
        yield Check(
            where, "chips over or short", book.chip_difference, "counts of the cage", posted, "postings"
        )


def _cage(cage: CageBook, tables: Sequence[TableBook]) -> Iterator[Check]:
    stream, day = cage.stream, cage.day
    yield from _books(stream)
    postings = stream.posted_amounts(day.since, day.number)
    wallets = cage.wallets.values()
    difference = sum(abs(wallet.expected - wallet.closing) for wallet in wallets)
    known_accounts = {cage_ledger.wallet(wallet.person) for wallet in wallets}
    difference += sum(abs(cents) for account, cents in postings.items() if _stray(account, known_accounts))
    yield Check(
        stream.name, "every wallet, opening to closing, differences", difference, "each way", 0, "none"
    )
    cash = sum(wallet.deposits - wallet.withdrawals + wallet.reversals for wallet in wallets)
    over = cage.over_tables
    slips = sum(slip.cents for slip in cage.slips)
    taken_in = slips + over[REAL] + cage.over_short + cage.tokes.differences
    by = "slips and tables" if over[REAL] else "slips"
    by = f"{by}, and counts" if cage.over_short or cage.tokes.differences else by
    yield Check(stream.name, "cash taken in", taken_in, by, -postings[cage_ledger.CASH], "postings of cash")
    chips = sum(slip.cents for slip in cage.slips if not slip.person)
    yield Check(stream.name, "numbered slips of wallets", slips - chips, "the slips", cash, "the wallets")
    yield Check(
        stream.name,
        "outstanding chips, change",
        cage.carried_away + chips,
        "chips carried and slips",
        postings[cage_ledger.OUTSTANDING],
        "postings",
    )
    yield Check(
        stream.name,
        "cash over or short",
        cage.over_short,
        "counts of drawers and drop boxes",
        postings[cage_ledger.OVER_SHORT],
        "postings",
    )
    if cage.tax_withheld or postings[cage_ledger.TAX_WITHHELD]:
        posted = postings[cage_ledger.TAX_WITHHELD]
        yield Check(stream.name, "tax withheld", cage.tax_withheld, "hand pays at tables", posted, "postings")
    play = sum(wallet.issued - wallet.closed for wallet in wallets) + over[PLAY]
    yield Check(
        stream.name, "play money issued", play, "events", -postings[cage_ledger.PLAY], "postings of play"
    )
    balances = stream.balances(day.number)
    total = -balances[cage_ledger.CASH] - balances[cage_ledger.PLAY]
    accounted = _under(balances, cage_ledger.wallet("")) + _under(balances, cage_ledger.table(""))
    accounted += balances[cage_ledger.OUTSTANDING] + balances[cage_ledger.OVER_SHORT]
    accounted += _under(balances, cage_ledger.tokes("")) + balances[cage_ledger.TOKE_POOL]
    accounted += balances[cage_ledger.TAX_WITHHELD]
    yield Check(
        stream.name,
        f"all money at the end of the {day.span}",
        total,
        "taken in",
        accounted,
        "wallets, tables, outstanding chips, tokes, tax withheld, over or short",
    )
    yield from _inventory(cage, postings)
    yield from _tokes(cage, postings)
    yield from _trays(cage, tables)
    yield Check(stream.name, "missing slip numbers", cage.gaps, "first to last", 0, "none", False)
