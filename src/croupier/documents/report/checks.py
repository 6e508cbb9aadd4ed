"""Compare every figure of the report that can also be computed by an independent method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from croupier.documents.report.offer import SubmissionOffer, load_or_compute
from croupier.errors import BadInput
from croupier.maths.analyze import MAIN
from croupier.maths.results import exact
from croupier.maths.simulation.document import simulate
from croupier.maths.strategy.play import Play

ROUNDS = 1 << 20
SEED = "1"
CERTAIN = 1.959964  # standard errors that cover 95 % of all results


class ReportDisagreement(Exception):
    """Two figures of a report that must be equal are different. The message is a single line."""


def refuse_disagreement(found: Sequence[Mapping[str, Any]]) -> None:
    wrong = [each for each in found if not each["agrees"]]
    if wrong:
        first = wrong[0]
        more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise ReportDisagreement(
            f"two figures disagree, so the report is not written: {first['figure']} is "
            f"{float(Fraction(first['value'])):.8g} ({first['first']}) and "
            f"{float(Fraction(first['again'])):.8g} ({first['second']}){more}"
        )


def checks(offering: SubmissionOffer, play: Play | None, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a check for every figure that can also be computed by an independent method."""
    documents: dict[str, dict[str, Any]] = data["wagers"]
    return [
        *_rows(offering, documents),
        *_second_count(offering, play, documents),
        *_parts(offering, data),
        *(line for offer in offering.offers for line in _alone(documents[offer.key])),
        *_whole_round(offering, data),
        *_meter_lines(offering, documents),
        *_other_players(offering, data),
        *_strategies(offering, data),
        *_dealt(offering, data),
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


def _rows(offering: SubmissionOffer, documents: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Check that the rows cover every deal and that their contributions add up to the expectation."""
    for offer in offering.offers:
        document = documents[offer.key]
        counted = Fraction(sum(each["count"] for each in document["rows"]))
        first = "total deals"
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
    offering: SubmissionOffer, play: Play | None, documents: dict[str, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Check the solver's values against a full count of all deals under best play."""
    if play is None or offering.main is None:
        return
    document = documents[offering.main.key]
    again = play.result(offering.main.task.table, "unit")
    for name, value in (
        ("ev", again.ev),
        ("average_wager", again.average_wager),
        ("variance", again.variance),
    ):
        title = {"ev": "expectation", "average_wager": "average wager", "variance": "variance"}[name]
        yield entry(
            f"{offering.main.label}: {title}",
            "solver",
            "whole rounds counted",
            Fraction(document[name]),
            value,
        )


def _parts(offering: SubmissionOffer, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Check that the figures of the main game's wagers add up to those of the main game."""
    if not data["parts"] or offering.main is None:
        return
    document = data["wagers"][offering.main.key]
    for name, part, title in (("ev", "ev", "expectation"), ("average_wager", "staked", "average wager")):
        value = sum((Fraction(each[part]) for each in data["parts"]), Fraction(0))
        yield entry(
            f"{document['label']}: {title}", "solver", "sum of its wagers", Fraction(document[name]), value
        )


def _alone(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Check a wager's figures and hold bands against the distribution of one round."""
    if "round" in document:
        whole = document["round"]
        yield from _moments(document["label"], "by itself", document, whole)
        yield from _bands(document["label"], document, whole)


def _moments(
    label: str, first: str, figures: Mapping[str, Any], whole: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Check the expectation and the variance of a round against the round's distribution."""
    results = [(Fraction(each["net"]), Fraction(each["probability"])) for each in whole["distribution"]]
    mean = sum((net * often for net, often in results), Fraction(0))
    squares = sum((net**2 * often for net, often in results), Fraction(0))
    second = "distribution of a round"
    yield entry(f"{label}: expectation", first, second, Fraction(figures["ev"]), mean)
    yield entry(f"{label}: variance", first, second, Fraction(figures["variance"]), squares - mean**2)


def _bands(label: str, found: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for each in found["bands"]:
        yield entry(
            f"{label}: expected hold of {each['rounds']:,} rounds",
            "band",
            "expectation of a round",
            Fraction(each["expected"]),
            -Fraction(whole["ev"]) * each["rounds"],
        )


def marginals(
    whole: Mapping[str, Any], wagers: Sequence[str], figure: Literal["means", "covariance"]
) -> dict[str, Fraction]:
    """Return each wager's mean or variance in a round. The main game's wagers count as one wager."""
    sides = [wager for wager in wagers if wager != MAIN]
    groups = {MAIN: [each for each in whole["means"] if each not in sides]} if MAIN in wagers else {}
    groups |= {wager: [wager] for wager in sides}
    found = {}
    for wager, parts in groups.items():
        values = (
            [whole["means"][each] for each in parts]
            if figure == "means"
            else [whole["covariance"][one][two] for one in parts for two in parts]
        )
        found[wager] = sum((Fraction(each) for each in values), Fraction(0))
    return found


def _whole_round(offering: SubmissionOffer, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Check each wager of the round against its own page, and the round against the sum of its wagers."""
    together = data["together"]
    if "round" not in together:
        return
    yield from _moments("All wagers of a round", "sum of the wagers", together["round"], together["round"])
    yield from _bands("All wagers of a round", together, together["round"])
    yield from _sums(offering, data["wagers"], together["round"], together["wagers"], "the whole round")
    sampled = together.get("sampled")
    if sampled and "missing" not in sampled:
        every = [*together["wagers"], *together["apart"]]
        yield from _sums(offering, data["wagers"], sampled, every, "one unit on every wager")


def _sums(
    offering: SubmissionOffer,
    documents: Mapping[str, dict[str, Any]],
    whole: Mapping[str, Any],
    wagers: Sequence[str],
    name: str,
) -> Iterator[dict[str, Any]]:
    alone = {wager: documents[offering.first[wager].key] for wager in wagers}
    for figure, key, title in (("means", "ev", "expectation"), ("covariance", "variance", "variance")):
        for wager, value in marginals(whole, wagers, figure).items():  # type: ignore[arg-type]
            document = alone[wager]
            yield entry(
                f"{document['label']}: {title}", "by itself", f"within {name}", Fraction(document[key]), value
            )
    for key, own, title in (
        ("ev", "ev", "expectation"),
        ("staked", "average_wager", "average at risk"),
    ):
        value = sum((Fraction(each[own]) for each in alone.values()), Fraction(0))
        yield entry(f"{name}: {title}", "the round", "sum of the wagers", Fraction(whole[key]), value)


def _other_players(offering: SubmissionOffer, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Check that Envy has no effect on the figures when there are no other players."""
    for offer in offering.metered:
        envy = data["progressives"][offer.key]["envy"]
        if "missing" not in envy:
            alone = Fraction(envy["by_others"][0]["house_edge_exact"])
            value = Fraction(data["wagers"][offer.key]["house_edge_exact"])
            yield entry(f"{offer.label}: house advantage", "rows", "Envy with no other players", value, alone)


def _strategies(offering: SubmissionOffer, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    simple = data["simple"]
    if offering.main is not None and "missing" not in simple:
        value = Fraction(simple["ev"]) + Fraction(simple["cost"])
        best = Fraction(data["wagers"][offering.main.key]["ev"])
        yield entry(
            f"{offering.main.label}: expectation", "solver", "simple strategy and its cost", best, value
        )


def _dealt(offering: SubmissionOffer, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Check that the simulation and the wager's page have the same expectation."""
    for each in data["simulation"].get("results", ()):
        document = data["wagers"][offering.first[each["wager"]].key]
        yield entry(
            f"{document['label']}: expectation",
            "by itself",
            "expected by the simulation",
            Fraction(document["ev"]),
            Fraction(each["expected"]),
        )


def _meter_lines(offering: SubmissionOffer, documents: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for offer in offering.metered:
        document = documents[offer.key]
        line = Fraction(document["fixed_return"])
        for name, slope in document["return_per_meter_dollar"].items():
            line += Fraction(slope) * Fraction(document["meters"][name])
        value = Fraction(document["ev"])
        yield entry(f"{offer.label}: return", "rows", "return at the meter amounts", 1 + value, line)


def simulate_wagers(offering: SubmissionOffer, play: Play | None) -> dict[str, Any]:
    """Simulate rounds from a seed and compare each wager with its exact value."""
    main = offering.main
    if play is None or main is None:
        return {"missing": "the package of this game does not provide a simulation"}

    stakes = offering.stakes(offering.first)

    def compute() -> dict[str, Any]:
        found = simulate(offering.terms, ROUNDS, letter=main.letter, seed=SEED, stakes=stakes)
        keys = ("wager", "paytable", "unit", "staked", "returned", "expected", "sd", "z")
        return {"results": [{key: each[key] for key in keys} for each in found["results"]]}

    try:
        simulation = load_or_compute(
            "simulation",
            {"terms": offering.terms, "stakes": stakes, "letter": main.letter, "rounds": ROUNDS},
            compute,
        )
    except BadInput as fault:
        return {"missing": str(fault)}
    found = {"rounds": ROUNDS, "seed": SEED, **simulation}
    for each in found["results"]:
        each["within"] = abs(each["z"]) <= CERTAIN
        each["label"] = main.label if each["wager"] == MAIN else offering.label(each["wager"])
    return found
