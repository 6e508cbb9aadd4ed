"""Compute the house's largest possible loss in one round at the posted limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from croupier.documents.report.offer import OfferedWager, SubmissionOffer
from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.analyze import MAIN
from croupier.maths.results import exact
from croupier.rulebook import under


def exposure(offering: SubmissionOffer, documents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the exposure for each wager, for one seat and for all seats.

    The totals are upper bounds, because the best hands cannot all occur in the same round.
    """
    lines = [_line(offering, offer, documents[offer.key]) for offer in offering.offers]
    limit, reached = _limit(offering)
    most = largest(lines)
    within = sum((loss for wager, loss in most.items() if wager in reached), Fraction(0))
    beyond = sum((loss for wager, loss in most.items() if wager not in reached), Fraction(0))
    if limit is not None:
        within = min(within, Fraction(limit))
    seat = within + beyond
    return {
        "lines": lines,
        "payout_limit": limit,
        "reached_by_the_limit": sorted(reached) if limit is not None else [],
        "seat": exact(seat),
        "seats": offering.seats,
        "table": exact(seat * offering.seats),
        "unknown": [line["label"] for line in lines if line["loss"] is None],
        "at_the_limit": _at_the_limit(offering) if limit is not None else [],
    }


def largest(lines: Sequence[Mapping[str, Any]]) -> dict[str, Fraction]:
    """Return the most that a seat can win on each wager, in cents.

    If a wager has two possible stakes, a seat can bet only one of them.
    """
    found: dict[str, Fraction] = {}
    for line in lines:
        if line["loss"] is not None:
            loss = Fraction(line["loss"])
            found[line["wager"]] = max(found.get(line["wager"], loss), loss)
    return found


def _line(offering: SubmissionOffer, offer: OfferedWager, document: dict[str, Any]) -> dict[str, Any]:
    best = max(document["rows"], key=lambda each: Fraction(each["net"]))
    fixed = offer.stake if analyze.is_paid_from_meters(offering.game, offer.wager) else None
    limit = offering.first_limit() if offer.wager == MAIN else offering.limit(offer.wager)
    most = fixed or limit.maximum
    loss = None if most is None else _loss(offer, Fraction(best["net"]), most)
    return {
        "wager": offer.wager,
        "label": offer.label,
        "paytable": offer.letter,
        "most": most,
        "best": best["outcome"],
        "pays": best["pays"],
        "net": best["net"],
        "probability": best["probability"],
        "loss": None if loss is None else exact(loss),
    }


def _loss(offer: OfferedWager, net: Fraction, most: int) -> Fraction:
    """Return the loss in cents. If a wager pays fixed amounts, it is solved again at the largest stake."""
    if offer.stake is None or offer.stake == most:
        return net * most
    terms = msgspec.structs.replace(offer.terms, stake=most)
    return max(each.net for each in analyze.solve(terms, offer.task).outcomes) * most


def _limit(offering: SubmissionOffer) -> tuple[int | None, set[str]]:
    """Return the payout limit and the wagers that it applies to. The wagers of the main game count as one."""
    limit = offering.choices.payout_limit
    chosen = {each: offering.terms.reading(each) for each in offering.facts.payout_limit.under}
    reaches = set(under(offering.facts.payout_limit, chosen).reaches)
    main = set(offering.main_wagers())
    return limit, (reaches - main) | ({MAIN} if reaches & main else set())


def _at_the_limit(offering: SubmissionOffer) -> list[dict[str, Any]]:
    """Return the house edge of each limited wager at its posted maximum, with the payout limit."""
    _, reached = _limit(offering)
    entries = []
    for offer in offering.offers:
        limit = offering.first_limit() if offer.wager == MAIN else offering.limit(offer.wager)
        if offer.wager not in reached or limit.maximum is None:
            continue
        terms = msgspec.structs.replace(
            offer.terms, payout_limit=offering.choices.payout_limit, stake=limit.maximum
        )
        entry: dict[str, Any] = {"wager": offer.wager, "label": offer.label, "stake": limit.maximum}
        try:
            entry["house_edge"] = exact(analyze.solve(terms, offer.task).house_edge)
        except BadInput as fault:
            entry["missing"] = str(fault)
        entries.append(entry)
    return entries
