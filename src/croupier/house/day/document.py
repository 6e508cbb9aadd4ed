"""A gaming day as one JSON document: money in whole cents, fractions of a cent as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from croupier.house.day.calendar import Span
from croupier.house.day.meters import MeterLine
from croupier.house.day.report import DayBooks
from croupier.house.day.tables import Account, TableBook, TableSpan
from croupier.house.day.theory import Theory, theory_of
from croupier.house.day.trays import SlipDay
from croupier.table.readers import ledger

THE_NINE = (  # COMAR 36.05.02.20F(7), in our words
    ("1 and 2", "Deposits of each player, and of all players"),
    ("3 and 4", "Winnings paid to each player, and to all players"),
    ("5 and 6", "Losing wagers of each player, and of all players"),
    ("7 and 8", "Withdrawals of each player, and of all players"),
    ("9", "Win or loss of the table"),
)
NOT_RECORDED = (
    "The count of the drop boxes. What each has to hold is told: the money for chips that were sold over the "
    "table. Chips bought from a wallet put nothing into it.",
    "The runner who carries the chips of a fill or credit, and signatures by hand: the slips leave room for "
    "them.",
    "Net revenue and the tax on it (COMAR 36.05.03.15D): not computed. The text of that regulation is not "
    "among the documents that this software is made from, and its deductions are not known to the house.",
    "The exact wording of COMAR 36.05.02.20F: it is not among those documents either. The nine reports "
    "follow a summary of it, and are to be held against the text before they are filed.",
    "Of a payment above a threshold: when surveillance was told, the number of the check, and the witness. "
    "The document leaves room for them.",
    "Tips.",
)


def document(books: DayBooks) -> dict[str, Any]:
    """Everything that the pages say."""
    day = books.day
    return {
        "date": day.name,
        "begins": day.first_second,
        "over": books.over,
        "foots": books.foots,
        "tables": [_table(books, table) for table in books.tables],
        "meters": [
            {
                "stream": line.stream,
                "meter": line.day.meter,
                **{
                    name: str(getattr(line.day, name).value)
                    for name in (
                        "opening",
                        "put_in",
                        "contributions",
                        "payouts",
                        "resets",
                        "adjustments",
                        "closing",
                    )
                },
                "difference": str(line.day.difference),
                "shown": line.day.closing.shown,
                "hits": line.day.hits,
                **_terms(books, line),
                "paid": {"month": str(line.paid_month), "year": str(line.paid_year)},
            }
            for group in books.meters
            for line in group.lines
        ],
        "wallets": [msgspec.to_builtins(one) for one in _wallets(books)],
        "trays": _trays(books),
        "tray_slips": [_tray_slip(one) for one in books.cage.trays.of_the_day] if books.cage else [],
        "slips": [msgspec.to_builtins(one) for one in books.cage.slips] if books.cage else [],
        "incidents": [msgspec.to_builtins(one) for one in books.incidents],
        "payouts": [
            {**msgspec.to_builtins(one), "by_check": one.by_check, "money": books.money(one.table)}
            for one in books.payouts
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
    """What a meter gains of each wager and begins anew at; nothing where no table plays for it any more."""
    found = books.meter_terms.get((line.stream, line.day.meter))
    return {"rate": str(found.rate), "reset": found.reset} if found is not None else {}


def _number(value: Fraction | int) -> int | str:
    return str(value) if isinstance(value, Fraction) and value.denominator != 1 else int(value)


def _wallets(books: DayBooks) -> list[Any]:
    return sorted(books.cage.wallets.values(), key=lambda one: one.person) if books.cage else []


def _trays(books: DayBooks) -> list[dict[str, Any]]:
    found = []
    for name, tray in sorted(books.cage.trays.trays.items() if books.cage else ()):
        found.append(
            {
                "table": name,
                "money": tray.money,
                "opener": tray.opener.cents if tray.opener else None,
                "fills": tray.fills,
                "credits": tray.credits,
                "sold": tray.sold,
                "closer": tray.closer.cents if tray.closer else None,
                "over_or_short": tray.differences,
            }
        )
    return found


def _tray_slip(slip: SlipDay) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(slip)
    return {**told, "standing": slip.standing, "difference": slip.difference}


def _table(books: DayBooks, table: TableBook) -> dict[str, Any]:
    held = table.stream.held(books.day.number)
    return {
        "table": table.name,
        "game": table.choices.game,
        "money": books.money(table.name),
        "nine": {
            "players": [
                {
                    "player": player,
                    "name": table.names.get(player, player),
                    **_account(account),
                    "balance": held[ledger.player(player)],
                    "at_risk": table.at_risk[player],
                }
                for player, account in sorted(table.spans["day"].players.items())
            ],
            "all": _account(table.spans["day"].total),
        },
        "at_risk": sum(table.at_risk.values()),
        "spans": {span: _span(table.spans[span]) for span in books.day.shown},
    }


def _account(account: Account) -> dict[str, int]:
    return {**msgspec.to_builtins(account), "win": account.win}


def _span(span: TableSpan) -> dict[str, Any]:
    total = span.total
    return {
        "drop": total.deposits,
        "win": total.win,
        "hold": str(hold(total)) if total.deposits else None,
        "rounds": span.rounds,
        "voided": span.voided,
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


def order(key: Any) -> tuple[bool, str, str, Any]:
    """The game itself first."""
    return key.wager != "main", key.wager, key.paytable, key.readings


def hold(account: Account) -> Fraction:
    """Win over drop."""
    return Fraction(account.win, account.deposits)


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
    """Wagers whose win lies outside the band."""
    found = []
    for key, line in table.spans[span].lines.items():
        theory = theory_of(key, line)
        if not isinstance(theory, str) and theory.outside(line.win):
            found.append(f"{key.wager} {key.paytable}".strip())
    return sorted(found)
