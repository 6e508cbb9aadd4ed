"""Test every route with every role against the permission matrix, request origins, and refusal formats."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.routes import HTTPRoute

from croupier.casino.administration import events as ev
from croupier.server.http.guards import check_permission
from croupier.server.sessions.permissions import ACCOUNT, ANYONE, MATRIX, SIGNED_IN, PermissionRow
from croupier.table.roles import ROLES
from tests.server.helpers.desks import STAFF, document
from tests.server.helpers.doors import CONTROLLERS, House, open_house

PERSON = {role: person for person, role in reversed(STAFF.items())} | {"player": "Gus"}
REASON = {"reason": "a reason"}
BODIES: dict[str, Any] = {
    "POST /api/guest": {"name": "Zoë"},
    "POST /api/login": {"login": "kim", "password": "wrong wrong wrong"},
    "POST /api/password": {"login": "a-name", "password": "correct horse battery"},
    "POST /api/do": {"id": "a1", "stream": "desk", "command": {"type": "none"}},
    "POST /api/people": {"name": "Nia"},
    "POST /api/people/{person}/roles": {"role": "dealer", **REASON},
    "POST /api/people/{person}/roles/revoke": {"role": "dealer", **REASON},
    "POST /api/cage/patrons": {"name": "Pat"},
    "POST /api/cage/deposits": {"id": "s1", "person": "pat", "cents": 100},
    "POST /api/cage/withdrawals": {"id": "s1", "person": "pat", "cents": 100},
    "POST /api/submissions/check": {"document": document()},
    "POST /api/submissions/{submission}/draft": {"document": document()},
    "POST /api/submissions/{submission}/supersede": {"document": document()},
    "POST /api/submissions/{submission}/{version}/approve": {"digest": "0" * 64},
    "POST /api/pit": {"table": "t1", "submission": "main", "money": "play"},
    "POST /api/pit/{table}/limits": {"limits": {"ante": {"maximum": 100}}, **REASON},
    "POST /api/pit/{table}/changes/{change}/attest": {"what": "sign"},
    "POST /api/pit/{table}/chips": {"id": "f1", "what": "fill", "chips": {"500": 3}},
    "POST /api/pit/{table}/counts": {"id": "k1", "what": "opener", "chips": {"500": 3}},
    "POST /api/pit/{table}/inspection": {},
    "POST /api/pit/calls/{call}/answer": {},
    "POST /api/pit/watch": {"tables": ["t1"]},
    "POST /api/pit/unwatch": {"tables": ["t1"]},
    "POST /api/pit/notes": {"id": "n1", "words": "the sign of t1 is torn"},
    "POST /api/pit/notes/{note}/close": {},
    "POST /api/pit/hand-over": {"id": "h1"},
    "POST /api/pit/{table}/relief": {"person": "dora"},
    "POST /api/pit/dealers/{person}/licence": {"number": "MD-1", "until": "2999-01-01"},
    "POST /api/pit/dealers/{person}/tests": {"game": "uth", "trained": "2020-01-01", "passed": "2020-02-01"},
    "POST /api/pit/{table}/payouts/surveillance": {"round": 1, "seat": 2},
    "POST /api/pit/{table}/payouts/witness": {"round": 1, "seat": 2},
    "POST /api/exclusions": {"kind": "evicted", "identity": {"name": "Jane Public"}},
    "POST /api/exclusions/{exclusion}/removal": REASON,
    "POST /api/cage/patrons/{person}/namesake": {"born": "1990-01-01"},
    "POST /api/hand-pays/{hand_pay}/identity": {
        "name": "Jane Public",
        "born": "1980-02-03",
        "address": "1 Main Street",
        "city": "Baltimore, MD 21201",
        "id_kind": "passport",
        "id_number": "X1234567",
    },
    "POST /api/hand-pays/{hand_pay}/identity/delete": REASON,
    "POST /api/hand-pays/{hand_pay}/decide": {"decision": "pay", **REASON},
    "POST /api/meters/{group}/adjustments": {"meter": "main", "cents": 100, **REASON},
}


def body(route: str) -> Any:
    if route in BODIES:
        return BODIES[route]
    wants = (
        "dismiss",
        "unlock",
        "decline",
        "close",
        "reverse",
        "withdraw",
        "reject",
        "disable",
        "enable",
        "void",
    )
    return REASON if route.endswith(wants) else None


def path(route: str) -> str:
    words = {"person": "p1", "grant": "1", "token": "x", "slip": "1", "submission": "main", "version": "1"}
    more = {"table": "t1", "change": "1", "group": "g", "adjustment": "1", "call": "1"}
    more |= {"exclusion": "1", "hand_pay": "1"}
    shift = {"note": "1", "handover": "1", "review": "1", "alert": "1"}
    return route.partition(" ")[2].format(**words, **more, **shift)


def routes() -> dict[str, Any]:
    """Return every route of the application with its handler."""
    from litestar import Litestar

    found = {}
    for route in Litestar(CONTROLLERS, openapi_config=None).routes:
        assert isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items():
            if method != "OPTIONS":
                found[f"{method} {route.path_format}"] = handler
    return found


OURS = sorted(routes())


def is_allowed(row: PermissionRow, role: str) -> bool:
    """Return whether the matrix permits a request. The player in this test is a guest."""
    if ANYONE in row.marks:
        return True
    if row.marks.get(SIGNED_IN) == ACCOUNT and role == "player":
        return False
    return bool(role) and (SIGNED_IN in row.marks or role in row.marks)


def test_every_route_is_guarded_by_its_row_of_the_matrix() -> None:
    for route, handler in routes().items():
        assert ("route", route) in MATRIX, route
        assert list(handler.guards) == [check_permission], route


def test_every_role_against_every_route() -> None:
    """Permitted requests reach the handler. Other requests get 401 or 403 with a remedy and are recorded."""
    with open_house() as house:
        for route in OURS:
            row = MATRIX["route", route]
            for role in ("", *ROLES):
                allowed = is_allowed(row, role)
                if allowed and route.endswith(("logout", "password", "dismiss", "roles/revoke")):
                    continue  # the routes that end sessions have their own tests
                house.now.pass_by(1)
                answer = house.ask(
                    route.partition(" ")[0], path(route), PERSON[role] if role else "", body(route)
                )
                told = answer.json()
                assert answer.status_code < 500, (route, role, told)
                if allowed:
                    where = (route, role, answer.status_code, told)
                    assert "code" not in told or told["code"] not in ("not_your_role", "sign_in"), where
                    if role == "dealer" and row.marks.get(role) == "t":
                        assert told["code"] == "not_logged_on", where
                    continue
                assert answer.status_code == (403 if role else 401), (route, role)
                assert told["code"] == ("not_your_role" if role else "sign_in"), (route, role)
                assert set(told) == {"code", "message", "clauses", "readings", "remedy"} and told["remedy"]
                if role:
                    assert told["clauses"] == ["COMAR 36.03.10.10E(2)"]
                    denied = house.committer.told(ev.AccessDenied)[-1]
                    assert (denied.what, denied.code) == (route, "not_your_role")


def test_people_without_a_role_reach_only_their_own_account() -> None:
    with open_house() as house:
        nia = house.post("/api/people", "ada", {"name": "Nia"}).json()["person"]
        assert house.get("/api/me", nia).json()["roles"] == []
        for route in OURS:
            row = MATRIX["route", route]
            if ANYONE in row.marks or SIGNED_IN in row.marks:
                continue
            answer = house.ask(route.partition(" ")[0], path(route), nia, body(route))
            assert (answer.status_code, answer.json()["code"]) == (403, "not_your_role"), route


POSTS = [route for route in OURS if route.startswith("POST")]
FOREIGN = [
    ({"origin": "http://evil.example"}, "other_origin"),
    ({"origin": "null"}, "other_origin"),
    ({"origin": "http://127.0.0.1:8001"}, "other_origin"),
    ({"origin": "http://localhost:8000"}, "other_origin"),
    ({"origin": "http://127.0.0.1:8000.evil.example"}, "other_origin"),
    ({"sec_fetch_site": "cross-site"}, "other_origin"),
    ({"sec_fetch_site": "same-site"}, "other_origin"),
    ({"sec_fetch_site": "cross-site", "origin": "http://127.0.0.1:8000"}, "other_origin"),
]


@pytest.mark.parametrize(("headers", "code"), FOREIGN)
def test_a_page_on_another_site_cannot_change_anything(
    house: House, headers: dict[str, str], code: str
) -> None:
    before = len(house.committer.entries)
    person = PERSON["administrator"]
    house.token(person)
    before = len(house.committer.entries)
    for route in POSTS:
        answer = house.post(path(route), person, body(route), **headers)
        assert (answer.status_code, answer.json()["code"]) == (403, code), route
    assert len(house.committer.entries) == before


def test_a_form_cannot_send_the_header_that_changes_need(house: House) -> None:
    for route in POSTS:
        answer = house.client.post(path(route), json=body(route))
        assert (answer.status_code, answer.json()["code"]) == (403, "header_missing"), route
    assert house.client.get("/api/roles").status_code == 200


def test_accepts_the_servers_own_pages_and_programs(house: House) -> None:
    for headers in ({}, {"origin": "http://127.0.0.1:8000"}, {"sec_fetch_site": "same-origin"}):
        assert house.post("/api/guest", "", {"name": "Zoë"}, **headers).status_code == 200


@pytest.mark.parametrize("route", [route for route in POSTS if body(route)])
def test_rejects_invalid_bodies(still_house: House, route: str) -> None:
    row = MATRIX["route", route]
    who = "" if ANYONE in row.marks else PERSON[(row.roles or ("cage",))[-1]]
    known = body(route)
    not_understood: list[Any] = [{**known, "further": 1}, {}, [], 7, {key: {"a": []} for key in known}]
    for bad in not_understood:
        answer = still_house.post(path(route), who, bad)
        assert answer.status_code in (400, 403, 404), (bad, answer.json())
        assert answer.status_code == 400 or answer.json()["code"] == "not_logged_on"


def test_openapi_document_describes_refusals(house: House) -> None:
    document = house.client.get("/schema/openapi.json").json()
    for name, operations in document["paths"].items():
        for method, operation in operations.items():
            route = f"{method.upper()} {name}"
            if ANYONE in MATRIX["route", route].marks:
                continue
            for status in ("401", "403"):
                schema = operation["responses"][status]["content"]["application/json"]["schema"]
                assert schema["$ref"].endswith("ErrorBody"), route
