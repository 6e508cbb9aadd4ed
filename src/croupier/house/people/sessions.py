"""Who is there, by an opaque token of which only the SHA-256 is stored."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

from croupier.house.desk.state import Desk, PersonKind

COOKIE = "croupier"
TOKEN_BYTES = 32
LONGEST_TOKEN = 128  # signs; whatever is longer is no token of ours
HOUR, DAY = 3600, 86_400
STAFF_SESSION = 12 * HOUR  # a shift
GUEST_SESSION = 30 * DAY
LINK = DAY


class Person(msgspec.Struct, frozen=True):
    """Somebody signed in: the roles are those the desk knows now, not those of the time of signing in."""

    id: str
    name: str
    kind: PersonKind
    roles: frozenset[str]


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_person() -> str:
    """An id that says nothing about whom it names."""
    return "p" + secrets.token_hex(8)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def person_in(desk: Desk, person: str) -> Person | None:
    """Somebody as the desk knows them now; nobody who was forgotten or dismissed."""
    member = desk.people.get(person)
    if member is None or member.dismissed:
        return None
    return Person(person, member.name, member.kind, frozenset(member.roles))
