"""The best play and the simple one, by what a solver tells: hands with values, thresholds, lists, shares."""

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
    Facts,
    Heading,
    Paragraph,
    Picture,
    percent,
    table,
)
from croupier.papers.report.pictures import grid
from croupier.papers.report.words import about, edge, units
from croupier.papers.words import plain

NAMES = ("hand", "best")  # of a hand's line; every other key is a choice with its value
MOST_HANDS = 180  # that a page shows
LISTS = {"ride": "Let it ride with", "raise": "Raise with", "rules": ""}


def strategy_blocks(data: dict[str, Any]) -> Iterator[Block]:
    yield Heading("How it is played best", new_page=True)
    found = data["strategy"]
    if "missing" in found:
        yield Paragraph(found["missing"], "Not known.")
        return
    yield Paragraph(
        "The best play follows from the solved game: every choice was valued exactly, and the larger "
        "value taken. Values are in units and count all main wagers that the choice decides."
    )
    for decision in found["decisions"]:
        yield from _decision(decision)
    picture = grid(found)
    if picture is not None:
        yield Picture(
            picture,
            "The first decision: raise (dark) or check (light); suited hands above the diagonal",
            "a square of 169 hands, those that raise in a darker colour",
            78,
        )
    for decision in found["decisions"]:
        yield from _hands(decision)
    yield from _simple(data["simple"])


def _decision(decision: dict[str, Any]) -> Iterator[Block]:
    seen = f", on {decision['seen']}" if "seen" in decision else ""
    yield Heading(f"{decision['decision'].capitalize()}{seen}", 2)
    if "play_from" in decision:
        yield from _threshold(decision)
    for key, words in LISTS.items():
        if key in decision:
            yield Bullets(tuple(f"{words} {line}".strip() if words else line for line in decision[key]))
    if "choices" in decision:
        rows = [[choice, edge(often, 4)] for choice, often in decision["choices"].items()]
        yield table(["Choice", Column("Share of all rounds", RIGHT)], rows, "How often each is the best")
    told = [line for line in decision.get("indifferent", ()) if isinstance(line, str)]
    if isinstance(decision.get("indifferent"), list) and told:
        yield Paragraph("; ".join(told), "Worth exactly the same either way, so the smaller wager:")


def _threshold(decision: dict[str, Any]) -> Iterator[Block]:
    rows: list[tuple[str, Cell]] = [("Play from", decision["play_from"] or "no hand")]
    if decision["also_play"]:
        rows.append(("Play besides", ", ".join(decision["also_play"])))
    if decision["fold_up_to"] is not None:
        rows.append(("Fold up to", decision["fold_up_to"]))
    rows.append(("A fold is worth, units", units(decision["fold"])))
    yield Facts(tuple(rows))


def _hands(decision: dict[str, Any]) -> Iterator[Block]:
    """Every hand with the value of every choice; long lists stand abreast."""
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
    caption = f"{decision['decision'].capitalize()}: what each choice is worth, in units"
    name = f"Hands, {decision['decision']}"
    yield table(columns, rows, caption, name=name, abreast=abreast, printed=printed)


def _nearest(decision: dict[str, Any], hands: list[dict[str, Any]]) -> tuple[int, int] | None:
    """Of a very long list, the hands about the decision: it is those that a player may get wrong."""
    if len(hands) <= MOST_HANDS:
        return None
    turn = next((place for place, each in enumerate(hands) if each["hand"] == decision.get("play_from")), 0)
    first = max(0, min(turn - MOST_HANDS // 2, len(hands) - MOST_HANDS))
    return first, first + MOST_HANDS


def _simple(found: dict[str, Any]) -> Iterator[Block]:
    yield Heading("A strategy that a person can keep", 2)
    if "missing" in found:
        yield Paragraph(found["missing"], "Not known.")
        return
    yield Paragraph(
        "A short list of rules, found by search: of all that it tried, the best. The first that fits decides."
    )
    yield Bullets(tuple(plain(line) for line in found["rules"]))
    yield Facts(
        (
            ("House advantage under it", percent(-Fraction(found["ev"]), 6)),
            ("Cost against the best play", edge(found["cost"], 6)),
            ("Its expectation, units", units(found["ev"], 8)),
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
            ["Question", Column("Case", width=1), "The rules say", Column("Costs", RIGHT)],
            rows,
            "Where the list costs most, in units",
            name="Cost of the simple strategy",
        )


def _case(case: dict[str, str]) -> str:
    return ", ".join(f"{plain(name)} {plain(value)}" for name, value in case.items())
