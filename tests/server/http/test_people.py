"""Test signing in and out over HTTP: valid, stolen and expired cookies, passwords, links and staff roles."""

from __future__ import annotations

from croupier.casino.administration.people import LINK_REQUEST
from croupier.server.sessions.tokens import COOKIE, STAFF_SESSION
from tests.server.helpers.doors import House

GOOD, OTHER = "correct horse battery", "staple, not a horse"


def test_guest_cookie_is_http_only_and_same_site(house: House) -> None:
    answer = house.post("/api/guest", json={"name": "Zoë"})
    assert answer.status_code == 200
    me = answer.json()
    assert (me["name"], me["kind"], me["roles"], me["seats"]) == ("Zoë", "guest", ["player"], [])
    assert me["wallet"] == {"person": me["person"], "money": "play", "cents": 100_000}
    cookie = answer.headers["set-cookie"].lower()
    for part in (f"{COOKIE}=", "httponly", "samesite=strict", "path=/", "max-age="):
        assert part in cookie
    assert "secure" not in cookie  # loopback connections use no TLS


def test_rejects_stolen_stale_and_invented_cookies(house: House) -> None:
    token = house.token("kim")
    asked = {"cookie": f"{COOKIE}={token}"}
    assert house.client.get("/api/me", headers=asked).json()["person"] == "kim"
    assert house.post("/api/logout", "kim").status_code == 200
    stolen = house.client.get("/api/me", headers=asked)
    assert (stolen.status_code, stolen.json()["code"]) == (401, "sign_in")
    for made_up in ("", "x" * 43, "../../etc", "a;b", "%00", token[::-1]):
        answer = house.client.get("/api/me", headers={"cookie": f"{COOKIE}={made_up}"})
        assert answer.status_code == 401, made_up
    house.tokens.clear()
    house.token("lee")
    house.now.pass_by(STAFF_SESSION)
    assert house.get("/api/me", "lee").status_code == 401


def test_link_signs_in_once_over_http(house: House) -> None:
    import asyncio

    link = asyncio.run(house.people.issue_link("flo", "house"))
    assert house.post(f"/api/link/{link}").json()["roles"] == ["floor"]
    again = house.post(f"/api/link/{link}")
    assert (again.status_code, again.json()["code"]) == (401, "link_over")


def test_sets_uses_and_locks_out_a_password_over_http(house: House) -> None:
    first = house.post("/api/password", "kim", {"login": "kim", "password": GOOD})
    assert first.status_code == 200 and first.json()["person"] == "kim"
    unfit = house.post("/api/password", "lee", {"login": "lee", "password": "short"})
    assert (unfit.status_code, unfit.json()["code"]) == (400, "password_unfit")
    assert house.post("/api/login", json={"login": "kim", "password": GOOD}).json()["roles"] == ["cage"]
    for _ in range(5):
        house.now.pass_by(13)
        wrong = house.post("/api/login", json={"login": "kim", "password": OTHER})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_password")
        assert wrong.json()["clauses"] == ["COMAR 36.04.01.22B"]
    house.now.pass_by(13)
    locked = house.post("/api/login", json={"login": "kim", "password": GOOD})
    assert (locked.status_code, locked.json()) == (401, wrong.json())
    members = {one["person"]: one for one in house.get("/api/people", "reg").json()}
    assert members["kim"]["locked"] is True
    assert house.post("/api/people/kim/unlock", "ada", {"reason": "called back"}).status_code == 200
    assert house.post("/api/login", json={"login": "kim", "password": GOOD}).status_code == 200


def test_limits_password_attempts_over_http(house: House) -> None:
    codes = [house.post("/api/login", json={"login": "x", "password": OTHER}).status_code for _ in range(24)]
    assert codes == [401] * 20 + [429] * 4


def test_known_browser_is_not_locked_out_by_others(house: House) -> None:
    house.post("/api/password", "kim", {"login": "kim", "password": GOOD})
    first = house.post("/api/login", json={"login": "kim", "password": GOOD})
    device = first.cookies["croupier_device"]
    given = next(one for one in first.headers.get_list("set-cookie") if one.startswith("croupier_device="))
    assert "httponly" in given.lower() and "samesite=strict" in given.lower() and "path=/api" in given.lower()
    for _ in range(30):
        house.post("/api/login", json={"login": "kim", "password": OTHER})
    assert house.post("/api/login", json={"login": "kim", "password": GOOD}).status_code in (401, 429)
    again = house.post(
        "/api/login", json={"login": "kim", "password": GOOD}, cookie=f"croupier_device={device}"
    )
    assert again.status_code == 200 and again.json()["person"] == "kim"
    # this value is not a session token
    assert house.get("/api/me", cookie=f"croupier={device}").status_code == 401


def test_a_guest_has_no_password(house: House) -> None:
    answer = house.post("/api/password", "Zoë", {"login": "zoe", "password": GOOD})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_role")


