"""Export a gaming day as a JSON document. Amounts are whole cents or exact fractions of a cent."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypedDict, cast

import msgspec

from croupier.casino.gaming_day.calendar import Span
from croupier.casino.gaming_day.columns import (
    METER_COLUMNS,
    PLAYER_COLUMNS,
    TABLE_COLUMNS,
    TRAY_COLUMNS,
    plain_columns,
)
from croupier.casino.gaming_day.inventory import CustodyDay
from croupier.casino.gaming_day.meters import MeterLine
from croupier.casino.gaming_day.report import DayBooks
from croupier.casino.gaming_day.tables import TableBook, TableSpan
from croupier.casino.gaming_day.theory import Theory, theory_of
from croupier.casino.gaming_day.trays import SlipDay
from croupier.rulebook import regulation
from croupier.table.readers import ledger

THE_NINE = (  # The nine reports of regulation("electronic_table_reports"), described in our own words.
    ("1 and 2", "Deposits of each player, and of all players"),
    ("3 and 4", "Winnings paid to each player, and to all players"),
    ("5 and 6", "Losing wagers of each player, and of all players"),
    ("7 and 8", "Withdrawals of each player, and of all players"),
    ("9", "Win or loss of the table"),
)
NOT_RECORDED = (
    "The runner who carries the chips of a fill or credit, and handwritten signatures. The slips have space "
    "for the name and the signatures.",
    f"Net revenue and the tax on it ({regulation('net_revenue')}). The text of that regulation was not "
    "available to this software, so it does not know the deductions.",
    f"The exact wording of {regulation('electronic_table_reports')}, which this software did "
    "not have. The nine reports follow a summary of that text. Compare them with the text before filing.",
    "For a payout above a threshold: when surveillance was notified, the check number and the witness. The "
    "document has space for these entries.",
    "The payment of each dealer's share of the tokes.",
)


class SpanReport(TypedDict):
    """A table's totals for a day, month or year: the report's columns, in cents, and each wager."""

    rounds: int
    voided: int
    drop: int
    win: int
    hold: str | None  # exact share, or None without a drop
    contributed: dict[str, str]
    wagers: list[dict[str, Any]]


class TableReport(TypedDict):
    table: str
    game: str
    money: str
    nine: dict[str, Any]
    at_risk: int
    spans: dict[str, SpanReport]  # "day", "month" and "year", as far as the report shows them


class FootingCheck(TypedDict):
    """A total computed in two ways."""

    where: str
    what: str
    one: int | str
    other: int | str
    by: list[str]
    agrees: bool


class TokeBoxReport(TypedDict):
    """The toke box of a table on the day, in cents."""

    table: str
    taken: int
    counted: int
    difference: int


class TokeShareReport(TypedDict):
    """A dealer's share of the counted tokes, by the seconds dealt."""

    person: str
    name: str
    seconds: int
    cents: int


class TokeReport(TypedDict):
    """The tokes of the day by table, and each dealer's share of the pool."""

    tables: list[TokeBoxReport]
    pool: int
    dealers: list[TokeShareReport]


class CustodyReport(TypedDict):
    """The cash and chips of the main bank or of all drawers, in cents."""

    place: str
    opening_cash: int
    opening_chips: int
    closing_cash: int
    closing_chips: int


class DayReport(TypedDict):
    """The report of a gaming day, month or year."""

    date: str
    begins: int
    over: bool
    foots: bool
    hash: str  # over the heads of all streams at the end of the day
    tables: list[TableReport]
    meters: list[dict[str, Any]]
    wallets: list[dict[str, Any]]
    trays: list[dict[str, Any]]
    tray_slips: list[dict[str, Any]]
    tokes: TokeReport
    tax_withheld: int  # cents that tables withheld from wins, minus tax given back
    inventory: list[CustodyReport]
    slips: list[dict[str, Any]]
    incidents: list[dict[str, Any]]
    payouts: list[dict[str, Any]]
    checks: list[FootingCheck]
    heads: list[dict[str, Any]]
    not_recorded: list[str]


def document(books: DayBooks) -> DayReport:
    """Return all data of the printed report."""
    day = books.day
    return {
        "date": day.name,
        "begins": day.first_second,
        "over": books.over,
        "foots": books.foots,
        "hash": books.hash,
        "tables": [_table(books, table) for table in books.tables],
        "meters": [
            {
                "stream": line.stream,
                "meter": line.day.meter,
                **plain_columns(METER_COLUMNS, line.day),
                "shown": line.day.closing.shown,
                **_terms(books, line),
                "paid": {"month": str(line.paid_month), "year": str(line.paid_year)},
            }
            for group in books.meters
            for line in group.lines
        ],
        "wallets": [msgspec.to_builtins(wallet) for wallet in _wallets(books)],
        "trays": _trays(books),
        "tray_slips": [_tray_slip(slip) for slip in books.cage.trays.of_the_day] if books.cage else [],
        "tokes": _tokes(books),
        "tax_withheld": books.cage.tax_withheld if books.cage else 0,
        "inventory": _inventory(books),
        "slips": [msgspec.to_builtins(slip) for slip in books.cage.slips] if books.cage else [],
        "incidents": [msgspec.to_builtins(incident) for incident in books.incidents],
        "payouts": [
            {**msgspec.to_builtins(payout), "by_check": payout.by_check, "money": books.money(payout.table)}
            for payout in books.payouts
        ],
        "checks": [
            {
                "where": check.where,
                "what": check.what,
                "one": _number(check.one),
                "other": _number(check.other),
                "by": [check.one_by, check.other_by],
                "agrees": check.agrees,
            }
            for check in books.checks
        ],
        "heads": [msgspec.to_builtins(head) for head in books.heads],
        "not_recorded": list(NOT_RECORDED),
    }


