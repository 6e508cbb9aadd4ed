"""The gaming day over HTTP: for those who keep or watch the books, made from what the house has stored."""

from __future__ import annotations

import asyncio
import datetime
from pathlib import Path

import httpx
import pytest

from croupier.house.people.matrix import MATRIX
from croupier.house.settings import gaming_date
from croupier.table.roles import ACCOUNTING, REGULATOR, SURVEILLANCE
from tests.house.helpers.inside import inside

ROUTE = "GET /api/reports/day"


def test_who_may_read_it() -> None:
    assert set(MATRIX["route", ROUTE].marks) == {ACCOUNTING, REGULATOR, SURVEILLANCE}


@pytest.mark.long
def test_a_day_is_told_to_accounting_and_to_no_guest(tmp_path: Path) -> None:
    asyncio.run(_told(tmp_path))


async def _told(folder: Path) -> None:
    async with inside(folder) as here, httpx.AsyncClient(base_url=here.url, timeout=60) as client:
        guest, clerk = await here.guest(), await here.staff(ACCOUNTING)
        number = gaming_date(here.house.clock(), here.house.settings.gaming_day)
        date = (datetime.date(1970, 1, 1) + datetime.timedelta(days=number)).isoformat()

        async def asked(token: str, day: str) -> httpx.Response:
            cookies = {"cookie": f"croupier={token}"}
            return await client.get("/api/reports/day", params={"date": day}, headers=cookies)

        told = await asked(clerk.token, date)
        assert told.status_code == 200, told.text
        document = told.json()
        assert (document["date"], document["foots"], document["over"]) == (date, True, False)
        assert {one["table"] for one in document["tables"]} == set(here.house.tables)
        (wallet,) = [one for one in document["wallets"] if one["person"] == guest.person.id]
        assert wallet["issued"] == wallet["closing"] > 0
        assert (await asked(guest.token, date)).status_code == 403
        assert (await asked("", date)).status_code == 401
        wrong = await asked(clerk.token, "yesterday")
        assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_input")
        assert not here.faults.lines
