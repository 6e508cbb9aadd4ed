"""Test drafting, submitting, approving, rejecting and superseding a submission, and tables that use it."""

from __future__ import annotations

import pytest

from croupier.casino.administration import commands as do
from croupier.casino.administration.stream import KIND, charter_of
from croupier.casino.administration.submissions import digest_of, report_on
from croupier.journal import MemoryStore, Stream, audit
from tests.server.helpers.desks import (
    BY,
    FOUND,
    approve,
    approved,
    desk,
    document,
    draft,
    opened,
    refused,
    submit,
)

TEXT = document()
LOWER = document(**{"minimum = 10": "minimum = 5"})
BAD = document(**{'blind = "A"': 'blind = "Z"'})


def test_submission_takes_effect_on_approval() -> None:
    state = desk(draft(TEXT), submit(), approve(TEXT, conditions="for six months"))
    version = state.submissions["main"].in_force
    assert version is not None and version.status == "approved" and version.document == TEXT
    assert (version.prepared_by, version.submitted_by) == (("pit_manager:pit",), "pit_manager:pit")
    assert (version.decided_by, version.decided_at) == ("regulator:reg", 300)
    assert version.conditions == "for six months" and version.digest == digest_of(TEXT)


@pytest.mark.clause("COMAR 36.05.03.19B")
def test_no_table_opens_before_the_approval() -> None:
    for commands in ((draft(TEXT),), (draft(TEXT), submit())):
        refusal = refused(desk(*commands), opened())
        assert refusal.code == "not_approved" and refusal.clauses == ("COMAR 36.05.03.19B",)
    assert refused(desk(), opened()).code == "no_such_submission"
    state = desk(*approved(TEXT), opened())
    table = state.tables["t1"]
    assert (table.submission, table.version, table.game) == ("main", 1, "uth")
    assert table.choices == report_on(TEXT).choices
    assert refused(state, opened()).code == "table_open"


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_preparer_and_approver_differ() -> None:
    """Authors may not approve their own submission, even in another role."""
    state = desk(draft(TEXT), draft(TEXT, by=BY["ada"]), submit(by=BY["abe"]))
    for person in ("pit", "ada", "abe"):
        refusal = refused(state, approve(TEXT, by=f"regulator:{person}"))
        assert refusal.code == "own_submission" and refusal.clauses == ("COMAR 36.03.10.10E(2)",)
    assert desk(approve(TEXT), state=state).submissions["main"].in_force


def test_only_a_submission_that_passes_the_check_is_submitted_and_approved() -> None:
    refusal = refused(desk(draft(BAD)), submit())
    assert refusal.code == "fails_check" and "Z" in refusal.message
    assert refused(desk(), draft("game = ")).code == "not_toml"
    assert refused(desk(), draft('game = "whist"')).code == "fails_check"
    assert refused(desk(), draft("x = 1")).code == "fails_check"


def test_approval_names_the_digest_of_the_text_that_was_read() -> None:
    state = desk(draft(TEXT), submit())
    refusal = refused(state, approve(LOWER))
    assert refusal.code == "other_document" and digest_of(TEXT) in refusal.remedy


def test_a_rejected_version_keeps_its_reason_and_the_next_one_follows() -> None:
    reject = do.Reject(submission="main", version=1, reason="limits are not posted", by=BY["reg"], at=300)
    state = desk(draft(TEXT), submit(), reject)
    version = state.submissions["main"].last
    assert (version.status, version.reason, version.document) == ("rejected", "limits are not posted", "")
    assert refused(state, approve(TEXT)).code == "wrong_status"
    state = desk(draft(LOWER), submit(2), approve(LOWER, 2), state=state)
    assert [v.status for v in state.submissions["main"].versions] == ["rejected", "approved"]
    no_reason = do.Reject(submission="main", version=1, reason="", by=BY["reg"])
    assert refused(desk(draft(TEXT), submit()), no_reason).code == "reason_missing"


def test_a_new_version_supersedes_the_old_one_when_it_is_approved() -> None:
    state = desk(*approved(TEXT), draft(LOWER, at=500), submit(2, at=600))
    assert [v.status for v in state.submissions["main"].versions] == ["approved", "submitted"]
    state = desk(approve(LOWER, 2, at=700), state=state)
    first, second = state.submissions["main"].versions
    assert (first.status, first.superseded_by, first.superseded_at) == ("superseded", 2, 700)
    # the text of the submission is in the store
    assert first.digest == digest_of(TEXT) and first.decided_at == 100
    assert second.status == "approved" and state.submissions["main"].in_force == second


def test_draft_can_be_replaced_until_it_is_submitted() -> None:
    state = desk(draft(BAD), draft(TEXT))
    assert len(state.submissions["main"].versions) == 1
    state = desk(submit(), state=state)
    assert refused(state, draft(LOWER)).code == "wrong_status"
    withdraw = do.WithdrawSubmission(submission="main", version=1, reason="a slip", by=BY["pit"])
    state = desk(withdraw, draft(LOWER), state=state)
    assert [v.status for v in state.submissions["main"].versions] == ["withdrawn", "draft"]


def test_a_submission_keeps_its_game() -> None:
    assert refused(desk(draft(TEXT)), draft(document("dragon"))).code == "other_game"


@pytest.mark.parametrize("person", ["dina", "flo", "kim", "sam", "lee", "reg"])
def test_only_the_operator_drafts(person: str) -> None:
    assert refused(desk(), draft(TEXT, by=BY[person])).code == "not_your_role"


@pytest.mark.parametrize("person", ["dina", "flo", "pit", "kim", "sam", "lee", "ada"])
def test_only_the_regulator_approves(person: str) -> None:
    assert refused(desk(draft(TEXT), submit()), approve(TEXT, by=BY[person])).code == "not_your_role"


def test_imports_an_earlier_approval_with_its_reference_after_the_check() -> None:
    def bring(text: str, reference: str = "letter of 2026-11-15") -> do.BringApproved:
        return do.BringApproved(submission="main", document=text, reference=reference, by="house", at=9)

    state = desk(bring(TEXT))
    version = state.submissions["main"].in_force
    assert version is not None and version.conditions == "letter of 2026-11-15" and version.decided_at == 9
    assert [v.status for v in desk(bring(LOWER), state=state).submissions["main"].versions] == [
        "superseded",
        "approved",
    ]
    assert refused(desk(), bring(BAD)).code == "fails_check"
    assert refused(desk(), bring(TEXT, " ")).code == "reason_missing"
    assert refused(desk(draft(TEXT)), bring(TEXT)).code == "wrong_status"


def test_administration_is_a_verifiable_stream() -> None:
    store = MemoryStore()
    stream = Stream.create(store, "desk", KIND, charter_of(), at=1, longest=3)
    for command in (FOUND, *approved(TEXT), opened(), *approved(LOWER, 2)):
        stream.append(command, KIND.decide(stream.state, command))
    stream.close()
    found = audit(store, "desk", everything=True)
    assert found.ok and found.segment > 2 and found.about == {"people": 13, "submissions": 1, "tables": 1}
    assert Stream.resume(store, "desk").state == found.state
    assert found.judges is not None and len(found.judges.book) == 64
