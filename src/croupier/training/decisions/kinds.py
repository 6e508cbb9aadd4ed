"""The kinds of decisions that players practice: questions, close calls, common mistakes and single rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from croupier.errors import BadInput
from croupier.training.decisions.questions import DecisionQuestion
from croupier.training.decisions.short_list import ListedRule, ShortList

Selection = Literal["any", "question", "close", "first_rule", "rule"]
ANY, CLOSE, FIRST_RULE = "any", "close", "first-rule"


class DecisionKind(msgspec.Struct, frozen=True):
    """A kind of decision. Its id is stable while the game asks the question and the rule exists."""

    id: str  # such as "any", "close", "0", or "0/4x if high >= A"
    selection: Selection
    question: int | None = None
    rule: ListedRule | None = None


def kind_of_rule(question: DecisionQuestion, rule: ListedRule | None) -> str:
    """Return the id under which a decision is scheduled: its rule's, or its question's if no list exists."""
    return str(question.number) if rule is None else f"{question.number}/{rule.rule}"


def kinds_of(questions: tuple[DecisionQuestion, ...], short: ShortList | None) -> Iterator[DecisionKind]:
    """Yield the kinds of decisions of a game, general ones first."""
    yield DecisionKind(ANY, "any")
    for question in questions:
        yield DecisionKind(str(question.number), "question", question.number)
    yield DecisionKind(CLOSE, "close")
    if short is None:
        return
    yield DecisionKind(FIRST_RULE, "first_rule")
    for question in questions:
        for rule in short.listed.get(question.asked, ()):
            yield DecisionKind(kind_of_rule(question, rule), "rule", question.number, rule)


def kind_by_id(questions: tuple[DecisionQuestion, ...], short: ShortList | None, id_: str) -> DecisionKind:
    for kind in kinds_of(questions, short):
        if kind.id == id_:
            return kind
    raise BadInput(f"there is no kind of decision {id_!r:.80} at this table; choose one from the list")
