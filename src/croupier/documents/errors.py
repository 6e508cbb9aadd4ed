"""The draft notice and the tables of faults and warnings that every document prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.documents.blocks import Block, Column, NoticeBlock, table
from croupier.rulebook import regulation


def draft_blocks(cover: dict[str, Any]) -> list[Block]:
    """Explain why the document is a draft, and list every fault with its clause and remedy."""
    blocks: list[Block] = []
    if cover["draft"]:
        blocks.append(NoticeBlock(cover["standing"], _why(cover)))
    if cover["faults"]:
        blocks.append(_findings(cover["faults"], "Faults in the submission", "Faults"))
    if cover["warnings"]:
        blocks.append(_findings(cover["warnings"], "Warnings (allowed, but review them)", "Warnings"))
    if cover["pending"]:
        blocks.append(NoticeBlock("Pending approvals", ", ".join(cover["pending"])))
    return blocks


def _why(cover: dict[str, Any]) -> str:
    if cover["faults"]:
        return "The submission breaks the rules. No table may open under this submission."
    if cover["decided"]:
        return f"No table may open under this submission ({regulation('rules_submission')})."
    return (
        "No approval date is given. No table may open under this submission "
        f"({regulation('rules_submission')})."
    )


def _findings(found: Sequence[dict[str, Any]], caption: str, name: str) -> Block:
    rows = [
        ["\n".join((each["clause"] or "–", *each["readings"])), each["message"], each["remedy"]]
        for each in found
    ]
    return table(
        ["Clause", Column("Fault", width=5), Column("Remedy", width=4)],
        rows,
        caption,
        name=name,
    )
