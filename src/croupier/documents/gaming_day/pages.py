"""The main pages of the gaming-day report: the nine reports, drop, win, hold and meters."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from fractions import Fraction

from croupier.casino.cage.commands import PLAY, REAL
from croupier.casino.gaming_day.calendar import EPOCH, Span
from croupier.casino.gaming_day.columns import METER_COLUMNS, PLAYER_COLUMNS, TABLE_COLUMNS, combined
from croupier.casino.gaming_day.document import NOT_RECORDED, THE_NINE, flags, order
from croupier.casino.gaming_day.meters import MeterLine
from croupier.casino.gaming_day.report import DayBooks, MeterTerms
from croupier.casino.gaming_day.tables import Account, TableBook, WagerKey
from croupier.casino.gaming_day.theory import theory_of
from croupier.dates import long_date
from croupier.documents.blocks import (
    RIGHT,
    Block,
    Blocks,
    Bullets,
    Cell,
    Column,
    Facts,
    Heading,
    NoticeBlock,
    Paragraph,
    Signatures,
    count,
    decimal,
    percent,
    table,
)
from croupier.documents.gaming_day.amounts import dollars
from croupier.documents.gaming_day.cage import cage_pages, incidents_page, payout_pages
from croupier.documents.gaming_day.columns import cells, headings
from croupier.documents.gaming_day.proof import footing_page, heads_page
from croupier.documents.gaming_day.tokes import toke_pages
from croupier.documents.gaming_day.trays import slip_pages, tray_pages
from croupier.rulebook import regulation, title
from croupier.table.readers import ledger

STATISTICS = regulation("win_statistics")
MONIES: dict[str, str] = {
    REAL: "Real money",
    PLAY: "Play money",
    "unknown": "Tables unknown to the cage",
}


def amounts(*titles: str) -> list[Column]:
    return [Column(each, RIGHT) for each in titles]


def blocks(books: DayBooks) -> Blocks:
    return (
        *_cover(books),
        *_nine(books),
        *_hold(books),
        *_drop_boxes(books),
        *_theory(books),
        *_meters(books),
        *tray_pages(books),
        *toke_pages(books),
        *cage_pages(books),
        *incidents_page(books),
        *footing_page(books),
        *heads_page(books),
        *_not_recorded(),
        *slip_pages(books),
        *payout_pages(books),
    )


# --- the day at a glance


def _cover(books: DayBooks) -> Iterator[Block]:
    day = books.day
    yield Heading(f"Gaming {day.span}: {day.title}")
    hours, minutes = divmod(day.begins // 60, 60)
    first = long_date(EPOCH + datetime.timedelta(days=day.since))
    lasts = "24 hours" if day.span == "day" else f"{day.number - day.since + 1} gaming days"
    agree = sum(check.agrees for check in books.checks)
    yield Facts(
        (
            ("From", f"{first}, {hours:02}:{minutes:02} UTC, for {lasts}"),
            (
                "Made from",
                f"{len(books.heads)} streams; the last entry of each stream is listed at the end",
            ),
            (
                "Included",
                "every entry by its own time; a correction counts on the day it was made",
            ),
            (
                "Footing",
                f"{agree} of {len(books.checks)} totals agree when computed by a second method",
            ),
        )
    )
    if not books.over:
        yield NoticeBlock(
            f"This {day.span} may not be complete",
            "No stream has a later entry, so the figures may still change.",
        )
    if not books.foots:
        yield NoticeBlock("The books do not agree", "Run croupier audit to list the entries.")
    if not books.tables:
        yield Paragraph(f"No table had been opened by the end of this {day.span}.")
    for kind in books.monies:
        yield _glance(books, kind)
    flagged = [f"{one.name}: {', '.join(found)}" for one in books.tables if (found := flags(one, "day"))]
    if flagged:
        yield NoticeBlock(f"Outside the 95 % band {day.within}", "\n".join(flagged))
    yield Signatures(("Prepared by, accounting", "Reviewed by"))


def _glance(books: DayBooks, kind: str) -> Block:
    mine = books.of(kind)
    total = combined((one.name, one.spans["day"]) for one in mine)
    return table(
        ["Table", Column("Game", width=1), *headings(TABLE_COLUMNS)],
        [[one.name, title(one.choices.game), *cells(TABLE_COLUMNS, one.spans["day"])] for one in mine],
        f"{MONIES[kind]}: the {books.day.span} at a glance",
        ["All tables", "", *cells(TABLE_COLUMNS, total)],
        f"Glance {kind}",
    )


# --- the nine reports


def _nine(books: DayBooks) -> Iterator[Block]:
    yield Heading("The nine reports", new_page=True)
    yield Paragraph(
        f"{regulation('electronic_table_reports')} requires these reports for a dealer-controlled "
        "electronic table for each gaming day. Winnings are the amounts returned beyond the stake, "
        "including Envy and jackpots. Losing wagers are the part of stakes not returned. Winnings and "
        "losing wagers include corrections and undone settlements, and exclude void rounds. The text of "
        "that regulation is not part of this software's source documents; the list follows a summary of it."
    )
    yield Facts(THE_NINE)
    for one in books.tables:
        yield Heading(f"{one.name}, {title(one.choices.game)}, {MONIES[books.money(one.name)].lower()}", 2)
        yield _players(books, one)


def _players(books: DayBooks, one: TableBook) -> Block:
    day = one.day
    before, after = one.stream.balances(day.since - 1), one.stream.balances(day.number)
    rows: list[list[Cell]] = []
    opening = closing = 0
    players = one.spans["day"].players
    there = {
        name for name in {*one.at_risk_before, *one.at_risk} if one.at_risk_before[name] or one.at_risk[name]
    }
    prefix = ledger.player("")
    there |= {
        a.removeprefix(prefix) for a in {*before, *after} if a.startswith(prefix) and (before[a] or after[a])
    }
    for player in sorted({*players, *there}):
        had, account = players.get(player, Account()), ledger.player(player)
        begins = before[account] + one.at_risk_before[player]
        ends = after[account] + one.at_risk[player]
        opening, closing = opening + begins, closing + ends
        name = books.person(player, one.names.get(player, ""))
        rows.append([name, dollars(begins), *cells(PLAYER_COLUMNS, had), dollars(ends)])
    total = one.spans["day"].total
    at_risk = sum(one.at_risk.values())
    note = f"; {dollars(at_risk)} of the closing chips are at risk in an unfinished round" if at_risk else ""
    return table(
        [
            Column("Player", width=1),
            *amounts("Chips at\nopening"),
            *headings(PLAYER_COLUMNS),
            *amounts("Chips at\nclosing"),
        ],
        rows,
        "Reports 1, 3, 5 and 7 are by player, reports 2, 4, 6 and 8 are totals, and report 9 is the table's "
        f"win or loss{note}",
        ["All (2, 4, 6, 8, 9)", dollars(opening), *cells(PLAYER_COLUMNS, total), dollars(closing)],
        f"Nine {one.name}",
    )


# --- drop, win and hold, compared with the expected win


def _hold(books: DayBooks) -> Iterator[Block]:
    periods = " and the ".join(map(books.day.to_date, books.day.report_spans))
    yield Heading("Drop, win and hold", new_page=True)
    yield Paragraph(
        f"These are each table's figures for the {periods} ({STATISTICS}). Drop is the value of chips "
        "that players bought at the table, from wallets or for cash. Chips that players brought with them "
        "are not part of the drop. Win is losing wagers minus winnings paid. Hold is win divided by drop."
    )
    for kind in books.monies:
        mine = books.of(kind)
        rows = [
            [
                one.name,
                books.day.to_date(span),
                *cells(TABLE_COLUMNS, one.spans[span]),
                ", ".join(flags(one, span)) or "none",
            ]
            for one in mine
            for span in books.day.report_spans
        ]
        for span in books.day.report_spans:
            total = combined((one.name, one.spans[span]) for one in mine)
            rows.append(["All tables", books.day.to_date(span), *cells(TABLE_COLUMNS, total), ""])
        columns: list[Column | str] = ["Table", "Span", *headings(TABLE_COLUMNS)]
        yield table(
            [*columns, Column("Outside the 95 % band", width=1)], rows, MONIES[kind], (), f"Hold {kind}"
        )


def _drop_boxes(books: DayBooks) -> Iterator[Block]:
    """List the cash that each table's drop box must contain when it is opened."""
    for kind in books.monies:
        sold = [
            (one, tray.sold)
            for one in books.of(kind)
            if books.cage and (tray := books.cage.trays.trays.get(one.name)) and tray.sold
        ]
        if not sold:
            continue
        rows: list[list[Cell]] = []
        drop = 0
        for one, cents in sold:
            bought = one.spans["day"].total.deposits
            drop += bought
            rows.append([one.name, dollars(bought - cents), dollars(cents), dollars(bought)])
        money = sum(cents for _, cents in sold)
        yield table(
            [
                Column("Table", width=1),
                *amounts("Chips bought\nfrom wallets", "For cash:\nin the drop box", "Drop"),
            ],
            rows,
            f"{MONIES[kind]}: expected contents of the drop boxes for this {books.day.span}",
            ["All these tables", dollars(drop - money), dollars(money), dollars(drop)],
            f"Drop boxes {kind}",
        )


