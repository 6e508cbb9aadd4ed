"""The register of families, and the parts that they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.submission.money import format_dollars
from croupier.table.commands import TableCommand
from croupier.table.state import TableState

replace = msgspec.structs.replace


class Mistake(msgspec.Struct, frozen=True):
    """A command that commits an error, the state that it is tried in, and the facts for the scene's text."""

    command: TableCommand
    facts: dict[str, str] = {}
    state: TableState | None = (
        None  # set if the table must first move on, as for a payment; None for the current state
    )
    readings_needed: bool = True  # whether the meters are read for the command, as the driver does


# A family takes the state, the seat, and the kind's argument. It returns None if the error cannot occur now.
Family = Callable[[TableState, int, str], Mistake | None]
FAMILIES: dict[str, Family] = {}

F = TypeVar("F", bound=Family)


def family(name: str) -> Callable[[F], F]:
    def register(function: F) -> F:
        FAMILIES[name] = function
        return function

    return register


def money_words(cents: int) -> str:
    return format_dollars(cents)


def player_by(state: TableState, seat: int) -> str:
    return f"player:{state.seating.seats.get(seat, '')}"


def other_seat(state: TableState, seat: int) -> int | None:
    """Return the nearest other occupied seat, or None."""
    others = [one for one in state.seating.seats if one != seat]
    return min(others, key=lambda one: (abs(one - seat), one), default=None)
