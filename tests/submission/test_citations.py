"""Compare the clauses, readings, texts and remedies of the submission check with golden lines.

`python -m tests.submission.test_citations` rewrites the list. Review changes against the rule book.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.rulebook import declaration
from croupier.submission import check
from tests.helpers.submission_cases import OUT, changed, everything, good, without
from tests.helpers.table_help import GAMES
from tests.submission.test_check import VIOLATIONS, WARNINGS

LISTED = Path(__file__).with_name("citations.txt")


def cases() -> Iterator[tuple[str, object]]:
    for number, (code, mapping, _) in enumerate(VIOLATIONS):
        yield f"{code.value} {number}", mapping
    for number, (caution, mapping, _) in enumerate(WARNINGS):
        yield f"{caution.value} {number}", mapping
    for game in GAMES:
        yield from of_game(game)
    ride = everything("letitride")
    alone = left_out(left_out(ride, "paytables", "five_card"), "limits", "five_card")
    yield "letitride six card without five card", changed(alone, readings={"L-06": "R1"})
    low = {"paytable": "A", "stake": 1, "rate": "0.1", "initial": {"main": 1000}, "reset": {"main": 1000}}
    yield "letitride progressive A at its least", changed(ride, progressive={**ride["progressive"], **low})


def left_out(mapping: dict[str, Any], table: str, key: str) -> dict[str, Any]:
    """Return the submission without the key."""
    return changed(mapping, **{f"{table}__{key}": OUT}) if key in mapping.get(table, {}) else mapping


def of_game(game: str) -> Iterator[tuple[str, Any]]:
    facts, full = declaration(game), everything(game)
    for felt in facts.felt:
        key = "layout.areas" if felt.kind == "area" else "layout.inscriptions"
        if felt.name in full["layout"].get(felt.kind + "s", ()):
            yield f"{game} without {felt.name}", without(full, key, felt.name)
        elif felt.name in full["layout"].get("signs", ()):
            yield f"{game} without {felt.name}", without(full, "layout.signs", felt.name)
    for item in facts.approvals:
        yield f"{game} not approved: {item.key}", left_out(full, "approvals", item.key)
    for item in facts.equipment:
        yield f"{game} has no {item.key}", left_out(full, "equipment", item.key)
    for wager in facts.paytables:
        yield f"{game} without a {wager} table", left_out(full, "paytables", wager)
        yield f"{game} with a {wager} table Z", changed(full, **{f"paytables__{wager}": "Z"})
    for rule in facts.wagers:
        odd = {"minimum": 20, "maximum": 10, "increment": 15}
        yield f"{game} {rule.name} limits", changed(full, **{f"limits__{rule.name}": odd})
    yield f"{game} at forty seats", changed(good(game), seats=40)
    yield f"{game} with forty boxes", changed(good(game), adjacent_boxes=40)
    if "adjacent_boxes" in good(game):
        yield f"{game} boxes unsaid", changed(good(game), adjacent_boxes=OUT)
    yield f"{game} electronic at forty seats", changed(good(game), electronic=True, seats=40)
    yield f"{game} held by hand", changed(good(game), dealing="hand", dealer_cards="held")
    yield f"{game} three shared cards", changed(good(game), community_stack=3)
    yield f"{game} limit", changed(full, payout_limit=1)
    for key in ("paytable", "stake", "rate", "initial", "reset", "envy", "envy_holder_must_bet"):
        if facts.progressive:
            yield f"{game} progressive without {key}", left_out(full, "progressive", key)
    if facts.progressive:
        yield f"{game} stake of two dollars", changed(full, progressive__stake=2)
        yield f"{game} two stakes", changed(full, progressive__stake=[1, 5])
        yield f"{game} no envy", changed(full, progressive__envy=False)
        yield f"{game} still meters", changed(full, progressive__rate="0")
        yield f"{game} greedy meters", changed(full, progressive__rate="0.9")
    else:
        yield f"{game} progressive", changed(full, progressive={"paytable": "A", "stake": 1})


def told() -> str:
    lines = ["# Written by python -m tests.submission.test_citations: messages by path."]
    for name, mapping in cases():
        report = check(mapping)
        for kind, found in (("fault", report.violations), ("caution", report.warnings)):
            for each in found:
                cited = " ".join((each.clause, *each.readings))
                lines.append(f"{name}: {kind} {each.code} {each.where or '-'} {cited}".rstrip())
                lines.append(f"    {each.message}; {each.remedy}")
    return "\n".join(lines) + "\n"


def test_check_messages_match_the_golden_list() -> None:
    assert told().splitlines() == LISTED.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    LISTED.write_text(told(), encoding="utf-8")
