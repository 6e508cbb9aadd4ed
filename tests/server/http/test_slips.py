"""Test the printed slips of the cage and of trays."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.documents.cage_slips import PrintedSlip, blocks, write_slip
from croupier.documents.pdf import find_size
from croupier.server.http import slips
from croupier.server.http.slips import BEGINS, CAGE_SLIPS, TRAY_SLIPS, cage_slip, tray_slip
from tests.server.helpers.doors import House
from tests.server.http.test_trays import FILL, SIGN, a_table


def do(house: House, by: str, **command: Any) -> None:
    done = house.post("/api/do", by, {"id": "a", "stream": "cage", "command": command})
    assert done.status_code == 200, done.text


def printed(house: House, number: int, make: Any, monkeypatch: pytest.MonkeyPatch) -> PrintedSlip:
    monkeypatch.setattr(slips, "name_of_person", lambda request, person: person)
    kinds = CAGE_SLIPS if make is cage_slip else TRAY_SLIPS
    found = asyncio.run(house.cage.slip_events(number, kinds, BEGINS))
    slip: PrintedSlip = make(SimpleNamespace(), found)
    return slip


def test_slip_of_chips_lists_every_denomination(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    do(house, "kim", type="open_drawer", id="d1", bills={"10000": 20})
    do(house, "lee", type="declare_chips", id="s1", cents=100_000, reason="from before")
    (alert,) = house.desk.state.alerts.values()
    assert alert.words == "Accounting declares $1,000 in chips away from the tables: from before"
    chips = {"10000": 2, "500": 3}
    do(house, "kim", type="cash_chips", id="s2", chips=chips, name="Pat")
    slip = printed(house, 2, cage_slip, monkeypatch)
    assert (slip.title, slip.cents, slip.chips, slip.void) == ("Cash for chips 2", 21_500, chips, "")
    assert slip.facts[0][1].startswith("kim, cage, ") and slip.facts[1] == ("Customer", "Pat")
    assert slip.signatures == ("Cashier", "Customer")
    declared = printed(house, 1, cage_slip, monkeypatch)
    assert declared.facts[1] == ("Reason", "from before") and declared.signatures == ("Accounting",)


def test_slip_of_a_fill_shows_the_signatures_so_far(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    a_table(house, money="real", dealing="live")
    assert house.post("/api/pit/t1/chips", "flo", FILL).status_code == 201
    for by in ("kim", "gus"):
        assert house.post("/api/do", by, SIGN).status_code == 200
    slip = printed(house, 1, tray_slip, monkeypatch)
    assert (slip.title, slip.cents, slip.chips) == ("Fill 1", 100_000, FILL["chips"])
    assert [name for name, _ in slip.facts] == ["Table", "Requested by", "Chips released by", "Signed by"]
    assert slip.signatures == ("Cashier", "Security", "Dealer", "Floorperson")
    reason = {"reason": "the wrong table"}
    assert house.post("/api/cage/tray-slips/1/void", "kim", reason).status_code == 200
    assert printed(house, 1, tray_slip, monkeypatch).void.startswith("the wrong table (kim, cage, ")


def test_unknown_slip_has_no_events(house: House) -> None:
    do(house, "lee", type="declare_chips", id="s1", cents=100_000, reason="from before")
    assert asyncio.run(house.cage.slip_events(2, CAGE_SLIPS, BEGINS)) == []
    assert asyncio.run(house.cage.slip_events(1, TRAY_SLIPS, BEGINS)) == []


@pytest.mark.parametrize("form", ["pdf", "html"])
def test_slip_is_written_as_a_file(tmp_path: Any, form: str) -> None:
    facts = (("Entered by", "Kim, cage, 2026-11-19 20:00:00 UTC"), ("Customer", "Pat"))
    slip = PrintedSlip(
        "Cash for chips 2", facts, 21_500, {"10000": 2, "500": 3}, 0, ("Cashier",), "", 7, "ab" * 32
    )
    path = tmp_path / f"slip.{form}"
    write_slip(slip, "Test Casino", path, find_size("letter"))
    data = path.read_bytes()
    assert data.startswith(b"%PDF") if form == "pdf" else b"Chips by denomination" in data
    titles = [getattr(each, "text", getattr(each, "title", "")) for each in blocks(slip)]
    assert titles[0] == "Cash for chips 2"
