"""Test documents over HTTP: access by role, formats, and page headers with the regulator's decision."""

from __future__ import annotations

import asyncio
import datetime
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.casino.gaming_day.boundaries import gaming_date
from croupier.casino.gaming_day.calendar import gaming_day_of
from croupier.extras import installed
from croupier.server.sessions.permissions import MATRIX
from croupier.table.roles import ACCOUNTING, FLOOR, REGULATOR, SURVEILLANCE
from tests.helpers.pdfs import pages_of
from tests.server.helpers.desks import approve, approved, document, draft, submit
from tests.server.helpers.doors import House
from tests.server.helpers.in_process_server import serve_in_process

DAY = ("GET /api/reports/day", "GET /api/reports/day/paper")
PAPERS = ("report", "document", "layout", "signs", "forms")


def test_roles_that_may_download_documents() -> None:
    for route in DAY:
        assert set(MATRIX["route", route].marks) == {ACCOUNTING, REGULATOR, SURVEILLANCE}
    for paper in PAPERS:
        who = set(MATRIX["route", f"GET /api/submissions/{{submission}}/{{version}}/{paper}"].marks)
        read = set(MATRIX["route", "GET /api/submissions/{submission}/{version}"].marks)
        assert who == (read - {"dealer", "floor"} if paper == "report" else read)
    assert "player" not in MATRIX["route", "GET /api/pit/{table}/forms"].marks


def filed(house: House, *commands: Any) -> None:
    for command in commands:
        if hasattr(command, "document"):
            asyncio.run(house.desk.file(command))
        else:
            asyncio.run(house.desk.do(command))


FIRST, SECOND = document(), document(**{"minimum = 10": "minimum = 5"})


def test_document_shows_the_decision(house: House) -> None:
    filed(house, *approved(FIRST))
    told = house.get("/api/submissions/main/1/document?form=json", "reg")
    assert told.status_code == 200, told.text
    assert told.headers["content-type"] == "application/octet-stream"
    assert told.headers["content-disposition"] == 'attachment; filename="main-1-document.json"'
    cover = json.loads(told.content)["cover"]
    on = datetime.datetime.fromtimestamp(
        house.desk.state.submissions["main"].versions[0].decided_at, datetime.UTC
    )
    assert cover["approved"] == on.date().isoformat() and not cover["draft"]
    assert cover["decided"]["by"] == "Reg, regulator" and cover["decided"]["number"] == 1
    assert json.loads(told.content)["since"] is None
    again = house.get("/api/submissions/main/1/document?form=json", "pit")
    assert again.content == told.content and house.print_shop.pool.finished == 1
    etag = told.headers["etag"]
    same = house.get("/api/submissions/main/1/document?form=json", "pit", if_none_match=etag)
    assert (same.status_code, same.content) == (304, b"")


@pytest.mark.long
def test_document_lists_changes_since_the_last_approved_version(house: House) -> None:
    filed(house, *approved(FIRST), draft(SECOND))
    drafted = json.loads(house.get("/api/submissions/main/2/document?form=json", "reg").content)
    assert drafted["cover"]["standing"] == "DRAFT: not approved" and drafted["cover"]["draft"]
    assert drafted["since"]["file"] == "version 1 of main"
    assert "limits.ante.minimum" in {change["key"] for change in drafted["since"]["changes"]}
    filed(house, submit(2))
    waits = json.loads(house.get("/api/submissions/main/2/document?form=json", "reg").content)
    assert waits["cover"]["standing"].startswith("DRAFT: submitted ")
    filed(house, approve(SECOND, 2, conditions="for a year"))
    second = json.loads(house.get("/api/submissions/main/2/document?form=json", "reg").content)
    assert second["cover"]["standing"].startswith("Approved ")
    assert second["cover"]["decided"]["conditions"] == "for a year"
    assert second["since"]["standing"].startswith("SUPERSEDED ")
    first = house.get("/api/submissions/main/1/document", "reg")
    pages = pages_of(first.content)
    assert all("SUPERSEDED" in page for page in pages) and not any("DRAFT" in page for page in pages)


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("layout?form=svg", b"<svg"),
        ("layout", b"%PDF"),
        ("signs?sign=limits&form=svg", b"<svg"),
        ("signs?size=screen", b"%PDF"),
        ("forms?name=jackpot&size=a4", b"%PDF"),
        ("forms?form=xlsx", b"PK"),
    ],
)
def test_each_document_in_each_format(house: House, asked: str, begins: bytes) -> None:
    filed(house, *approved(FIRST))
    told = house.get(f"/api/submissions/main/1/{asked}", "dina")
    assert told.status_code == 200 and told.content.lstrip().startswith(begins), told.content[:200]


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ("main/9/document", 404, "no_such_version"),
        ("other/1/document", 404, "no_such_submission"),
        ("main/1/signs?sign=moon", 400, "bad_input"),
        ("main/1/signs?form=svg", 400, "bad_input"),
        ("main/1/forms?name=moon", 400, "bad_input"),
    ],
)
def test_refuses_unknown_documents(house: House, asked: str, status: int, code: str) -> None:
    filed(house, *approved(FIRST))
    told = house.get(f"/api/submissions/{asked}", "pit")
    assert (told.status_code, told.json()["code"]) == (status, code)


