"""Compute a wager's rows: counts, true odds, payments, contributions and house advantage."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from croupier.documents.report.offer import OfferedWager
from croupier.documents.report.sensitivity import sensitivity, volatility_index
from croupier.maths import analyze
from croupier.maths.analyze import MAIN
from croupier.maths.results import exact
from croupier.maths.solver import solver
from croupier.maths.strategy.play import Play
from croupier.maths.terms import net_of
from croupier.rulebook import Odds, Paytable, Push, declaration


def wager_document(offer: OfferedWager, play: Play | None) -> dict[str, Any]:
    """Return the wager's ``croupier analyze`` document, with rows that include all derived figures."""
    (result,) = analyze.analyze(offer.terms, offer.wager, offer.letter)["results"]
    total, counted = _space(offer, play, [Fraction(each["probability"]) for each in result["outcomes"]])
    clauses = {row.hand: row.clause for row in offer.task.table.rows} if offer.task.table else {}
    rows = [
        {**row(each, total), "clause": clauses.get(each["outcome"], "") if offer.wager != MAIN else ""}
        for each in result["outcomes"]
    ]
    found = {
        "label": offer.label,
        "clause": offer.clause,
        "total": total,
        "counted": counted,
        **result,
        "rows": rows,
    }
    found["volatility_index"] = volatility_index(result["sd"])
    if offer.wager != MAIN:
        found["sensitivity"] = sensitivity(rows, Fraction(result["house_edge_exact"]))
    return found


def row(outcome: dict[str, Any], total: int) -> dict[str, Any]:
    """Build a report row from an outcome. ``total`` is the number of deals.

    ``house_advantage`` is the house advantage of a wager on this row only, from its true odds and payment.
    It is None if the row does not pay.
    """
    often, net = Fraction(outcome["probability"]), Fraction(outcome["net"])
    count = often * total
    assert count.denominator == 1, "a count must be a whole number"
    return {
        "outcome": outcome["outcome"],
        "pays": outcome["pays"],
        "count": int(count),
        "probability": exact(often),
        "true_odds": exact((1 - often) / often) if often else None,
        "net": exact(net),
        "contribution": exact(often * net),
        "house_advantage": exact(1 - often * (1 + net)) if net > 0 else None,
    }


def _space(offer: OfferedWager, play: Play | None, chances: list[Fraction]) -> tuple[int, bool]:
    """Return the number of deals and True.

    If the deals were not counted, return the common denominator of the probabilities and False.
    """
    if offer.wager == MAIN:
        counted = sum(int(each) for each in play.ways()) if play else 0
    else:
        side = solver(offer.terms.game).sides[offer.wager]
        assert offer.task.table is not None
        counted = side.decided_by(offer.terms, offer.task.table).total
    whole = lcm(*(each.denominator for each in chances))
    return (counted, True) if counted and counted % whole == 0 else (whole, False)


def parts_of(offer: OfferedWager, play: Play) -> list[dict[str, Any]]:
    """Return the stakes and results of each wager of the main game under best play."""
    ways = [int(each) for each in play.ways()]
    total = sum(ways)
    names = dict.fromkeys(wager for ending in play.endings for wager in ending.net)
    parts = []
    for wager in names:
        counts: dict[tuple[Fraction, int], int] = {}
        for ending, deals in zip(play.endings, ways, strict=True):
            key = ending.net.get(wager, Fraction(0)), ending.staked.get(wager, 0)
            counts[key] = counts.get(key, 0) + deals
        parts.append(_part(wager, counts, total, _paying(offer, wager)))
    return parts


def _paying(offer: OfferedWager, wager: str) -> Paytable | None:
    """Return the main game's paytable if it pays this wager, otherwise None."""
    table, rule = offer.task.table, declaration(offer.terms.game).wager(wager)
    return table if table and rule and rule.table == table.wager else None


def _part(
    wager: str, counts: dict[tuple[Fraction, int], int], total: int, table: Paytable | None
) -> dict[str, Any]:
    outcomes = sorted(((*key, deals) for key, deals in counts.items() if deals), reverse=True)
    mean = sum((net * deals for net, _, deals in outcomes), Fraction(0)) / total
    staked = sum((Fraction(units * deals) for _, units, deals in outcomes), Fraction(0)) / total
    squares = sum((net**2 * deals for net, _, deals in outcomes), Fraction(0)) / total
    rows = [
        {
            "outcome": _outcome_name(net, units, table),
            "staked": units,
            "pays": _net_words(net, units),
            **_probabilities(net, deals, total),
        }
        for net, units, deals in outcomes
    ]
    named = {row.hand for row in table.rows} if table else set()
    return {
        "wager": wager,
        "total": total,
        "ev": exact(mean),
        "staked": exact(staked),
        "house_edge": exact(-mean),
        "of_all_staked": exact(-mean / staked) if staked else None,
        "variance": exact(squares - mean**2),
        "rows": rows,
        "sensitivity": sensitivity([row for row in rows if row["outcome"] in named], -mean),
    }


def _probabilities(net: Fraction, deals: int, total: int) -> dict[str, Any]:
    often = Fraction(deals, total)
    return {
        "count": deals,
        "probability": exact(often),
        "true_odds": exact((1 - often) / often),
        "net": exact(net),
        "contribution": exact(often * net),
    }


def _outcome_name(net: Fraction, units: int, table: Paytable | None) -> str:
    """Return the hand of the only row that pays this net result, or a general word such as "won"."""
    if not units:
        return "not made"
    rows = [
        row.hand
        for row in (table.rows if table else ())
        if units == 1 and isinstance(row.pays, Odds | Push) and net_of(row.pays) == net and net > 0
    ]
    if len(rows) == 1:
        return rows[0]
    return "won" if net > 0 else "lost" if net < 0 else "pushed or returned"


def _net_words(net: Fraction, units: int) -> str:
    if not units:
        return "–"
    if not net:
        return "push"
    return f"{'win' if net > 0 else 'lose'} {abs(net)}"
