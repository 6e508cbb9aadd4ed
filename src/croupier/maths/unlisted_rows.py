"""Write notes about hands without a row in a custom paytable, because the effect may be unexpected."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.maths.rules_file import LOST, hands_of
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies
from croupier.rulebook import Paytable, paytables


def notes(terms: Terms, wager: str, table: Paytable | None) -> list[str]:
    """Return the notes for a custom paytable, or an empty list for a paytable of the rule book."""
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
    texts, named = [], f"{table.wager} {table.letter}"
    if left := _without_a_row(table, found, hands, every):
        though = "" if every else ", though lower hands are paid"
        texts.append(f"{named} has no row for {', '.join(left)}: the wager {ending}{though}")
    base = paytables(terms.game).get(table.wager, {}).get(terms.base.get(table.wager, ""))
    return texts + [f"{named}: {each}" for each in (_fallen(base, table, found) if base else ())]


def _fallen(base: Paytable, table: Paytable, found: Frequencies) -> list[str]:
    """Describe each removed row of the base paytable whose hands a lower row now pays."""
    gone = {row.hand for row in base.rows} - {row.hand for row in table.rows}
    lines = {}
    for titles in found.counts:
        before, now = base.row_for(titles), table.row_for(titles)
        if before and now and before.hand in gone:
            lines[before.hand] = f"{before.hand} falls to {now.hand}, {now.pays}"
    return [lines[row.hand] for row in base.rows if row.hand in lines]


def _without_a_row(table: Paytable, found: Frequencies, hands: Sequence[str], every: bool) -> list[str]:
    """Return the unpaid hands above the lowest paying row. With ``every``, return all unpaid hands."""
    paid = [hands.index(row.hand) for row in table.rows if row.pays != LOST]
    lowest = len(hands) if every else max(paid, default=0)
    left = {
        min((hands.index(title) for title in titles if title in hands), default=len(hands))
        for titles, count in found.counts.items()
        if count and table.row_for(titles) is None
    }
    return [hands[place] for place in sorted(left) if place < lowest]
