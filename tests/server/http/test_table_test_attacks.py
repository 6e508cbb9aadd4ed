"""Attacks on a table test: the examinee, other examiners, an early leave, and a tampered record."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.casino.table_test_commands import PlantError
from croupier.client import House
from croupier.errors import Refused
from croupier.store import schema as db
from croupier.store.database import open_store
from croupier.training.table_test.scoring import MARKS
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.served import audit
from tests.server.helpers.shift import staff_client, submitted

MARKED = dict.fromkeys(MARKS, 8)
PATIENCE = 20.0  # seconds


async def until_over(examiner: House, base: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while (view := await examiner.ask("GET", base))["summary"]["standing"] == "running":
            await asyncio.sleep(0.1)
    return dict(view)


async def attack(house: InProcessServer) -> None:
    pit, floor, dealer = [await staff_client(house, role) for role in ("pit_manager", "floor", "dealer")]
    async with pit, floor, dealer:
        person = (await dealer.ask("GET", "/api/me"))["person"]
        body = {"examinee": person, "submission": "dragon", "minutes": 15, "seed": 7}
        exam = await pit.ask("POST", "/api/table-tests", body)
        number, table = exam["summary"]["number"], exam["table"]
        base = f"/api/table-tests/{number}"
        assert exam["plan"] and exam["seed"] == 7
        await check_running(house, floor, dealer, base, person)
        await dealer.ask("POST", f"/api/pit/{table}/log-off")  # a relief or an early leave ends the test
        view = await until_over(pit, base)
        assert view["summary"]["standing"] == "ended"
        assert house.house.exam_office.session_for(person) is None
        with pytest.raises(Refused, match="no_such_exam"):
            await dealer.ask("POST", "/api/table-tests/own/stop", {"reason": "too_late"})
        await check_result(pit, floor, dealer, base)
        with pytest.raises(Refused, match="seed_used"):
            await pit.ask("POST", "/api/table-tests", body)


async def check_running(house: InProcessServer, floor: House, dealer: House, base: str, person: str) -> None:
    other = await floor.ask("GET", base)
    assert (other["plan"], other["seed"]) == ([], 0)  # a friend among the examiners does not see the plan
    for act, body in (("end", None), ("decide", {"marks": MARKED, "passed": False, "notes": "no"})):
        with pytest.raises(Refused):
            await floor.ask("POST", f"{base}/{act}", body)
    session = house.house.exam_office.session_for(person)
    assert session is not None
    (planned, *_) = session.exam.plan.errors if session.exam.plan is not None else ()
    planted = PlantError(
        kind=planned.kinds[0], planned=1, round=1, seat=1, scene="A scene.", clause="dragon/7.D", facts={},
        by=f"table:{session.owner.table}",
    )  # fmt: skip
    await house.house.exam_office.service.do(session.exam.number, planted)
    (own,) = await dealer.ask("GET", "/api/table-tests")
    assert (own["planted"], own["noticed_percent"]) == (0, 0)  # not even the number of errors
    (own,) = await floor.ask("GET", "/api/table-tests")
    assert own["planted"] == 1
    for path in (base, f"{base}/paper"):
        with pytest.raises(Refused, match="not_your_role"):
            await dealer.ask("GET", path)


async def check_result(pit: House, floor: House, dealer: House, base: str) -> None:
    with pytest.raises(Refused, match="not_decided"):
        await pit.ask("GET", f"{base}/paper")
    with pytest.raises(Refused, match="not_the_examiner"):
        await floor.ask("POST", f"{base}/decide", {"marks": MARKED, "passed": False, "notes": "no"})
    notes = '<b>#import</b> #panic() $x$ *bold* `raw` \\ "quote" </script>'
    decision = {"marks": MARKED, "passed": False, "notes": notes}
    assert (await pit.ask("POST", f"{base}/decide", decision))["notes"] == notes
    for _ in range(2):  # the second time changes nothing
        assert (await dealer.ask("POST", f"{base}/acknowledge"))["acknowledged"]
    paper = await pit._http.get(f"{base}/paper")
    assert paper.status_code == 200 and paper.content.startswith(b"%PDF")


def test_examinee_and_other_examiners_gain_nothing(tmp_path: Path) -> None:
    path = tmp_path / "dragon.toml"
    path.write_text(submitted("dragon", "automated"))

    async def play() -> str:
        async with asyncio.timeout(100), serve_in_process(tmp_path, submissions=(path,)) as house:
            await attack(house)
            assert house.faults.lines == []
            return house.house.settings.address

    address = asyncio.run(play())
    assert audit(address).faults == ()
    tamper(address)
    (fault, *_) = audit(address).faults
    assert "exam-" in str(fault)


def tamper(address: str) -> None:
    """Turn the decision of a test into a pass, as somebody with the database's password would."""
    e = db.entries.c
    with open_store(address) as store, store.engine.begin() as connection:
        rows = connection.execute(sa.select(e.stream, e.n, e.line).where(e.stream.startswith("exam-"))).all()
        (row,) = [row for row in rows if b"exam_decided@1" in row.line]
        line = row.line.replace(b'"passed":false', b'"passed":true')
        assert line != row.line
        connection.execute(
            sa.update(db.entries).where((e.stream == row.stream) & (e.n == row.n)).values(line=line)
        )
