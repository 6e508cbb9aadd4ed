"""Build the document of ``croupier risk``: a seat's joint result in one round and over many rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.advice import ChosenTerms
from croupier.maths.analyze import MAIN
from croupier.maths.results import exact
from croupier.maths.risk.combined import together
from croupier.maths.risk.seat import SeatRisk, decided_elsewhere, rounds_of, seat_of, table_of
from croupier.maths.risk.shift import (
    BAND,
    band,
    check_rounds,
    ever_down,
    kelly,
    rounds_to_win,
    ruin,
    ruin_ever,
    sum_of,
)
from croupier.maths.risk.stakes import WagerStakes, convert_stakes, in_own_units
from croupier.maths.solver import solver
from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms
from croupier.rulebook import declaration

ROUNDS = (1_000, 10_000, 1_000_000)
PACE = 30  # default number of rounds per hour


def stakes_of(written: Sequence[str]) -> dict[str, Fraction]:
    """Parse wagers and their stakes in units, such as ``main`` or ``trips=0.5``. The default is one unit."""
    found: dict[str, Fraction] = {}
    for text in written or ("main",):
        name, _, value = text.partition("=")
        if name in found:
            raise BadInput(f"--wager {text!r:.40}: {name!r:.40} is named twice; name it once, with its units")
        try:
            stake = Fraction(value) if value else Fraction(1)
        except (ValueError, ZeroDivisionError):
            raise BadInput(f"--wager {text!r:.40}: write it like main or trips=0.5") from None
        if stake <= 0:
            raise BadInput(f"--wager {text!r:.40}: a stake must be more than 0")
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
    unit: int | None = None,
    seats: int = 1,
    chance: float = BAND,
    money: Mapping[str, int] | None = None,
    down: int | None = None,
    hours: int | None = None,
) -> dict[str, Any]:
    """Return the document of ``croupier risk --json``.

    ``unit`` is in cents. ``money`` has stakes in cents for wagers that are not staked in units. Without a
    unit, each wager's result is in units of its own stake, and the document has no amounts of money.
    ``seats`` is the number of seats with equal wagers, for the house's largest loss in a round. ``chance`` is
    the probability that a result is within its band. The document has the probabilities that a ``bankroll``
    is ruined and that the player is ``down`` a number of units within ``hours`` hours of play. Without
    ``hours``, they are for the smallest number in ``rounds``.
    """
    _check(terms, pace, unit, seats)
    for name, value in (("bankroll", bankroll), ("down", down), ("hours", hours)):
        if value is not None and value < 1:
            unit_word = "" if name == "hours" else " unit"
            raise BadInput(f"--{name} must be at least 1{unit_word}, not {value}")
    has_target = bankroll is not None or down is not None
    span = _span(rounds, hours, pace, has_target)
    if has_target:
        check_rounds(span)
    known = [wager for wager in stakes if wager in analyze.wagers(terms.game)]
    terms, letter = _of_the_only(terms, known, letter)
    if len(known) < len(stakes):
        # The check below rejects an unknown wager with a message that names it.
        whole = WagerStakes(stakes)
    elif unit:
        whole = convert_stakes(terms, stakes, unit, money or {})
    else:
        whole = in_own_units(terms, stakes, money or {})
    document = {
        "game": terms.game,
        "strategy": rules.name if rules else "best",
        "paytables": _paytables(terms, known, letter),
    }
    house: dict[str, Any] = {"rounds_an_hour": pace}
    if unit:
        house |= {"unit": unit, "stakes": {wager: exact(each * unit) for wager, each in whole.units.items()}}
    elif whole.cents:
        house |= {"stakes": {wager: exact(each) for wager, each in whole.cents.items()}}
    play = rounds_of(terms, letter, rules) if MAIN in known else None
    elsewhere = decided_elsewhere(terms, known, play) if play else []
    if play and elsewhere:
        if bankroll is not None or down is not None:
            option = "--down" if bankroll is None else "--bankroll"
            raise BadInput(
                f"{option}: {elsewhere[0]} together with the main game can only be sampled; leave one out"
            )
        counted = {wager: stake for wager, stake in whole.units.items() if wager not in elsewhere}
        others = {wager: whole.units[wager] for wager in elsewhere}
        main = seat_of(terms, counted, letter, rules, whole.cents)
        found = together(terms, main, play, others, cents=whole.cents)
        house |= _in_money(unit, seats, pace, found.ev, found.best)
        return {
            **document,
            "round": found.document(),
            "bands": [],
            "bankroll": {"kelly": None},
            "house": house,
        }
    seat = seat_of(terms, whole.units, letter, rules, whole.cents)
    best = max(seat.distribution)
    house |= _in_money(unit, seats, pace, seat.ev, best)
    if unit:
        house["largest_loss_in_a_shift"] = exact(best * unit * seats * pace * 8)
    return {
        **document,
        "round": seat.document(),
        "bands": [band(seat, each, chance) for each in rounds],
        "bankroll": _bankroll(seat, bankroll, down, span, pace),
        "house": {**house, "rounds_until_ahead": rounds_to_win(seat)},
    }


def _check(terms: Terms, pace: int, unit: int | None, seats: int) -> None:
    for name, value in (("pace", pace), ("unit", unit), ("seats", seats)):
        if value is not None and value < 1:
            raise BadInput(f"--{name} must be at least 1, not {value}")
    most = declaration(terms.game).seats
    if seats > most:
        raise BadInput(f"--seats must be from 1 to {most}, the number of seats at a table, not {seats}")


def _of_the_only(terms: Terms, wagers: Sequence[str], letter: str | None) -> tuple[Terms, str | None]:
    """Return the terms, and the letter of the main game's paytable.

    As in ``analyze``, the letter selects the bonus wager's paytable if there is only one bonus wager. The
    returned terms then have only this paytable for the wager.
    """
    if letter is None or len(wagers) != 1 or wagers[0] == MAIN:
        return terms, letter
    table = analyze.plan(terms, wagers[0], letter)[0].table
    assert table is not None
    return msgspec.structs.replace(terms, tables={**terms.tables, wagers[0]: {letter: table}}), None


def _paytables(terms: Terms, wagers: Sequence[str], letter: str | None) -> dict[str, str]:
    """Return the paytable letter of each wager.

    The letter of the main game is keyed by the wager that its paytable pays, such as the Blind.
    """
    found = {}
    if MAIN in wagers or len(wagers) > 1:
        chosen, paying = ChosenTerms(terms, letter), solver(terms.game).table
        if paying and MAIN in wagers:
            found[paying] = chosen.paytable(paying).letter
    return found | {wager: table_of(terms, wager).letter for wager in wagers if wager != MAIN}


def _in_money(unit: int | None, seats: int, pace: int, ev: Fraction, best: Fraction) -> dict[str, Any]:
    if unit is None:
        return {}
    return {
        "win_an_hour": exact(-ev * pace * unit * seats),
        "largest_loss_in_a_round": exact(best * unit * seats),
    }


def _bankroll(seat: SeatRisk, units: int | None, down: int | None, rounds: int, pace: int) -> dict[str, Any]:
    """Return the Kelly stake and the probabilities of ``ruin`` and of being ``down`` a number of units.

    Ruin means that the bankroll can no longer cover the largest loss in a round.
    """
    document: dict[str, Any] = {"kelly": kelly(seat)}
    if units is not None:
        document |= {"units": units, "rounds": rounds, "ruin": ruin(seat, units, rounds)}
        document["ruin_ever_at_most"] = ruin_ever(seat, units)
    lost = units if down is None else down
    if lost is not None:
        document["down"] = {
            "units": lost,
            "rounds": rounds,
            "hours": rounds / pace,
            "at_some_time": ever_down(seat, lost, rounds),
            "at_the_end": sum_of(seat, rounds).at_most(-lost),
        }
    return document


def _span(rounds: Sequence[int], hours: int | None, pace: int, required: bool) -> int:
    """Return the number of rounds for ruin and losses: ``hours`` of play, or the smallest of ``rounds``."""
    if hours is None:
        return min(rounds, default=0)
    if not required:
        raise BadInput("--hours needs --bankroll or --down")
    return hours * pace