def test_a_new_dealer_from_enlisting_to_the_table(house: House) -> None:
    """One administrator proposes the role, another approves it, and the dealer signs in with a new link.

    The approval ends any earlier password, because an administrator could have set it.
    """
    nia = house.post("/api/people", "ada", {"name": "Nia"}).json()["person"]
    link = house.post(f"/api/people/{nia}/link", "ada").json()["link"]
    came = house.post(f"/api/link/{link}")
    house.tokens[nia] = came.cookies[COOKIE]
    assert house.post("/api/password", nia, {"login": "nia", "password": GOOD}).status_code == 200
    proposed = house.post(f"/api/people/{nia}/roles", "ada", {"role": "dealer", "reason": "hired"})
    assert proposed.status_code == 201 and proposed.json()["number"] == 1
    assert [grant["role"] for grant in house.get("/api/grants", "reg").json()] == ["dealer"]
    own = house.post("/api/grants/1/approve", "ada")
    assert (own.status_code, own.json()["code"]) == (403, "own_grant")
    assert house.post("/api/grants/1/approve", "abe").status_code == 200
    assert house.get("/api/me", nia).status_code == 401  # the new roles end the session
    house.now.pass_by(60)
    before = house.post("/api/login", json={"login": "nia", "password": GOOD})
    assert (before.status_code, before.json()["code"]) == (401, "wrong_password")
    link = house.post(f"/api/people/{nia}/link", "ada").json()["link"]
    house.tokens[nia] = house.post(f"/api/link/{link}").cookies[COOKIE]
    assert house.post("/api/password", nia, {"login": "nia", "password": OTHER}).status_code == 200
    assert house.post("/api/login", json={"login": "nia", "password": OTHER}).json()["roles"] == ["dealer"]
    late = house.post(f"/api/people/{nia}/link", "ada")
    assert (late.status_code, late.json()["code"]) == (403, "has_roles")


def asking(house: House) -> list[str]:
    """Return the staff who are waiting for a new link, as an administrator sees them."""
    return [one["person"] for one in house.get("/api/people", "ada").json() if one["wants_link"]]


def test_administrator_issues_a_requested_link(house: House) -> None:
    """A floorperson without a password cannot unlock their screen, so they request a new link there."""
    house.token("flo")
    assert house.post("/api/people/flo/link", "ada").json()["code"] == "has_roles"
    for _ in range(2):  # a second request changes nothing
        assert house.post("/api/me/link", "flo").status_code == 200
    assert asking(house) == ["flo"]
    link = house.post("/api/people/flo/link", "ada").json()["link"]
    assert house.get("/api/me", "flo").status_code == 401  # the locked session has ended
    assert house.post(f"/api/link/{link}").json()["roles"] == ["floor"]
    # each request allows only one link
    assert house.post("/api/people/flo/link", "ada").json()["code"] == "has_roles"


def test_link_request_expires(house: House) -> None:
    house.post("/api/me/link", "flo")
    house.now.pass_by(LINK_REQUEST)
    assert asking(house) == []
    assert house.post("/api/people/flo/link", "ada").json()["code"] == "has_roles"


def test_a_role_can_be_declined_and_revoked(house: House) -> None:
    house.token("kim")
    proposed = house.post("/api/people/flo/roles", "ada", {"role": "pit_manager", "reason": "promoted"})
    assert proposed.status_code == 201
    assert house.post("/api/grants/1/decline", "reg", {"reason": "not yet"}).json() == []
    apart = house.post("/api/people/kim/roles", "ada", {"role": "accounting", "reason": "short of staff"})
    assert (apart.status_code, apart.json()["code"]) == (403, "roles_apart")
    assert apart.json()["clauses"] == ["COMAR 36.03.10.10E(2)"]
    gone = house.post("/api/people/kim/roles/revoke", "ada", {"role": "cage", "reason": "left"})
    assert gone.status_code == 200 and house.get("/api/me", "kim").status_code == 401
    watching = house.post("/api/people/sam/roles/revoke", "ada", {"role": "surveillance", "reason": "x"})
    assert watching.json()["code"] == "roles_apart"
    house.token("flo")
    assert house.post("/api/people/flo/dismiss", "ada", {"reason": "left"}).status_code == 200
    assert house.get("/api/me", "flo").status_code == 401


def test_log_lists_sign_ins_and_refusals(house: House) -> None:
    house.post("/api/login", json={"login": "root", "password": OTHER})
    assert house.get("/api/log", "Zoë").status_code == 403
    log = house.get("/api/log", "sam").json()
    events = [event["type"] for entry in log for event in entry["events"]]
    for told in ("log_in_refused@1", "access_denied@1", "logged_in@1", "link_issued@1", "house_founded@1"):
        assert told in events
    assert [entry["n"] for entry in log] == sorted((entry["n"] for entry in log), reverse=True)
    older = house.get(f"/api/log?before={log[0]['n']}", "sam").json()
    assert older[0]["n"] < log[0]["n"]
    assert house.get("/api/log?before=x", "sam").status_code == 400


def test_permission_matrix_is_public(house: House) -> None:
    rows = {(row["kind"], row["name"]): row["allowed"] for row in house.get("/api/roles").json()}
    assert rows["cage", "deposit"] == {"cage": "x"} and rows["table", "deal"] == {"dealer": "t"}
    law = house.get("/api/law").json()
    assert all(id_.startswith(("COMAR 36.", "IRC ")) and gist.endswith(".") for id_, gist in law.items())


def test_session_route_answers_without_a_session(house: House) -> None:
    """A 401 would appear as an error in the browser's console."""
    nobody = house.client.get("/api/session")
    assert (nobody.status_code, nobody.json()) == (200, {"signed_in": False})
    made_up = house.client.get("/api/session", headers={"cookie": f"{COOKIE}={'x' * 43}"})
    assert made_up.json() == {"signed_in": False}
    assert house.get("/api/session", "kim").json() == {"signed_in": True}
