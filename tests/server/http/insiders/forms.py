"""Attempts to abuse hand pays, the exclusion list, meters and reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.server.helpers.doors import House
from tests.server.http.insiders.casino import (
    Attempt,
    Insider,
    Shown,
    crowd,
    opened_drawer,
    seen,
)
from tests.server.http.test_hand_pays import BIG, LINE, WINNER, raised

EXCLUDED = {"name": "Jane Q. Public", "born": "1980-02-03", "id_number": "MD 123-456"}


def hand_pays(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    flo, kim, manager, lee = p["flo"], p["kim"], p["pit"], p["lee"]
    raised(house, BIG)
    for name in ("dina", "sam", "lee", "reg", "ada", "cole", "gus", "Zoe"):
        yield p[name].tries(
            "enter a winner's identity", p[name]("POST /api/hand-pays/1/identity", WINNER), "not_your_role"
        )
    yield flo.tries("sign before the winner is identified", flo("POST /api/hand-pays/1/sign"), "no_identity")
    yield flo.tries(
        "enter an invalid taxpayer number",
        flo("POST /api/hand-pays/1/identity", {**WINNER, "taxpayer": "12"}),
        "bad_input",
    )
    manager("POST /api/hand-pays/1/identity", WINNER)
    yield manager.tries("witness a payment whose winner they identified", witness(manager), "own_hand_pay")
    yield flo.tries("sign as witness", witness(flo), "not_your_role")
    kim("POST /api/hand-pays/1/identity", WINNER)
    witness(manager)
    yield manager.tries(
        "sign for the floor after signing as witness", manager("POST /api/hand-pays/1/sign"), "own_hand_pay"
    )
    flo("POST /api/hand-pays/1/sign")
    yield flo.tries("sign twice", flo("POST /api/hand-pays/1/sign"), "hand_pay_signed")
    yield kim.tries(
        "pay at the cage what the table pays", kim("POST /api/hand-pays/1/sign"), "hand_pay_at_table"
    )
    for name in ("dina", "sam", "gus", "ada", "cole", "reg", "Zoe"):
        answer = p[name]("GET /api/hand-pays")
        hidden = answer.status_code == 403 or not any(word in answer.text for word in ("Wendy", "4321"))
        yield p[name].tries(
            "read who the winner is", Shown("harmless: hidden" if hidden else "shown"), "harmless: hidden"
        )
    for name in ("flo", "kim", "lee"):
        text = p[name]("GET /api/hand-pays").text
        hidden = "987-65-4321" not in text and "W-555-000-1234" not in text
        yield p[name].tries(
            "read a winner's whole taxpayer number on the page",
            Shown("harmless: hidden" if hidden else "shown"),
            "harmless: hidden",
        )
    for name in ("dina", "flo", "sam", "ada", "gus"):
        yield p[name].tries(
            "print the tax form's information", p[name]("GET /api/hand-pays/1/tax"), "not_your_role"
        )
    yield lee.tries(
        "delete a winner's identity early",
        lee("POST /api/hand-pays/1/identity/delete", {"reason": "privacy"}),
        "retained",
    )
    for name in ("flo", "kim", "ada"):
        yield p[name].tries(
            "delete a winner's identity",
            p[name]("POST /api/hand-pays/1/identity/delete", {"reason": "x"}),
            "not_your_role",
        )
    raised(house, LINE, settled=True, seat=2)
    yield kim.tries(
        "pay a machine's win before identity and floor", kim("POST /api/hand-pays/2/sign"), "no_identity"
    )
    for name in ("flo", "kim", "dina", "ada"):
        yield p[name].tries(
            "decide about a winner on the exclusion list",
            p[name]("POST /api/hand-pays/2/decide", {"decision": "pay", "reason": "x"}),
            "not_your_role",
        )


def witness(by: Insider) -> Any:
    return by("POST /api/hand-pays/1/witness")


def exclusions(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    gus, kim = p["gus"], p["kim"]
    entry = {"kind": "voluntary", "identity": EXCLUDED, "until": ""}
    for name in ("dina", "flo", "pit", "kim", "lee", "ada", "cole"):
        yield p[name].tries("read the exclusion list", p[name]("GET /api/exclusions"), "not_your_role")
        yield p[name].tries(
            "put a person on the exclusion list", p[name]("POST /api/exclusions", entry), "not_your_role"
        )
    yield p["sam"].tries(
        "put a person on the exclusion list", p["sam"]("POST /api/exclusions", entry), "not_your_role"
    )
    gus("POST /api/exclusions", entry)
    yield gus.tries("confirm their own entry", gus("POST /api/exclusions/1/confirm"), "own_exclusion")
    p["reg"]("POST /api/exclusions/1/confirm")
    gus("POST /api/exclusions/1/removal", {"reason": "a friend"})
    yield gus.tries(
        "remove a person without a second person",
        gus("POST /api/exclusions/1/removal/confirm"),
        "own_exclusion",
    )
    for name in ("Jane Public", "PUBLIC, JANE", "Jané Q Públic", "jane q. public"):
        yield kim.tries(
            f"open an account for an excluded person as {name}",
            kim("POST /api/cage/patrons", {"name": name}),
            "maybe_excluded",
        )
    yield kim.tries(
        "open an account for an excluded person with the right birthday",
        kim("POST /api/cage/patrons", {"name": "Jane Public", "born": "1980-02-03"}),
        "excluded",
    )
    opened_drawer(house)
    kim("POST /api/cage/patrons", {"name": "Jane Public", "born": "1981-02-03"})
    yield seen(
        house, "cage", "clear an excluded person with another birthday", "cleared a person with the name"
    )
    for type_ in ("sell_cage_chips@1", "cash_chips@1"):
        yield kim.tries(
            f"{type_.partition('@')[0].replace('_', ' ')} with an excluded person",
            kim.do("cage", type_, id=type_, chips={"500": 2}, name="Jane Public"),
            "maybe_excluded",
        )


def books(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    body = {"meter": "main", "cents": 100, "reason": "x"}
    for name in ("dina", "flo", "pit", "kim", "ada", "sam", "cole"):
        yield p[name].tries(
            "propose an adjustment of a meter",
            p[name]("POST /api/meters/m1/adjustments", body),
            "not_your_role",
        )
    for name in ("flo", "ada", "sam", "kim"):
        yield p[name].tries(
            "approve an adjustment of a meter", p[name]("POST /api/adjustments/1/approve"), "not_your_role"
        )
    for name in ("dina", "flo", "kim", "cole", "gus", "Zoe"):
        yield p[name].tries(
            "read the gaming-day report", p[name]("GET /api/reports/day?date=2026-11-15"), "not_your_role"
        )
    for name in ("dina", "flo", "gus", "cole", "ada", "Zoe"):
        yield p[name].tries("read the cage's books", p[name]("GET /api/cage"), "not_your_role")
