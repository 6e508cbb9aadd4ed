"""``croupier risk``: a seat's round as a whole, and what N rounds of it bring to player and house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.advice import Chosen
from croupier.maths.analyze import MAIN
from croupier.maths.play.rulelist import RuleList
from croupier.maths.results import exact
from croupier.maths.risk.seat import Seat, decided_elsewhere, rounds_of, seat_of, table_of
from croupier.maths.risk.shift import BAND, band, kelly, rounds_to_win, ruin, ruin_ever
from croupier.maths.risk.staking import Staked, staked
from croupier.maths.risk.together import together
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.rulebook import declaration

ROUNDS = (1_000, 10_000, 1_000_000)
PACE = 30  # rounds an hour


def stakes_of(written: Sequence[str]) -> dict[str, Fraction]:
    """``main``, ``trips=0.5``: wagers with their stakes in units, one unit if nothing is said."""
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
    unit: int | None = None,
    seats: int = 1,
    chance: float = BAND,
    money: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """``unit`` in cents, and ``money`` the stakes in cents that are not so many units; without a unit each
    wager's own stake is one, and nothing is told in money. ``seats`` that play alike, for what the house may
    lose at once; bands have this ``chance``."""
    _check(terms, pace, unit, seats)
    known = [wager for wager in stakes if wager in analyze.wagers(terms.game)]
    terms, letter = _of_the_only(terms, known, letter)
    whole = staked(terms, stakes, unit, money or {}) if unit and len(known) == len(stakes) else Staked(stakes)
    told = {
        "game": terms.game,
        "strategy": rules.name if rules else "best",
        "paytables": _paytables(terms, known, letter),
    }
    house: dict[str, Any] = {"rounds_an_hour": pace}
    if unit:
        house |= {"unit": unit, "stakes": {wager: exact(each * unit) for wager, each in whole.units.items()}}
    play = rounds_of(terms, letter, rules) if MAIN in known else None
    elsewhere = decided_elsewhere(terms, known, play) if play else []
    if play and elsewhere:
        if bankroll is not None:
            raise BadInput(f"--bankroll: {elsewhere[0]} beside the main game is known by sampling alone")
        counted = {wager: stake for wager, stake in whole.units.items() if wager not in elsewhere}
        others = {wager: whole.units[wager] for wager in elsewhere}
        main = seat_of(terms, counted, letter, rules, whole.cents)
        found = together(terms, main, play, others, cents=whole.cents)
        house |= _in_money(unit, seats, pace, found.ev, found.best)
        return {**told, "round": found.document(), "bands": [], "bankroll": {"kelly": None}, "house": house}
    seat = seat_of(terms, whole.units, letter, rules, whole.cents)
    best = max(seat.distribution)
    house |= _in_money(unit, seats, pace, seat.ev, best)
    if unit:
        house["largest_loss_in_a_shift"] = exact(best * unit * seats * pace * 8)
    return {
        **told,
        "round": seat.document(),
        "bands": [band(seat, each, chance) for each in rounds],
        "bankroll": _bankroll(seat, bankroll, rounds),
        "house": {**house, "rounds_until_ahead": rounds_to_win(seat)},
    }


def _check(terms: Terms, pace: int, unit: int | None, seats: int) -> None:
    for name, value in (("pace", pace), ("unit", unit), ("seats", seats)):
        if value is not None and value < 1:
            raise BadInput(f"--{name} is a number from 1 up, not {value}")
    most = declaration(terms.game).seats
    if seats > most:
        raise BadInput(f"--seats is a number from 1 to {most}, the seats of a table, not {seats}")


def _of_the_only(terms: Terms, wagers: Sequence[str], letter: str | None) -> tuple[Terms, str | None]:
    """A letter with a bonus wager alone is that of its paytable, as in ``analyze``; else the main game's."""
    if letter is None or len(wagers) != 1 or wagers[0] == MAIN:
        return terms, letter
    table = analyze.plan(terms, wagers[0], letter)[0].table
    assert table is not None
    return msgspec.structs.replace(terms, tables={**terms.tables, wagers[0]: {letter: table}}), None


def _paytables(terms: Terms, wagers: Sequence[str], letter: str | None) -> dict[str, str]:
    """The letter of every wager's paytable; that of the main game by the wager which it pays."""
    found = {}
    if MAIN in wagers or len(wagers) > 1:
        chosen, paying = Chosen(terms, letter), solver(terms.game).table
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


def _bankroll(seat: Seat, units: int | None, rounds: Sequence[int]) -> dict[str, Any]:
    told: dict[str, Any] = {"kelly": kelly(seat)}
    if units is not None:
        if units < 1:
            raise BadInput(f"--bankroll is a number of units from 1 up, not {units}")
        shortest = min(rounds)
        told |= {"units": units, "rounds": shortest, "ruin": ruin(seat, units, shortest)}
        told["ruin_ever_at_most"] = ruin_ever(seat, units)
    return told
