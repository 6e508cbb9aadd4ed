"""Test trays over HTTP. The floor requests chips, the cage and the table sign, and two people count."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import ANY

import pytest
import sqlalchemy as sa

from croupier.casino.administration import commands as do
from croupier.casino.administration import license_commands as licenses
from croupier.casino.cage import commands as cage
from croupier.store import schema as db
from tests.server.helpers.desks import BY, approved, document, opened
from tests.server.helpers.doors import House

LICENSED = (
    licenses.NoteLicense(person="dina", number="MD-1", until="2099-01-01", by=BY["flo"]),
    licenses.NoteTableTest(
        person="dina", game="uth", trained="2023-10-01", passed="2023-11-01", by=BY["pit"]
    ),
)
LOG_ON = do.LogOnTable(table="t1", by=BY["dina"])
SIGN = {"id": "s1", "stream": "cage", "command": {"type": "sign_tray_slip@1", "slip": 1}}
FILL = {"id": "f1", "what": "fill", "chips": {"500": 100, "10000": 5}}


def a_table(house: House, won: int = 0, money: cage.Money = "play", dealing: str = "machine") -> None:
    """Open table t1 with Dina as dealer and a win of `won` cents in its books."""
    for command in (*approved(document()), *LICENSED, opened(money=money, dealing=dealing), LOG_ON):
        asyncio.run(house.desk.do(command))
    asyncio.run(house.cage.do(cage.EnrolTable(table="t1", money=money, by="house")))
    with house.committer.engine.begin() as connection:
        stream = {"name": "t1", "kind": "table", "entries": 31, "head": "ab"}
        known = {column.name for column in db.streams.c}
        connection.execute(sa.insert(db.streams), {k: v for k, v in stream.items() if k in known})
        connection.execute(sa.insert(db.balances), {"account": "t1/inventory", "cents": won})


def test_a_fill_goes_from_the_request_to_the_tray(house: House) -> None:
    a_table(house)
    asked = house.post("/api/pit/t1/chips", "flo", FILL)
    assert asked.status_code == 201, asked.text
    assert (asked.json()["number"], asked.json()["cents"], asked.json()["asked"]["by"]) == (
        1, 100_000, "floor:flo",
    )  # fmt: skip
    assert house.get("/api/pit/t1/tray", "dina").json()["cents"] is None  # the chips have not arrived yet
    early = house.post("/api/pit/t1/slips/1/sign", "dina")
    assert (early.status_code, early.json()["code"]) == (409, "slip_waits")
    assert house.post("/api/cage/tray-slips/1/sign", "kim").json()["left"]["by"] == "cage:kim"
    own = house.post("/api/pit/t1/slips/1/sign", "flo")
    assert (own.status_code, own.json()["code"]) == (403, "own_slip")
    assert house.post("/api/pit/t1/slips/1/sign", "dora").json()["code"] == "not_logged_on"
    assert house.post("/api/pit/t1/slips/1/sign", "dina").json()["done"]["by"] == "dealer:dina"
    (tray,) = house.get("/api/cage/trays", "sam").json()
    assert (tray["table"], tray["filled"], tray["in_transit"], tray["expected"]) == (
        "t1",
        100_000,
        0,
        100_000,
    )
    assert house.get("/api/pit/t1/tray", "dina").json() == {
        "table": "t1", "cents": 100_000, "to_sign": [], "contents": None,
    }  # fmt: skip
    assert house.get("/api/pit/t1/tray", "dora").json()["code"] == "not_logged_on"
    assert house.get("/api/pit/t1/tray", "kim").status_code == 403
    again = house.post("/api/pit/t1/chips", "flo", FILL)
    # A repeated request gets the first response again and creates no second slip.
    assert (again.status_code, again.json()) == (201, asked.json())
    other = house.post("/api/pit/t1/chips", "flo", {**FILL, "chips": {"500": 1}})
    assert (other.status_code, other.json()["code"]) == (409, "transfer_twice")
    assert house.post("/api/pit/t1/chips", "pit", FILL).json()["code"] == "transfer_twice"
    assert house.post("/api/pit/t2/slips/1/sign", "pit").json()["code"] == "no_such_slip"
    odd = house.post("/api/pit/t1/chips", "flo", {**FILL, "id": "f2", "chips": {"300": 1}})
    assert (odd.status_code, odd.json()["code"]) == (400, "no_such_chip")


def test_real_money_fill_has_four_signatures(house: House) -> None:
    a_table(house, money="real", dealing="live")
    assert house.post("/api/pit/t1/chips", "flo", {**FILL, "escorted": False}).status_code == 400
    assert house.post("/api/pit/t1/chips", "flo", FILL).json()["escorted"] is True
    assert house.get("/api/security", "gus").json() == [
        {"number": 1, "what": "fill", "table": "t1", "cents": 100_000, "asked": ANY, "yours": False,
         "next_signer": "the cage"},
    ]  # fmt: skip
    for by in ("kim", "gus", "dina", "flo"):
        (tray,) = house.get("/api/cage/trays", "sam").json()
        assert BY[by].split(":")[0] in tray["next_signers"]["1"]["roles"]
        assert tray["filled"] == 0
        waits = [slip["number"] for slip in house.get("/api/pit/t1/tray", "dina").json()["to_sign"]]
        assert waits == ([1] if by == "dina" else [])
        others = {"kim", "gus", "dina", "flo"} - {by}
        for other in others:
            assert house.post("/api/do", other, SIGN).json()["code"] == "slip_waits"
        assert house.post("/api/do", by, SIGN).status_code == 200
    (tray,) = house.get("/api/cage/trays", "sam").json()
    assert (tray["filled"], tray["in_transit"], tray["next_signers"]) == (100_000, 0, {})
    assert house.get("/api/security", "gus").json() == []
    assert house.get("/api/security", "flo").status_code == 403
    assert house.get("/api/cage/trays", "gus").status_code == 403


def test_a_count_reads_the_tables_own_books(house: House) -> None:
    a_table(house, won=-2_500)
    count = {"id": "k1", "what": "opener", "chips": {"100": 3}}
    assert house.post("/api/pit/t1/counts", "dina", count).status_code == 201
    (told,) = [event for event in house.committer.told(object) if type(event).__name__ == "TrayCounted"]
    assert (told.won, told.entries, told.expected, told.cents) == (-2_500, 31, -2_500, 300)
    assert house.post("/api/pit/t1/counts/1/verify", "kim").status_code == 403
    assert house.post("/api/pit/t1/counts/1/verify", "flo").json()["done"]["by"] == "floor:flo"
    (tray,) = house.get("/api/cage/trays", "flo").json()
    assert tray["expected"] == 300  # the verified count is the new balance


def moved(house: House, table: str, n: int, cents: int) -> None:
    """Store an entry of a table in which its tray gains or pays an amount."""
    with house.committer.engine.begin() as connection:
        entry = {
            "stream": table,
            "n": n,
            "hash": "ab",
            "segment": 1,
            "at": 1,
            "opening": False,
            "line": b"{}",
        }
        connection.execute(sa.insert(db.entries), entry)
        posting = {"stream": table, "n": n, "k": 0, "account": f"{table}/inventory", "cents": cents}
        connection.execute(sa.insert(db.postings), posting)
        b = db.balances.c
        changed = sa.update(db.balances).where(b.account == f"{table}/inventory")
        connection.execute(changed.values(cents=b.cents + cents))


def contents(house: House) -> Any:
    tray = house.get("/api/pit/t1/tray", "dina").json()
    found = tray["contents"]
    if found is not None:
        chips = sum(int(value) * number for value, number in found["chips"].items())
        assert chips + found["other"] == tray["cents"], "the estimate differs from the books"
    return found and (found["chips"], found["other"], found["exact"])


def test_chips_are_exact_after_a_count_and_estimated_after_payments_and_sales(house: House) -> None:
    a_table(house)
    opener = {"id": "k1", "what": "opener", "chips": {"500": 20, "2500": 4, "10000": 2}}
    moved(house, "t1", 30, -700)  # the table gains this before the count, which covers its first 31 entries
    assert house.post("/api/pit/t1/counts", "dina", opener).status_code == 201
    assert contents(house) is None
    house.post("/api/pit/t1/counts/1/verify", "flo")
    counted = {"500": 20, "2500": 4, "10000": 2}
    assert contents(house) == (counted, 0, True)
    moved(house, "t1", 32, -12_500)
    assert contents(house) == ({"500": 20, "2500": 3, "10000": 1}, 0, False)
    moved(house, "t1", 33, 7_533)
    assert contents(house) == ({"500": 20, "2500": 6, "10000": 1}, 33, False)
    at = house.cage.now
    sold = cage.SellChips(transfer="w1", person="walkin-1", table="t1", cents=3_000, by="table:t1", at=at)
    asyncio.run(house.cage.do(sold))
    assert contents(house) == ({"500": 19, "2500": 5, "10000": 1}, 33, False)
    swap = {"type": "exchange_chips", "id": "x1", "table": "t1", "taken": {"100": 100}, "given": {"10000": 1}}
    done = house.post("/api/do", "dina", {"id": "a", "stream": "cage", "command": swap})
    assert done.status_code == 200, done.text
    again = house.post("/api/do", "dina", {"id": "b", "stream": "cage", "command": swap})
    assert again.json()["events"] == []
    assert contents(house) == ({"100": 100, "500": 19, "2500": 5}, 33, False)
    other = {"id": "c", "stream": "cage", "command": {**swap, "given": {"2500": 4}, "id": "x1"}}
    assert house.post("/api/do", "flo", other).json()["code"] == "transfer_twice"
    assert house.post("/api/do", "dora", {**other, "command": {**swap, "id": "x2"}}).json()["code"] == (
        "not_logged_on"
    )
    own = {**other, "command": {**swap, "id": "x3", "by_chip": True}}
    assert house.post("/api/do", "dina", own).status_code == 400


def test_a_void_slip_says_why(house: House) -> None:
    a_table(house)
    house.post("/api/pit/t1/chips", "flo", FILL)
    assert house.post("/api/pit/t1/slips/1/void", "flo", {"reason": "the wrong table"}).json()["void"]
    again = house.post("/api/cage/tray-slips/1/void", "kim", {"reason": "twice"})
    assert (again.status_code, again.json()["code"]) == (409, "slip_done")


@pytest.mark.clause("COMAR 36.05.03.02-.08")
def test_cage_voids_no_fill_whose_chips_are_at_the_table(house: House) -> None:
    """Otherwise, the tray would contain chips that are in no books, and a cashier and a dealer could share
    them.
    """
    a_table(house, money="real", dealing="live")
    house.post("/api/pit/t1/chips", "flo", FILL)
    for by in ("kim", "gus", "dina"):
        house.post("/api/do", by, SIGN)
    void = house.post("/api/cage/tray-slips/1/void", "kim", {"reason": "never sent"})
    assert (void.status_code, void.json()["code"]) == (409, "slip_waits")
    command = {"type": "void_tray_slip@1", "slip": 1, "reason": "never sent"}
    void = house.post("/api/do", "kim", {"id": "v1", "stream": "cage", "command": command})
    assert void.json()["code"] == "slip_waits" and house.desk.state.alerts == {}
    assert house.post("/api/do", "flo", SIGN).status_code == 200
    assert house.cage.state.trays.held["t1"] == 100_000


def test_void_of_a_fill_in_transit_alerts_surveillance(house: House) -> None:
    a_table(house, money="real", dealing="live")
    house.post("/api/pit/t1/chips", "flo", FILL)
    house.post("/api/do", "kim", SIGN)
    house.post("/api/cage/tray-slips/1/void", "kim", {"reason": "the wrong table"})
    (alert,) = house.desk.state.alerts.values()
    assert (alert.kind, alert.table, alert.cents, alert.who) == ("override", "t1", 100_000, BY["kim"])
    assert alert.words == "Fill 1 of $1,000 is void, and its chips were in transit: the wrong table"


def test_table_with_chips_out_cannot_be_closed(house: House) -> None:
    a_table(house, dealing="live")

    def holds(account: str, cents: int) -> None:
        with house.committer.engine.begin() as connection:
            connection.execute(sa.delete(db.balances).where(db.balances.c.account == account))
            connection.execute(sa.insert(db.balances), {"account": account, "cents": cents})

    def close() -> tuple[str, str]:
        answer = house.post("/api/pit/t1/close", "pit", {"reason": "end of shift"}).json()
        return answer.get("code", ""), answer.get("message", "")

    holds("t1/player:walkin-3", 50_000)
    holds("t1/layout", 1_000)
    assert close() == ("chips_on_table", "t1: a round is in play")
    holds("t1/layout", 0)
    assert close() == ("chips_on_table", "t1: players have chips here")
    holds("t1/player:walkin-3", 0)
    holds("t1/player:p1", 700)  # a player with a wallet cashes out on their own screen
    assert close() == ("", "")


def test_table_with_an_open_slip_cannot_be_closed(house: House) -> None:
    a_table(house)
    house.post("/api/pit/t1/counts", "dina", {"id": "k1", "what": "closer", "chips": {"100": 3}})
    early = house.post("/api/pit/t1/close", "pit", {"reason": "end of shift"})
    assert (early.status_code, early.json()["code"]) == (409, "slip_waits")
    assert early.json()["message"] == "closer 1 of t1 is not verified"
    house.post("/api/pit/t1/counts/1/verify", "flo")
    house.post("/api/pit/t1/chips", "flo", FILL)
    assert (
        "fill 2 of t1 is not signed"
        in house.post("/api/pit/t1/close", "pit", {"reason": "x"}).json()["message"]
    )
    house.post("/api/pit/t1/slips/2/void", "flo", {"reason": "not needed"})
    closed = house.post("/api/pit/t1/close", "pit", {"reason": "end of shift"})
    assert closed.json()["standing"] == "closed"