def _theory(books: DayBooks) -> Iterator[Block]:
    yield Heading("Win against theory")
    yield Paragraph(
        "Expected win and variance are exact for each wager and paytable under best play. The band "
        "covers 95 % of a normal distribution with that mean and variance. Hands in the same round share "
        "cards, so the true band is a little wider. Over few rounds, a rare large payment does not indicate "
        "a fault. A flag marks a line to investigate and is not a finding. The main game is counted by its "
        "first required wager. A progressive is valued at the meter amounts at the time of the wager."
    )
    for one in books.tables:
        rows = [row for span in books.day.report_spans for row in _lines(one, span)]
        if rows:
            yield table(
                [
                    Column("Wager", width=1), "Span",
                    *amounts("Played", "Staked", "Win", "Expected", "95 % band from", "to", "z"), "Flag",
                ],
                rows,
                f"{one.name}, {title(one.choices.game)}{_one_reading(one) or ''}",
                (),
                f"Theory {one.name}",
            )  # fmt: skip
    investigated = [
        [one.name, books.day.to_date(span), name, "", ""]
        for one in books.tables
        for span in books.day.report_spans
        for name in flags(one, span)
    ]
    if investigated:
        yield table(
            ["Table", "Span", "Wager", Column("Found", width=3), Column("By and when", width=2)],
            investigated,
            f"Lines to investigate, with findings ({STATISTICS})",
            (),
            "To be investigated",
        )


