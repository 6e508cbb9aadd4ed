"""Notes about hands that your own table has no row for, where the effect may surprise."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.maths.rules_file import LOST, hands_of
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies
from croupier.rulebook import Paytable, paytables


def notes(terms: Terms, wager: str, table: Paytable | None) -> list[str]:
    """The notes for a table. Empty for a table of the rule book, where the readings decide."""
    if table is None or paytables(terms.game).get(table.wager, {}).get(table.letter) == table:
        return []
    of = solver(terms.game)
    hands = hands_of(terms.game, table.wager)
    if table.wager == of.table:
        if of.table_counts is None:
            return []
        found, every, ending = (
            of.table_counts(terms),
            of.every_hand,
            "pushes" if of.last_row_stays else "loses",
        )
    else:
        found, every, ending = of.sides[wager].decided_by(terms, table), False, "loses"
    told, named = [], f"{table.wager} {table.letter}"
    if left := _without_a_row(table, found, hands, every):
        though = "" if every else ", though lower hands are paid"
        told.append(f"{named} has no row for {', '.join(left)}: the wager {ending}{though}")
    base = paytables(terms.game).get(table.wager, {}).get(terms.base.get(table.wager, ""))
    return told + [f"{named}: {each}" for each in (_fallen(base, table, found) if base else ())]


def _fallen(base: Paytable, table: Paytable, found: Frequencies) -> list[str]:
    """Rows of the base table that were removed and whose hands are now paid by a lower row."""
    gone = {row.hand for row in base.rows} - {row.hand for row in table.rows}
    told = {}
    for titles in found.counts:
        before, now = base.row_for(titles), table.row_for(titles)
        if before and now and before.hand in gone:
            told[before.hand] = f"{before.hand} falls to {now.hand}, {now.pays}"
    return [told[row.hand] for row in base.rows if row.hand in told]


def _without_a_row(table: Paytable, found: Frequencies, hands: Sequence[str], every: bool) -> list[str]:
    """Hands that no row pays: those above the lowest row, or all of them."""
    paid = [hands.index(row.hand) for row in table.rows if row.pays != LOST]
    lowest = len(hands) if every else max(paid, default=0)
    left = {
        min((hands.index(title) for title in titles if title in hands), default=len(hands))
        for titles, count in found.counts.items()
        if count and table.row_for(titles) is None
    }
    return [hands[place] for place in sorted(left) if place < lowest]
