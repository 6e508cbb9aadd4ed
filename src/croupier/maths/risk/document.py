"""``croupier risk``: a seat's round as a whole, and what N rounds of it bring to player and house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.analyze import MAIN
from croupier.maths.play.rulelist import RuleList
from croupier.maths.results import exact
from croupier.maths.risk.seat import Seat, decided_elsewhere, rounds_of, seat_of
from croupier.maths.risk.shift import BAND, band, kelly, rounds_to_win, ruin, ruin_ever
from croupier.maths.risk.together import together
from croupier.maths.terms import Terms

ROUNDS = (1_000, 10_000, 1_000_000)
PACE = 30  # rounds an hour


def stakes_of(written: Sequence[str]) -> dict[str, Fraction]:
    """``main``, ``trips=0.5``: wagers with their stakes in units, one unit if nothing is said."""
    found: dict[str, Fraction] = {}
    for text in written or ("main",):
        name, _, value = text.partition("=")
        try:
            stake = Fraction(value) if value else Fraction(1)
        except (ValueError, ZeroDivisionError):
            raise BadInput(f"--wager {text!r:.40}: write it like main or trips=0.5") from None
        if stake <= 0:
            raise BadInput(f"--wager {text!r:.40}: a stake is more than nothing")
        found[name] = stake
    return found


def risk(
    terms: Terms,
    stakes: Mapping[str, Fraction],
    *,
    letter: str | None = None,
    rules: RuleList | None = None,
    rounds: Sequence[int] = ROUNDS,
    bankroll: int | None = None,
    pace: int = PACE,
    unit: int = 1000,
    seats: int = 1,
    chance: float = BAND,
) -> dict[str, Any]:
    """``unit`` in cents; ``seats`` that play alike, for what the house may lose at once; bands have this
    ``chance``."""
    for name, value in (("pace", pace), ("unit", unit), ("seats", seats)):
        if value < 1:
            raise BadInput(f"--{name} is a number from 1 up, not {value}")
    told = {"game": terms.game, "strategy": rules.name if rules else "best"}
    table: dict[str, Any] = {"unit": unit, "rounds_an_hour": pace}
    known = [wager for wager in stakes if wager in analyze.wagers(terms.game)]
    play = rounds_of(terms, letter, rules) if MAIN in known else None
    elsewhere = decided_elsewhere(terms, known, play) if play else []
    if play and elsewhere:
        if bankroll is not None:
            raise BadInput(f"--bankroll: {elsewhere[0]} beside the main game is known by sampling alone")
        counted = {wager: stake for wager, stake in stakes.items() if wager not in elsewhere}
        others = {wager: stakes[wager] for wager in elsewhere}
        found = together(terms, seat_of(terms, counted, letter, rules), play, others)
        table |= {
            "win_an_hour": exact(-found.ev * pace * unit * seats),
            "largest_loss_in_a_round": exact(found.best * unit * seats),
        }
        return {**told, "round": found.document(), "bands": [], "bankroll": {"kelly": None}, "house": table}
    seat = seat_of(terms, stakes, letter, rules)
    return {
        **told,
        "round": seat.document(),
        "bands": [band(seat, each, chance) for each in rounds],
        "bankroll": _bankroll(seat, bankroll, rounds),
        "house": {
            **table,
            "win_an_hour": exact(-seat.ev * pace * unit * seats),
            "largest_loss_in_a_round": exact(max(seat.distribution) * unit * seats),
            "largest_loss_in_a_shift": exact(max(seat.distribution) * unit * seats * pace * 8),
            "rounds_until_ahead": rounds_to_win(seat),
        },
    }


def _bankroll(seat: Seat, units: int | None, rounds: Sequence[int]) -> dict[str, Any]:
    told: dict[str, Any] = {"kelly": kelly(seat)}
    if units is not None:
        if units < 1:
            raise BadInput(f"--bankroll is a number of units from 1 up, not {units}")
        shortest = min(rounds)
        told |= {"units": units, "rounds": shortest, "ruin": ruin(seat, units, shortest)}
        told["ruin_ever_at_most"] = ruin_ever(seat, units)
    return told
