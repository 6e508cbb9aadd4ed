"""A strategy as a person keeps it: for each question a short list of rules, the first that fits decides."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Condition(msgspec.Struct, frozen=True):
    """What a rule looks at: a feature, how it is compared, and with what."""

    feature: str
    compare: str  # one of >=, <=, =
    value: int


class Rule(msgspec.Struct, frozen=True):
    """All conditions met: this choice."""

    choice: str
    conditions: tuple[Condition, ...]


class Answers(msgspec.Struct, frozen=True):
    """The rules of one question, and the choice where none fits."""

    rules: tuple[Rule, ...]
    otherwise: str


class RuleList(msgspec.Struct, frozen=True):
    game: str
    name: str
    questions: Mapping[str, Answers]
