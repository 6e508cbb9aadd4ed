"""Build the blocks of the submission document: first the changes, then all options by chapter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.documents.blocks import (
    RIGHT,
    Block,
    Blocks,
    Cell,
    Column,
    Contents,
    Heading,
    NoticeBlock,
    Paragraph,
    Signatures,
    money,
    percent,
    table,
)
from croupier.documents.cover import cover_facts
from croupier.documents.errors import draft_blocks
from croupier.documents.text import plain, short

FELT, WAGERS, PAID = 2, 7, 12  # chapters that have their own tables in the document
NARROW = 12  # maximum length of a payment, in characters, to fit three tables side by side


def document_blocks(data: dict[str, Any]) -> Blocks:
    blocks: list[Block] = [*_front(data), *_changes(data["since"])]
    blocks.append(Heading("Options by chapter"))
    for chapter in data["chapters"]:
        blocks += _chapter(chapter, data)
    blocks += _readings(data["readings"])
    return tuple(blocks)


def _front(data: dict[str, Any]) -> Iterator[Block]:
    cover = data["cover"]
    yield Heading(f"{cover['title']}: Rules Submission")
    yield cover_facts(cover)
    yield from draft_blocks(cover)
    yield Signatures(("For the operator", "For the regulator"))
    yield Contents()


def _changes(since: dict[str, Any] | None) -> Iterator[Block]:
    yield Heading("Changes", new_page=True)
    if since is None:
        yield Paragraph("No earlier version was given. All options below are submitted for the first time.")
        return
    stood = f" ({since['standing']})" if since["standing"] else ""
    compared = f"Compared with {since['file']}{stood}, version {since['version']}, SHA-256 {since['sha256']}."
    yield Paragraph(compared)
    if since["faults"]:
        yield NoticeBlock("The earlier version has faults", f"{since['faults']} under the current rule book")
    if not since["changes"]:
        yield Paragraph("No option has changed.")
        return
    yield table(
        ["Key", Column("Option", width=4), "Clause", Column("Before", width=3), Column("Now", width=3)],
        [
            [each["key"], each["says"], short(each["clause"]), each["was"], each["now"]]
            for each in since["changes"]
        ],
        f"{len(since['changes'])} option{'s' if len(since['changes']) > 1 else ''} changed",
        name="Changes",
    )
    for each in since["paytables"]:
        yield _paytable_change(each)


def _paytable_change(each: dict[str, Any]) -> Block:
    """Show the changed rows, each with its effect on the house advantage if that is known exactly."""

    def edge(written: str | None) -> Cell:
        return percent(Fraction(written)) if written else "–"

    letters = " to ".join(each[key] or "not offered" for key in ("was", "now"))
    was, now = each["house_edge_was"], each["house_edge_now"]
    moved: Cell = percent(Fraction(now) - Fraction(was)) if was and now else "–"
    return table(
        [
            Column("Row", width=1),
            "Clause",
            Column("Before", RIGHT),
            Column("Now", RIGHT),
            Column("Change of the\nhouse advantage", RIGHT),
        ],
        [
            [row["hand"], short(row["clause"]), row["was"] or "–", row["now"] or "–", edge(row["effect"])]
            for row in each["rows"]
        ],
        f"{each['label']}: paytable {letters}, row by row",
        ["House advantage", "", edge(was), edge(now), moved],
        name=f"{each['label']} changes",
    )


def _chapter(chapter: dict[str, Any], data: dict[str, Any]) -> Iterator[Block]:
    number = chapter["chapter"]
    yield Heading(f"Chapter {number}: {chapter['about']}", 2)
    own = list(_own(number, data))
    if not chapter["options"] and not own:
        yield Paragraph("This chapter has no options for the operator.", small=True)
        return
    if chapter["options"]:
        yield table(
            [
                Column("Key", width=3),
                Column("Option", width=5),
                "Clause",
                Column("Chosen", width=4),
            ],
            [
                [plain(each["key"]), each["says"], short(each["clause"]), each["chosen"]]
                for each in chapter["options"]
            ],
            name=f"Chapter {number}",
        )
    yield from own


def _own(number: int, data: dict[str, Any]) -> Iterator[Block]:
    if number == FELT and data["felt"]:
        yield table(
            ["Name", "Kind", Column("Item", width=1), "Clause", "Location"],
            [
                [each["item"], each["kind"], each["says"], short(each["clause"]), each["where"]]
                for each in data["felt"]
            ],
            "Contents of the layout",
            name="Layout",
        )
    if number == WAGERS:
        yield table(
            [
                Column("Wager", width=1),
                "Clause",
                Column("Offered", "center"),
                Column("Paytable", "center"),
                Column("Minimum", RIGHT),
                Column("Maximum", RIGHT),
                Column("Increment", RIGHT),
            ],
            [
                [
                    each["label"],
                    short(each["clause"]),
                    "yes" if each["offered"] else "no",
                    each["paytable"] or "–",
                    *(_money(each, key) for key in ("minimum", "maximum", "increment")),
                ]
                for each in data["wagers"]
            ],
            "Wagers and posted limits",
            name="Wagers",
        )
    if number == PAID:
        for each in data["paytables"]:
            yield table(
                [Column("Hand", width=1), "Clause", Column("Pays", RIGHT)],
                [[row["hand"], short(row["clause"]), row["pays"]] for row in each["rows"]],
                f"{each['label']}, paytable {each['letter']} ({each['clause']})",
                name=f"{plain(each['wager'])} {each['letter']}",
                beside=all(len(row["pays"]) <= NARROW for row in each["rows"]),
            )


def _money(line: dict[str, Any], key: str) -> Cell:
    if not line["offered"]:
        return "–"
    if line["follows"]:
        return "by the rules"
    return money(line[key]) if line[key] is not None else "no limit"


def _readings(found: list[dict[str, Any]]) -> Iterator[Block]:
    yield Heading("Readings")
    yield Paragraph(
        "The rules leave these questions open. A submission may choose one of the possible answers to each."
    )
    yield table(
        ["Reading", Column("Question", width=4), Column("Answer used", width=6), Column("", "center")],
        [
            [
                each["id"],
                each["question"],
                f"{each['taken']}: {each['says']}",
                "default" if each["default"] else "chosen",
            ]
            for each in found
        ],
        name="Readings",
    )
