"""How each figure was checked: what the report itself computes a second way, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput
from croupier.maths.analyze import MAIN
from croupier.maths.play.play import Play
from croupier.maths.results import exact
from croupier.maths.simulation.document import simulate
from croupier.papers.report.offered import Offering, kept

ROUNDS = 1 << 20
SEED = "1"
CERTAIN = 1.959964  # standard errors that hold 95 % of all results


def checks(
    offering: Offering, play: Play | None, documents: dict[str, dict[str, Any]], together: dict[str, Any]
) -> list[dict[str, Any]]:
    return [
        *_rows(offering, documents),
        *_second_count(offering, play, documents),
        *_marginals(documents, together),
        *_meter_lines(offering, documents),
    ]


def entry(figure: str, first: str, second: str, one: Fraction, two: Fraction) -> dict[str, Any]:
    return {
        "figure": figure,
        "first": first,
        "second": second,
        "value": exact(one),
        "again": exact(two),
        "agrees": one == two,
    }


def _rows(offering: Offering, documents: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows cover every deal, and their contributions are the value."""
    for offer in offering.offers:
        document = documents[offer.key]
        counted = Fraction(sum(each["count"] for each in document["rows"]))
        first = "deals in all"
        yield entry(f"{offer.label}: counts", first, "sum of the rows", Fraction(document["total"]), counted)
        if document.get("others") is None:
            value = sum((Fraction(each["contribution"]) for each in document["rows"]), Fraction(0))
            yield entry(
                f"{offer.label}: expectation",
                "solver",
                "sum of contributions",
                Fraction(document["ev"]),
                value,
            )


def _second_count(
    offering: Offering, play: Play | None, documents: dict[str, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The solver values decisions; the plan that comes of them is carried through all deals and counted."""
    if play is None or offering.main is None:
        return
    document = documents[offering.main.key]
    again = play.result(offering.main.task.table, "unit")
    for name, value in (
        ("ev", again.ev),
        ("average_wager", again.average_wager),
        ("variance", again.variance),
    ):
        told = {"ev": "expectation", "average_wager": "average wager", "variance": "variance"}[name]
        yield entry(
            f"{offering.main.label}: {told}",
            "solver",
            "whole rounds counted",
            Fraction(document[name]),
            value,
        )


def _marginals(documents: dict[str, dict[str, Any]], together: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each wager within the joint distribution is the wager by itself."""
    if "means" not in together:
        return
    for key, mean in together["means"].items():
        document = documents.get(key)
        if document:
            yield entry(
                f"{document['label']}: expectation",
                "by itself",
                "within the whole round",
                Fraction(document["ev"]),
                Fraction(mean),
            )


def _meter_lines(offering: Offering, documents: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for offer in offering.metered:
        document = documents[offer.key]
        line = Fraction(document["fixed_return"])
        for name, slope in document["return_per_meter_dollar"].items():
            line += Fraction(slope) * Fraction(document["meters"][name])
        value = Fraction(document["ev"])
        yield entry(f"{offer.label}: return", "rows", "line of the meters", 1 + value, line)


def simulated(offering: Offering, play: Play | None) -> dict[str, Any]:
    """Rounds dealt at random from a seed, each wager beside its exact value."""
    main = offering.main
    if play is None or main is None:
        return {"missing": "the package of this game deals no rounds by the million"}

    def compute() -> dict[str, Any]:
        found = simulate(offering.terms, ROUNDS, letter=main.letter, seed=SEED)
        keys = ("wager", "paytable", "unit", "staked", "returned", "expected", "sd", "z")
        return {"results": [{key: each[key] for key in keys} for each in found["results"]]}

    try:
        told = kept("simulation", {"terms": offering.terms, "letter": main.letter, "rounds": ROUNDS}, compute)
    except BadInput as fault:
        return {"missing": str(fault)}
    found = {"rounds": ROUNDS, "seed": SEED, **told}
    for each in found["results"]:
        each["within"] = abs(each["z"]) <= CERTAIN
        each["label"] = main.label if each["wager"] == MAIN else offering.label(each["wager"])
    return found
