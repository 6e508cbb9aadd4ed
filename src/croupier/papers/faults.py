"""The faults of a draft, as every paper lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.papers.blocks import Block, Column, Notice, table


def draft_blocks(cover: dict[str, Any]) -> list[Block]:
    """Why the paper is a draft, and every fault with its clause and its remedy."""
    blocks: list[Block] = []
    if cover["draft"]:
        blocks.append(Notice(cover["standing"], _why(cover)))
    if cover["faults"]:
        blocks.append(_findings(cover["faults"], "Faults of the submission", "Faults"))
    if cover["warnings"]:
        blocks.append(_findings(cover["warnings"], "Allowed, but worth a second look", "Warnings"))
    if cover["pending"]:
        blocks.append(Notice("Approvals that the operator waits for", ", ".join(cover["pending"])))
    return blocks


def _why(cover: dict[str, Any]) -> str:
    if cover["faults"]:
        return "The submission does not keep to the rules. No table may open under it."
    if cover["decided"]:
        return "No table may open under it (COMAR 36.05.03.19)."
    return "No day of approval was given: no table may open under this submission (COMAR 36.05.03.19)."


def _findings(found: Sequence[dict[str, Any]], caption: str, name: str) -> Block:
    rows = [
        ["\n".join((each["clause"] or "–", *each["readings"])), each["message"], each["remedy"]]
        for each in found
    ]
    return table(
        ["Clause", Column("What, and where", width=5), Column("What to do", width=4)],
        rows,
        caption,
        name=name,
    )
