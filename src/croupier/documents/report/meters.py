"""Compute a progressive's return by meter amount, its jackpot probabilities and its long-run return."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from croupier.documents.report.offer import OfferedWager, SubmissionOffer
from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.results import exact
from croupier.rulebook import MeterShare, envy_schedule

WHOLE = 100  # a whole meter, in percent


def progressive(offering: SubmissionOffer, offer: OfferedWager, document: dict[str, Any]) -> dict[str, Any]:
    chosen = offering.choices.progressive
    assert chosen is not None
    assert offer.task.table is not None
    assert offer.stake is not None
    often = {each["outcome"]: Fraction(each["probability"]) for each in document["rows"]}
    jackpots = [
        {
            "hand": row.hand,
            "meter": row.pays.meter,
            "percent": row.pays.percent,
            "clause": row.clause,
            "probability": exact(often[row.hand]),
            "pays_now": chosen.initial[row.pays.meter] * row.pays.percent // WHOLE,
        }
        for row in offer.task.table.rows
        if isinstance(row.pays, MeterShare)
    ]
    return {
        "stake": offer.stake,
        "meters": {
            name: {
                "initial": chosen.initial[name],
                "reset": chosen.resets[name],
                "rate": chosen.rates[name],
                "return_per_dollar": document["return_per_meter_dollar"].get(name, "0/1"),
                "break_even": document["break_even"].get(name),
            }
            for name in chosen.initial
        },
        "fixed_return": document["fixed_return"],
        "jackpots": jackpots,
        "long_run": _long_run(offering, offer, document, jackpots),
        "envy": _envy(offering, offer),
    }


def _long_run(
    offering: SubmissionOffer, offer: OfferedWager, document: dict[str, Any], jackpots: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the long-run return of the progressive and of each of its meters.

    In the long run, a meter pays out its share of every wager plus a reset for every jackpot that empties it.
    The figures are valid only if payments reduce the meter.
    """
    chosen = offering.choices.progressive
    assert chosen is not None
    assert offer.stake is not None
    if offer.terms.reading("X-12") != "R1":
        return {"missing": "under the chosen reading of X-12, a paid share stays on the meter"}
    from_meters = {
        name: Fraction(chosen.rates[name])
        + sum(
            (
                Fraction(each["probability"]) * Fraction(chosen.resets[name], offer.stake)
                for each in jackpots
                if each["meter"] == name and each["percent"] == WHOLE
            ),
            Fraction(0),
        )
        for name in chosen.initial
    }
    whole = Fraction(document["fixed_return"]) + sum(from_meters.values(), Fraction(0))
    return {
        "from_meters": {name: exact(value) for name, value in from_meters.items()},
        "return": exact(whole),
        "house_edge": exact(1 - whole),
    }


def _envy(offering: SubmissionOffer, offer: OfferedWager) -> dict[str, Any]:
    """Return how Envy changes the figures, for each possible number of other players."""
    chosen = offering.choices.progressive
    assert chosen is not None
    assert offer.stake is not None
    if chosen.envy is None:
        return {"missing": "no Envy Bonus is offered"}
    schedule = envy_schedule(offering.game, offer.stake, chosen.envy)
    lines = []
    for others in range(offering.seats):
        terms = msgspec.structs.replace(offer.terms, others=others)
        try:
            (found,) = analyze.analyze(terms, offer.wager, offer.letter)["results"]
        except BadInput as fault:
            return {"missing": str(fault)}
        lines.append(
            {
                "others": others,
                **{key: found[key] for key in ("house_edge_exact", "variance", "sd", "break_even")},
            }
        )
    return {
        "letter": chosen.envy,
        "clause": schedule.clause,
        "schedule": [
            {"hand": row.hand, "pays": str(row.pays), "clause": row.clause} for row in schedule.rows
        ],
        "by_others": lines,
    }
