"""Test the floor's routes: overview, supervision, relief, notes and hand-over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.casino.administration.submissions import digest_of
from tests.server.helpers.desks import document
from tests.server.helpers.doors import House


def opened(house: House, *tables: str) -> None:
    text = document()
    house.post("/api/submissions/main/draft", "pit", {"document": text})
    house.post("/api/submissions/main/1/submit", "pit")
    house.post("/api/submissions/main/1/approve", "reg", {"digest": digest_of(text)})
    for table in tables:
        given = {"table": table, "submission": "main", "money": "play", "dealing": "live"}
        assert house.post("/api/pit", "pit", given).status_code == 201


def floor(house: House) -> dict[str, Any]:
    told: dict[str, Any] = house.get("/api/pit/floor", "flo").json()
    return told


def test_floor_lists_supervisors_dealers_and_alerts(house: House) -> None:
    opened(house, "t1", "t2")
    before = floor(house)
    assert [(one["kept"]["table"], one["share"], one["float"]) for one in before["tables"]] == [
        ("t1", 2, 0),
        ("t2", 2, 0),
    ]
    assert before["unwatched"] == ["t1", "t2"]
    assert [alert["kind"] for alert in before["tables"][0]["alerts"]] == ["inspection", "dealer", "floor"]
    after = house.post("/api/pit/watch", "flo", {"tables": ["t1", "t2"]}).json()
    mine = next(one for one in after["watches"] if one["name"] == "Flo")
    assert (mine["tables"], mine["share"], mine["most"]) == (["t1", "t2"], 4, 12)
    assert mine["clauses"] == ["COMAR 36.05.03.01"] and after["unwatched"] == []
    after = house.post("/api/pit/t1/relief", "flo", {"person": "dora"}).json()
    assert {one["name"]: one["deals_at"] for one in after["dealers"]} == {"Dina": "", "Dora": "t1"}
    assert [alert["kind"] for alert in after["tables"][0]["alerts"]] == ["inspection", "licence"]
    left = house.post("/api/pit/unwatch", "flo", {"tables": ["t2"]}).json()
    assert left["unwatched"] == ["t2"]


def test_hand_over_lists_open_matters(house: House) -> None:
    opened(house, "t1")
    house.post("/api/pit/watch", "flo", {"tables": ["t1"]})
    noted = house.post("/api/pit/notes", "flo", {"id": "n1", "words": "the felt is torn", "table": "t1"})
    assert [(one["note"], one["words"], one["name"]) for one in noted.json()["notes"]] == [
        (1, "the felt is torn", "Flo")
    ]
    (sheet,) = house.post("/api/pit/hand-over", "flo", {"id": "h1", "words": "quiet"}).json()["handovers"]
    assert (sheet["tables"], sheet["words"]) == (["t1"], "quiet")
    assert [matter["words"] for matter in sheet["open"]] == [
        "Inspect the shoe and the shuffler",
        "No dealer",
        "the felt is torn",
    ]
    refused = house.post("/api/pit/hand-over/1/take", "flo")
    assert refused.json()["code"] == "own_handover"
    over = house.post("/api/pit/hand-over/1/take", "pit").json()
    assert over["handovers"] == [] and over["tables"][0]["floor_name"] == "Pit"
    closed = house.post("/api/pit/notes/1/close", "pit", {"words": "mended"}).json()
    assert closed["notes"] == []


def test_rejects_empty_notes_and_unknown_tables(house: House) -> None:
    assert house.post("/api/pit/notes", "flo", {"id": "n1", "words": ""}).status_code == 400
    told = house.post("/api/pit/notes", "flo", {"id": "n1", "words": "x", "table": "t9"}).json()
    assert told["code"] == "no_such_table"


@pytest.mark.parametrize(("what", "signs"), [("surveillance", "flo"), ("witness", "pit")])
def test_refuses_to_sign_a_payout_that_is_not_due(
    house: House, monkeypatch: pytest.MonkeyPatch, what: str, signs: str
) -> None:
    opened(house, "t1")
    before = house.committer.state("desk").tables

    def signed(table: str = "t1", **of: int) -> tuple[int, dict[str, Any]]:
        answer = house.post(f"/api/pit/{table}/payouts/{what}", signs, {"round": 3, "seat": 2, **of})
        return answer.status_code, answer.json()

    house.kept_at["t1"] = "http://node2"
    status, told = signed()
    assert (status, told["code"], told["address"]) == (421, "moved", "http://node2")
    house.kept_at.clear()
    status, told = signed()
    assert (status, told["code"]) == (503, "table_between")
    assert signed("t9")[0] == 404
    here = SimpleNamespace(state=SimpleNamespace(round=SimpleNamespace(number=3)), with_reading=None)
    house.app.state.house.tables["t1"] = here
    for due, of in ((None, {}), (2, {"round": 4}), (2, {"seat": 1})):
        waits = None if due is None else SimpleNamespace(seat=due)
        monkeypatch.setattr("croupier.server.http.floor.payout_due", lambda *_, waits=waits: waits)
        status, told = signed(**of)
        assert (status, told["code"], told["clauses"]) == (409, "no_payout", ["COMAR 36.05.03.23"])
    assert house.committer.state("desk").tables == before  # nothing was recorded
