"""How the figures were checked, how to repeat each, and every reading taken."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.papers.blocks import (
    RIGHT,
    Block,
    Bullets,
    Cell,
    Column,
    Heading,
    Notice,
    Number,
    Paragraph,
    count,
    decimal,
    money,
    table,
)
from croupier.papers.report.words import about, units

LONGEST = 34  # signs of an exact value that still stand in a line

METHODS = (
    "Two methods that share nothing but the ranking of hands solve every main game, and agree to the "
    "last deal.",
    "Counts of hands were found a second time one hand at a time wherever the space can be walked through.",
    "Figures that others have published are held against these in the project's tests, each with its source.",
    "The table machine itself, which settles by the clauses, was dealt random rounds and decided by this "
    "best play; its payments were compared with these expectations.",
    "make test and make proof repeat all of this from the source.",
)


def checked_blocks(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("How the figures were checked", new_page=True)
    yield Paragraph("Each line below was computed a second way while this report was made, in whole numbers.")
    wrong = [each["figure"] for each in data["checks"] if not each["agrees"]]
    if wrong:
        yield Notice("Figures that do not agree: do not file this report", ", ".join(wrong))
    yield table(
        [
            Column("Figure", width=3),
            Column("Once", width=2),
            Column("Again", width=2),
            Column("Value", RIGHT),
            Column("Agree", "center"),
        ],
        [
            [
                each["figure"],
                each["first"],
                each["second"],
                _value(each["value"]),
                "yes" if each["agrees"] else "NO",
            ]
            for each in data["checks"]
        ],
        "Computed twice",
        name="Checks",
    )
    yield from _simulation(data["simulation"])
    yield Heading("Beyond this report", 2)
    yield Bullets(METHODS)


def _value(written: str) -> Cell:
    value = Fraction(written)
    return count(value.numerator) if value.denominator == 1 else decimal(value, 10)


def _simulation(found: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Rounds dealt at random", 2)
    if "missing" in found:
        yield Paragraph(found["missing"], "Not done.")
        return
    yield Paragraph(
        f"{count(found['rounds'])} rounds from the seed {found['seed']}, each wager beside its exact "
        "expectation. The distance is in standard errors: of twenty such figures one is expected beyond "
        "1.96. A wager that pays sums of money is staked $1 here, or as the progressive asks."
    )
    yield table(
        [
            Column("Wager", width=1),
            Column("Paytable", "center"),
            Column("Staked", RIGHT),
            Column("Returned", RIGHT),
            Column("Result on\none unit", RIGHT),
            Column("Expected", RIGHT),
            Column("Standard\nerrors off", RIGHT),
        ],
        [
            [
                each["label"],
                each["paytable"] or "–",
                money(each["staked"]),
                money(each["returned"]),
                _per_unit(each, found["rounds"]),
                units(each["expected"], 5),
                about(each["z"], 2),
            ]
            for each in found["results"]
        ],
        "Simulation",
        name="Simulation",
    )


def _per_unit(each: dict[str, Any], rounds: int) -> Number:
    return decimal(Fraction(each["returned"] - each["staked"], each["unit"] * rounds), 5)


def repeat_blocks(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("How to repeat each figure", new_page=False)
    yield Paragraph(
        f"With {data['cover']['software']} and the file {data['cover']['file']} (SHA-256 at the foot of "
        "every page). Each line stands alone; --fresh computes again what a cache would answer."
    )
    yield table(
        [Column("Figure", width=2), Column("Command", width=5, typed=True)],
        [[each["figure"], each["command"]] for each in data["repeat"]],
        name="How to repeat",
    )


def reading_blocks(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Every reading taken", new_page=True)
    yield Paragraph(
        "Questions that the documents leave open in this game, and the answer under which the table runs "
        "and the figures hold. Those with other choices may be switched in a submission; the others are "
        "fixed. Severity A changes what is paid, B money in rarer cases; editorial questions (C) are "
        "named below."
    )
    weighty = [each for each in data["readings"] if each["severity"] != "C"]
    yield table(
        ["Reading", "", Column("Question", width=4), Column("Taken", width=5), Column("Other\nchoices")],
        [
            [
                each["id"],
                each["severity"],
                each["question"],
                f"{each['taken']}: {each['says']}",
                ", ".join(option for option in each["choices"] if option != each["taken"]) or "fixed",
            ]
            for each in weighty
        ],
        "Readings that bear on money",
        name="Readings",
    )
    editorial = [f"{each['id']} {each['taken']}" for each in data["readings"] if each["severity"] == "C"]
    if editorial:
        yield Paragraph(", ".join(editorial), "Editorial:", small=True)
