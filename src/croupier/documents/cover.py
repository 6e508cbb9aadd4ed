"""The submission facts printed on the first page of each document."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier import __version__
from croupier.documents.blocks import Block, Facts
from croupier.documents.filed_submission import FiledSubmission


def cover(filed: FiledSubmission) -> dict[str, Any]:
    return {
        "game": filed.game,
        "title": filed.title,
        "facility": filed.facility,
        "version": filed.version,
        "approved": filed.approved.isoformat() if filed.approved else None,
        "standing": filed.standing,
        "draft": filed.draft,
        "file": filed.file,
        "decided": msgspec.to_builtins(filed.decided) if filed.decided else None,
        "submission_sha256": filed.sha256,
        "rule_book_sha256": filed.rule_book,
        "edition": str(filed.edition),
        "software": f"croupier {__version__}",
        "faults": [msgspec.to_builtins(each) for each in filed.faults],
        "warnings": [msgspec.to_builtins(each) for each in filed.report.warnings],
        "pending": list(filed.pending),
    }


def cover_facts(cover: dict[str, Any]) -> Block:
    return Facts(
        (
            ("Facility", cover["facility"]),
            ("Submission version", cover["version"]),
            ("Status", cover["standing"]),
            *_decision_rows(cover["decided"]),
            ("Rules edition", cover["edition"]),
            ("Rule book SHA-256", cover["rule_book_sha256"]),
            ("Submission SHA-256", cover["submission_sha256"]),
            ("Recorded as" if cover["decided"] else "File", cover["file"]),
            ("Software", cover["software"]),
        )
    )


def _decision_rows(decision: dict[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """Return rows for the decision's author, conditions and reason. A submission from a file has none."""
    if decision is None:
        return ()
    by = {"approved": "Approved by", "superseded": "Superseded by"}.get(decision["status"], "Last changed by")
    conditions = "Conditions"
    if decision.get("on_word"):
        by, conditions = ("Accepted from" if decision["status"] == "approved" else by), "Reference"
    found = ((by, decision["by"]), (conditions, decision["conditions"]), ("Reason", decision["reason"]))
    return tuple((label, words) for label, words in found if words)