def _terms(books: DayBooks, line: MeterLine) -> dict[str, Any]:
    """Return a meter's rate and reset amount, or an empty dict if no table uses the meter anymore."""
    terms = books.meter_terms.get((line.stream, line.day.meter))
    return {"rate": str(terms.rate), "reset": terms.reset} if terms is not None else {}


def _number(value: Fraction | int) -> int | str:
    return str(value) if isinstance(value, Fraction) and value.denominator != 1 else int(value)


def _wallets(books: DayBooks) -> list[Any]:
    return sorted(books.cage.wallets.values(), key=lambda wallet: wallet.person) if books.cage else []


def _trays(books: DayBooks) -> list[dict[str, Any]]:
    rows = []
    for name, tray in sorted(books.cage.trays.trays.items() if books.cage else ()):
        rows.append(
            {
                "table": name,
                "money": tray.money,
                **plain_columns(TRAY_COLUMNS, tray),
            }
        )
    return rows


def _tokes(books: DayBooks) -> TokeReport:
    boxes = books.cage.tokes.boxes if books.cage else {}
    return {
        "tables": [
            {"table": name, "taken": box.taken, "counted": box.counted, "difference": box.difference}
            for name, box in sorted(boxes.items())
        ],
        "pool": sum(box.counted for box in boxes.values()),
        "dealers": [
            {"person": one.person, "name": books.names.get(one.person, one.person), "seconds": one.seconds,
             "cents": one.cents}
            for one in books.toke_shares
        ],
    }  # fmt: skip


def _inventory(books: DayBooks) -> list[CustodyReport]:
    return [
        {
            "place": place.place,
            "opening_cash": place.opening_cash,
            "opening_chips": place.opening_chips,
            "closing_cash": place.closing_cash,
            "closing_chips": place.closing_chips,
        }
        for place in custody_days(books)
    ]


def custody_days(books: DayBooks) -> list[CustodyDay]:
    """Return the main bank and the drawers, or nothing if the main bank was never counted."""
    if books.cage is None:
        return []
    every = [books.cage.inventory.bank, books.cage.inventory.drawers]
    known = any(
        one.opening_cash or one.opening_chips or one.closing_cash or one.closing_chips for one in every
    )
    return every if known else []


def _tray_slip(slip: SlipDay) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(slip)
    return {**plain, "standing": slip.standing, "difference": slip.difference}


def _table(books: DayBooks, table: TableBook) -> TableReport:
    balances = table.stream.balances(books.day.number)
    return {
        "table": table.name,
        "game": table.choices.game,
        "money": books.money(table.name),
        "nine": {
            "players": [
                {
                    "player": player,
                    "name": table.names.get(player, player),
                    **plain_columns(PLAYER_COLUMNS, account),
                    "balance": balances[ledger.player(player)],
                    "at_risk": table.at_risk[player],
                }
                for player, account in sorted(table.spans["day"].players.items())
            ],
            "all": plain_columns(PLAYER_COLUMNS, table.spans["day"].total),
        },
        "at_risk": sum(table.at_risk.values()),
        "spans": {span: _span(table.spans[span]) for span in books.day.report_spans},
    }


def _span(span: TableSpan) -> SpanReport:
    report = {
        **plain_columns(TABLE_COLUMNS, span),
        "contributed": {name: str(amount) for name, amount in sorted(span.contributed.items())},
        "wagers": [
            {
                "wager": key.wager,
                "paytable": key.paytable,
                "readings": dict(key.readings),
                "played": sum(line.stakes.values()),
                "staked": line.staked,
                "win": line.win,
                **_theory(theory_of(key, line), line.win),
            }
            for key, line in sorted(span.lines.items(), key=lambda item: order(item[0]))
        ],
    }
    return cast(SpanReport, report)


def order(key: Any) -> tuple[bool, str, str, Any]:
    """Sort key that puts the main game first."""
    return key.wager != "main", key.wager, key.paytable, key.readings


def _theory(theory: Theory | str, win: int) -> dict[str, Any]:
    if isinstance(theory, str):
        return {"expected": None, "why": theory}
    return {
        "expected": str(theory.expected),
        "edge": str(theory.edge),
        "variance": str(theory.variance),
        "band": [float(theory.expected - theory.half_width), float(theory.expected + theory.half_width)],
        "z": theory.z(win),
        "outside": theory.outside(win),
    }


def flags(table: TableBook, span: Span) -> list[str]:
    """Return the wagers whose win is outside the 95 % band."""
    names = []
    for key, line in table.spans[span].lines.items():
        theory = theory_of(key, line)
        if not isinstance(theory, str) and theory.outside(line.win):
            names.append(f"{key.wager} {key.paytable}".strip())
    return sorted(names)
