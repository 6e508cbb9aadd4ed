"""Table tests over real sockets: the session, its outcomes, the examiner's decision and the PDF."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.client import House
from croupier.errors import Refused
from croupier.training.table_test.kinds import kinds
from tests.helpers.pdfs import pages_of
from tests.helpers.table_help import GAMES
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.served import audit
from tests.server.helpers.shift import staff_client, submitted
from tests.server.helpers.table_tests import Examinee, Notices, always, never

Scene = Callable[[InProcessServer], Awaitable[None]]


def at_a_house(tmp_path: Path, game: str, scene: Scene) -> None:
    path = tmp_path / f"{game}.toml"
    path.write_text(submitted(game, "automated"))

    async def play() -> str:
        async with asyncio.timeout(150), serve_in_process(tmp_path, submissions=(path,)) as house:
            await scene(house)
            assert house.faults.lines == []
            return house.house.settings.address

    assert audit(asyncio.run(play())).faults == ()


async def opened(examiner: House, dealer: House, game: str, seed: int = 7) -> dict[str, Any]:
    person = (await dealer.ask("GET", "/api/me"))["person"]
    body = {"examinee": person, "submission": game, "minutes": 15, "seed": seed}
    told: dict[str, Any] = await examiner.ask("POST", "/api/table-tests", body)
    return told


async def taken(
    house: InProcessServer, examiner: House, dealer: House, game: str, rounds: int, notices: Notices
) -> tuple[dict[str, Any], Examinee]:
    """Take a whole test, and return the examiner's view after its end."""
    exam = await opened(examiner, dealer, game)
    session = house.house.exam_office.sessions[exam["table"]]
    async with dealer.join(exam["table"], "dealer") as line:
        examinee = Examinee(dealer, line, session, notices)
        await examinee.deal(rounds)
    number = exam["summary"]["number"]
    return await examiner.ask("POST", f"/api/table-tests/{number}/end"), examinee


def plays(game: str, rounds: int, notices: Notices, then: Callable[..., Awaitable[None]]) -> Scene:
    async def scene(house: InProcessServer) -> None:
        examiner, dealer = [await staff_client(house, role) for role in ("pit_manager", "dealer")]
        async with examiner, dealer:
            view, examinee = await taken(house, examiner, dealer, game, rounds, notices)
            await then(examiner, dealer, view, examinee)

    return scene


async def check_caught(examiner: House, dealer: House, view: dict[str, Any], examinee: Examinee) -> None:
    rounds = view["counts"]["rounds"]  # an error of the unfinished round is still open at the end
    planted = [row for row in view["plan"] if row["error"] and row["round"] <= rounds]
    assert len(planted) >= 3
    assert [(row["title"], row["outcome"]) for row in planted] == [
        (row["title"], "caught") for row in planted
    ]
    assert all(row["clause"] for row in planted)
    assert view["counts"]["false_alarms"] == view["counts"]["misreads"] == 0
    assert view["counts"]["rounds"] >= 5


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_examinee_who_sees_everything_catches_every_error(tmp_path: Path, game: str) -> None:
    rounds = 6 if game == "dragon" else 12
    at_a_house(tmp_path, game, plays(game, rounds, always, check_caught))


async def check_missed(examiner: House, dealer: House, view: dict[str, Any], examinee: Examinee) -> None:
    planted = [row for row in view["plan"] if row["error"]]
    assert planted and {row["outcome"] for row in planted} == {"missed"}
    assert view["score"]["passes"] is False
    number = view["summary"]["number"]
    marks = dict.fromkeys(("technique", "control", "knowledge", "pace"), 8)
    with pytest.raises(Refused, match="note_missing"):
        await examiner.ask("POST", f"/api/table-tests/{number}/decide", {"marks": marks, "passed": True})
    told = await examiner.ask("POST", f"/api/table-tests/{number}/decide", {"marks": marks, "passed": False})
    assert told["summary"]["passed"] is False
    with pytest.raises(Refused, match="not_passed"):
        await examiner.ask("POST", f"/api/table-tests/{number}/record", {"trained": "2026-01-01"})


@pytest.mark.long
def test_examinee_who_sees_nothing_misses_every_error(tmp_path: Path) -> None:
    at_a_house(tmp_path, "dragon", plays("dragon", 6, never, check_missed))


async def check_result(examiner: House, dealer: House, view: dict[str, Any], examinee: Examinee) -> None:
    """Take a passed test to its document and to the dealer's file."""
    number = view["summary"]["number"]
    base = f"/api/table-tests/{number}"
    with pytest.raises(Refused, match="not_your_role"):
        await dealer.ask("GET", base)
    with pytest.raises(Refused, match="not_decided"):
        await dealer.ask("POST", f"{base}/acknowledge")
    marks = dict.fromkeys(("technique", "control", "knowledge", "pace"), 8)
    with pytest.raises(Refused, match="mark_missing"):
        await examiner.ask("POST", f"{base}/decide", {"marks": {"pace": 8}, "passed": True})
    told = await examiner.ask("POST", f"{base}/decide", {"marks": marks, "passed": True, "notes": "Calm."})
    assert told["summary"]["passed"] and told["score"]["passes"] is False
    assert told["score"]["reasons"] == ["The test took 0 minutes. A test takes at least 15."]
    with pytest.raises(Refused, match="not_acknowledged"):
        await examiner.ask("POST", f"{base}/record", {"trained": "2026-01-01"})
    with pytest.raises(Refused, match="not_your_role"):
        await examiner.ask("POST", f"{base}/acknowledge")
    assert (await dealer.ask("POST", f"{base}/acknowledge"))["acknowledged"]
    told = await examiner.ask("POST", f"{base}/record", {"trained": "2026-01-01"})
    assert told["summary"]["recorded"]
    (own,) = await dealer.ask("GET", "/api/table-tests")
    assert own["number"] == number
    floor = await examiner.ask("GET", "/api/pit/floor")
    (member,) = [one for one in floor["dealers"] if one["person"] == own["examinee"]]
    assert member["tests"]["dragon"]["trained"] == "2026-01-01"
    assert member["tests"]["dragon"]["by"].startswith("pit_manager:")
    paper = await examiner._http.get(f"{base}/paper")
    text = " ".join(" ".join(page.split()) for page in pages_of(paper.content))
    assert f"Table test {number}" in text and "passed" in text
    for row in view["plan"]:
        if row["error"]:
            assert row["clause"] in text and row["title"] in text
    assert own["examinee_name"] in text


