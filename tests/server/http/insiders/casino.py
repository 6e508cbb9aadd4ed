"""Represent the insiders, their requests and the outcome of each attempt.

The server refuses an attempt with a code, or carries it out and shows it in an alert or a report.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from croupier.casino.administration import commands as desk_do
from croupier.casino.administration import license_commands as licenses
from croupier.casino.cage import commands as cage_do
from tests.server.helpers.desks import BY, approved, document, opened
from tests.server.helpers.doors import House
from tests.server.helpers.tills import count_main_bank, open_tracked_drawer

TITLES = {
    "dina": "dealer",
    "dora": "another dealer",
    "flo": "floor",
    "pit": "pit manager",
    "kim": "cage",
    "sam": "surveillance",
    "lee": "accounting",
    "reg": "regulator",
    "ada": "administrator",
    "abe": "another administrator",
    "cole": "count team",
    "cora": "another of the count team",
    "gus": "security",
    "Zoe": "guest",
}


class Attempt(NamedTuple):
    who: str
    what: str
    outcome: str  # what happened: a refusal code, "seen: …" or "harmless: …"
    expected: str


class Insider:
    """One person who sends requests. `ada("POST /api/people", {...})` returns the answer."""

    def __init__(self, house: House, name: str) -> None:
        self.house, self.name = house, name

    def __call__(self, request: str, body: Any = None) -> Any:
        method, _, path = request.partition(" ")
        return self.house.ask(method, path, self.name, body)

    def do(self, stream: str, type_: str, **fields: Any) -> Any:
        command = {"type": type_, **fields}
        return self("POST /api/do", {"id": "a1", "stream": stream, "command": command})

    def tries(self, what: str, answer: Any, expected: str, with_: str = "") -> Attempt:
        who = TITLES[self.name] + (f" with {TITLES[with_]}" if with_ else "")
        return Attempt(who, what, outcome_of(answer), expected)


def outcome_of(answer: Any) -> str:
    """Return the refusal code, or the HTTP status if the server carried the request out."""
    if answer.status_code >= 400:
        return str(
            answer.json().get("code") or {400: "bad_input"}.get(answer.status_code, answer.status_code)
        )
    return str(answer.status_code)


def seen(house: House, who: str, what: str, words: str) -> Attempt:
    """Return an attempt that the server allows and that must have raised an alert containing `words`."""
    told = [alert.words for alert in house.desk.state.alerts.values()]
    found = any(words in one for one in told)
    return Attempt(who, what, f"seen: {words}" if found else f"unseen {told}", f"seen: {words}")


def crowd(house: House) -> dict[str, Insider]:
    return {name: Insider(house, name) for name in TITLES}


def run(house: House, *commands: Any) -> None:
    for command in commands:
        service = house.cage if type(command).__module__.startswith("croupier.casino.cage") else house.desk
        asyncio.run(service.do(command))


def real_tables(house: House) -> None:
    """Open tables t1, with the dealer Dina, and t2, with the dealer Dora, for real money."""
    run(house, *approved(document()))
    for table, dealer in (("t1", "dina"), ("t2", "dora")):
        run(
            house,
            opened(table, money="real", dealing="live"),
            licenses.NoteLicense(person=dealer, number="MD-1", until="2099-01-01", by=BY["flo"]),
            licenses.NoteTableTest(
                person=dealer, game="uth", trained="2023-10-01", passed="2023-11-01", by=BY["pit"]
            ),
            desk_do.LogOnTable(table=table, by=BY[dealer]),
            cage_do.EnrolTable(table=table, money="real", by="house"),
        )


def drawer(insider: Insider, bills: int = 100) -> Any:
    return insider.do("cage", "open_drawer@1", id=f"drawer-{insider.name}", bills={"10000": bills}, other=0)


def opened_drawer(house: House) -> None:
    """Count the main bank, and open the cashier's drawer with a second person."""

    def send(by: str, **command: Any) -> None:
        told = house.post("/api/do", by, {"id": "a", "stream": "cage", "command": command})
        assert told.status_code == 200, told.text

    counted_bank(house)
    open_tracked_drawer(send, "kim", "lee", "drawer-kim", house.cage.state.drawers_opened + 1)


def counted_bank(house: House) -> None:
    def send(by: str, **command: Any) -> None:
        told = house.post("/api/do", by, {"id": "a", "stream": "cage", "command": command})
        assert told.status_code == 200, told.text

    if house.cage.state.bank is None:
        count_main_bank(send, "kim", "lee")


class Shown(NamedTuple):
    """Stands for a response. Its code states whether the response contains a figure that must stay hidden."""

    words: str
    status_code: int = 499

    def json(self) -> dict[str, str]:
        return {"code": self.words}


def expected_of(by: Insider) -> Shown:
    (own,) = by("GET /api/cage/drawers").json()
    return Shown("harmless: hidden" if own["expected"] is None else f"shown {own['expected']}")


def person_of(house: House, name: str) -> str:
    return str(house.get("/api/me", name).json()["person"])
