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


def cover_facts(told: dict[str, Any]) -> Block:
    return Facts(
        (
            ("Facility", told["facility"]),
            ("Submission version", told["version"]),
            ("Status", told["standing"]),
            *_decided(told["decided"]),
            ("Rules edition", told["edition"]),
            ("Rule book SHA-256", told["rule_book_sha256"]),
            ("Submission SHA-256", told["submission_sha256"]),
            ("Recorded as" if told["decided"] else "File", told["file"]),
            ("Software", told["software"]),
        )
    )


def _decided(told: dict[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """Return the decision, its author and its conditions, or nothing for a submission read from a file."""
    if told is None:
        return ()
    by = {"approved": "Approved by", "superseded": "Superseded by"}.get(told["status"], "Last changed by")
    conditions = "Conditions"
    if told.get("on_word"):
        by, conditions = ("Accepted from" if told["status"] == "approved" else by), "Reference"
    found = ((by, told["by"]), (conditions, told["conditions"]), ("Reason", told["reason"]))
    return tuple((label, words) for label, words in found if words)
