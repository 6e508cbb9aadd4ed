"""Attempts by two people together. The server cannot prevent most of them, but an alert must show them."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.casino.cage import tray_commands as tray_do
from tests.server.helpers.desks import BY
from tests.server.helpers.doors import House
from tests.server.http.insiders.casino import (
    TITLES,
    Attempt,
    crowd,
    opened_drawer,
    outcome_of,
    real_tables,
    run,
    seen,
)
from tests.server.http.insiders.forms import EXCLUDED
from tests.server.http.test_hand_pays import LINE, WINNER, raised


def together(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    flo, pit, kim, lee = p["flo"], p["pit"], p["kim"], p["lee"]
    real_tables(house)
    p["gus"]("POST /api/exclusions", {"kind": "voluntary", "identity": EXCLUDED, "until": ""})
    p["reg"]("POST /api/exclusions/1/confirm")
    raised(house, LINE)
    flo("POST /api/hand-pays/1/identity", {**WINNER, "name": "Jane Public", "born": EXCLUDED["born"]})
    yield seen(house, "floor with a player", "pay a person on the exclusion list", "exclusion list")
    again = flo("POST /api/hand-pays/1/identity", WINNER)
    yield flo.tries("enter another identity for a refused winner", again, "winner_excluded")
    again = kim("POST /api/hand-pays/1/identity", WINNER)
    yield kim.tries("enter another identity for a refused winner", again, "winner_excluded", "flo")
    pit("POST /api/hand-pays/1/decide", {"decision": "pay", "reason": "another person"})
    yield seen(house, "pit manager", "let a person on the exclusion list be paid", "pay decided for a winner")
    for slip, what, signers, void, wrong in (
        (1, "fill", ("kim", "gus"), "kim", "flo"),
        (2, "credit", ("dina", "flo", "gus"), "flo", "kim"),
    ):
        flo("POST /api/pit/t1/chips", {"id": f"f{slip}", "what": what, "chips": {"500": 100}})
        for name in signers:
            signed = p[name].do("cage", "sign_tray_slip@1", slip=slip)
            assert signed.status_code == 200, signed.text
        told = p[wrong].do("cage", "void_tray_slip@1", slip=slip, reason="lost")
        yield p[wrong].tries(f"void a {what} whose chips the other side sent", told, "slip_waits", "gus")
        p[void].do("cage", "void_tray_slip@1", slip=slip, reason="lost")
        words = f"{what.capitalize()} {slip} of $500 is void, and its chips were in transit"
        yield seen(
            house, f"{TITLES[void]} with security", f"void a {what} on its way and keep the chips", words
        )
    count = {"what": "opener", "chips": {"10000": 3000}}
    p["dina"]("POST /api/pit/t1/counts", {"id": "k1", **count})
    flo("POST /api/pit/t1/counts/3/verify")
    short = tray_do.CountTray(id="k2", table="t1", what="closer", chips={"10000": 2998}, by=BY["dina"])
    run(house, short, tray_do.VerifyCount(slip=4, by=BY["flo"]))
    yield seen(house, "dealer with floor", "take $200 from a tray and count together", "short")
    opened_drawer(house)
    pat = kim("POST /api/cage/patrons", {"name": "Pat"}).json()["person"]
    kim("POST /api/cage/deposits", {"id": "s1", "person": pat, "cents": 500_00})
    lee("POST /api/cage/slips/1/reverse", {"reason": "wrong customer"})
    yield seen(house, "cage with accounting", "reverse a customer's deposit and share it", "is reversed")
    new = p["ada"]("POST /api/people", {"name": "Ghost"}).json()["person"]
    body = {"role": "cage", "reason": "needed"}
    grant = p["ada"](f"POST /api/people/{new}/roles", body).json()["number"]
    told = p["abe"](f"POST /api/grants/{grant}/approve")
    assert outcome_of(told) == "200"
    log = p["reg"]("GET /api/log").text
    shown = "seen: the log of administration" if "approve_role" in log else "unseen"
    who, what = "two administrators", "give a person who does not exist a role"
    yield Attempt(who, what, shown, "seen: the log of administration")
