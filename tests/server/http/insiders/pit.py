"""Attempts to abuse trays, counts, tables, dealer assignments and rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.casino.cage import tray_commands as tray_do
from tests.server.helpers.desks import BY, document
from tests.server.helpers.doors import House
from tests.server.http.insiders.casino import (
    TITLES,
    Attempt,
    Insider,
    crowd,
    person_of,
    real_tables,
    run,
    seen,
)

FILL = {"id": "f1", "what": "fill", "chips": {"500": 100}}


def trays(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    dina, flo, kim, gus = (p[name] for name in ("dina", "flo", "kim", "gus"))
    real_tables(house)

    def sign(by: Insider, slip: int = 1) -> Any:
        return by.do("cage", "sign_tray_slip@1", slip=slip)

    for name in ("dina", "kim", "gus", "sam", "lee", "ada", "cole", "Zoe"):
        yield p[name].tries("request a fill", p[name]("POST /api/pit/t1/chips", FILL), "not_your_role")
    for words, chips, code in (
        ("of no chips", {}, "no_such_chip"),
        ("of a negative number of chips", {"500": -5}, "bad_input"),
        ("of chips that do not exist", {"700": 5}, "no_such_chip"),
        ("without security's signature", None, "bad_input"),
    ):
        body = {**FILL, "chips": chips} if chips is not None else {**FILL, "escorted": False}
        yield flo.tries(f"request a fill {words}", flo("POST /api/pit/t1/chips", body), code)
    flo("POST /api/pit/t1/chips", FILL)
    order = ("kim", "gus", "dina", "flo")
    for signer in order:
        for name in ("kim", "gus", "dina", "flo", "pit", "dora"):
            if name == signer or (name == "pit" and signer == "flo"):
                continue
            code = "not_logged_on" if name == "dora" else "slip_waits"
            yield p[name].tries(f"sign a fill in place of the {TITLES[signer]}", sign(p[name]), code)
        sign(p[signer])
    yield flo.tries("sign a complete fill again", sign(flo), "slip_done")
    yield kim.tries("sign a complete fill again", sign(kim), "slip_done")
    yield kim.tries(
        "void a complete fill", kim("POST /api/cage/tray-slips/1/void", {"reason": "x"}), "slip_done"
    )
    again = flo("POST /api/pit/t1/chips", FILL)
    yield Attempt(
        "floor",
        "post the same request for a fill again",
        f"harmless: slip {again.json()['number']}",
        "harmless: slip 1",
    )
    yield flo.tries(
        "use a request's id for more chips",
        flo("POST /api/pit/t1/chips", {**FILL, "chips": {"500": 200}}),
        "transfer_twice",
    )
    flo("POST /api/pit/t1/chips", {**FILL, "id": "f2"})
    yield flo.tries(
        "sign through the address of another table", flo("POST /api/pit/t2/slips/2/sign"), "no_such_slip"
    )
    yield flo.tries(
        "void through the address of another table",
        flo("POST /api/pit/t2/slips/2/void", {"reason": "x"}),
        "no_such_slip",
    )
    for name in ("dina", "gus", "ada", "sam", "lee", "cole"):
        yield p[name].tries(
            "void a fill", p[name].do("cage", "void_tray_slip@1", slip=2, reason="x"), "not_your_role"
        )
    sign(kim, 2)
    sign(gus, 2)
    sign(dina, 2)
    yield kim.tries(
        "void a fill whose chips are at the table",
        kim("POST /api/cage/tray-slips/2/void", {"reason": "never sent"}),
        "slip_waits",
    )
    yield flo.tries(
        "void a fill whose chips are at the table",
        flo("POST /api/pit/t1/slips/2/void", {"reason": "never came"}),
        "slip_waits",
    )
    sign(flo, 2)
    flo("POST /api/pit/t1/chips", {**FILL, "id": "f3"})
    sign(kim, 3)
    kim("POST /api/cage/tray-slips/3/void", {"reason": "the wrong table"})
    yield seen(house, "cage", "void a fill on its way and keep the chips", "its chips were in transit")
    credit = {"id": "c1", "what": "credit", "chips": {"10000": 900}}
    flo("POST /api/pit/t1/chips", credit)
    for name in ("kim", "gus", "flo", "pit"):
        yield p[name].tries("sign a credit in place of the dealer", sign(p[name], 4), "slip_waits")
    sign(dina, 4)
    sign(flo, 4)
    yield seen(
        house, "dealer, floor, security and cage", "credit more chips than the tray holds", "below zero"
    )


def counts(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    dina, dora, flo, pit = p["dina"], p["dora"], p["flo"], p["pit"]
    real_tables(house)
    count = {"id": "k1", "what": "opener", "chips": {"500": 10}}
    for name in ("kim", "gus", "sam", "lee", "ada", "cole"):
        yield p[name].tries("count a tray", p[name]("POST /api/pit/t1/counts", count), "not_your_role")
    yield dora.tries(
        "count the tray of another table", dora("POST /api/pit/t1/counts", count), "not_logged_on"
    )
    for field in ("won", "entries", "expected"):
        yield dina.tries(
            f"state the books' amount in a count ({field})",
            dina.do("cage", "count_tray@1", table="t1", **count, **{field: 0}),
            "not_understood",
        )
    dina("POST /api/pit/t1/counts", count)
    yield dina.tries("verify their own count", dina("POST /api/pit/t1/counts/1/verify"), "not_your_role")
    flo("POST /api/pit/t2/counts", {**count, "id": "k2"})
    yield flo.tries("verify their own count", flo("POST /api/pit/t2/counts/2/verify"), "own_slip")
    for name in ("kim", "gus", "lee", "ada", "sam"):
        yield p[name].tries("verify a count", p[name]("POST /api/pit/t1/counts/1/verify"), "not_your_role")
    yield pit.tries(
        "verify through the address of another table", pit("POST /api/pit/t2/counts/1/verify"), "no_such_slip"
    )
    swap = {"id": "x1", "table": "t1", "taken": {"500": 20}, "given": {"10000": 1}}
    yield dina.tries(
        "exchange $100 for $200",
        dina.do("cage", "exchange_chips@1", **{**swap, "given": {"10000": 2}}),
        "unequal_chips",
    )
    yield dora.tries(
        "exchange chips at another table", dora.do("cage", "exchange_chips@1", **swap), "not_logged_on"
    )
    yield dina.tries(
        "exchange a negative number of chips",
        dina.do("cage", "exchange_chips@1", **{**swap, "taken": {"500": -20}}),
        "not_understood",
    )
    for name in ("kim", "ada", "gus"):
        yield p[name].tries(
            "exchange chips at a table", p[name].do("cage", "exchange_chips@1", **swap), "not_your_role"
        )


def tables(house: House) -> Iterator[Attempt]:
    p = crowd(house)
    dina, flo, manager = p["dina"], p["flo"], p["pit"]
    real_tables(house)
    table = {"table": "t9", "submission": "main", "money": "real", "dealing": "live"}
    for name in ("dina", "flo", "kim", "ada", "sam", "lee", "reg"):
        yield p[name].tries("open a table", p[name]("POST /api/pit", table), "not_your_role")
    yield manager.tries(
        "open a table without approved rules",
        manager("POST /api/pit", {**table, "submission": "none"}),
        "no_such_submission",
    )
    yield manager.tries(
        "open a real-money table as training",
        manager("POST /api/pit", {**table, "dealing": "training"}),
        "bad_input",
    )
    for name in ("dina", "flo", "kim", "ada"):
        yield p[name].tries(
            "close a table", p[name]("POST /api/pit/t1/close", {"reason": "x"}), "not_your_role"
        )
    count = tray_do.CountTray(id="k1", table="t1", what="opener", chips={"500": 10}, by=BY["dina"])
    run(house, count, tray_do.VerifyCount(slip=1, by=BY["flo"]))
    yield manager.tries(
        "close a table without a counted tray",
        manager("POST /api/pit/t1/close", {"reason": "x"}),
        "table_not_counted",
    )
    yield dina.tries("log on at another dealer's table", dina("POST /api/pit/t2/log-on"), "another_dealer")
    yield dina.tries(
        "send a dealer to a table", dina("POST /api/pit/t2/relief", {"person": "dina"}), "not_your_role"
    )
    yield flo.tries("log on and deal", flo("POST /api/pit/t1/log-on"), "not_your_role")
    new = person_of(house, "Zoe")
    yield flo.tries("send a guest to deal", flo("POST /api/pit/t1/relief", {"person": new}), "role_not_held")
    licence = {"number": "MD-9", "until": "2099-01-01"}
    test = {"game": "uth", "trained": "2020-01-01", "passed": "2020-02-01"}
    for name in ("dina", "kim", "ada", "sam"):
        yield p[name].tries(
            "record a dealer's license",
            p[name]("POST /api/pit/dealers/dina/licence", licence),
            "not_your_role",
        )
    for name in ("dina", "flo", "ada"):
        yield p[name].tries(
            "record a dealer's table test", p[name]("POST /api/pit/dealers/dina/tests", test), "not_your_role"
        )
    yield manager.tries(
        "record a table test before the training",
        manager("POST /api/pit/dealers/dina/tests", {**test, "passed": "2019-01-01"}),
        "no_such_day",
    )
    yield manager.tries(
        "record a table test in the future",
        manager("POST /api/pit/dealers/dina/tests", {**test, "passed": "2098-01-01"}),
        "no_such_day",
    )
    for name in ("dina", "kim", "ada", "sam"):
        yield p[name].tries(
            "accept a tray that is too low", p[name]("POST /api/pit/t1/float"), "not_your_role"
        )
    flo("POST /api/pit/t1/float")
    yield seen(house, "floor", "accept a tray that does not cover the largest payout", "accepts a tray of")
    for name in ("dina", "flo", "pit", "kim", "ada", "lee"):
        yield p[name].tries(
            "acknowledge surveillance's alert",
            p[name]("POST /api/alerts/1/acknowledge", {}),
            "alert_of_others" if name in ("flo", "pit") else "not_your_role",
        )
    for name in ("dina", "flo", "kim", "ada", "sam"):
        yield p[name].tries(
            "change the posted limits",
            p[name]("POST /api/pit/t1/limits", {"limits": {"ante": {"minimum": 500, "maximum": 1000000}}}),
            "not_your_role",
        )
    yield p["dina"].tries("enable a table that the floor disabled", disabled(p), "not_your_role")
    yield flo.tries(
        "enable a disabled table", flo("POST /api/pit/t2/enable", {"reason": "x"}), "not_your_role"
    )
    draft = {"document": document(maximum="maximum")}
    for name in ("dina", "flo", "kim", "sam", "reg"):
        yield p[name].tries(
            "write a rules submission", p[name]("POST /api/submissions/mine/draft", draft), "not_your_role"
        )
    written = manager("POST /api/submissions/mine/draft", draft)
    assert written.status_code < 300, written.text
    manager("POST /api/submissions/mine/1/submit")
    approve = {"digest": "0" * 64, "conditions": ""}
    for name in ("pit", "ada", "flo"):
        yield p[name].tries(
            "approve a rules submission",
            p[name]("POST /api/submissions/mine/1/approve", approve),
            "not_your_role",
        )
    yield p["reg"].tries(
        "approve a document other than the one read",
        p["reg"]("POST /api/submissions/mine/1/approve", approve),
        "other_document",
    )
    yield manager.tries(
        "open a table under unapproved rules",
        manager("POST /api/pit", {**table, "submission": "mine"}),
        "not_approved",
    )


def disabled(p: dict[str, Insider]) -> Any:
    p["flo"]("POST /api/pit/t2/disable", {"reason": "a marked card"})
    return p["dina"]("POST /api/pit/t2/enable", {"reason": "nothing found"})
