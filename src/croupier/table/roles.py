"""The roles that people can have, each with its name, duty, start page and rank.

An actor is written "role" or "role:id". To add a role, declare it here, and add its permissions as a column
of the permission matrix (`server/sessions/permissions.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

PLAYER, DEALER, FLOOR, PIT_MANAGER = "player", "dealer", "floor", "pit_manager"
CAGE, COUNT_TEAM, SURVEILLANCE, ACCOUNTING = "cage", "count_team", "surveillance", "accounting"
REGULATOR, ADMINISTRATOR, SECURITY = "regulator", "administrator", "security"
HOUSE = "house"  # id of the actor in automatic acts


class RoleDeclaration(NamedTuple):
    name: str
    column: str  # letter of the role's column in the permission matrix
    duty: str  # a person may only have roles of the same duty
    page: str = "/"  # page where a person with this role starts after signing in

    @property
    def title(self) -> str:
        return self.name.replace("_", " ")


# Roles from the lowest to the highest. A person with several roles acts in the first role that permits an
# action.
DECLARED = (
    RoleDeclaration(PLAYER, "p", "to play"),
    RoleDeclaration(DEALER, "d", "to deal", "/pit"),
    RoleDeclaration(FLOOR, "f", "to supervise", "/pit"),
    RoleDeclaration(PIT_MANAGER, "m", "to supervise", "/pit"),
    RoleDeclaration(CAGE, "c", "to keep the money", "/cage"),
    RoleDeclaration(SURVEILLANCE, "v", "to watch", "/surveillance"),
    RoleDeclaration(ACCOUNTING, "k", "to keep the books", "/accounting"),
    RoleDeclaration(REGULATOR, "r", "to approve", "/regulator"),
    RoleDeclaration(ADMINISTRATOR, "w", "to keep people and settings", "/administration"),
    RoleDeclaration(COUNT_TEAM, "b", "to count", "/count"),
    RoleDeclaration(SECURITY, "g", "to guard", "/security"),
)
ROLES = tuple(role.name for role in DECLARED)
STAFF_ROLES = tuple(role for role in ROLES if role != PLAYER)

# Higher ranks that may act for a role, as in "a floorperson or above".
ABOVE = {FLOOR: (PIT_MANAGER,)}
TITLES = {FLOOR: "a floorperson or above"}


def role_of(by: str) -> str:
    return by.partition(":")[0]


def id_of(by: str) -> str:
    return by.partition(":")[2]


def role_title(role: str) -> str:
    return next((one.title for one in DECLARED if one.name == role), role.replace("_", " "))


def page_of(roles: Iterable[str]) -> str:
    """Return the page where a person with these roles starts."""
    own_roles = {*roles}
    return next((one.page for one in DECLARED if one.name in own_roles and one.page != "/"), "/")


def or_above(roles: Iterable[str]) -> frozenset[str]:
    """Return these roles and every role with a higher rank."""
    own_roles = (*roles,)
    return frozenset(own_roles) | {above for role in own_roles for above in ABOVE.get(role, ())}


def holds(by: str, role: str) -> bool:
    """Return whether an actor has the role or a higher rank."""
    return role_of(by) in or_above((role,))


def titles(roles: Iterable[str]) -> str:
    return " or ".join(TITLES.get(role, role_title(role)) for role in roles)
