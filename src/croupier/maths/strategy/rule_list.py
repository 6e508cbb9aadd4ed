"""Lists of simple strategy rules that a person can remember. The first matching rule gives the choice.

```toml
game = "uth"
name = "my rules"

[[questions]]
asked = "before the Flop"
rules = ["4x if pair >= 3", "4x if high = A", "4x if high >= K and suited", "4x if low >= 8"]
otherwise = "check"
```

A condition compares a feature with a number, a rank (``T``, ``A``) or a hand (``two_pair``). A feature
without a comparison must be present, and a feature after ``not`` must be absent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.hands.words import many, one, title_words
from croupier.submission import read_toml

RANKS = {letter: place for place, letter in enumerate("23456789TJQKA", 2)}
COMPARE = {
    ">=": lambda values, value: values >= value,
    "<=": lambda values, value: values <= value,
    "=": lambda values, value: values == value,
}


class Feature(msgspec.Struct, frozen=True):
    """A property of the visible cards that a rule can test. Its value is a whole number."""

    description: str
    kind: str = "number"  # one of number, rank, yes (1 or 0) and hand (an index into `hands`)
    hands: tuple[str, ...] = ()
    # The words of a condition for players, by operator: ">=", "<=" and "=" (or "yes" and "no" for that kind).
    # {value} is replaced by the value as written. For a rank or a hand, {one} is replaced by a phrase such as
    # "a king", and {many} by a plural such as "kings". A key such as ">=2" gives the complete phrase for this
    # operator and value.
    phrases: Mapping[str, str] = {}

    def format_value(self, value: int) -> str:
        if self.kind == "rank":
            return next((letter for letter, rank in RANKS.items() if rank == value), str(value))
        return self.hands[value] if self.kind == "hand" else str(value)

    def read(self, text: str) -> int | None:
        if self.kind == "rank" and text.upper().replace("10", "T") in RANKS:
            return RANKS[text.upper().replace("10", "T")]
        if self.kind == "hand" and text in self.hands:
            return self.hands.index(text)
        return int(text) if re.fullmatch(r"\d{1,3}", text) else None


class StrategyQuestion(msgspec.Struct, frozen=True):
    """One question of a game: its choices (smallest wager first) and the features that rules can test."""

    name: str
    choices: tuple[str, ...]
    features: Mapping[str, Feature]


class Condition(msgspec.Struct, frozen=True):
    """One comparison in a rule: a feature, an operator and a value."""

    feature: str
    compare: str  # an operator of COMPARE
    value: int


class StrategyRule(msgspec.Struct, frozen=True):
    """A choice that applies if all conditions are met."""

    choice: str
    conditions: tuple[Condition, ...]


class Answers(msgspec.Struct, frozen=True):
    """The rules of one question, and the choice if no rule matches."""

    rules: tuple[StrategyRule, ...]
    otherwise: str


class RuleList(msgspec.Struct, frozen=True):
    game: str
    name: str
    questions: Mapping[str, Answers]


def fits(rule: StrategyRule, features: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_]:
    """Return a mask of the cases that a rule matches. ``features`` has an array of values per feature."""
    met = np.ones(next(iter(features.values())).shape, np.bool_)
    for condition in rule.conditions:
        met &= COMPARE[condition.compare](features[condition.feature], condition.value)
    return met


def decide(answers: Answers, features: Mapping[str, NDArray[Any]], choice: str) -> NDArray[np.bool_]:
    """Return a mask of the cases for which the first matching rule gives ``choice``."""
    shape = next(iter(features.values())).shape
    chosen = np.full(shape, answers.otherwise == choice, np.bool_)
    open_ = np.ones(shape, np.bool_)
    for rule in answers.rules:
        met = fits(rule, features) & open_
        chosen[met] = rule.choice == choice
        open_ &= ~met
    return chosen


# --- formatting rules


def format_rule(rule: StrategyRule, features: Mapping[str, Feature]) -> str:
    """Format a rule, such as ``4x if high >= K and suited``."""
    words = []
    for each in rule.conditions:
        feature = features[each.feature]
        if feature.kind == "yes":
            is_true = each.value if each.compare != "<=" else 0
            words.append(each.feature if is_true else f"not {each.feature}")
        else:
            words.append(f"{each.feature} {each.compare} {feature.format_value(each.value)}")
    return f"{rule.choice} if {' and '.join(words)}" if words else rule.choice


def describe_condition(condition: Condition, feature: Feature) -> str:
    """Return a condition in plain words, such as "your higher card is a king or better"."""
    if feature.kind == "yes":
        is_true = condition.compare != "<=" and condition.value > 0
        phrase = feature.phrases.get("yes" if is_true else "no")
        return (
            phrase
            or f"it is {'' if is_true else 'not '}true that {feature.description.removeprefix('1 if ')}"
        )
    value = feature.format_value(condition.value)
    special = feature.phrases.get(f"{condition.compare}{value}")
    if special is not None:
        return special
    more = {">=": " or more", "<=": " or less", "=": ""}[condition.compare]
    phrase = feature.phrases.get(condition.compare, f"{feature.description} is {{value}}{more}")
    if feature.kind == "rank" and value in RANKS:
        word = one(RANKS[value] - 2)
        article = "an" if word[0] in "ae" else "a"
        return phrase.format(value=value, one=f"{article} {word}", many=many(RANKS[value] - 2))
    if feature.kind == "hand":
        words = title_words(value)
        plain = words.startswith(("two", "three", "four"))
        return phrase.format(value=words, one=words if plain else f"a {words}", many=words)
    return phrase.format(value=value, one=value, many=value)


def describe_rule(rule: StrategyRule, features: Mapping[str, Feature]) -> str:
    """Return the conditions of a rule in plain words, joined by "and"."""
    return " and ".join(describe_condition(each, features[each.feature]) for each in rule.conditions)


def choose(answers: Answers, features: Mapping[str, int]) -> tuple[str, int | None]:
    """Return the choice for one hand, and the index of the first matching rule or None if no rule matches."""
    for place, rule in enumerate(answers.rules):
        if all(COMPARE[each.compare](features[each.feature], each.value) for each in rule.conditions):
            return rule.choice, place
    return answers.otherwise, None


def lines(rules: RuleList, questions: tuple[StrategyQuestion, ...]) -> list[str]:
    """Format the whole list, question by question."""
    texts = []
    for question in questions:
        answers = rules.questions[question.name]
        texts += [f"{question.name}: {format_rule(rule, question.features)}" for rule in answers.rules]
        texts.append(f"{question.name}: otherwise {answers.otherwise}")
    return texts


# --- reading a file


def read_list(
    source: str | PathLike[str] | Mapping[str, Any], questions: tuple[StrategyQuestion, ...], game: str
) -> RuleList:
    """Read a rule list from a file or a mapping."""
    where = "rules" if isinstance(source, Mapping) else str(source)
    document = source if isinstance(source, Mapping) else read_toml(Path(source))
    unknown = sorted(set(document) - {"game", "name", "questions"})
    if unknown:
        raise BadInput(f"{where}: unknown key {unknown[0]!r:.40}; known keys: game, name, questions")
    if document.get("game", game) != game:
        raise BadInput(f"{where}: the rules are for {document['game']!r:.40}, not for {game}")
    by_name = {question.name: question for question in questions}
    found: dict[str, Answers] = {}
    written = document.get("questions", [])
    if not isinstance(written, (list, tuple)):
        raise BadInput(f"{where}: questions must be tables written as [[questions]], not {written!r:.40}")
    for entry in written:
        name = entry.get("asked") if isinstance(entry, Mapping) else None
        if not isinstance(name, str) or name not in by_name:
            raise BadInput(
                f"{where}: no question {name!r:.60}; the questions of {game} are {', '.join(by_name)}"
            )
        found[name] = _answers(entry, by_name[name], f"{where}, {name}")
    missing = [name for name in by_name if name not in found]
    if missing:
        raise BadInput(f"{where}: the question {missing[0]!r} has no rules; add it under [[questions]]")
    return RuleList(game, str(document.get("name", Path(where).stem)), found)


def _answers(entry: Mapping[str, Any], question: StrategyQuestion, where: str) -> Answers:
    rules, otherwise = entry.get("rules", []), entry.get("otherwise", question.choices[0])
    if set(entry) - {"asked", "rules", "otherwise"} or not isinstance(rules, list):
        raise BadInput(f"{where}: a question has the keys asked, rules (a list of lines) and otherwise")
    if otherwise not in question.choices:
        raise BadInput(f"{where}: otherwise must be {' or '.join(question.choices)}, not {otherwise!r:.40}")
    return Answers(tuple(_rule(line, question, where) for line in rules), otherwise)


def _rule(line: object, question: StrategyQuestion, where: str) -> StrategyRule:
    choice, _, conditions_text = str(line).partition(" if ")
    if choice.strip() not in question.choices:
        raise BadInput(f"{where}: {line!r:.60} must begin with {' or '.join(question.choices)}")
    parts = [part.strip() for part in conditions_text.split(" and ")] if conditions_text.strip() else []
    return StrategyRule(choice.strip(), tuple(_condition(part, question, where) for part in parts))


def _condition(text: str, question: StrategyQuestion, where: str) -> Condition:
    match = re.fullmatch(r"(not )?([a-z_]+)(?:\s*(>=|<=|=|<|>)\s*([\w]+))?", text)
    feature = question.features.get(match[2]) if match else None
    if match is None or feature is None:
        known = ", ".join(question.features)
        raise BadInput(f"{where}: {text!r:.60} is not understood; the features are {known}")
    if match[3] is None:
        return Condition(match[2], "=" if match[1] else ">=", 0 if match[1] else 1)
    value = feature.read(match[4])
    if value is None or match[1]:
        raise BadInput(f"{where}: {text!r:.60}: {match[2]} is {feature.description}")
    if match[3] in "<>":
        return Condition(match[2], match[3] + "=", value + (1 if match[3] == ">" else -1))
    return Condition(match[2], match[3], value)
