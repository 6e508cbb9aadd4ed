"""Test wallets over HTTP: statements, play-money refills, the cage counter and reversed slips."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from croupier.casino.cage import commands as do
from croupier.casino.cage.chip_commands import DeclareChips
from tests.server.helpers.desks import BY
from tests.server.helpers.doors import House
from tests.server.helpers.tills import count_main_bank, open_tracked_drawer


def patron(house: House) -> str:
    answer = house.post("/api/cage/patrons", "kim", {"name": "Pat"})
    assert answer.status_code == 201 and answer.json()["money"] == "real"
    return str(answer.json()["person"])


def open_drawer(house: House, cashier: str = "kim") -> None:
    def send(by: str, **command: Any) -> None:
        told = house.post("/api/do", by, {"id": "a", "stream": "cage", "command": command})
        assert told.status_code == 200, told.text

    if house.cage.state.bank is None:
        count_main_bank(send, cashier, "lee")
    number = house.cage.state.drawers_opened + 1
    open_tracked_drawer(send, cashier, "lee", f"drawer-{cashier}", number)


def test_cashier_needs_an_open_drawer(house: House) -> None:
    body = {"id": "s1", "person": patron(house), "cents": 50_000}
    for route in ("deposits", "withdrawals"):
        extra = {"document": "passport"} if route == "withdrawals" else {}
        told = house.post(f"/api/cage/{route}", "kim", body | extra)
        assert (told.status_code, told.json()["code"]) == (409, "no_drawer")
    for name in ("sell_cage_chips", "cash_chips"):
        command = {"type": name, "id": name, "chips": {"500": 2}}
        asyncio.run(
            house.cage.do(DeclareChips(id=f"of-{name}", cents=1_000, reason="before", by="accounting:lee"))
        )
        told = house.post("/api/do", "kim", {"id": "a", "stream": "cage", "command": command})
        assert (told.status_code, told.json()["code"]) == (409, "no_drawer")
        told = house.post(
            "/api/do", "kim", {"id": "a", "stream": "cage", "command": command | {"drawer": None}}
        )
        assert told.json()["code"] == "not_understood"  # a client cannot choose the drawer
    open_drawer(house)
    assert house.post("/api/cage/deposits", "kim", body).status_code == 201
    assert house.cage.state.drawers["kim"].received == 50_000


def test_patron_deposits_and_withdraws_at_the_cage(house: House) -> None:
    pat = patron(house)
    open_drawer(house)
    paid = house.post("/api/cage/deposits", "kim", {"id": "s1", "person": pat, "cents": 50_000})
    assert paid.status_code == 201
    assert (paid.json()["number"], paid.json()["cents"], paid.json()["by"]) == (1, 50_000, "cage:kim")
    twice = house.post("/api/cage/deposits", "kim", {"id": "s1", "person": pat, "cents": 50_000})
    # the repeated request writes no second slip
    assert (twice.status_code, twice.json()) == (201, paid.json())
    for other in ({"cents": 50_001}, {"person": "p0"}):
        used = house.post("/api/cage/deposits", "kim", {"id": "s1", "person": pat, "cents": 50_000} | other)
        assert (used.status_code, used.json()["code"]) == (409, "transfer_twice")
    used = house.post(
        "/api/cage/withdrawals", "kim", {"id": "s1", "person": pat, "cents": 50_000, "document": "passport"}
    )
    assert (used.status_code, used.json()["code"]) == (409, "transfer_twice")
    out = house.post(
        "/api/cage/withdrawals", "kim", {"id": "s2", "person": pat, "cents": 20_000, "document": "passport"}
    )
    assert out.json()["cents"] == -20_000
    much = house.post(
        "/api/cage/withdrawals", "kim", {"id": "s3", "person": pat, "cents": 30_001, "document": "passport"}
    )
    assert (much.status_code, much.json()["code"]) == (409, "insufficient_funds")
    assert house.get(f"/api/cage/wallets/{pat}", "lee").json()["cents"] == 30_000
    reversed_ = house.post("/api/cage/slips/2/reverse", "lee", {"reason": "paid to another"})
    assert reversed_.status_code == 201 and reversed_.json()["cents"] == 20_000
    (alert,) = house.desk.state.alerts.values()
    assert (alert.kind, alert.table, alert.cents, alert.who) == ("override", "", 20_000, BY["lee"])
    assert alert.words == "Slip 2 of $200 is reversed: paid to another"
    again = house.post(
        "/api/cage/withdrawals", "kim", {"id": "s2", "person": pat, "cents": 20_000, "document": "passport"}
    )
    # repeating the request after the reversal writes no new slip either
    assert (again.status_code, again.json()) == (201, out.json())
    told = house.get(f"/api/cage/wallets/{pat}/statement", "reg").json()
    assert [(line["what"], line["cents"], line["slip"]) for line in told] == [
        ("slip_reversed", 20_000, 3),
        ("withdrawn", -20_000, 2),
        ("deposited", 50_000, 1),
    ]
    cage = house.get("/api/cage", "sam").json()
    assert (cage["cash"], cage["play"], len(cage["slips"])) == (50_000, 0, 3)
    full = house.post(f"/api/cage/wallets/{pat}/close", "kim", {"reason": "left"})
    assert (full.status_code, full.json()["code"]) == (409, "wallet_not_empty")


def test_a_guest_sees_their_wallet_and_gets_a_refill_only_when_broke(house: House) -> None:
    own = house.get("/api/wallet", "Zoë").json()
    assert (own["money"], own["cents"]) == ("play", 100_000)
    rich = house.post("/api/wallet/refill", "Zoë")
    assert (rich.status_code, rich.json()["code"]) == (409, "not_broke")
    person = own["person"]
    asyncio.run(house.cage.do(do.EnrolTable(table="t1", money="play", by="house")))
    sent = do.ToTable(transfer="x1", person=person, table="t1", cents=99_000, by=f"player:{person}")
    asyncio.run(house.cage.do(sent))
    house.app.state.chips_of = lambda who: 99_000 if who == person else 0
    # the player's chips are on the table
    assert house.post("/api/wallet/refill", "Zoë").json()["code"] == "not_broke"
    house.app.state.chips_of = lambda who: 0
    assert house.post("/api/wallet/refill", "Zoë").json()["cents"] == 100_000
    lines = house.get("/api/wallet/statement", "Zoë").json()
    assert [(line["what"], line["cents"], line["table"], line["transfer"]) for line in lines] == [
        ("play_issued", 99_000, "", ""),
        ("chips_sent", -99_000, "t1", "x1"),
        ("play_issued", 100_000, "", ""),
    ]
    older = house.get(f"/api/wallet/statement?before={lines[0]['n']}", "Zoë").json()
    assert older == lines[1:]


def test_refuses_access_to_other_wallets(house: House) -> None:
    zoe = house.get("/api/wallet", "Zoë").json()["person"]
    for path in (f"/api/cage/wallets/{zoe}", f"/api/cage/wallets/{zoe}/statement"):
        assert house.get(path, "Gus").status_code == 403
        assert house.get(path, "ada").status_code == 403  # this role manages people and settings, not money
    paid = house.post("/api/cage/deposits", "kim", {"id": "s1", "person": zoe, "cents": 1})
    assert (paid.status_code, paid.json()["code"]) == (409, "other_money")
    assert house.get("/api/cage/wallets/nobody", "kim").json()["code"] == "no_wallet"
    assert house.get("/api/cage/wallets/nobody", "kim").status_code == 404


def test_account_lists_the_players_own_seats(house: House) -> None:
    house.app.state.seats_of = lambda person: [{"table": "t1", "seat": 2, "chips": 500}]
    assert house.get("/api/me", "Zoë").json()["seats"] == [{"table": "t1", "seat": 2, "chips": 500}]


@pytest.mark.parametrize("before", ["-1", "1000000000000001", "9" * 25])
def test_a_statement_refuses_a_position_out_of_range(house: House, before: str) -> None:
    zoe = house.get("/api/wallet", "Zoë").json()["person"]
    for path, person in (
        ("/api/wallet/statement", "Zoë"),
        (f"/api/cage/wallets/{zoe}/statement", "reg"),
        ("/api/log", "reg"),
    ):
        assert house.get(f"{path}?before={before}", person).status_code == 400, path


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_withdrawal_needs_presence_and_a_second_person_above_the_threshold(house: House) -> None:
    pat = patron(house)
    open_drawer(house)
    house.post("/api/cage/deposits", "kim", {"id": "s1", "person": pat, "cents": 9_000_00})
    body = {"id": "s2", "person": pat, "cents": 3_000_01}
    assert house.post("/api/cage/withdrawals", "kim", body).status_code == 400  # no identification
    body["document"] = "passport"
    held = house.post("/api/cage/withdrawals", "kim", body)
    assert (held.status_code, held.json()["number"], held.json()["waits"]) == (201, 0, 1)
    assert house.post("/api/cage/withdrawals", "kim", body).json() == held.json()
    (waiting,) = house.get("/api/cage/inventory", "lee").json()["withdrawals"]
    assert (waiting["name"], waiting["cents"], waiting["document"]) == ("Pat", 3_000_01, "passport")
    command = {"type": "confirm_withdrawal", "withdrawal": 1}
    confirm = {"id": "a", "stream": "cage", "command": command}
    assert house.post("/api/do", "kim", confirm).json()["code"] == "own_slip"
    done = house.post("/api/do", "lee", confirm)
    assert done.json()["events"][0]["second"] == BY["lee"]
    assert house.cage.state.balance_of(pat) == 5_999_99
    assert house.cage.state.drawers["kim"].expected == 2_000_00 + 9_000_00 - 3_000_01


def test_inventory_hides_the_main_bank_from_the_people_who_count_it(house: House) -> None:
    open_drawer(house)
    mine = house.get("/api/cage/inventory", "kim").json()
    assert mine["counted"] and (mine["cash"], mine["chips"], mine["circulation"]) == (None, None, None)
    full = house.get("/api/cage/inventory", "lee").json()
    assert full["cash"] == 100_000_00 - 2_000_00 and full["chips"]["500"] == 160
    assert (
        full["circulation"]["difference"] == 0
        and full["circulation"]["cage"] == full["circulation"]["issued"]
    )
    assert house.get("/api/cage/inventory", "flo").status_code == 403


def test_variance_of_a_count_reaches_surveillance(house: House) -> None:
    open_drawer(house)

    def send(by: str, **command: Any) -> None:
        told = house.post("/api/do", by, {"id": "a", "stream": "cage", "command": command})
        assert told.status_code == 200, told.text

    send("kim", type="close_drawer", bills={"10000": 19}, chips={"500": 39})
    send("lee", type="verify_drawer", drawer=1)
    alert = list(house.desk.state.alerts.values())[-1]
    assert (alert.kind, alert.who, alert.cents) == ("variance", BY["lee"], 100_00)
    assert alert.words == "Drawer 1 differs from the books: $100 in cash short and $5 in chips short"
