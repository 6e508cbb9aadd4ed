"""Test documents made from the server's records: approval, decision and changes since earlier versions."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.casino.administration.stream import charter_of
from croupier.cli.app import app
from croupier.documents.filed_submission import VersionDecision, from_desk, read_filed
from croupier.server.services.administration import AdministrationService
from croupier.server.submission_versions import check_table_submission
from croupier.server.tables.decision_engine import DESK
from croupier.store import FILE
from croupier.store.committer import Committer
from croupier.store.database import open_store
from tests.helpers.pdfs import pages_of
from tests.server.helpers.desks import FOUND, approve, approved, document, draft, opened, submit

FIRST, SECOND = document(), document(**{"minimum = 10": "minimum = 5"})
AT = 1_790_000_000  # September 21, 2026


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with version 1 superseded, version 2 in force and version 3 as a draft."""
    folder = tmp_path_factory.mktemp("data")
    commands = (
        *approved(FIRST), draft(SECOND), submit(2), approve(SECOND, 2, conditions="for a year"), draft(FIRST),
        opened("t1"),
    )  # fmt: skip

    async def write() -> None:
        with open_store(f"sqlite:///{folder / FILE}") as store:
            committer = Committer(store, day=lambda at: at // 86_400)
            await committer.start()
            await committer.open(DESK, "desk", charter_of(), AT)
            desk = AdministrationService(committer, lambda: AT)
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
def test_version_in_force_shows_approval_and_changes(data: Path, tmp_path: Path) -> None:
    told = made(data, tmp_path / "d.json")
    assert told["cover"]["standing"] == "Approved September 26, 2026" and not told["cover"]["draft"]
    decided = told["cover"]["decided"]
    assert (decided["number"], decided["by"]) == (2, "Reg, regulator")
    assert decided["conditions"] == "for a year"
    assert told["since"]["standing"] == "SUPERSEDED September 26, 2026; approved September 23, 2026"
    assert ("limits.ante.minimum", "$10", "$5") in {
        (one["key"], one["was"], one["now"]) for one in told["since"]["changes"]
    }
    pages = pages_of(made(data, tmp_path / "d.pdf"))
    assert all("Approved September 26, 2026" in page and "recorded as no. 2" in page for page in pages)
    assert "Reg, regulator" in pages[0] and "for a year" in pages[0]


def test_older_version_and_draft_are_marked(data: Path, tmp_path: Path) -> None:
    pages = pages_of(made(data, tmp_path / "d.pdf", "--version", "1"))
    assert all("SUPERSEDED" in page for page in pages)
    last = made(data, tmp_path / "d.json", "--version", "3")
    assert last["cover"]["standing"] == "DRAFT: not approved" and last["cover"]["draft"]
    assert last["since"]["file"] == "version 2 of main"


@pytest.mark.parametrize("command", ["layout", "signs", "forms"])
def test_the_other_documents_accept_a_stored_submission(data: Path, tmp_path: Path, command: str) -> None:
    to = tmp_path / "p.pdf"
    done = CliRunner().invoke(app, [command, "main", "--data", str(data), "-o", str(to)])
    assert done.exit_code == 0, done.output
    if command != "forms":
        assert "Approved September 26, 2026" in pages_of(to.read_bytes())[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["main", "--data", "{data}", "--approved", "2026-11-15"], "--approved cannot be used with --data"),
        (["main", "--version", "2"], "needs --data FOLDER"),
        (["main", "--data", "{data}", "--version", "9"], "choose up to 3"),
        (["moon", "--data", "{data}"], "Submissions: main."),
        (["main", "--data", "{data}/none"], "none"),
    ],
)
def test_unknown_version_prints_one_line(data: Path, tmp_path: Path, words: list[str], told: str) -> None:
    to = tmp_path / "p.pdf"
    given = [word.replace("{data}", str(data)) for word in words]
    done = CliRunner().invoke(app, ["document", *given, "-o", str(to)])
    assert done.exit_code == 2 and not to.exists()
    assert told in done.stderr and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    ("status", "standing", "mark", "draft"),
    [
        ("approved", "Approved", "DRAFT", True),  # no approval date
        ("draft", "DRAFT: not approved", "DRAFT", True),
        ("submitted", "DRAFT: submitted, decision pending", "DRAFT", True),
        ("rejected", "REJECTED", "REJECTED", True),
        ("withdrawn", "WITHDRAWN", "WITHDRAWN", True),
        ("superseded", "SUPERSEDED", "SUPERSEDED", True),
    ],
)
def test_page_header_shows_the_status(status: str, standing: str, mark: str, draft: bool) -> None:
    filed = from_desk(FIRST, VersionDecision("main", 1, status))
    assert (filed.standing, filed.head("x").mark, filed.draft) == (standing, mark, draft)


@pytest.mark.clause("COMAR 36.05.03.19D")
def test_a_submission_approved_only_by_the_operators_statement_never_says_approved(tmp_path: Path) -> None:
    """After `serve --submission`, every page says that the approval is only the operator's statement."""

    async def write() -> None:
        with open_store(f"sqlite:///{tmp_path / FILE}") as store:
            committer = Committer(store, day=lambda at: at // 86_400)
            await committer.start()
            await committer.open(DESK, "desk", charter_of(), AT)
            desk = AdministrationService(committer, lambda: AT)
            await desk.do(FOUND)
            await desk.bring("main", FIRST, "main.toml", "house")
            await desk.bring("main", SECOND, "main.toml", "house")
            await committer.stop()

    asyncio.run(write())
    told = made(tmp_path, tmp_path / "main.json")["cover"]
    assert told["standing"] == "On the operator's word September 21, 2026; 2 approvals pending"
    assert told["decided"]["on_word"] and told["decided"]["by"].startswith("the operator")
    for page in pages_of(made(tmp_path, tmp_path / "main.pdf")):
        assert "On the operator" in page and "Approved" not in page
    before = made(tmp_path, tmp_path / "first.json", "--version", "1")["cover"]
    day = "September 21, 2026"
    assert before["standing"].startswith(f"SUPERSEDED {day}; on the operator's word {day}")


def test_forms_refuse_a_table_with_a_different_submission(data: Path, tmp_path: Path) -> None:
    own, other = tmp_path / "own.toml", tmp_path / "other.toml"
    own.write_text(SECOND)
    other.write_text(SECOND.replace("Example Casino", "Another Casino"))
    with open_store(f"sqlite:///{data / FILE}", reading=True) as store:
        check_table_submission(store, "t1", read_filed(own))
    to = tmp_path / "f.pdf"
    words = ["forms", str(other), "-o", str(to), "--journal", str(data), "--stream", "t1"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2 and not to.exists()
    assert "t1 is played under version 2 of main in this store, not under other.toml" in done.stderr
    assert done.stderr.count("\n") == 1