def test_rejects_unknown_formats_and_dates(house: House) -> None:
    assert house.get("/api/submissions/main/1/layout?form=xlsx", "pit").status_code == 400
    assert house.get("/api/reports/day?date=yesterday", "lee").json()["code"] == "bad_input"
    for date in ("2026-13", "2026-02-30", "20261116", "2026-W47", "２０２６", "２０２６-１１", ""):
        told = house.get(f"/api/reports/day/paper?date={date}", "lee")
        assert (told.status_code, told.json()["code"]) == (400, "bad_input"), date


def test_names_the_missing_library(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    filed(house, *approved(FIRST))
    monkeypatch.setattr("croupier.extras.installed", lambda name: name != "typst" and installed(name))
    told = house.get("/api/submissions/main/1/layout", "pit")
    assert (told.status_code, told.json()["code"]) == (503, "no_papers")
    assert "install croupier[papers]" in told.json()["message"]


@pytest.mark.long
def test_running_server_makes_documents(tmp_path: Path) -> None:
    asyncio.run(_served(tmp_path))


async def _served(folder: Path) -> None:
    async with serve_in_process(folder) as here, httpx.AsyncClient(base_url=here.url, timeout=120) as client:
        guest, clerk, floor = await here.guest(), await here.staff(ACCOUNTING), await here.staff(FLOOR)
        number = gaming_date(here.house.clock(), here.house.settings.gaming_day)
        date = (datetime.date(1970, 1, 1) + datetime.timedelta(days=number)).isoformat()

        async def asked(path: str, token: str, **params: str) -> httpx.Response:
            return await client.get(path, params=params, headers={"cookie": f"croupier={token}"})

        told = await asked("/api/reports/day", clerk.token, date=date)
        assert told.status_code == 200, told.text
        day = told.json()
        assert (day["date"], day["foots"], day["over"]) == (date, True, False)
        assert {one["table"] for one in day["tables"]} == set(here.house.tables)
        (wallet,) = [one for one in day["wallets"] if one["person"] == guest.person.id]
        assert wallet["issued"] == wallet["closing"] > 0
        month = (await asked("/api/reports/day", clerk.token, date=date[:7])).json()
        assert month["date"] == date[:7] and set(month["tables"][0]["spans"]) == {"day", "year"}
        paper = await asked("/api/reports/day/paper", clerk.token, date=date)
        assert "DRAFT: the day may not be over" in pages_of(paper.content)[0]
        assert (await asked("/api/reports/day", guest.token, date=date)).status_code == 403
        assert (await asked("/api/reports/day", "", date=date)).status_code == 401
        wrong = await asked("/api/reports/day", clerk.token, date="yesterday")
        assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_input")

        name = sorted(here.house.tables)[0]
        for role, token in (("floor", floor.token), ("surveillance", (await here.staff(SURVEILLANCE)).token)):
            forms = await asked(f"/api/pit/{name}/forms", token, name="decks", form="xlsx")
            assert forms.status_code == 200, (role, forms.text)
        assert (await asked(f"/api/pit/{name}/forms", guest.token)).status_code == 403
        assert (await asked("/api/pit/moon/forms", floor.token)).json()["code"] == "no_such_table"
        assert not here.faults.lines


def test_form_contains_no_hidden_cards(tmp_path: Path) -> None:
    """The floor's forms contain nothing that only one player may see."""
    from croupier.documents.forms.entries import form_events
    from croupier.table import events as ev

    golden = Path(__file__).parents[2] / "journal" / "golden" / "schema2-uth.journal"
    every = [one.event for one in form_events(golden, "uth")]
    floor = [one.event for one in form_events(golden, "uth", by="floor:flo")]
    hidden = [
        event for event in every if isinstance(event, ev.CardsNamed) and "everyone" not in event.audience
    ]
    assert hidden and len(floor) < len(every)
    assert not any(event in floor for event in hidden if "floor" not in event.audience)


def test_monthly_and_yearly_reports() -> None:
    month, year = gaming_day_of("2028-02", 0), gaming_day_of("2027", 0)
    assert (month.date, month.number - month.since + 1, month.name) == (
        datetime.date(2028, 2, 29),
        29,
        "2028-02",
    )
    assert (year.number - year.since + 1, year.name, year.report_spans) == (365, "2027", ("day",))
    assert month.report_spans == ("day", "year") and month.to_date("day") == "month"
