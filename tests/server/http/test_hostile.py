"""Test that random requests by every role cause no server error and no forbidden entry."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import quote

import pytest

from croupier.casino.administration.commands import NoteDenied, NoteFailure
from croupier.server.sessions.permissions import MATRIX
from croupier.table.roles import ROLES
from tests.server.helpers.doors import open_house
from tests.server.http.test_routes import OURS, PERSON, body, is_allowed, path

REQUESTS = 400
STRANGE: list[Any] = [
    "",
    " ",
    "\x00",
    "a\nb",
    "é",
    "\U0001f600" * 50,
    "x" * 300,
    "-1",
    "9" * 30,
    "../..",
    "p1",
    None,
    True,
    -1,
    0,
    2**63,
    1.5,
    [],
    {},
    {"a": 1},
    {"ante": {"minimum": -5}},
    {"ante": {"maximum": 2**80}},
    'game = "uth"',
    "[" * 3000,
]
OWN_DOING = (NoteDenied, NoteFailure)  # entries with which the server records refusals


def bent_path(route: str, chance: random.Random) -> str:
    parts = path(route).split("/")
    if chance.random() < 0.4:
        parts[chance.randrange(1, len(parts))] = quote(str(chance.choice(STRANGE)), safe="") or "x"
    query = f"?before={quote(str(chance.choice(STRANGE)))}" if chance.random() < 0.2 else ""
    return "/".join(parts) + query


def bent_body(route: str, chance: random.Random) -> Any:
    given = body(route)
    if not isinstance(given, dict):
        return given
    return {key: chance.choice(STRANGE) if chance.random() < 0.4 else one for key, one in given.items()}


@pytest.mark.long
def test_answers_hostile_requests_without_errors() -> None:
    chance = random.Random(20261116)
    with open_house() as house:
        for _ in range(REQUESTS):
            route, role = chance.choice(OURS), chance.choice(("", *ROLES))
            who = PERSON[role] if role else ""
            if who:
                house.token(who)
            before = len(house.committer.entries)
            house.now.pass_by(1)
            asked = bent_path(route, chance)
            answer = house.ask(route.partition(" ")[0], asked, who, bent_body(route, chance))
            assert answer.status_code < 500, (route, asked, answer.text)
            if answer.status_code == 401 and who:
                house.tokens.pop(who)  # this request ended the person's session
            row = MATRIX["route", route]
            allowed = is_allowed(row, role)
            if not allowed or answer.status_code >= 400:
                new = [command for _, command, _ in house.committer.entries[before:]]
                assert all(isinstance(command, OWN_DOING) for command in new), (route, asked, new)
        assert all(wallet.cents >= 0 for wallet in house.cage.state.wallets.values())
