"""Compare paytables with an earlier version and compute the effect of each row on the house advantage."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.documents.filed_submission import FiledSubmission
from croupier.extras import missing_for_maths
from croupier.hands.words import title_words
from croupier.rulebook import Paytable

if TYPE_CHECKING:
    from croupier.documents.report.offer import OfferedWager


def paytable_changes(filed: FiledSubmission, before: FiledSubmission) -> list[dict[str, Any]]:
    """Return each wager whose paytable changed, with old and new rows and the house advantage of both.

    For a side wager, the effects of the rows add up to the change in its house advantage. In the main game,
    best play changes too, so no effect can be assigned to a single row. If the mathematics is not installed,
    the list is empty.
    """
    if missing_for_maths() or filed.choices is None or before.choices is None:
        return []
    from croupier.documents.report.offer import SubmissionOffer

    new = {each.key: each for each in SubmissionOffer(filed).offers}
    old = {each.key: each for each in SubmissionOffer(before).offers}
    return [
        _change(old.get(key), new.get(key))
        for key in dict.fromkeys((*new, *old))
        if _table(old.get(key)) != _table(new.get(key))
    ]


def _table(offer: OfferedWager | None) -> Paytable | None:
    return offer.task.table if offer else None


def _change(was: OfferedWager | None, now: OfferedWager | None) -> dict[str, Any]:
    from croupier.maths.analyze import MAIN

    offer = now or was
    assert offer is not None
    results = [_figures(each) for each in (was, now)]
    parts = [_contributions(each) if offer.wager != MAIN else {} for each in results]
    rows = [{row.hand: row for row in table.rows} if (table := _table(each)) else {} for each in (was, now)]
    entries = []
    for hand in dict.fromkeys((*rows[1], *rows[0], *parts[1], *parts[0])):
        pays = [str(each[hand].pays) if hand in each else "" for each in rows]
        effect = parts[0].get(hand, Fraction(0)) - parts[1].get(hand, Fraction(0))
        if pays[0] == pays[1] and not effect:
            continue
        found = rows[1].get(hand) or rows[0].get(hand)
        entries.append(
            {
                "hand": title_words(hand),
                "clause": found.clause if found else "",
                "was": pays[0],
                "now": pays[1],
                "effect": str(effect) if was and now and offer.wager != MAIN else "",
            }
        )
    return {
        "wager": offer.wager,
        "label": offer.label,
        "was": was.letter if was else None,
        "now": now.letter if now else None,
        "house_edge_was": results[0]["house_edge_exact"] if results[0] else None,
        "house_edge_now": results[1]["house_edge_exact"] if results[1] else None,
        "rows": entries,
    }


def _figures(offer: OfferedWager | None) -> dict[str, Any] | None:
    if offer is None:
        return None
    from croupier.maths import analyze

    (result,) = analyze.analyze(offer.terms, offer.wager, offer.letter)["results"]
    return dict(result)


def _contributions(result: dict[str, Any] | None) -> dict[str, Fraction]:
    """Return the contribution of each row, and of all losing deals, to the player's expectation."""
    if result is None:
        return {}
    return {
        each["outcome"]: Fraction(each["probability"]) * Fraction(each["net"]) for each in result["outcomes"]
    }
