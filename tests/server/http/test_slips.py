"""Test the printed slips of the cage and of trays."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from croupier.documents.cage_slips import PrintedSlip, blocks, write_slip
from croupier.documents.pdf import find_size
from croupier.server.http import count_papers, slips
from croupier.server.http.count_papers import (
    BANK_COUNT,
    BANK_SLIP,
    DRAWER_CLOSING,
    DRAWER_OPENING,
    DROP_BOX,
    CountPaper,
)
from croupier.server.http.slips import BEGINS, CAGE_SLIPS, TRAY_SLIPS, cage_slip, tray_slip
from tests.server.helpers.doors import House
from tests.server.http.test_cage import open_drawer
from tests.server.http.test_trays import FILL, SIGN, a_table


def do(house: House, by: str, **command: Any) -> None:
    done = house.post("/api/do", by, {"id": "a", "stream": "cage", "command": command})
    assert done.status_code == 200, done.text


def printed(house: House, number: int, make: Any, monkeypatch: pytest.MonkeyPatch) -> PrintedSlip:
    for module in (slips, count_papers):
        monkeypatch.setattr(module, "name_of_person", lambda request, person: person)
    kinds = CAGE_SLIPS if make is cage_slip else TRAY_SLIPS
    found = asyncio.run(house.cage.slip_events(number, kinds, BEGINS))
    slip: PrintedSlip = make(SimpleNamespace(), found)
    return slip


def test_slip_of_chips_lists_every_denomination(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    open_drawer(house)
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


def counted(house: House, number: int, what: CountPaper, monkeypatch: pytest.MonkeyPatch) -> PrintedSlip:
    monkeypatch.setattr(count_papers, "name_of_person", lambda request, person: person)
    found = asyncio.run(house.cage.slip_events(number, what.kinds, what.begins, what.field))
    return count_papers.make_slip(cast(Any, SimpleNamespace()), number, what, found, False)


def test_papers_of_drawers_and_of_the_main_bank(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    open_drawer(house)
    slip = counted(house, 1, DRAWER_OPENING, monkeypatch)
    assert (slip.title, slip.cents, slip.cash) == ("Drawer 1 opening", 2_200_00, 2_000_00)
    assert (slip.bills, slip.chips) == ({"10000": 20}, {"500": 40})
    assert [name for name, _ in slip.facts] == ["Counted by", "Verified by"]
    do(house, "kim", type="request_bank_move", id="b1", what="to_drawer", bills={}, chips={"500": 1})
    do(house, "lee", type="sign_bank_move", slip=1)
    move = counted(house, 1, BANK_SLIP, monkeypatch)
    assert ("Movement", "From the main bank to a drawer") in move.facts and ("Drawer", "1") in move.facts
    do(house, "kim", type="close_drawer", bills={"10000": 20}, other=50, chips={"500": 40})
    assert len(counted(house, 1, DRAWER_CLOSING, monkeypatch).facts) == 1
    do(house, "lee", type="verify_drawer", drawer=1)
    closing = counted(house, 1, DRAWER_CLOSING, monkeypatch)
    assert ("Cash against the books", "$0.50 over") in closing.facts
    assert ("Chips against the books", "$5 short") in closing.facts and closing.coins == 50
    count = counted(house, 1, BANK_COUNT, monkeypatch)
    assert count.title == "Main bank count 1" and ("Count", "opening") in count.facts


def test_paper_of_a_drop_box_hides_the_books_from_the_count_team(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_table(house, money="real", dealing="live")
    do(house, "cole", type="collect_drop_box", id="b1", table="t1")
    do(house, "cole", type="count_drop_box", box=1, bills={"500": 2})
    do(house, "cora", type="verify_drop_box", box=1)
    box = counted(house, 1, DROP_BOX, monkeypatch)
    assert (box.title, box.cents, box.bills) == ("Drop box 1", 1_000, {"500": 2})
    assert box.facts[-1] == ("Cash against the books", "$10 over") and ("Table", "t1") in box.facts
    found = asyncio.run(house.cage.slip_events(1, DROP_BOX.kinds, DROP_BOX.begins, "box"))
    blind = count_papers.make_slip(cast(Any, SimpleNamespace()), 1, DROP_BOX, found, True)
    assert not any("books" in name for name, _ in blind.facts)


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
