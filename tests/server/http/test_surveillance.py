"""Test the routes of surveillance, disputes and the regulator. These roles can mostly only read."""

from __future__ import annotations

import asyncio
import io
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.server.sessions.permissions import MATRIX
from croupier.table.roles import ROLES, SURVEILLANCE
from tests.pages.helpers.evenings import alone
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process

TABLE = "uth-1"
# Besides reading, surveillance may write files and start a verification.
WRITES = {
    "POST /api/files",
    "POST /api/files/{file}/items",
    "POST /api/files/{file}/items/{item}/strike",
    "POST /api/files/{file}/close",
    "POST /api/files/{file}/reopen",
    "POST /api/verify",
    "POST /api/alerts/{alert}/acknowledge",
}


def test_surveillance_writes_files_and_acknowledges_alerts() -> None:
    may = {row.name for row in MATRIX.values() if row.kind == "route" and SURVEILLANCE in row.marks}
    assert {name for name in may if not name.startswith("GET ")} == WRITES
    commands = {
        (row.kind, row.name)
        for row in MATRIX.values()
        if row.kind not in ("route", "socket") and SURVEILLANCE in row.marks
    }
    assert {kind for kind, _ in commands} == {"file", "desk"}
    assert {name for kind, name in commands if kind == "desk"} == {"acknowledge_alert"}


def test_only_surveillance_and_regulator_get_hidden_cards() -> None:
    for name in (
        "GET /api/files/{file}/export",
        "GET /api/journals/{stream}",
        "GET /api/journals/{stream}/records",
    ):
        assert set(MATRIX["route", name].marks) == {"surveillance", "regulator"}


class Door:
    """Send requests as a staff member."""

    def __init__(self, one: InProcessServer, client: httpx.AsyncClient) -> None:
        self._one, self._client = one, client

    async def ask(self, method: str, path: str, role: str, body: Any = None) -> httpx.Response:
        token = (await self._one.staff(role)).token
        return await self._client.request(
            method,
            f"{self._one.url}{path}",
            headers={"cookie": f"croupier={token}", "x-croupier": "1"},
            json=body,
        )

    async def get(self, path: str, role: str = SURVEILLANCE) -> Any:
        answer = await self.ask("GET", path, role)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any, role: str = SURVEILLANCE) -> Any:
        answer = await self.ask("POST", path, role, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("eye")


@pytest.mark.long
def test_a_dispute_from_the_search_to_the_archive(folder: Path) -> None:
    async def scene() -> None:
        async with (
            asyncio.timeout(180),
            serve_in_process(folder) as one,
            httpx.AsyncClient(timeout=120) as client,
        ):
            played = await alone(one.url, "Zoë", 2, (TABLE,))
            door = Door(one, client)
            await searched(door, played.person)
            await filed(door)
            await checked(door)
            await refused(door)

    asyncio.run(scene())


async def searched(door: Door, person: str) -> None:
    found = await door.get(f"/api/rounds?table={TABLE}&player={person}")
    assert [one["round"] for one in found["rounds"]] == [2, 1] and found["next"] == ""
    assert await door.get("/api/rounds?player=zo%C3%AB") == found
    played = await door.get(f"/api/rounds/{TABLE}/1")
    assert played["entries"][0]["hash"] and played["posted"]["layout"] and played["title"]
    assert "hash" not in (await door.get(f"/api/rounds/{TABLE}/1", "floor"))["entries"][0]
    (line,) = await door.get("/api/statistics?by=game")
    assert (line["name"], line["rounds"]) == ("uth", 2)
    lately = await door.get(f"/api/tables/{TABLE}/recall", "dealer")
    assert [one["round"] for one in lately] == [2, 1] and "player" not in lately[0]["seats"][0]
    assert lately[0]["places"] and lately[0]["seats"][0]["outcomes"]


async def filed(door: Door) -> None:
    opened = await door.post(
        "/api/files",
        {"what": "dispute", "matter": "Blind paid short", "table": TABLE, "round": 1, "seat": 1},
        "floor",
    )
    number = opened["number"]
    assert opened["frozen"][0]["round"] == 1 and opened["standing"] == "open"
    written = await door.post(f"/api/files/{number}/items", {"part": "open", "words": "camera 15"})
    assert [item["words"] for item in written["items"]] == ["camera 15"]
    early = await door.ask("POST", f"/api/files/{number}/close", SURVEILLANCE, {"outcome": "as paid"})
    assert (early.status_code, early.json()["code"]) == (409, "still_open")
    await door.post(f"/api/files/{number}/items/1/strike", {"reason": "seen"})
    closed = await door.post(f"/api/files/{number}/close", {"outcome": "as paid"})
    assert closed["standing"] == "closed"
    assert (await door.get(f"/api/files/{number}", "regulator")) == closed
    assert [one["number"] for one in await door.get("/api/files")] == [number]
    archive = await door.ask("GET", f"/api/files/{number}/export", "regulator")
    assert archive.headers["content-disposition"] == f'attachment; filename="file-{number}.zip"'
    with zipfile.ZipFile(io.BytesIO(archive.content)) as found:
        assert f"{TABLE}-round-1.lines" in found.namelist() and "check.py" in found.namelist()


async def checked(door: Door) -> None:
    streams = await door.get("/api/journals", "regulator")
    assert {"desk", "cage", TABLE} <= {one["stream"] for one in streams}
    heads = await door.get(f"/api/journals/{TABLE}/heads", "regulator")
    assert heads["cuts"][-1]["entries"] == 0
    whole = await door.post("/api/verify", {}, "regulator")
    assert whole["ok"] and whole["streams"] == len(streams)
    journal = await door.ask("GET", f"/api/journals/{TABLE}", "regulator")
    assert journal.status_code == 200 and journal.content.count(b"\n") <= heads["entries"]
    records = await door.ask("GET", f"/api/journals/{TABLE}/records?first=1&last=1", "regulator")
    assert records.content[:2] == b"PK"
    covered = await door.get("/api/coverage", "regulator")
    assert covered["uncovered"] == [] and {one["game"] for one in covered["games"]} >= {"uth"}
    in_force = await door.get("/api/readings", "regulator")
    assert {one["submission"] for one in in_force} >= {"uth"}


async def refused(door: Door) -> None:
    for path, code in (
        (f"/api/rounds/{TABLE}/99", "no_round"),
        ("/api/files/2027-0099", "no_such_file"),
        ("/api/journals/nothing", "no_stream"),
        ("/api/journals/nothing/heads", "no_stream"),
    ):
        answer = await door.ask("GET", path, SURVEILLANCE)
        assert (answer.status_code, answer.json()["code"]) == (404, code), path
    for asked in (
        "rounds?before=x",
        f"rounds?since={2**70}",
        f"rounds?paid={2**53 + 1}",
        "rounds?table=%00",
        f"statistics?until={2**70}",
        f"journals/{TABLE}/records?first={2**70}",
    ):
        bad = await door.ask("GET", f"/api/{asked}", SURVEILLANCE)
        assert (bad.status_code, bad.json()["code"]) == (400, "bad_input"), asked
    assert (await door.get(f"/api/rounds?paid={2**53}"))["rounds"] == []
    frozen = await door.ask(
        "POST", "/api/files", SURVEILLANCE, {"what": "dispute", "matter": "m", "table": TABLE, "round": 99}
    )
    assert frozen.json()["code"] == "no_round"
    for role in ROLES:
        if role not in ("player", *MATRIX["route", "GET /api/rounds"].marks):
            assert (await door.ask("GET", "/api/rounds", role)).status_code == 403
