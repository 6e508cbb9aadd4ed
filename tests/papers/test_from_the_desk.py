"""Papers of what a house keeps: the desk says what was approved, when, by whom, and what came before."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.house.desk.service import DeskService
from croupier.house.desk.stream import charter_of
from croupier.house.floor.deciding import DESK
from croupier.house.store import FILE
from croupier.house.store.committer import Committer
from croupier.house.store.sql import open_store
from croupier.papers.filed import Decided, from_desk
from tests.helpers.pdfs import pages_of
from tests.house.helpers.desks import FOUND, approve, approved, document, draft, submit

FIRST, SECOND = document(), document(**{"minimum = 10": "minimum = 5"})
AT = 1_790_000_000  # 21 September 2026


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house's folder: version 1 approved and superseded, 2 in force, 3 a draft."""
    folder = tmp_path_factory.mktemp("data")
    commands = (
        *approved(FIRST), draft(SECOND), submit(2), approve(SECOND, 2, conditions="for a year"), draft(FIRST),
    )  # fmt: skip

    async def write() -> None:
        with open_store(f"sqlite:///{folder / FILE}") as store:
            committer = Committer(store, day=lambda at: at // 86_400)
            await committer.start()
            await committer.open(DESK, "desk", charter_of(), AT)
            desk = DeskService(committer, lambda: AT)
            await desk.do(FOUND)
            for day, command in enumerate(commands):
                stamped: Any = type(command)(
                    **{name: getattr(command, name) for name in command.__struct_fields__ if name != "at"},
                    at=AT + day * 86_400,
                )
                await (desk.file(stamped) if hasattr(stamped, "document") else desk.do(stamped))
            await committer.stop()

    asyncio.run(write())
    return folder


def made(data: Path, to: Path, *words: str) -> Any:
    done = CliRunner().invoke(app, ["document", "main", "--data", str(data), "-o", str(to), *words])
    assert done.exit_code == 0, done.output
    return json.loads(to.read_text()) if to.suffix == ".json" else to.read_bytes()


@pytest.mark.long
def test_the_version_in_force_with_its_approval_and_what_changed(data: Path, tmp_path: Path) -> None:
    told = made(data, tmp_path / "d.json")
    assert told["cover"]["standing"] == "Approved 26 September 2026" and not told["cover"]["draft"]
    decided = told["cover"]["decided"]
    assert (decided["number"], decided["by"]) == (2, "Reg, regulator")
    assert decided["conditions"] == "for a year"
    assert told["since"]["standing"] == "SUPERSEDED 26 September 2026; approved 23 September 2026"
    assert ("limits.ante.minimum", "$10", "$5") in {
        (one["key"], one["was"], one["now"]) for one in told["since"]["changes"]
    }
    pages = pages_of(made(data, tmp_path / "d.pdf"))
    assert all("Approved 26 September 2026" in page and "no. 2 at the desk" in page for page in pages)
    assert "Reg, regulator" in pages[0] and "for a year" in pages[0]


def test_an_older_version_and_a_draft_say_what_they_are(data: Path, tmp_path: Path) -> None:
    pages = pages_of(made(data, tmp_path / "d.pdf", "--version", "1"))
    assert all("SUPERSEDED" in page for page in pages)
    last = made(data, tmp_path / "d.json", "--version", "3")
    assert last["cover"]["standing"] == "DRAFT: not approved" and last["cover"]["draft"]
    assert last["since"]["file"] == "version 2 of main"


@pytest.mark.parametrize("command", ["layout", "signs", "forms"])
def test_the_other_papers_take_it_too(data: Path, tmp_path: Path, command: str) -> None:
    to = tmp_path / "p.pdf"
    done = CliRunner().invoke(app, [command, "main", "--data", str(data), "-o", str(to)])
    assert done.exit_code == 0, done.output
    if command != "forms":
        assert "Approved 26 September 2026" in pages_of(to.read_bytes())[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["main", "--data", "{data}", "--approved", "2026-11-15"], "the desk says what was approved"),
        (["main", "--version", "2"], "give --data FOLDER"),
        (["main", "--data", "{data}", "--version", "9"], "the last is 3"),
        (["moon", "--data", "{data}"], "There is main."),
        (["main", "--data", "{data}/none"], "none"),
    ],
)
def test_what_cannot_be_found_is_one_line(data: Path, tmp_path: Path, words: list[str], told: str) -> None:
    to = tmp_path / "p.pdf"
    given = [word.replace("{data}", str(data)) for word in words]
    done = CliRunner().invoke(app, ["document", *given, "-o", str(to)])
    assert done.exit_code == 2 and not to.exists()
    assert told in done.stderr and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    ("status", "standing", "mark", "draft"),
    [
        ("approved", "Approved", "DRAFT", True),  # no day of approval
        ("draft", "DRAFT: not approved", "DRAFT", True),
        ("submitted", "DRAFT: submitted, not decided", "DRAFT", True),
        ("rejected", "REJECTED", "REJECTED", True),
        ("withdrawn", "WITHDRAWN", "WITHDRAWN", True),
        ("superseded", "SUPERSEDED", "SUPERSEDED", True),
    ],
)
def test_what_stands_at_the_head_of_each(status: str, standing: str, mark: str, draft: bool) -> None:
    filed = from_desk(FIRST, Decided("main", 1, status))
    assert (filed.standing, filed.head("x").mark, filed.draft) == (standing, mark, draft)
