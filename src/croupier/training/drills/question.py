"""The question of a dealers' drill, and its answer with clauses and a reason.

A `DrillQuestion` is what the trainee sees. A `Drill` adds the answer, so only a `DrillQuestion` may leave the
server before the trainee has answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

import msgspec

from croupier.submission import format_dollars

Form = Literal["choice", "money", "number", "time"]
LONGEST_ANSWER = 200  # characters of a typed answer


class CardGroup(msgspec.Struct, frozen=True):
    """Cards at one place, such as "Seat 3" or "Board"."""

    place: str
    cards: tuple[str, ...]


class StakeShown(msgspec.Struct, frozen=True):
    wager: str
    cents: int


class DrillQuestion(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question with its situation. It never contains the answer."""

    game: str
    kind: str
    topic: str = ""  # the wager, the act or the irregularity in question, in words
    text: str
    form: Form = "choice"
    facts: tuple[str, ...] = ()  # the situation in sentences
    cards: tuple[CardGroup, ...] = ()
    wagers: tuple[StakeShown, ...] = ()
    choices: tuple[str, ...] = ()


class Drill(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its answer. The answer of a `money` question is in cents, of `time` in minutes."""

    question: DrillQuestion
    answer: str | int
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()
    reason: str
    evidence: Mapping[str, Any] = {}  # the data with which a second method can compute the answer

    @property
    def answer_words(self) -> str:
        return write_answer(self.question.form, self.answer)

    def is_right(self, given: str) -> bool:
        """Return whether a typed answer is right. A choice may be typed as its number, from 1."""
        return read_answer(self.question, given) == self.answer


def write_answer(form: Form, answer: str | int) -> str:
    if isinstance(answer, str):
        return answer
    if form == "money":
        return format_dollars(answer)
    if form == "time":
        return f"{answer // 60 % 24}:{answer % 60:02d}"
    return f"{answer:,}"


def read_answer(question: DrillQuestion, given: str) -> str | int | None:
    """Read a typed answer. Return None if it is not an answer to this kind of question."""
    return READERS[question.form](question, given.strip()[:LONGEST_ANSWER])


def _read_choice(question: DrillQuestion, given: str) -> str | None:
    if given.isascii() and given.isdigit():
        position = int(given)
        return question.choices[position - 1] if 0 < position <= len(question.choices) else None
    lowered = {choice.lower(): choice for choice in question.choices}
    if given.lower() in lowered:
        return lowered[given.lower()]
    starting = [choice for low, choice in lowered.items() if given and low.startswith(given.lower())]
    return starting[0] if len(starting) == 1 else None


def _read_money(question: DrillQuestion, given: str) -> int | None:
    try:
        cents = Decimal(given.replace(",", "").removeprefix("$")) * 100
    except InvalidOperation:
        return None
    return int(cents) if cents.is_finite() and cents == cents.to_integral_value() and cents >= 0 else None


def _read_number(question: DrillQuestion, given: str) -> int | None:
    plain = given.replace(",", "")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 12 else None


def _read_time(question: DrillQuestion, given: str) -> int | None:
    match = re.fullmatch(r"(\d{1,2}):?(\d{2})", given, re.ASCII)
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        return None
    return int(match[1]) * 60 + int(match[2])


READERS: dict[Form, Callable[[DrillQuestion, str], str | int | None]] = {
    "choice": _read_choice,
    "money": _read_money,
    "number": _read_number,
    "time": _read_time,
}
EXAMPLES: dict[Form, str] = {  # hints for the input field
    "choice": "the number of a choice",
    "money": "an amount such as 22.50",
    "number": "a number",
    "time": "a time such as 18:20",
}
