"""Test that the command endpoint has the same commands, permissions and answers as the individual routes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from litestar.handlers import HTTPRouteHandler

from croupier.casino.administration import events as ev
from croupier.casino.cage import commands as cage
from croupier.server.http.commands import ACTIONS, BY_COMMAND, ROOMS, SEPARATE
from croupier.server.http.controllers import ALIASES
from croupier.server.sessions.permissions import MATRIX, name_of
from tests.server.helpers.desks import approved, document, opened
from tests.server.helpers.doors import House
from tests.server.http.test_cage import open_drawer
from tests.server.http.test_routes import PERSON
from tests.server.http.test_trays import FILL, a_table


def send(house: House, person: str, stream: str, /, **command: Any) -> Any:
    return house.post("/api/do", person, {"id": "a1", "stream": stream, "command": command})


def test_sends_a_command_and_returns_its_events(house: House) -> None:
    answer = send(house, "ada", "desk", type="enlist_staff@1", name="Nia")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["id"], told["stream"], len(told["events"])) == ("a1", "desk", 1)
    (event,) = told["events"]
    assert event["type"] == "person_joined@1" and event["name"] == "Nia" and event["person"]
    assert event["person"] in {one["person"] for one in house.get("/api/people", "ada").json()}


def test_accepts_a_command_without_its_version(house: House) -> None:
    assert send(house, "ada", "desk", type="enlist_staff", name="Nia").status_code == 200
    assert send(house, "ada", "desk", type="enlist_staff@9", name="Nia").json()["code"] == "not_understood"


@pytest.mark.parametrize(
    ("stream", "command"),
    [
        # the administration stream accepts no cage commands
        ("desk", {"type": "deposit@1", "id": "s1", "person": "p", "cents": 1}),
        ("desk", {"type": "found_house@1", "staff": []}),  # only the server sends these commands
        # the answer contains a secret, so this command has its own route
        ("desk", {"type": "issue_link@1", "person": "p"}),
        ("t1", {"type": "bet@1", "seat": 1}),  # clients send table commands over the socket
        ("desk", {"type": "enlist_staff@1", "name": "Nia", "by": "administrator:ada"}),
        # The server supplies these fields.
        ("desk", {"type": "enlist_staff@1", "name": "Nia", "person": "mine"}),
        ("desk", {"type": "enlist_staff@1", "name": 7}),
        ("desk", {"type": "enlist_staff@1"}),
        ("desk", {"type": ["enlist_staff@1"], "name": "Nia"}),
        ("desk", {}),
    ],
)
def test_refuses_commands_that_do_not_belong_here(house: House, stream: str, command: dict[str, Any]) -> None:
    answer = house.post("/api/do", "ada", {"id": "a1", "stream": stream, "command": command})
    assert (answer.status_code, answer.json()["code"]) == (400, "not_understood"), answer.text


def test_each_command_is_limited_to_the_roles_in_its_row(house: House) -> None:
    for (room, name), _ in sorted(ACTIONS.items()):
        stream = "file-2027-0001" if room == "file" and name != "open_file" else room
        for role, person in PERSON.items():
            if role in MATRIX[room, name].marks:
                continue
            house.now.pass_by(1)
            answer = send(house, person, stream, type=name)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_your_role"), (name, role)
            denied = house.committer.told(ev.AccessDenied)[-1]
            assert denied.what == f"{room} {name}"
    assert send(house, "", "desk", type="enlist_staff@1", name="Nia").status_code == 401


def test_dealers_sign_slips_only_at_their_own_table(house: House) -> None:
    a_table(house)
    assert send(house, "flo", "cage", type="request_chips@1", table="t1", **FILL).status_code == 200
    assert send(house, "kim", "cage", type="sign_tray_slip@1", slip=1).status_code == 200
    elsewhere = send(house, "dora", "cage", type="sign_tray_slip@1", slip=1)
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "not_logged_on")
    done = send(house, "dina", "cage", type="sign_tray_slip@1", slip=1)
    assert done.json()["events"][0]["type"] == "tray_chips_arrived@1"
    assert house.get("/api/pit/t1/tray", "dina").json()["cents"] == 100_000


def test_server_fields_of_a_count_come_from_the_books(house: House) -> None:
    a_table(house, won=-2_500)
    count = {"type": "count_tray@1", "id": "k1", "table": "t1", "what": "opener", "chips": {"100": 3}}
    (event,) = send(house, "dina", "cage", **count).json()["events"]
    assert (event["won"], event["entries"], event["expected"]) == (-2_500, 31, -2_500)
    assert send(house, "dina", "cage", **count, won=0).json()["code"] == "not_understood"


@pytest.mark.parametrize(
    ("person", "command"),
    [
        ("dina", {"type": "log_on_table", "table": "t1"}),
        ("flo", {"type": "send_dealer", "table": "t1", "person": "dina"}),
    ],
)
def test_no_client_can_skip_the_license_check(house: House, person: str, command: dict[str, Any]) -> None:
    for step in (*approved(document()), opened(money="real", dealing="live")):
        asyncio.run(house.desk.do(step))
    assert send(house, person, "desk", **command).json()["code"] == "no_licence"
    assert send(house, person, "desk", **command, noted=False).json()["code"] == "not_understood"
    assert not house.desk.state.tables["t1"].dealer


def test_the_count_team_does_not_learn_the_expected_amount(house: House) -> None:
    asyncio.run(house.cage.do(cage.EnrolTable(table="t1", money="real", by="house")))
    collected = send(house, "cole", "cage", type="collect_drop_box", id="b1", table="t1").json()["events"]
    counted = send(house, "cole", "cage", type="count_drop_box", box=1, bills={"100": 3}).json()["events"]
    assert [event["type"] for event in collected + counted] == ["drop_box_collected@1", "drop_box_counted@1"]
    assert not any("expected" in event for event in collected + counted)


def test_a_repeated_cage_request_takes_effect_once(house: House) -> None:
    asyncio.run(house.cage.do(cage.EnrolTable(table="t1", money="real", by="house")))
    box = {"type": "collect_drop_box", "id": "b1", "table": "t1"}
    assert [len(send(house, "cole", "cage", **box).json()["events"]) for _ in range(2)] == [1, 0]
    assert len(house.cage.state.boxes) == 1
    open_drawer(house)
    chips = {"id": "s1", "chips": {"500": 2}}
    declared = {"id": "d1", "cents": 5_000, "reason": "from before"}
    for person, name, fields in (
        ("lee", "declare_chips", declared),
        ("kim", "sell_cage_chips", chips),
        ("kim", "cash_chips", chips | {"id": "s2"}),
    ):
        events = [send(house, person, "cage", type=name, **fields).json()["events"] for _ in range(2)]
        assert [bool(each) for each in events] == [True, False]
    other = send(house, "kim", "cage", type="cash_chips", **chips)
    assert other.json()["code"] == "transfer_twice"  # the id of a sale
    assert house.cage.state.outstanding == 5_000


def test_every_command_of_the_matrix_can_be_sent() -> None:
    """Each command can be sent here, or it has its own route or socket message."""
    for room, kind in ROOMS.items():
        for command in kind.deciders:
            name = name_of(command)
            assert bool(MATRIX[room, name].marks) == (name in SEPARATE or command in BY_COMMAND), name


def test_an_alias_has_the_permission_of_its_command() -> None:
    for handler in ALIASES:
        assert isinstance(handler, HTTPRouteHandler)
        (path,) = handler.paths
        name = handler.fn.__name__
        route = MATRIX["route", f"POST {path.replace(':str', '').replace(':int', '')}"]
        (row,) = [row for (kind, other), row in MATRIX.items() if other == name and kind in ROOMS]
        assert route.marks.items() <= row.marks.items(), path
