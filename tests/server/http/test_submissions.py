"""Test a submission over HTTP, from its draft to its tables and its next version."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from croupier.casino.administration.commands import NoteChange
from croupier.casino.administration.rule_changes import NOTICE
from croupier.casino.administration.submissions import digest_of
from croupier.server.http.tables import in_force, pending
from tests.server.helpers.desks import document
from tests.server.helpers.doors import House

TEXT = document()
LOWER = document(**{"minimum = 10": "minimum = 5"})
BAD = document(**{'blind = "A"': 'blind = "Z"'})


def approved(house: House, text: str, version: int = 1, first: str = "draft") -> Any:
    assert house.post(f"/api/submissions/main/{first}", "pit", {"document": text}).status_code == 201
    assert house.post(f"/api/submissions/main/{version}/submit", "pit").status_code == 200
    return house.post(f"/api/submissions/main/{version}/approve", "reg", {"digest": digest_of(text)})


def opened(house: House, table: str = "t1", by: str = "pit") -> Any:
    return house.post("/api/pit", by, {"table": table, "submission": "main", "money": "play"})


def test_a_submission_goes_from_draft_to_table(house: House) -> None:
    drafted = house.post("/api/submissions/main/draft", "pit", {"document": BAD})
    assert (drafted.status_code, drafted.json()["status"], drafted.json()["version"]) == (201, "draft", 1)
    failing = house.post("/api/submissions/main/1/submit", "pit")
    assert (failing.status_code, failing.json()["code"]) == (422, "fails_check") and failing.json()["clauses"]
    read = house.get("/api/submissions/main/1", "reg").json()
    assert read["document"] == BAD and read["check"]["violations"]
    early = opened(house)
    assert (early.status_code, early.json()["code"]) == (409, "not_approved")
    assert early.json()["clauses"] == ["COMAR 36.05.03.19B"]
    answer = approved(house, TEXT)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["status"], told["decided_by"], told["prepared_by"]) == (
        "approved",
        "regulator:reg",
        ["pit_manager:pit"],
    )
    table = opened(house)
    assert table.status_code == 201 and (told["approval"], table.json()["approval"]) == ("regulator",) * 2
    assert (table.json()["version"], table.json()["approved_at"]) == (1, told["decided_at"])
    whole = house.get("/api/submissions/main", "dina").json()
    assert (whole["in_force"], whole["tables"], whole["game"]) == (1, ["t1"], "uth")


def test_imported_approval_relies_on_the_operators_reference(house: House) -> None:
    asyncio.run(house.desk.bring("main", TEXT, "main.toml", "house"))
    (version,) = house.get("/api/submissions/main", "reg").json()["versions"]
    assert (version["status"], version["approval"]) == ("approved", "operator")
    assert opened(house).json()["approval"] == "operator"
    desk = house.desk.state
    assert in_force(desk, "t1")["approval"] == "operator" and pending(TEXT) == ["uth/2.B", "uth/2.D.1"]
    house.post("/api/submissions/main/supersede", "pit", {"document": LOWER})
    assert house.get("/api/submissions/main/2", "reg").json()["approval"] == ""


@pytest.mark.clause("COMAR 36.05.03.19E")
def test_superseded_versions_stay_readable(house: House) -> None:
    approved(house, TEXT)
    none = house.post("/api/submissions/other/supersede", "pit", {"document": LOWER})
    assert none.status_code == 404
    assert approved(house, LOWER, 2, "supersede").status_code == 200
    first, second = house.get("/api/submissions/main", "reg").json()["versions"]
    assert (first["status"], first["superseded_by"], second["status"]) == ("superseded", 2, "approved")
    old = house.get("/api/submissions/main/1", "sam").json()
    assert old["document"] == TEXT and old["check"]["violations"] == [] and "summary" in old["check"]
    gone = house.get("/api/submissions/main/3", "sam")
    assert (gone.status_code, gone.json()["code"]) == (404, "no_such_version")
    assert house.get("/api/submissions/none", "sam").json()["code"] == "no_such_submission"
    assert len(house.get("/api/submissions", "lee").json()) == 1


def test_preparer_and_approver_differ_and_the_digest_is_named(house: House) -> None:
    house.post("/api/submissions/main/draft", "ada", {"document": TEXT})
    house.post("/api/submissions/main/1/submit", "pit")
    for person in ("ada", "pit", "flo", "sam"):
        answer = house.post("/api/submissions/main/1/approve", person, {"digest": digest_of(TEXT)})
        assert answer.status_code == 403
    other = house.post("/api/submissions/main/1/approve", "reg", {"digest": digest_of(LOWER)})
    assert (other.status_code, other.json()["code"]) == (409, "other_document")
    rejected = house.post("/api/submissions/main/1/reject", "reg", {"reason": "no sign"})
    assert (rejected.json()["status"], rejected.json()["reason"]) == ("rejected", "no sign")
    house.post("/api/submissions/main/draft", "ada", {"document": TEXT})
    gone = house.post("/api/submissions/main/2/withdraw", "pit", {"reason": "a slip"})
    assert gone.json()["status"] == "withdrawn"


def test_checks_a_document_without_storing_it(house: House) -> None:
    answer = house.post("/api/submissions/check", "reg", {"document": BAD}).json()
    assert [fault["code"] for fault in answer["violations"]] == ["unknown_paytable"]
    assert "summary" in house.post("/api/submissions/check", "pit", {"document": TEXT}).json()
    nonsense = house.post("/api/submissions/check", "pit", {"document": "= ="})
    assert (nonsense.status_code, nonsense.json()["code"]) == (400, "not_toml")
    assert house.committer.state("desk").submissions == {}


def test_limits_change_by_notice_over_http(house: House) -> None:
    approved(house, TEXT)
    opened(house)
    limits = {"ante": {"minimum": 1000, "maximum": 100_000, "increment": 500}}
    posted = house.post("/api/pit/t1/limits", "pit", {"limits": limits, "reason": "a busy night"})
    assert posted.status_code == 201
    change = posted.json()["change"]
    assert (change["change"], change["sign"], change["notice_ends"]) == (1, False, None)
    far = house.post("/api/pit/t1/changes/1/attest", "dina", {"what": "sign"})
    assert (far.status_code, far.json()["code"]) == (403, "not_logged_on")
    assert house.post("/api/pit/t1/log-on", "dina").json()["dealer"] == "dina"
    assert house.get("/api/me", "dina").json()["deals_at"] == "t1"
    house.post("/api/pit/t1/changes/1/attest", "dina", {"what": "sign"})
    told = house.post("/api/pit/t1/changes/1/attest", "flo", {"what": "announcement"}).json()["change"]
    assert told["notice_ends"] == int(house.now()) + NOTICE
    raised = {"ante": {"minimum": 1500, "maximum": 50_000, "increment": 500}}
    house.post("/api/pit/t1/changes/1/withdraw", "pit", {"reason": "quiet again"})
    answer = house.post("/api/pit/t1/limits", "pit", {"limits": raised, "reason": "more"})
    assert (answer.status_code, answer.json()["code"]) == (409, "minimum_raised")
    assert answer.json()["clauses"] == ["COMAR 36.05.03.21C", "COMAR 36.05.03.21B"]


def test_an_approved_amendment_waits_at_the_table(house: House) -> None:
    import asyncio

    approved(house, TEXT)
    opened(house)
    approved(house, LOWER, 2, "supersede")
    table = house.get("/api/pit", "lee").json()[0]
    assert table["version"] == 1 and table["change"]["version"] == 2
    goes = NoteChange(table="t1", change=1, seated=False, between_rounds=True, by="table:t1")
    asyncio.run(house.desk.do(goes))
    table = house.get("/api/pit", "lee").json()[0]
    assert table["version"] == 2 and table["limits"]["ante"]["minimum"] == 500


def test_tables_are_closed_disabled_and_enabled_over_http(house: House) -> None:
    approved(house, TEXT)
    opened(house)
    reason = {"reason": "a torn layout"}
    assert house.post("/api/pit/t1/log-on", "dina").status_code == 200
    assert house.post("/api/pit/t1/log-off", "dina").json()["dealer"] == ""
    assert house.post("/api/pit/t1/disable", "flo", reason).json()["standing"] == "disabled"
    assert opened(house).json()["code"] == "table_disabled"
    assert house.post("/api/pit/t1/enable", "pit", reason).json()["standing"] == "open"
    assert house.post("/api/pit/t1/close", "pit", reason).json()["standing"] == "closed"
    assert opened(house).json()["standing"] == "open"
    missing = house.post("/api/pit/t9/close", "pit", reason)
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_table")


def test_reads_documents_from_the_stream(house: House) -> None:
    """The stream itself contains every document."""
    import asyncio

    from croupier.casino.administration.commands import BringApproved

    brought = BringApproved(submission="main", document=TEXT, reference="a letter", by="house", at=1)
    asyncio.run(house.desk.do(brought))
    asyncio.run(house.desk.bring("main", LOWER, "another letter", "house"))
    asyncio.run(house.desk.bring("main", LOWER, "the same again", "house"))
    assert house.get("/api/submissions/main/1", "sam").json()["document"] == TEXT
    assert [one["status"] for one in house.get("/api/submissions/main", "sam").json()["versions"]] == [
        "superseded",
        "approved",
    ]
