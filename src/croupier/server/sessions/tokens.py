"""Session and device tokens. The store contains only their SHA-256 digests."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

import msgspec

from croupier.casino.administration.state import AdministrationState, PersonKind

COOKIE = "croupier"
TOKEN_BYTES = 32
LONGEST_TOKEN = 128  # maximum characters; a longer text is not a valid token
HOUR, DAY = 3600, 86_400
STAFF_SESSION = 12 * HOUR  # a shift
GUEST_SESSION = 30 * DAY
DEVICE_COOKIE = "croupier_device"
DEVICE = 90 * DAY  # lifetime of the device cookie, which equals the lifetime of a password
LINK = DAY


class SignedInPerson(msgspec.Struct, frozen=True):
    """A signed-in person with their current roles. The roles may have changed since sign-in."""

    id: str
    name: str
    kind: PersonKind
    roles: frozenset[str]


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_person() -> str:
    """Return a random person id."""
    return "p" + secrets.token_hex(8)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Origin(NamedTuple):
    """The origin of a sign-in attempt: the network address, and the token of a known device."""

    address: str = ""
    device: str = ""

    def sources(self) -> tuple[str, str]:
        """Return the digests of device and address in the form that administration stores."""
        return source_of("d", self.device), source_of("a", self.address)


NOWHERE = Origin()


def source_of(kind: str, text: str) -> str:
    return kind + hashlib.sha256(f"{kind} {text}".encode()).hexdigest()[:16]


def person_in(desk: AdministrationState, person: str) -> SignedInPerson | None:
    """Return a person with their current roles, or None if the person was deleted or dismissed."""
    member = desk.people.get(person)
    if member is None or member.dismissed:
        return None
    return SignedInPerson(person, member.name, member.kind, frozenset(member.roles))
