"""Test meters over HTTP. Two people adjust a meter, and the adjustment is one transaction."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.casino.administration.commands import BringApproved, OpenTable
from tests.server.helpers.desks import BY, EXAMPLES
from tests.server.helpers.doors import House

PROGRESSIVE = Path(EXAMPLES / "uth-everything.toml")


@pytest.fixture
def metered(house: House) -> House:
    text = PROGRESSIVE.read_text(encoding="utf-8")
    brought = BringApproved(submission="main", document=text, reference="a letter", by="house")
    asyncio.run(house.desk.do(brought))
    asyncio.run(
        house.desk.do(OpenTable(table="t1", submission="main", money="play", dealing="machine", by="house"))
    )
    house.committer.open_meters("t1", "t1", main=2_500_000)
    return house


def test_adjusting_a_meter_needs_two_people(metered: House) -> None:
    (meter,) = metered.get("/api/meters", "sam").json()
    assert (meter["group"], meter["meter"], meter["shown"], meter["tables"]) == (
        "t1",
        "main",
        2_500_000,
        ["t1"],
    )
    ask = {"meter": "main", "cents": -500, "reason": "the void came too late"}
    proposed = metered.post("/api/meters/t1/adjustments", "lee", ask)
    assert proposed.status_code == 201 and proposed.json()["number"] == 1
    assert metered.get("/api/meters", "reg").json()[0]["shown"] == 2_500_000
    own = metered.post("/api/adjustments/1/approve", "lee")
    assert (own.status_code, own.json()["code"]) == (403, "own_adjustment")
    (after,) = metered.post("/api/adjustments/1/approve", "pit").json()
    assert after["shown"] == 2_499_500
    assert metered.get("/api/adjustments", "reg").json() == []
    (alert,) = metered.desk.state.alerts.values()
    assert (alert.kind, alert.who, alert.cents, alert.table) == ("override", BY["pit"], 500, "")
    assert alert.words == (
        "Adjustment 1 removes $5 from the meter main of t1. accounting:lee proposed it: "
        "the void came too late"
    )
    again = metered.post("/api/adjustments/1/approve", "pit")
    assert (again.status_code, again.json()["code"]) == (404, "no_such_adjustment")


def test_refused_adjustment_stays_unapproved(metered: House) -> None:
    ask = {"meter": "main", "cents": -2_500_001, "reason": "too much"}
    metered.post("/api/meters/t1/adjustments", "lee", ask)
    answer = metered.post("/api/adjustments/1/approve", "pit")
    assert (answer.status_code, answer.json()["code"]) == (409, "meter_below_zero")
    assert [one["number"] for one in metered.get("/api/adjustments", "lee").json()] == [1]
    assert metered.post("/api/adjustments/1/decline", "pit", {"reason": "too much"}).json() == []
    assert metered.desk.state.alerts == {}


def test_rejects_an_unknown_meter(metered: House) -> None:
    ask = {"meter": "mega", "cents": 5, "reason": "x"}
    answer = metered.post("/api/meters/t1/adjustments", "lee", ask)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_meter")
