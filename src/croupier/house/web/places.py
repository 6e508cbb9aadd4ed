"""Places for those who look on at a table: there are so many, and nobody takes them all for themselves.

Where all are taken a newcomer gets the place of somebody of lower standing, or of their own standing from an
origin that has at least two places more than theirs. An address by itself keeps nobody out: a school behind
one may fill every place that nobody else wants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from litestar.connection import ASGIConnection

from croupier.house.people.sessions import Person

STRANGER, GUEST, KNOWN = range(3)  # not signed in; a name for show; an account that the house opened


class Place(Protocol):
    """A socket that looks on."""

    @property
    def standing(self) -> int: ...

    @property
    def origin(self) -> str: ...

    @property
    def since(self) -> float: ...


def standing_of(person: Person | None) -> int:
    if person is None:
        return STRANGER
    return GUEST if person.kind == "guest" else KNOWN


def origin_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody comes from, as the server under us tells it."""
    return connection.client.host if connection.client is not None else ""


def given_up(taken: Sequence[Place], standing: int, origin: str) -> Place | None:
    """Whose place a newcomer gets where all are taken; None if nobody makes room."""
    lower = [place for place in taken if place.standing < standing]
    if lower:
        least = min(place.standing for place in lower)
        return _newest_of_most(place for place in lower if place.standing == least)
    equals = [place for place in taken if place.standing == standing]
    if not equals:
        return None
    found = _newest_of_most(equals)
    count = Counter(place.origin for place in equals)
    return found if count[found.origin] >= count[origin] + 2 else None


def _newest_of_most(places: Iterable[Place]) -> Place:
    """Of the origin that has most places, the one that came last."""
    all_ = list(places)
    count = Counter(place.origin for place in all_)
    return max(all_, key=lambda place: (count[place.origin], place.origin, place.since))
