"""An evening: what was staked and won against what was to be expected, and what mistakes cost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from fractions import Fraction
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.house.floor.decided import Taken, priced, taken
from croupier.house.floor.history import PlayedRound, rounds_of
from croupier.house.floor.posted import unit_of
from croupier.house.floor.recall import Befores, Stored, stored
from croupier.house.store import schema as db
from croupier.submission import Choices
from croupier.table import events as ev
from croupier.table.readers.sight import watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER
from croupier.table.state import TableState

MAIN = "main"
RARE = Fraction(1, 5_000)


class Staked(msgspec.Struct, frozen=True):
    """A round somebody played: the stakes as bets were closed, seat by seat, and the decisions."""

    round: PlayedRound
    seats: dict[int, dict[str, int]]
    choices: Choices  # what the table played by
    unit: str  # the wager that values are counted in
    taken: tuple[Taken, ...]


def played(connection: Connection, person: str, before: int, befores: Befores) -> list[Staked]:
    """The rounds of an evening, the last first, as far as one answer goes."""
    return [
        found
        for one in rounds_of(connection, person, before=before)
        if (found := staked(connection, one, person, befores)) is not None
    ]


def staked(connection: Connection, one: PlayedRound, person: str, befores: Befores) -> Staked | None:
    r = db.rounds.c
    query = sa.select(r.first, r.last).where((r.stream == one.table) & (r.round == one.round))
    place = connection.execute(query).one_or_none()
    if place is None:
        return None
    state = befores.find(connection, one.table, one.round, place.first)
    entries = stored(connection, one.table, place.first, place.last)
    rules, lay = state.rules, bets(state, entries, person)
    return Staked(one, lay, rules.choices, unit_of(rules), taken(state, entries, person))


def bets(before: TableState, entries: Iterable[Stored], person: str) -> dict[int, dict[str, int]]:
    """What lay on somebody's seats as bets were closed."""
    by = f"{PLAYER}:{person}"
    watching = watch(by, before, live=False)
    for one in entries:
        seen = view(one.events, by)
        if any(isinstance(event, ev.BetsClosed) for event in seen):
            seats = watching.state.seating.seats
            return {
                seat: dict(wagers)
                for seat, wagers in watching.state.bets.wagers.items()
                if seats.get(seat) == person and wagers
            }
        watching = watching.see(seen)
    return {}


def expected(one: Staked, figures: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """What the best play wins on these stakes on average, and the variance of it: cents and their square.

    Wagers of a round are added as if each had cards of its own; a seat's wagers share them, so the true
    spread is a little wider. Hits so rare that an evening has none are in the average and not in the spread:
    one jackpot would make it as wide as the room."""
    of = {result["wager"]: result for result in figures["results"]}
    mean = variance = Fraction(0)
    for wagers in one.seats.values():
        units = {MAIN: wagers.get(one.unit, 0), **{w: c for w, c in wagers.items() if w in of}}
        for wager, cents in units.items():
            if cents and wager in of:
                mean += cents * Fraction(of[wager]["ev"])
                variance += cents**2 * spread(of[wager])
    return mean, variance


def spread(result: dict[str, Any]) -> Fraction:
    """The variance of one unit over all outcomes that come at least once in so many rounds."""
    lines = [(Fraction(one["probability"]), Fraction(one["net"])) for one in result["outcomes"]]
    usual = [(often, net) for often, net in lines if often >= RARE]
    weight = sum((often for often, _ in usual), Fraction(0))
    mean = sum((often * net for often, net in usual), Fraction(0)) / weight
    return sum((often * net**2 for often, net in usual), Fraction(0)) / weight - mean**2


Asking = Callable[[bytes], Awaitable[dict[str, Any]]]
Advising = Callable[[bytes, tuple[str, ...], tuple[str, ...]], Awaitable[dict[str, Any]]]


async def evening(rounds: Iterable[Staked], figures: Asking, advice: Advising) -> list[dict[str, Any]]:
    """Each round with its expectation, its variance, and the exact cost of each decision."""
    told = []
    for one in rounds:
        choices = msgspec.json.encode(one.choices)
        mean, variance = expected(one, await figures(choices))
        decisions = [priced(each, await advice(choices, each.hand, each.board)) for each in one.taken]
        cost = sum((Fraction(each["cost"]) * each["unit"] for each in decisions), Fraction(0))
        told.append(
            {
                **msgspec.to_builtins(one.round),
                "expected": float(mean),
                "variance": float(variance),
                "cost": float(cost),
                "decisions": [without_choices(each) for each in decisions],
            }
        )
    return told


def without_choices(decision: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in decision.items() if name not in ("choices", "clauses")}
