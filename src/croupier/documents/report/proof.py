"""Report pages for the checks of the figures, the commands to repeat them, and the readings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.documents.blocks import (
    RIGHT,
    Block,
    Bullets,
    Cell,
    Column,
    Heading,
    Number,
    Paragraph,
    count,
    decimal,
    money,
    table,
)
from croupier.documents.report.text import about, units

LONGEST = 34  # maximum number of characters of an exact value that fits on a line

METHODS = (
    "Every main game was solved by two independent methods that share only the ranking of hands. The results "
    "agree exactly.",
    "Hand counts were verified by enumerating every hand wherever that is feasible.",
    "The project's tests compare these figures with published ones and name each source.",
    "The table software settles each wager by the rules. It played random rounds using best play, and the "
    "payments were compared with the expectations in this report.",
    "Run make test and make proof to repeat these checks from the source code.",
)

PLUGIN_METHODS = (
    "The game and its solver come from the package {package}, which is not part of Croupier.",
    "Croupier's own tests and proofs do not cover this game. Only the checks above were made. The author of "
    "the package is responsible for further evidence.",
)


def checked_blocks(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("How the figures were checked", new_page=True)
    yield Paragraph(
        "For this report, each figure below was computed exactly by two methods, and both "
        "values are equal. If two values differed, the report would not have been written."
    )
    yield table(
        [
            Column("Figure", width=3),
            Column("First method", width=2),
            Column("Second method", width=2),
            Column("Value", RIGHT),
        ],
        [
            [
                each["figure"],
                each["first"],
                each["second"],
                _value(each["value"]),
            ]
            for each in data["checks"]
        ],
        "Computed twice",
        name="Checks",
    )
    yield from _simulation(data["simulation"])
    yield Heading("Checks outside this report", 2)
    package = data["package"]
    if package is None:
        yield Bullets(METHODS)
    else:
        name = f"{package['name']} {package['version']}".strip()
        yield Bullets(tuple(each.format(package=name) for each in PLUGIN_METHODS))


def _value(written: str) -> Cell:
    value = Fraction(written)
    return count(value.numerator) if value.denominator == 1 else decimal(value, 10)


def _simulation(found: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Simulation", 2)
    if "missing" in found:
        yield Paragraph(found["missing"], "Not available.")
        return
    yield Paragraph(
        f"The simulation dealt {count(found['rounds'])} rounds with the seed {found['seed']}. Each wager is "
        "shown with its exact expectation. The deviation is in standard errors. About one deviation in "
        "twenty is larger than 1.96. A wager that pays fixed dollar amounts is simulated at the stake "
        "stated on its own page."
    )
    yield table(
        [
            Column("Wager", width=1),
            Column("Paytable", "center"),
            Column("Staked", RIGHT),
            Column("Returned", RIGHT),
            Column("Result on\none unit", RIGHT),
            Column("Expected", RIGHT),
            Column("Deviation in\nstandard errors", RIGHT),
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
        f"Use {data['cover']['software']} and the file {data['cover']['file']}, whose SHA-256 is at the "
        "foot of every page. Each command can be run separately. Add --fresh to bypass the cache."
    )
    yield table(
        [Column("Figure", width=2), Column("Command", width=5, typed=True)],
        [[each["figure"], each["command"]] for each in data["repeat"]],
        name="How to repeat",
    )


def reading_blocks(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("All readings used", new_page=True)
    yield Paragraph(
        "The rules of this game leave these questions open. The table software and the figures use the "
        "listed answers. A submission may choose a different answer if the table lists other choices. All "
        "other readings are fixed. A reading of severity A changes payments. A reading of severity B "
        "changes money in rarer cases. Editorial questions (severity C) are listed below."
    )
    weighty = [each for each in data["readings"] if each["severity"] != "C"]
    yield table(
        [
            "Reading",
            "",
            Column("Question", width=4),
            Column("Answer", width=5),
            Column("Other\nchoices"),
        ],
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
        "Readings that affect money",
        name="Readings",
    )
    editorial = [f"{each['id']} {each['taken']}" for each in data["readings"] if each["severity"] == "C"]
    if editorial:
        yield Paragraph(", ".join(editorial), "Editorial:", small=True)
