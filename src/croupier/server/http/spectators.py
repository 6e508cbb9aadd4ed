"""Allocate the limited spectator places at a table.

When all places are taken, a newcomer replaces a spectator of lower standing. Among equals, the newcomer
replaces one whose network address has at least two more places. An address has no fixed limit, so a school
behind one address may use all free places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from litestar.connection import ASGIConnection

from croupier.server.sessions.tokens import SignedInPerson

STRANGER, GUEST, KNOWN = range(3)  # standings of an anonymous person, a guest and an account holder


class SpectatorSocket(Protocol):
    """A spectator's socket."""

    @property
    def standing(self) -> int: ...

    @property
    def origin(self) -> str: ...

    @property
    def since(self) -> float: ...


def standing_of(person: SignedInPerson | None) -> int:
    if person is None:
        return STRANGER
    return GUEST if person.kind == "guest" else KNOWN


def origin_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the client's network address as uvicorn reports it."""
    return connection.client.host if connection.client is not None else ""


def spectator_to_drop(sockets: Sequence[SpectatorSocket], rank: int, origin: str) -> SpectatorSocket | None:
    """Return the spectator that a newcomer replaces when all places are taken, or None."""
    lower = [socket for socket in sockets if socket.standing < rank]
    if lower:
        least = min(socket.standing for socket in lower)
        return _newest_of_most(socket for socket in lower if socket.standing == least)
    equals = [socket for socket in sockets if socket.standing == rank]
    if not equals:
        return None
    newest = _newest_of_most(equals)
    count = Counter(socket.origin for socket in equals)
    return newest if count[newest.origin] >= count[origin] + 2 else None


def _newest_of_most(places: Iterable[SpectatorSocket]) -> SpectatorSocket:
    """Return the newest spectator of the address with the most places."""
    all_ = list(places)
    count = Counter(socket.origin for socket in all_)
    return max(all_, key=lambda socket: (count[socket.origin], socket.origin, socket.since))
