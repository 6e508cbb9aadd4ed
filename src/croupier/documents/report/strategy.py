"""The report pages on best play and the simple strategy."""

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
    Facts,
    Heading,
    Paragraph,
    PictureBlock,
    percent,
    table,
)
from croupier.documents.report.pictures import grid
from croupier.documents.report.text import about, edge, units
from croupier.documents.text import plain

NAMES = ("hand", "best")  # keys that describe a hand; every other key is a choice with its value
MOST_HANDS = 180  # maximum number of hands on a page
LISTS = {"ride": "Let it ride with", "raise": "Raise with", "rules": ""}


def strategy_blocks(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Best play", new_page=True)
    found = data["strategy"]
    if "missing" in found:
        yield Paragraph(found["missing"], "Not available.")
        return
    yield Paragraph(
        "Best play comes from the solved game: every choice was valued exactly, and the choice with the "
        "highest value is best. Values are in units and cover all main wagers that the choice affects."
    )
    for decision in found["decisions"]:
        yield from _decision(decision)
    picture = grid(found)
    if picture is not None:
        yield PictureBlock(
            picture,
            "The first decision: raise (dark) or check (light); suited hands above the diagonal",
            "a square of 169 hands, with those that raise in a darker color",
            78,
        )
    for decision in found["decisions"]:
        yield from _hands(decision)
    yield from _simple(data["simple"])


def _decision(decision: dict[str, Any]) -> Iterator[Block]:
    condition = f", on {decision['seen']}" if "seen" in decision else ""
    yield Heading(f"{decision['decision'].capitalize()}{condition}", 2)
    if "play_from" in decision:
        yield from _threshold(decision)
    for key, words in LISTS.items():
        if key in decision:
            yield Bullets(tuple(f"{words} {line}".strip() if words else line for line in decision[key]))
    if "choices" in decision:
        rows = [[choice, edge(often, 4)] for choice, often in decision["choices"].items()]
        yield table(["Choice", Column("Share of all rounds", RIGHT)], rows, "How often each choice is best")
    lines = [line for line in decision.get("indifferent", ()) if isinstance(line, str)]
    if isinstance(decision.get("indifferent"), list) and lines:
        yield Paragraph("; ".join(lines), "Equal value, so the smaller wager is made:")


def _threshold(decision: dict[str, Any]) -> Iterator[Block]:
    rows: list[tuple[str, Cell]] = [("Play from", decision["play_from"] or "no hand")]
    if decision["also_play"]:
        rows.append(("Also play", ", ".join(decision["also_play"])))
    if decision["fold_up_to"] is not None:
        rows.append(("Fold up to", decision["fold_up_to"]))
    rows.append(("Value of a fold, units", units(decision["fold"])))
    yield Facts(tuple(rows))


def _hands(decision: dict[str, Any]) -> Iterator[Block]:
    """Show the value of every choice for every hand. A long list is printed in several columns."""
    hands = decision.get("hands")
    if not hands:
        return
    choices = [name for name in hands[0] if name not in NAMES]
    best = "best" in hands[0]
    columns = [
        Column("Hand"),
        *([Column("Best")] if best else []),
        *(Column(name, RIGHT) for name in choices),
    ]
    rows = [
        [each["hand"], *([each["best"]] if best else []), *(units(each[name], 4) for name in choices)]
        for each in hands
    ]
    printed = _nearest(decision, hands)
    longest = max(len(each["hand"]) for each in (hands[slice(*printed)] if printed else hands))
    abreast = 1 if longest > 40 else 2 if longest > 12 or len(choices) > 3 else 3 if len(hands) > 30 else 2
    caption = f"{decision['decision'].capitalize()}: value of each choice, in units"
    name = f"Hands, {decision['decision']}"
    yield table(columns, rows, caption, name=name, abreast=abreast, printed=printed)


def _nearest(decision: dict[str, Any], hands: list[dict[str, Any]]) -> tuple[int, int] | None:
    """For a long list, return the range of the closest decisions, because most mistakes happen there."""
    if len(hands) <= MOST_HANDS:
        return None
    turn = next((place for place, each in enumerate(hands) if each["hand"] == decision.get("play_from")), 0)
    first = max(0, min(turn - MOST_HANDS // 2, len(hands) - MOST_HANDS))
    return first, first + MOST_HANDS


def _simple(found: dict[str, Any]) -> Iterator[Block]:
    yield Heading("A simple strategy to remember", 2)
    if "missing" in found:
        yield Paragraph(found["missing"], "Not available.")
        return
    yield Paragraph("A search found this short list of rules. Follow the first rule that matches.")
    yield Bullets(tuple(plain(line) for line in found["rules"]))
    yield Facts(
        (
            ("House advantage", percent(-Fraction(found["ev"]), 6)),
            ("Cost compared with the best play", edge(found["cost"], 6)),
            ("Expectation, units", units(found["ev"], 8)),
            ("Standard deviation, units", about(found["sd"], 6)),
        )
    )
    rows = [
        [question["question"], _case(each["case"]), each["rules_say"], about(each["cost"], 7)]
        for question in found["questions"]
        for each in question["worst"]
    ]
    if rows:
        yield table(
            ["Question", Column("Case", width=1), "Rule", Column("Costs", RIGHT)],
            rows,
            "Cases with the highest cost, in units",
            name="Cost of the simple strategy",
        )


def _case(case: dict[str, str]) -> str:
    return ", ".join(f"{plain(name)} {plain(value)}" for name, value in case.items())
