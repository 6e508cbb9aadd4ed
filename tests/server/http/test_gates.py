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
    for _ in range(2):
        (table,) = house.post("/api/pit/t1/float", "flo").json()["tables"]
        assert "float" not in {alert["kind"] for alert in table["alerts"]}
    (alert,) = house.desk.state.alerts.values()
    assert (alert.kind, alert.who) == ("float", BY["flo"]) and "accepts a tray of $0" in alert.words
    for number, what in enumerate(("opener", "closer"), 1):
        count = {"id": f"k{number}", "what": what, "chips": {"10000": 5}}
        assert house.post("/api/pit/t1/counts", "dina", count).status_code == 201
        house.post(f"/api/pit/t1/counts/{number}/verify", "flo")
        closed = house.post("/api/pit/t1/close", "pit", {"reason": "night"})
        if what == "opener":
            assert closed.json()["code"] == "table_not_counted", closed.text
        else:
            assert closed.json()["standing"] == "closed", closed.text


def test_credit_and_count_that_take_too_much_raise_an_alert(house: House) -> None:
    real_table(house)
    count = {"id": "k1", "what": "opener", "chips": {"10000": 3000}}
    house.post("/api/pit/t1/counts", "dina", count)
    house.post("/api/pit/t1/counts/1/verify", "flo")
    order = {"id": "c1", "what": "credit", "chips": {"10000": 1000}}
    assert house.post("/api/pit/t1/chips", "flo", order).status_code == 201
    assert house.post("/api/pit/t1/slips/2/sign", "dina").status_code in (200, 201)
    assert house.desk.state.alerts == {}  # the chips are still in the tray
    assert house.post("/api/pit/t1/slips/2/sign", "flo").status_code in (200, 201)
    (alert,) = house.desk.state.alerts.values()
    assert alert.words == "The tray holds $200,000, less than the largest payout of $250,000"
    assert (alert.who, alert.at) == (BY["flo"], house.desk.now)
    assert house.post("/api/alerts/1/acknowledge", "flo", {}).status_code == 403
    assert house.post("/api/alerts/1/acknowledge", "sam", {}).status_code == 200
    sign = {"stream": "cage", "command": {"type": "sign_tray_slip@1", "slip": 2}}
    for signer in ("gus", "kim"):
        assert house.post("/api/do", signer, {"id": signer, **sign}).status_code == 200
    # A count that finds more raises no alert. The tray falls below the threshold only once.
    for number, chips, alerts in ((3, 3000, []), (4, 2000, ["float"]), (5, 1, ["float"])):
        count = {"id": f"k{number}", "what": "opener", "chips": {"10000": chips}}
        assert house.post("/api/pit/t1/counts", "dina", count).status_code == 201
        assert house.post(f"/api/pit/t1/counts/{number}/verify", "flo").status_code == 200
        found = [alert.kind for alert in house.desk.state.alerts.values()]
        assert [kind for kind in found if kind == "float"] == alerts
