"""Roles and ranks of the people at a table. An actor is written "role" or "role:id"."""

from __future__ import annotations

from collections.abc import Iterable

PLAYER, DEALER, FLOOR, PIT_MANAGER = "player", "dealer", "floor", "pit_manager"
CAGE, SURVEILLANCE, ACCOUNTING = "cage", "surveillance", "accounting"
REGULATOR, ADMINISTRATOR = "regulator", "administrator"
HOUSE = "house"  # id of automatic acts
ROLES = (
    PLAYER,
    DEALER,
    FLOOR,
    PIT_MANAGER,
    CAGE,
    SURVEILLANCE,
    ACCOUNTING,
    REGULATOR,
    ADMINISTRATOR,
)

# Higher ranks that may act for a role: "a floorperson or above".
ABOVE = {FLOOR: (PIT_MANAGER,)}
TITLES = {FLOOR: "a floorperson or above"}


def role_of(by: str) -> str:
    return by.partition(":")[0]


def id_of(by: str) -> str:
    return by.partition(":")[2]


def or_above(roles: Iterable[str]) -> frozenset[str]:
    """Return the roles together with the ranks above them."""
    given = (*roles,)
    return frozenset(given) | {above for role in given for above in ABOVE.get(role, ())}


def holds(by: str, role: str) -> bool:
    """Return whether an actor has a role or a rank above it."""
    return role_of(by) in or_above((role,))


def titles(roles: Iterable[str]) -> str:
    return " or ".join(TITLES.get(role, role.replace("_", " ")) for role in roles)
