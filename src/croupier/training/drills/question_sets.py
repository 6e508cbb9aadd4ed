"""Sets of drill questions for the command line and for classrooms, with the default rules of each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.rulebook.registry import read
from croupier.submission import Rules, check, parse_toml, partial
from croupier.submission.rules import digest
from croupier.training.drills import Drill, DrillKind, generate, kinds_for

EXAMPLE = "example.toml"  # the submission of a game's example table
MOST_QUESTIONS = 500


def example_rules(game: str) -> Rules:
    """Return the rules of a game's example table, or the house defaults if the game has no example."""
    try:
        text = read(game, EXAMPLE)
    except BadInput:
        return partial({}, game)
    choices = check(parse_toml(text.encode(), EXAMPLE)).choices
    return partial({}, game) if choices is None else Rules(choices)


def question_set(rules: Rules, kinds: Sequence[DrillKind], count: int, seed: str) -> list[Drill]:
    """Return questions that take turns among the kinds."""
    if not 1 <= count <= MOST_QUESTIONS:
        raise BadInput(f"--count: choose a number from 1 to {MOST_QUESTIONS}, not {count}")
    return [generate(rules, kinds[number % len(kinds)], f"{seed}/{number}") for number in range(count)]


def with_answer(drill: Drill) -> dict[str, Any]:
    """Return a question with its answer, for a teacher."""
    return {
        **msgspec.to_builtins(drill.question),
        "answer": drill.answer_words,
        "clauses": list(drill.clauses),
        "readings": list(drill.readings),
        "reason": drill.reason,
    }


def set_document(rules: Rules, drills: Sequence[Drill], seed: str) -> dict[str, Any]:
    return {
        "game": rules.game,
        "seed": seed,
        "submission": digest(rules.choices),
        "questions": [with_answer(drill) for drill in drills],
    }


def kinds_document(rules: Rules) -> dict[str, Any]:
    kinds = [
        {"name": kind.name, "title": kind.title, "chapter": kind.chapter, "seconds": kind.seconds}
        for kind in kinds_for(rules)
    ]
    return {"game": rules.game, "kinds": kinds}
