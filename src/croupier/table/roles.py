"""Who people at a table are: roles and ranks. Whoever acts is "role" or "role:id"."""

from __future__ import annotations

from collections.abc import Iterable

PLAYER, DEALER, FLOOR, PIT_MANAGER = "player", "dealer", "floor", "pit_manager"
CAGE, SURVEILLANCE, ACCOUNTING = "cage", "surveillance", "accounting"
REGULATOR, ADMINISTRATOR = "regulator", "administrator"
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

# "A floorperson or above": whoever may act in a rank's place.
ABOVE = {FLOOR: (PIT_MANAGER,)}
TITLES = {FLOOR: "a floorperson or above"}


def role_of(by: str) -> str:
    return by.partition(":")[0]


def id_of(by: str) -> str:
    return by.partition(":")[2]


def or_above(roles: Iterable[str]) -> frozenset[str]:
    """The roles and the ranks above them."""
    given = (*roles,)
    return frozenset(given) | {above for role in given for above in ABOVE.get(role, ())}


def holds(by: str, role: str) -> bool:
    """Whether somebody has a role, or a rank above it."""
    return role_of(by) in or_above((role,))


def titles(roles: Iterable[str]) -> str:
    return " or ".join(TITLES.get(role, role.replace("_", " ")) for role in roles)
