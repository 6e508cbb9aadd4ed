"""Plan a deal for the players in the round, with the place and clauses of each card."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import msgspec

from croupier.games.game import PLAYERS, Deal, Delivery, seat_place

_SEATS = {seat_place(seat): seat for seat in range(1, 32)}


class Arrival(msgspec.Struct, frozen=True):
    """The dealt cards that go to one place, with their clauses."""

    place: str
    taken: slice | itemgetter[Any]  # selects from the dealt cards
    clauses: tuple[str, ...]
    seat: int  # number of the seat, or 0 for a place that is not a seat


class DealPlan(msgspec.Struct, frozen=True):
    """The plan of a Deal phase for the players in the round."""

    steps: tuple[Delivery, ...]
    deliveries: tuple[tuple[str, int], ...]
    sizes: tuple[int, ...]
    total: int
    arrivals: tuple[Arrival, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


def whole_plan(phase: Deal, in_play: tuple[int, ...]) -> DealPlan:
    return plan(
        tuple(
            Delivery(place, step.count, step.clauses, step.readings)
            for step in phase.deliveries
            for place in (map(seat_place, in_play) if step.place == PLAYERS else (step.place,))
        )
    )


def plan(steps: tuple[Delivery, ...]) -> DealPlan:
    taken: dict[str, list[int]] = {}
    cited: dict[str, dict[str, None]] = {}
    total = 0
    for step in steps:
        taken.setdefault(step.place, []).extend(range(total, total + step.count))
        cited.setdefault(step.place, {}).update(dict.fromkeys(step.clauses))
        total += step.count
    return DealPlan(
        steps,
        tuple((step.place, step.count) for step in steps),
        tuple(step.count for step in steps),
        total,
        tuple(
            Arrival(place, index_picker(at), tuple(cited[place]), _SEATS.get(place, 0))
            for place, at in taken.items()
        ),
        tuple(dict.fromkeys(clause for step in steps for clause in step.clauses)),
        tuple(dict.fromkeys(reading for step in steps for reading in step.readings)),
    )


def index_picker(at: list[int]) -> slice | itemgetter[Any]:
    """Return a selector for the cards at these indexes: a slice if they are evenly spaced."""
    each = at[1] - at[0] if len(at) > 1 else 1
    run = slice(at[0], at[-1] + 1, each) if each > 0 else slice(0)
    return run if [*range(at[-1] + 1)[run]] == at else itemgetter(*at)