@pytest.mark.long
def test_passed_test_permits_dealing_the_game(tmp_path: Path) -> None:
    at_a_house(tmp_path, "dragon", plays("dragon", 6, always, check_result))


async def check_secrets(examiner: House, dealer: House, view: dict[str, Any], examinee: Examinee) -> None:
    """Read everything that the examinee's client received."""
    told = json.dumps(examinee.received)
    for kind in kinds().values():
        assert kind.title not in told
        assert f'"{kind.id}"' not in told
    for row in view["plan"]:
        assert row["planned_clause"].split()[0] not in told.replace("COMAR", "")
    assert '"seed"' not in told
    assert "planted" not in told and "outcome" not in told
    socket = b"".join(examinee.frames)
    for word in (b"exam", b"planted", b"table_test"):
        assert word not in socket


@pytest.mark.long
def test_examinee_receives_nothing_about_the_plan(tmp_path: Path) -> None:
    at_a_house(tmp_path, "dragon", plays("dragon", 5, never, check_secrets))


async def refused_openings(house: InProcessServer) -> None:
    floor, dealer, guest = [await staff_client(house, role) for role in ("floor", "dealer", "cage")]
    async with floor, dealer, guest:
        person = (await dealer.ask("GET", "/api/me"))["person"]
        body = {"examinee": person, "submission": "dragon", "minutes": 15}
        for other in (dealer, guest):
            with pytest.raises(Refused, match="not_your_role"):
                await other.ask("POST", "/api/table-tests", body)
        own = (await floor.ask("GET", "/api/me"))["person"]
        with pytest.raises(Refused, match="role_not_held"):
            await floor.ask("POST", "/api/table-tests", {**body, "examinee": "p123"})
        with pytest.raises(Refused, match="own_exam"):
            await floor.ask("POST", "/api/table-tests", {**body, "examinee": own})
        with pytest.raises(Refused, match="no_such_exam"):
            await dealer.ask("POST", "/api/table-tests/own/stop", {"reason": "too_late"})
        exam = await floor.ask("POST", "/api/table-tests", body)
        assert exam["summary"]["permits_dealing"] is False  # only a pit manager's test does
        with pytest.raises(Refused, match="exam_open"):
            await floor.ask("POST", "/api/table-tests", body)
        number = exam["summary"]["number"]
        marks = dict.fromkeys(("technique", "control", "knowledge", "pace"), 8)
        with pytest.raises(Refused, match="exam_running"):
            await floor.ask("POST", f"/api/table-tests/{number}/decide", {"marks": marks, "passed": True})
        with pytest.raises(Refused, match="not_understood"):
            await dealer.ask("POST", "/api/table-tests/own/stop", {"reason": "nothing"})
        told = await dealer.ask("POST", "/api/table-tests/own/stop", {"reason": "too_late", "seat": 1})
        assert told["words"].startswith("The floor sees nothing")
        view = await floor.ask("POST", f"/api/table-tests/{number}/end")
        assert (view["summary"]["standing"], view["counts"]["false_alarms"]) == ("ended", 1)


def test_only_examiners_open_and_decide_a_test(tmp_path: Path) -> None:
    at_a_house(tmp_path, "dragon", refused_openings)


@pytest.mark.long
def test_test_continues_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "dragon.toml"
    path.write_text(submitted("dragon", "automated"))

    async def part(rounds: int, number: str = "") -> dict[str, Any]:
        async with asyncio.timeout(150), serve_in_process(tmp_path, submissions=(path,)) as house:
            examiner, dealer = [await staff_client(house, role) for role in ("pit_manager", "dealer")]
            async with examiner, dealer:
                if number:
                    view = await examiner.ask("GET", f"/api/table-tests/{number}")
                else:
                    view = await opened(examiner, dealer, "dragon")
                session = house.house.exam_office.sessions[view["table"]]
                async with dealer.join(view["table"], "dealer") as line:
                    await Examinee(dealer, line, session, always).deal(rounds)
                    await line.until(lambda: not session._work.qsize())
                return await examiner.ask("GET", f"/api/table-tests/{view['summary']['number']}")

    first = asyncio.run(part(4))
    again = asyncio.run(part(3, first["summary"]["number"]))
    before, after = [[row for row in view["plan"] if row["error"]] for view in (first, again)]
    assert after[: len(before)] != [] and len(after) > len(before)
    assert {row["outcome"] for row in after} <= {"caught", "open"}
    assert again["counts"]["rounds"] > first["counts"]["rounds"] >= 3
