"""Test the close of a gaming day over HTTP."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.casino.cage.commands import SlipReversed
from tests.server.helpers.doors import House
from tests.server.http.test_cage import open_drawer, patron

DATE = "2023-11-14"  # the tests' clock starts in this gaming day
HASH = "cd" * 32


@pytest.fixture
def report(house: House, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the report document that a replaced print shop produces, so that tests can change it."""
    made: dict[str, Any] = {"hash": HASH, "foots": True}

    async def ask(*_: Any, **__: Any) -> Any:
        return SimpleNamespace(data=json.dumps(made).encode())

    monkeypatch.setattr(house.print_shop, "ask", ask)
    return made


def close(house: House, seen: str = HASH, by: str = "lee") -> Any:
    return house.post("/api/reports/day/close", by, {"date": DATE, "report": seen})


def send(house: House, by: str, **command: Any) -> Any:
    return house.post("/api/do", by, {"id": "a", "stream": "cage", "command": command})


@pytest.mark.clause("COMAR 36.03.10.02B")
def test_day_is_closed_when_every_point_is_done(house: House, report: dict[str, Any]) -> None:
    open_drawer(house)
    pat = patron(house)
    house.post("/api/cage/deposits", "kim", {"id": "s1", "person": pat, "cents": 50_000})
    state = house.get("/api/reports/day/close", "lee").json()
    assert state["date"] == DATE  # the current gaming day
    assert house.get(f"/api/reports/day/close?date={DATE}", "lee").json() == state
    assert (state["over"], state["closed"]) == (False, None)
    assert state["points"] == [{"words": "Drawer 1 is not closed", "who": "its cashier, Kim"}]
    house.now.pass_by(86_400)
    house.tokens.clear()  # the sessions have expired
    told = close(house)
    assert (told.status_code, told.json()["code"]) == (409, "day_has_points")
    assert told.json()["message"] == "drawer 1 is not closed"
    send(house, "kim", type="close_drawer", bills={"10000": 25}, chips={"500": 40})
    send(house, "lee", type="verify_drawer", drawer=1)
    assert close(house, "ee" * 32).json()["code"] == "day_changed"
    report["foots"] = False
    assert close(house).json()["code"] == "day_has_points"
    report["foots"] = True
    assert close(house, by="kim").status_code == 403
    done = close(house).json()
    assert (done["closed"]["report"], done["closed"]["by"], done["points"]) == (HASH, "Lee", [])
    assert close(house).json()["code"] == "day_closed"


def test_late_reversal_names_the_closed_day(house: House, report: dict[str, Any]) -> None:
    open_drawer(house)
    pat = patron(house)
    house.post("/api/cage/deposits", "kim", {"id": "s1", "person": pat, "cents": 50_000})
    send(house, "kim", type="close_drawer", bills={"10000": 25}, chips={"500": 40})
    send(house, "lee", type="verify_drawer", drawer=1)
    house.now.pass_by(86_400)
    house.tokens.clear()  # the sessions have expired
    assert close(house).status_code == 200, close(house).text
    told = house.post("/api/cage/slips/1/reverse", "lee", {"reason": "entered twice"})
    assert told.status_code == 201
    (event,) = house.committer.told(SlipReversed)
    assert event.closed_day == 19_675


def test_a_month_cannot_be_closed(house: House) -> None:
    assert house.get("/api/reports/day/close?date=2023-11", "lee").status_code == 400