def _readings(key: WagerKey) -> str:
    return f" ({', '.join(f'{id_} {taken}' for id_, taken in key.readings)})" if key.readings else ""


def _one_reading(one: TableBook) -> str | None:
    """Return the readings of all lines of a table, or None if the readings changed within the year."""
    found = {_readings(key) for key in one.spans["year"].lines}
    return found.pop() if len(found) == 1 else None


def _lines(one: TableBook, span: Span) -> Iterator[list[Cell]]:
    for key, line in sorted(one.spans[span].lines.items(), key=lambda item: order(item[0])):
        name = f"{key.wager} {key.paytable}".strip()
        if not _one_reading(one):
            name += _readings(key)
        begin: list[Cell] = [
            name,
            one.day.to_date(span).removesuffix(" to date"),
            count(sum(line.stakes.values())),
            dollars(line.staked),
            dollars(line.win),
        ]
        theory = theory_of(key, line)
        if isinstance(theory, str):
            yield [*begin, "", "", "", "", theory]
            continue
        low, high = theory.expected - theory.half_width, theory.expected + theory.half_width
        yield [
            *begin, dollars(theory.expected), dollars(low), dollars(high),
            decimal(Fraction(theory.z(line.win)), 2), "OUTSIDE" if theory.outside(line.win) else "within",
        ]  # fmt: skip


# --- meters, and figures that are not recorded


def _meters(books: DayBooks) -> Iterator[Block]:
    lines = [line for group in books.meters for line in group.lines]
    if not lines:
        return
    yield Heading("Meters")
    yield Paragraph(
        "Opening + amounts put in when a meter was opened + contributions − payouts + resets + adjustments "
        f"= closing ({regulation('progressive_meters')}). Amounts are computed to the fraction of a cent "
        "and shown rounded to the cent."
    )
    yield table(
        [Column("Meter", width=1), *headings(METER_COLUMNS)],
        [
            [f"{line.stream.removeprefix('meters.')}: {line.day.meter}", *cells(METER_COLUMNS, line.day)]
            for line in lines
        ],
        f"Reconciliation of the {books.day.span}",
        (),
        "Meters",
    )
    spans = [span for span in ("month", "year") if span in (*books.day.report_spans, books.day.span)]
    terms = books.meter_terms
    yield table(
        [
            Column("Meter", width=1),
            *amounts("Share of\neach wager", "Resets\nto"),
            *amounts(*(f"{what}, {span}" for span in spans for what in ("Hits", "Paid"))),
        ],
        [
            [f"{line.stream.removeprefix('meters.')}: {line.day.meter}",
             *_terms(terms.get((line.stream, line.day.meter))),
             *(cell for span in spans for cell in _to_date(line, span))]
            for line in lines
        ],
        "Terms of each meter at the end, and its payouts to date",
        (),
        "Meters to date",
    )  # fmt: skip


def _terms(found: MeterTerms | None) -> tuple[Cell, Cell]:
    if found is None:  # The meter is no longer in use.
        return "–", "–"
    return percent(found.rate, 2), dollars(found.reset)


def _to_date(line: MeterLine, span: str) -> tuple[Cell, Cell]:
    if span == "month":
        return count(line.hits_month), dollars(line.paid_month)
    return count(line.hits_year), dollars(line.paid_year)


def _not_recorded() -> Iterator[Block]:
    yield Heading("Not recorded by this system")
    yield Paragraph("An operator must also report these figures, but this system does not record them.")
    yield Bullets(NOT_RECORDED)
