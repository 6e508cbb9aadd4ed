"""Attempts to abuse roles, accounts, the cage and the count room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from croupier.casino.cage import commands as cage_do
from tests.server.helpers.desks import BY
from tests.server.helpers.doors import House
from tests.server.http.insiders.casino import (
    Attempt,
    Insider,
    Shown,
    crowd,
    drawer,
    expected_of,
    outcome_of,
    person_of,
    real_tables,
    run,
    seen,
)


def roles(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    ada, abe = p["ada"], p["abe"]
    new = ada("POST /api/people", {"name": "Newcomer"}).json()["person"]

    def propose(by: Insider, person: str, role: str) -> Any:
        return by(f"POST /api/people/{person}/roles", {"role": role, "reason": "needed"})

    yield ada.tries("propose a role for herself", propose(ada, "ada", "cage"), "own_grant")
    yield ada.tries("make a dealer also a floorperson", propose(ada, "dina", "floor"), "roles_apart")
    yield ada.tries("make a cashier also accounting", propose(ada, "kim", "accounting"), "roles_apart")
    yield ada.tries("make security also count team", propose(ada, "gus", "count_team"), "roles_apart")
    yield ada.tries("give a guest a role", propose(ada, person_of(house, "Zoe"), "cage"), "not_staff")
    grant = propose(ada, new, "cage").json()["number"]
    approve = f"POST /api/grants/{grant}/approve"
    yield ada.tries("approve the role that she proposed", ada(approve), "own_grant")
    for name in ("dina", "flo", "pit", "kim", "sam", "lee", "cole", "gus"):
        yield p[name].tries("approve a role", p[name](approve), "not_your_role")
    fresh = Insider(house, new)
    answer = fresh(approve)
    yield Attempt("newcomer", "approve their own role", outcome_of(answer), "not_your_role")
    ghost = ada("POST /api/people", {"name": "Ghost"}).json()["person"]
    known = {"login": "ghost", "password": "known to somebody else", "old_password": ""}
    assert Insider(house, ghost)("POST /api/password", known).status_code == 200
    number = propose(ada, ghost, "cage").json()["number"]
    assert p["reg"](f"POST /api/grants/{number}/approve").status_code == 200
    told = house.post("/api/login", "", {"login": "ghost", "password": "known to somebody else"})
    what = "keep a password that was set before the first role"
    yield ada.tries(what, told, "wrong_password")
    yield p["flo"].tries("propose a role", propose(p["flo"], new, "cage"), "not_your_role")
    yield p["sam"].tries("propose a role", propose(p["sam"], new, "surveillance"), "not_your_role")
    for role in ("surveillance", "regulator"):
        body = {"role": role, "reason": "blind them"}
        holder = {"surveillance": "sam", "regulator": "reg"}[role]
        told = ada(f"POST /api/people/{holder}/roles/revoke", body)
        yield ada.tries(f"revoke the role {role}", told, "roles_apart")
        told = ada(f"POST /api/people/{holder}/dismiss", {"reason": "blind them"})
        yield ada.tries(f"dismiss a person with the role {role}", told, "roles_apart")
    told = abe("POST /api/people/kim/link")
    yield abe.tries("issue a link for a cashier who did not ask for one", told, "has_roles")
    told = ada("POST /api/people/ada/link")
    yield ada.tries("issue a link for herself without a request", told, "has_roles")
    for name in ("kim", "flo", "sam", "dina"):
        told = p[name]("POST /api/people/dora/link")
        code = "has_roles" if name == "kim" else "not_your_role"
        yield p[name].tries("issue a link for a dealer", told, code)
    password = {"login": "kim", "password": "twelve letters and more", "old_password": ""}
    first = p["kim"]("POST /api/password", password)
    assert first.status_code in (200, 201, 204), first.text
    yield ada.tries(
        "set a password under a cashier's sign-in name", ada("POST /api/password", password), "login_taken"
    )
    told = house.post("/api/login", "", {"login": "kim", "password": "twelve letters and less"})
    yield Attempt("anyone", "guess a cashier's password", outcome_of(told), "wrong_password")
    second = {"login": "kim", "password": "another password here", "old_password": "not the old one"}
    yield p["kim"].tries(
        "replace a password at an unlocked screen without the old one",
        p["kim"]("POST /api/password", second),
        "wrong_password",
    )
    link = house.people.issue_link(new, "house")
    token = asyncio.run(link)
    house.post(f"/api/link/{token}", "")
    yield Attempt(
        "anyone", "use a one-time link again", outcome_of(house.post(f"/api/link/{token}", "")), "link_over"
    )
    headers = {"cookie": f"croupier={house.token('kim')}"}
    house.client.cookies.clear()
    told = house.client.post("/api/logout", headers=headers)
    yield Attempt("another web site", "act with a cashier's cookie", outcome_of(told), "header_missing")
    for name in ("dina", "flo", "kim", "cole", "lee", "sam", "gus"):
        yield p[name].tries(
            "end another person's sessions",
            p[name].do("desk", "end_sessions@1", person="reg", reason="x"),
            "not_your_role",
        )
    ada("POST /api/people/abe/dismiss", {"reason": "rival"})
    told = ada("POST /api/people/ada/dismiss", {"reason": "leave no trace"})
    yield ada.tries("dismiss the last administrator", told, "last_administrator")


def cage(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    kim, lee = p["kim"], p["lee"]
    pat = kim("POST /api/cage/patrons", {"name": "Pat"}).json()["person"]
    zoe = person_of(house, "Zoe")

    def deposit(by: Insider, id_: str, cents: Any, person: str = pat) -> Any:
        return by("POST /api/cage/deposits", {"id": id_, "person": person, "cents": cents})

    def withdraw(by: Insider, id_: str, cents: Any, person: str = pat) -> Any:
        body = {"id": id_, "person": person, "cents": cents, "document": "passport"}
        return by("POST /api/cage/withdrawals", body)

    yield kim.tries("take a deposit with no drawer open", deposit(kim, "a1", 100), "no_drawer")
    yield kim.tries(
        "sell chips with no drawer open",
        kim.do("cage", "sell_cage_chips@1", id="a2", chips={"500": 2}),
        "no_drawer",
    )
    bank = {"id": "bank-1", "what": "opening", "bills": {"10000": 1000}, "chips": {"500": 200}}
    kim.do("cage", "count_bank@1", **bank)
    told = kim.do("cage", "verify_bank@1", count=1)
    yield kim.tries("verify their own count of the main bank", told, "own_slip")
    for name in ("flo", "cole", "ada", "gus"):
        told = p[name].do("cage", "verify_bank@1", count=1)
        yield p[name].tries("verify a count of the main bank", told, "not_your_role")
    lee.do("cage", "verify_bank@1", count=1)
    drawer(kim, 20)
    yield kim.tries("accept their own drawer", kim.do("cage", "accept_drawer@1", drawer=1), "own_slip")
    yield kim.tries("take a deposit before the drawer is accepted", deposit(kim, "a8", 100), "no_drawer")
    lee.do("cage", "accept_drawer@1", drawer=1)
    slip = {"id": "bs1", "what": "sent_out", "bills": {"10000": 1}, "chips": {}, "reason": "bank"}
    for name in ("flo", "cole", "ada", "gus", "dina"):
        told = p[name].do("cage", "request_bank_move@1", **slip)
        yield p[name].tries("move cash out of the main bank", told, "not_your_role")
    yield kim.tries(
        "move more chips to the drawer than the bank holds",
        kim.do(
            "cage",
            "request_bank_move@1",
            **{**slip, "what": "to_drawer", "bills": {}, "chips": {"500": 9999}},
        ),
        "bank_short",
    )
    told = kim.do("cage", "request_bank_move@1", **slip)
    assert told.status_code == 200, told.text
    told = kim.do("cage", "sign_bank_move@1", slip=1)
    yield kim.tries("sign both parts of a bank slip", told, "own_slip")
    kim.do("cage", "void_bank_move@1", slip=1, reason="not needed")
    deposit(kim, "s1", 500_00)
    yield kim.tries("open a second drawer", drawer(kim, 5), "drawer_open")
    yield kim.tries("pay out more than the wallet holds", withdraw(kim, "a3", 500_01), "insufficient_funds")
    for words, cents in (
        ("a negative amount", -100),
        ("half a cent", 0.5),
        ("no amount", 0),
        ("10^30 cents", 10**30),
    ):
        yield kim.tries(f"take a deposit of {words}", deposit(kim, "a4", cents), "bad_input")
        yield kim.tries(f"pay out {words}", withdraw(kim, "a5", cents), "bad_input")
    yield kim.tries("turn real money into a guest's play money", deposit(kim, "a6", 100, zoe), "other_money")
    yield kim.tries("pay out a guest's play money as cash", withdraw(kim, "a7", 100, zoe), "other_money")
    again = deposit(kim, "s1", 500_00)
    balance = house.cage.state.balance_of(pat)
    yield Attempt(
        "cage", "post the same deposit again", f"harmless: {balance // 100} dollars", "harmless: 500 dollars"
    )
    assert again.status_code == 201
    yield kim.tries("use a slip's id for another amount", deposit(kim, "s1", 700_00), "transfer_twice")
    yield kim.tries("use a deposit's id for a withdrawal", withdraw(kim, "s1", 500_00), "transfer_twice")
    for name in ("dina", "flo", "pit", "sam", "lee", "reg", "ada", "cole", "gus", "Zoe"):
        yield p[name].tries("take a deposit", deposit(p[name], "b1", 100), "not_your_role")
        yield p[name].tries("pay out a wallet", withdraw(p[name], "b2", 100), "not_your_role")
    yield kim.tries(
        "reverse their own slip",
        kim("POST /api/cage/slips/1/reverse", {"reason": "mistake"}),
        "not_your_role",
    )
    for name in ("flo", "ada", "sam", "cole"):
        yield p[name].tries(
            "reverse a slip of the cage",
            p[name]("POST /api/cage/slips/1/reverse", {"reason": "mistake"}),
            "not_your_role",
        )
    yield kim.tries(
        "close a wallet that has money",
        kim(f"POST /api/cage/wallets/{pat}/close", {"reason": "left"}),
        "wallet_not_empty",
    )
    chips = {"500": 2}
    yield kim.tries(
        "pay cash for chips without any outstanding",
        kim.do("cage", "cash_chips@1", id="c1", chips=chips),
        "chips_unknown",
    )
    yield kim.tries(
        "sell a negative number of chips",
        kim.do("cage", "sell_cage_chips@1", id="c2", chips={"500": -2}),
        "not_understood",
    )
    yield kim.tries(
        "sell chips of $7", kim.do("cage", "sell_cage_chips@1", id="c3", chips={"700": 2}), "no_such_chip"
    )
    yield kim.tries(
        "choose the drawer that a movement counts for",
        kim.do("cage", "cash_chips@1", id="c4", chips=chips, drawer=7),
        "not_understood",
    )
    yield kim.tries(
        "act in accounting's name",
        kim.do("cage", "cash_chips@1", id="c5", chips=chips, by=BY["lee"]),
        "not_understood",
    )
    yield kim.tries(
        "give their slip another time",
        kim.do("cage", "cash_chips@1", id="c6", chips=chips, at=1),
        "not_understood",
    )
    for name in ("kim", "flo", "cole", "ada", "dina"):
        yield p[name].tries(
            "declare chips that never were in play",
            p[name].do("cage", "declare_chips@1", id="c7", cents=100, reason="old"),
            "not_your_role",
        )
    lee.do("cage", "declare_chips@1", id="c8", cents=10_00, reason="before these books")
    kim.do("cage", "cash_chips@1", id="c9", chips=chips, name="")
    yield seen(house, "accounting with cage", "declare chips and cash them", "chips")
    yield kim.tries("read what the drawer should hold before the count", expected_of(kim), "harmless: hidden")
    lee("POST /api/cage/slips/1/reverse", {"reason": "wrong customer"})
    yield seen(
        house, "accounting", "reverse a deposit to empty a customer's wallet", "Slip 1 of $500 is reversed"
    )
    yield lee.tries(
        "reverse the slip again", lee("POST /api/cage/slips/1/reverse", {"reason": "again"}), "no_such_slip"
    )


def count_room(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    cole, cora = p["cole"], p["cora"]
    real_tables(house)
    run(house, cage_do.SellChips(transfer="x1", person="walk-1", table="t1", cents=100_00, by="table:t1"))
    for name in ("kim", "flo", "pit", "dina", "lee", "ada", "sam", "gus"):
        yield p[name].tries(
            "collect a drop box",
            p[name].do("cage", "collect_drop_box@1", id="x", table="t1"),
            "not_your_role",
        )
    cole.do("cage", "collect_drop_box@1", id="x", table="t1")
    shown = cole("GET /api/cage/drop-boxes").json()["boxes"][0]["expected"]
    yield cole.tries(
        "read what the box should hold",
        Shown("harmless: hidden" if shown is None else f"shown {shown}"),
        "harmless: hidden",
    )
    events = cole.do("cage", "collect_drop_box@1", id="y", table="t2").json()["events"]
    yield cole.tries(
        "read it in the answer of the collection",
        Shown(f"shown {events}" if "expected" in str(events) else "harmless: hidden"),
        "harmless: hidden",
    )
    count = {"box": 1, "bills": {"10000": 1}, "other": 0}
    yield cole.tries("verify an uncounted box", cole.do("cage", "verify_drop_box@1", box=1), "slip_waits")
    yield cole.tries(
        "count a negative number of bills",
        cole.do("cage", "count_drop_box@1", **{**count, "bills": {"10000": -1}}),
        "not_understood",
    )
    yield cole.tries(
        "enter the expected amount with the count",
        cole.do("cage", "count_drop_box@1", **count, expected=0),
        "not_understood",
    )
    for name in ("kim", "flo", "lee", "ada", "gus"):
        yield p[name].tries(
            "count a drop box", p[name].do("cage", "count_drop_box@1", **count), "not_your_role"
        )
    cole.do("cage", "count_drop_box@1", **{**count, "bills": {"2000": 4}})
    yield cole.tries("verify their own count", cole.do("cage", "verify_drop_box@1", box=1), "own_slip")
    yield cole.tries(
        "count the box again and lower", cole.do("cage", "count_drop_box@1", **count), "slip_done"
    )
    for name in ("lee", "kim", "flo", "ada"):
        yield p[name].tries(
            "verify a count of the count room",
            p[name].do("cage", "verify_drop_box@1", box=1),
            "not_your_role",
        )
    cora.do("cage", "verify_drop_box@1", box=1)
    words = f"seen: {house.cage.state.over_short} cents in over_short"
    yield Attempt(
        "count team, two people", "take $20 from a box together", words, "seen: -2000 cents in over_short"
    )
    yield cora.tries("verify the box again", cora.do("cage", "verify_drop_box@1", box=1), "no_such_box")
    toke = {"id": "t1", "table": "t1", "chips": {"500": 4}, "other": 0}
    for name in ("dina", "flo", "pit", "lee", "ada", "sam"):
        yield p[name].tries(
            "count the dealers' tokes", p[name].do("cage", "count_tokes@1", **toke), "not_your_role"
        )
    cole.do("cage", "count_tokes@1", **toke)
    yield cole.tries(
        "verify their own count of tokes", cole.do("cage", "verify_tokes@1", count=1), "own_slip"
    )
