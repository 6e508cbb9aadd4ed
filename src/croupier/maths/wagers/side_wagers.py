"""Value bonus wagers under a paytable, from hand frequencies and the readings that apply to the wager."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.errors import BadInput
from croupier.maths.results import DistributionLine, Result
from croupier.maths.solver import SideWager, solver
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies
from croupier.rulebook import MeterShare, Paytable, Push, Row, compute_return, metered_paytables, paytables

LOSES = "no paying hand"


def side_wager(game: str, wager: str) -> SideWager:
    return solver(game).sides[wager]


def match_rows(terms: Terms, table: Paytable, found: Frequencies) -> list[tuple[Row, int]]:
    """Return each row and the number of hands it pays. The first row that a hand satisfies pays it (X-03)."""
    paying_table = paying(terms, table)
    rows = paying_table.rows
    hits = dict.fromkeys((id(row) for row in rows), 0)
    for titles, count in found.counts.items():
        row = paying_table.row_for(titles)
        if row is not None:
            hits[id(row)] += count
    return [(row, hits[id(row)]) for row in rows]


def paying(terms: Terms, table: Paytable) -> Paytable:
    """Return the paytable without the rows that do not count under the readings."""
    wager = solver(terms.game).sides.get(table.wager)
    rows = tuple(row for row in table.rows if wager is None or wager.pays(terms, table, row) is not None)
    return msgspec.structs.replace(table, rows=rows)


def chances(terms: Terms, table: Paytable) -> list[tuple[Row, Fraction]]:
    """Return the probability that each row pays.

    If a fold loses the wager (X-04 R2), folded hands are not paid. Players are assumed to play the main
    game optimally.
    """
    wager = side_wager(terms.game, table.wager)
    found = wager.decided_by(terms, table)
    refuse_dead_rows(terms, table, found)
    often = [(row, Fraction(count, found.total)) for row, count in match_rows(terms, table, found)]
    if wager.folded is None or terms.reading("X-04") != "R2":
        return often
    lost = wager.folded(terms, table)
    folds = [Fraction(count, lost.total) for _, count in match_rows(terms, table, lost)]
    return [(row, share - fold) for (row, share), fold in zip(often, folds, strict=True)]


def refuse_dead_rows(terms: Terms, table: Paytable, found: Frequencies) -> None:
    """Raise BadInput if no hand can win a row of a custom paytable.

    Otherwise the row's probability of 0 would look like a result and not like a mistake in the paytable.
    """
    book = paytables(terms.game).get(table.wager, {})
    if book.get(table.letter) == table:
        return
    for row, count in match_rows(terms, table, found):
        if not count:
            known = any(row.hand in titles for titles in found.counts)
            why = (
                "every such hand is paid by a row above it"
                if known
                else "the solver does not count this hand"
            )
            raise BadInput(f"{table.wager} {table.letter}, {row.hand}: no hand can win this row; {why}")


def net(terms: Terms, wager: SideWager, table: Paytable, row: Row) -> Fraction:
    """Return the net result of a row in units of the stake."""
    pays = wager.pays(terms, table, row)
    assert pays is not None
    on_meter = meter(terms, table, pays.meter) if isinstance(pays, MeterShare) else 0
    back = compute_return(pays, terms.stake, on_meter, not wager.stake_kept(terms), Fraction)
    gain, most = back / terms.stake - 1, terms.limit(table.wager)
    return gain if most is None else min(gain, most)


def meter(terms: Terms, table: Paytable, name: str) -> int:
    """Return a meter's amount in cents: the given amount, or else the minimum for opening the table."""
    if name in terms.meters:
        return terms.meters[name]
    origin = terms.origin(table)
    book = metered_paytables(terms.game).get(origin) if origin else None
    if book is None or name not in book.minimums:
        raise BadInput(f"no rule sets a minimum for the meter {name!r}; give --meter {name}=DOLLARS")
    return book.minimums[name].cents


def solve(terms: Terms, wager_name: str, table: Paytable) -> Result:
    wager = side_wager(terms.game, wager_name)
    rows = chances(terms, table)
    outcomes = []
    for row, often in rows:
        gain = net(terms, wager, table, row)
        hit = gain > -1 and not isinstance(row.pays, Push)
        outcomes.append(DistributionLine(row.hand, often, gain, str(row.pays), hit))
    missed = 1 - sum((often for _, often in rows), Fraction(0))
    outcomes.append(DistributionLine(LOSES, missed, Fraction(-1), "loses", False))
    used = [*wager.readings, *(each for row in table.rows for each in row.readings)]
    extra = {"stake": str(Fraction(terms.stake, 100))} if wager.of_the_stake else {}
    readings = terms.taken(*dict.fromkeys(used))
    return Result(wager_name, table.letter, "stake", tuple(outcomes), readings, extra=extra)
