"""Test what a real-money table needs before it may deal, and closing it after the count."""

from __future__ import annotations

import asyncio

from croupier.casino.administration import commands as desk_do
from croupier.casino.administration import license_commands as licences
from croupier.casino.cage import commands as cage_do
from tests.server.helpers.desks import BY, approved, document, opened
from tests.server.helpers.doors import House


def real_table(house: House) -> None:
    for command in (
        *approved(document()),
        opened("t1", money="real", dealing="live"),
        licences.NoteLicense(person="dina", number="MD-1", until="2999-01-01", by=BY["flo"]),
        licences.NoteTableTest(
            person="dina", game="uth", trained="2020-01-01", passed="2020-02-01", by=BY["pit"]
        ),
        desk_do.LogOnTable(table="t1", by=BY["dina"]),
    ):
        asyncio.run(house.desk.do(command))
    asyncio.run(house.cage.do(cage_do.EnrolTable(table="t1", money="real", by="house")))


def test_floor_sees_what_is_missing_and_closes_after_the_count(house: House) -> None:
    real_table(house)
    (table,) = house.get("/api/pit/floor", "flo").json()["tables"]
    assert {"opener", "float", "inspection", "floor"} <= {alert["kind"] for alert in table["alerts"]}
    assert house.post("/api/pit/t1/float", "dina").status_code == 403
    (table,) = house.post("/api/pit/t1/float", "flo").json()["tables"]
    assert "float" not in {alert["kind"] for alert in table["alerts"]}
    for number, what in enumerate(("opener", "closer"), 1):
        count = {"id": f"k{number}", "what": what, "chips": {"10000": 5}}
        assert house.post("/api/pit/t1/counts", "dina", count).status_code == 201
        house.post(f"/api/pit/t1/counts/{number}/verify", "flo")
        closed = house.post("/api/pit/t1/close", "pit", {"reason": "night"})
        if what == "opener":
            assert closed.json()["code"] == "table_not_counted", closed.text
        else:
            assert closed.json()["standing"] == "closed", closed.text
