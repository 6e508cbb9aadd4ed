"""Combine all wagers of a seat, and compute their covariances and the range of the hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.documents.report.offer import OfferedWager, SubmissionOffer, load_or_compute
from croupier.errors import BadInput
from croupier.maths.analyze import MAIN
from croupier.maths.results import root
from croupier.maths.risk.document import risk
from croupier.maths.risk.seat import decided_elsewhere
from croupier.maths.strategy.play import Play

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
UNIT = Fraction(1)
SAMPLED = ("ev", "means", "staked", "sd", "sd_error", "covariance", "covariance_sampled", "sampled")


def bands_of(offer: OfferedWager) -> dict[str, Any]:
    """Return a wager's hold after each number of rounds, with the probability that the house loses."""

    def compute() -> dict[str, Any]:
        letter = offer.letter if offer.wager == MAIN else None
        found = risk(offer.terms, {offer.wager: UNIT}, letter=letter, rounds=ROUNDS)
        return {"bands": found["bands"], "round": found["round"], "house": found["house"]}

    request = {"wager": offer.wager, "letter": offer.letter, "terms": offer.terms, "rounds": ROUNDS}
    try:
        bands: dict[str, Any] = load_or_compute("bands", request, compute)
    except BadInput as fault:
        return {"missing": str(fault)}
    return bands


def joint(offering: SubmissionOffer, play: Play | None) -> dict[str, Any]:
    """Combine the results of one unit on every wager.

    A wager that pays fixed dollar amounts is settled at the stake stated on its own page. Figures are exact
    for wagers that pay on the cards of the main game. For all other wagers, they are estimated from simulated
    rounds.
    """
    main = offering.main
    if main is None or play is None:
        return {
            "missing": "the package of this game does not count whole rounds, so wagers are shown separately"
        }
    sides = list(dict.fromkeys(each.wager for each in offering.sides))
    apart = decided_elsewhere(offering.terms, sides, play)
    together = [each for each in sides if each not in apart]
    document: dict[str, Any] = {"apart": apart}
    stakes = {MAIN: UNIT, **dict.fromkeys(together, UNIT)}
    money = offering.stakes(stakes)

    def compute() -> dict[str, Any]:
        found = risk(offering.terms, stakes, letter=main.letter, rounds=ROUNDS, money=money)
        return {"bands": found["bands"], "round": found["round"], "house": found["house"]}

    request = {
        "stakes": stakes,
        "money": money,
        "letter": main.letter,
        "terms": offering.terms,
        "rounds": ROUNDS,
    }
    try:
        document |= load_or_compute("joint", request, compute)
    except BadInput as fault:
        document["missing"] = str(fault)
        return document
    document["wagers"] = list(stakes)
    document["stakes"] = offering.stakes((*stakes, *apart))
    document["correlation"] = correlations(document["round"]["covariance"])
    if apart:
        document["sampled"] = _sample(offering, main, {**stakes, **dict.fromkeys(apart, UNIT)})
    return document


def _sample(offering: SubmissionOffer, main: OfferedWager, stakes: dict[str, Fraction]) -> dict[str, Any]:
    """Estimate the covariances with wagers that pay on other cards, and their errors, by simulation."""
    money = offering.stakes(stakes)

    def compute() -> dict[str, Any]:
        found = risk(offering.terms, stakes, letter=main.letter, rounds=(), money=money)["round"]
        return {key: found[key] for key in SAMPLED}

    request = {"stakes": stakes, "money": money, "letter": main.letter, "terms": offering.terms}
    try:
        sample: dict[str, Any] = load_or_compute("sampled", request, compute)
    except BadInput as fault:
        return {"missing": str(fault)}
    return sample


def correlations(covariance: dict[str, dict[str, str]]) -> dict[str, dict[str, float]]:
    spread = {name: root(Fraction(row[name])) for name, row in covariance.items()}
    return {
        one: {two: float(Fraction(value)) / (spread[one] * spread[two]) for two, value in row.items()}
        for one, row in covariance.items()
    }
