"""All wagers of a seat together: how their results hang together, and between what the hold lies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.errors import BadInput
from croupier.maths.analyze import MAIN
from croupier.maths.play.play import Play
from croupier.maths.results import root
from croupier.maths.risk.document import risk
from croupier.maths.risk.seat import decided_elsewhere
from croupier.papers.report.offered import Offer, Offering, kept

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
UNIT = Fraction(1)


def bands_of(offer: Offer) -> dict[str, Any]:
    """The hold of one wager by itself after so many rounds, and how likely the house loses."""

    def compute() -> dict[str, Any]:
        letter = offer.letter if offer.wager == MAIN else None
        found = risk(offer.terms, {offer.wager: UNIT}, letter=letter, rounds=ROUNDS)
        return {"bands": found["bands"], "round": found["round"], "house": found["house"]}

    request = {"wager": offer.wager, "letter": offer.letter, "terms": offer.terms, "rounds": ROUNDS}
    try:
        told: dict[str, Any] = kept("bands", request, compute)
    except BadInput as fault:
        return {"missing": str(fault)}
    return told


def joint(offering: Offering, play: Play | None) -> dict[str, Any]:
    """One unit on every wager: exactly, where the ending of the main game decides it; the others in dealt
    rounds.
    """
    main = offering.main
    if main is None or play is None:
        return {"missing": "the package of this game counts no whole rounds, so wagers are told one by one"}
    sides = list(dict.fromkeys(each.wager for each in offering.sides))
    apart = decided_elsewhere(offering.terms, sides, play)
    together = [each for each in sides if each not in apart]
    told: dict[str, Any] = {"apart": apart}
    stakes = {MAIN: UNIT, **dict.fromkeys(together, UNIT)}

    def compute() -> dict[str, Any]:
        found = risk(offering.terms, stakes, letter=main.letter, rounds=ROUNDS)
        return {"bands": found["bands"], "round": found["round"], "house": found["house"]}

    request = {"stakes": stakes, "letter": main.letter, "terms": offering.terms, "rounds": ROUNDS}
    try:
        told |= kept("joint", request, compute)
    except BadInput as fault:
        told["missing"] = str(fault)
        return told
    told["wagers"] = list(stakes)
    told["correlation"] = correlations(told["round"]["covariance"])
    if apart:
        told["sampled"] = _sampled(offering, main, {**stakes, **dict.fromkeys(apart, UNIT)})
    return told


def _sampled(offering: Offering, main: Offer, stakes: dict[str, Fraction]) -> dict[str, Any]:
    """Wagers that other cards decide, beside the rest: covariances from dealt rounds, each with its error."""

    def compute() -> dict[str, Any]:
        found = risk(offering.terms, stakes, letter=main.letter, rounds=())["round"]
        return {key: found[key] for key in ("ev", "sd", "sd_error", "covariance_sampled", "sampled")}

    try:
        told: dict[str, Any] = kept(
            "sampled", {"stakes": stakes, "letter": main.letter, "terms": offering.terms}, compute
        )
    except BadInput as fault:
        return {"missing": str(fault)}
    return told


def correlations(covariance: dict[str, dict[str, str]]) -> dict[str, dict[str, float]]:
    spread = {name: root(Fraction(row[name])) for name, row in covariance.items()}
    return {
        one: {two: float(Fraction(value)) / (spread[one] * spread[two]) for two, value in row.items()}
        for one, row in covariance.items()
    }
