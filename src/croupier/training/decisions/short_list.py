"""The short list of strategy rules of a table: which rule decides a hand, and what the list costs."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from croupier.errors import BadInput
from croupier.maths.advice import terms_at
from croupier.maths.strategy.rule_list import (
    Answers,
    RuleList,
    StrategyQuestion,
    choose,
    describe_rule,
    fits,
    format_rule,
)
from croupier.maths.strategy.simple import QuestionCases, find_list, simple_of
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable
from croupier.submission import Rules
from croupier.training.decisions.questions import DecisionQuestion, DecisionSpot, solver_for

OTHERWISE = "otherwise"


class ListedRule(msgspec.Struct, frozen=True):
    """One line of the short list, with the loss for a player who gets its hands wrong."""

    rule: str  # as the list is written, such as "4x if high >= K and suited"; or "otherwise check"
    choice: str
    words: str  # the conditions in plain words, or empty for the last line
    at_stake: float  # loss in units per round for a player who gets every hand of this rule wrong


class ShortList(msgspec.Struct, frozen=True):
    """The short list of one table."""

    terms: Terms
    table: Paytable | None
    rules: RuleList
    questions: Mapping[str, StrategyQuestion]
    listed: Mapping[str, tuple[ListedRule, ...]]  # lines by question

    def features(self, question: DecisionQuestion, spot: DecisionSpot) -> Mapping[str, int]:
        of_hand = simple_of(self.terms.game).of_hand
        assert of_hand is not None, "a short list is only built with this function"
        return of_hand(self.terms, self.table, question.asked, spot.hand, spot.board)

    def decide(self, question: DecisionQuestion, spot: DecisionSpot) -> tuple[str, ListedRule]:
        """Return the choice of the list for a hand, and the line that decides it."""
        answers = self.rules.questions[question.asked]
        choice, place = choose(answers, self.features(question, spot))
        return choice, self.listed[question.asked][len(answers.rules) if place is None else place]

    def first_rule_choice(self, question: DecisionQuestion, spot: DecisionSpot) -> str:
        """Return the choice of a player who knows only the first rule of the question."""
        answers = self.rules.questions[question.asked]
        short = Answers(answers.rules[:1], self.questions[question.asked].choices[0])
        return choose(short, self.features(question, spot))[0]


def short_list_of(rules: Rules) -> ShortList | None:
    """Return the short list for a table, or None if the game's solver has no features for single hands."""
    of = solver_for(rules.game)
    if of.simple is None or of.simple.of_hand is None:
        return None
    terms = terms_at(rules, rules.game)
    table = rules.paytable(of.table) if of.table else None
    cases = QuestionCases(terms, table)
    try:
        found = find_list(terms, table, cases)
    except BadInput:
        return None  # for example, a list exists only for the printed raises
    questions = {question.name: question for question in of.simple.questions}
    return ShortList(terms, table, found, questions, _lines(found, questions, cases))


def _lines(
    found: RuleList, questions: Mapping[str, StrategyQuestion], question_cases: QuestionCases
) -> dict[str, tuple[ListedRule, ...]]:
    lines: dict[str, tuple[ListedRule, ...]] = {}
    before: dict[str, Answers] = {}
    for name, question in questions.items():
        answers, cases = found.questions[name], question_cases.cases(name, dict(before))
        before[name] = answers
        left, of_question = np.ones(len(cases.gain), np.bool_), []
        for rule in answers.rules:
            met = fits(rule, cases.features) & left
            left &= ~met
            at_stake = float(np.abs(cases.gain[met]).sum())
            written = format_rule(rule, question.features)
            words = describe_rule(rule, question.features)
            of_question.append(ListedRule(written, rule.choice, words, at_stake))
        at_stake = float(np.abs(cases.gain[left]).sum())
        of_question.append(ListedRule(f"{OTHERWISE} {answers.otherwise}", answers.otherwise, "", at_stake))
        lines[name] = tuple(of_question)
    return lines
