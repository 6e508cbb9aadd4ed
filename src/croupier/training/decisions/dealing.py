"""Deal fresh hands of a kind of decision. The caller lists the hands to avoid."""

from __future__ import annotations

import random
from collections.abc import Collection
from fractions import Fraction

import msgspec

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.maths.advice import deck_for
from croupier.rulebook.registry import cache_recent
from croupier.submission import Rules
from croupier.training.decisions.judging import JudgedSpot, judge
from croupier.training.decisions.kinds import DecisionKind, kind_by_id, kind_of_rule, kinds_of
from croupier.training.decisions.questions import (
    DecisionQuestion,
    DecisionSpot,
    can_be_asked,
    deal_spot,
    questions_of,
)
from croupier.training.decisions.short_list import ShortList, short_list_of

CLOSE_CALL = Fraction(1, 10)  # largest gap, in units, of a close call
TRIES = 6_000  # maximum hands dealt in search of one kind
VALUED = 400  # maximum hands valued in search of one kind


class PracticeGame(msgspec.Struct, frozen=True):
    """A game at a table with certain rules, ready for practice."""

    rules: Rules
    questions: tuple[DecisionQuestion, ...]
    short: ShortList | None
    deck: tuple[Card, ...]

    def kinds(self) -> tuple[DecisionKind, ...]:
        return tuple(kinds_of(self.questions, self.short))

    def judge(self, spot: DecisionSpot) -> JudgedSpot:
        return judge(self.rules, self.questions[spot.question], spot, self.short)

    def fresh(self, kind_id: str, chance: random.Random, avoid: Collection[str] = ()) -> JudgedSpot:
        """Deal a hand of a kind whose key is not in ``avoid``.

        If the search finds only hands in ``avoid``, it deals one of them.
        """
        kind = kind_by_id(self.questions, self.short, kind_id)
        found = self._search(kind, chance, avoid) or self._search(kind, chance, ())
        if found is None:
            raise BadInput(f"no hand of the kind {kind_id!r:.80} was found; choose another kind")
        return found

    def _search(self, kind: DecisionKind, chance: random.Random, avoid: Collection[str]) -> JudgedSpot | None:
        valued, nearest = 0, None
        for _ in range(TRIES):
            question = self._question(kind, chance)
            spot = deal_spot(question, chance.sample(self.deck, len(self.deck)))
            if spot.key in avoid or not self._fits(kind, question, spot):
                continue
            if kind.selection not in ("close", "first_rule"):
                return self.judge(spot)
            judged = self.judge(spot)
            if self._is_chosen(kind, question, judged):
                return judged
            if kind.selection == "close" and (nearest is None or judged.gap < nearest.gap):
                nearest = judged
            valued += 1
            if valued >= VALUED:
                break
        return nearest

    def _question(self, kind: DecisionKind, chance: random.Random) -> DecisionQuestion:
        return chance.choice(self.questions) if kind.question is None else self.questions[kind.question]

    def _fits(self, kind: DecisionKind, question: DecisionQuestion, spot: DecisionSpot) -> bool:
        if not can_be_asked(self.rules, question, spot):
            return False
        if kind.rule is not None:
            assert self.short is not None
            if self.short.decide(question, spot)[1] != kind.rule:
                return False
        return self._is_reached(question, spot)

    def _is_reached(self, question: DecisionQuestion, spot: DecisionSpot) -> bool:
        """Return whether a player who follows the short list gets to this question with these cards."""
        if self.short is None:
            return True
        for earlier in self.questions[: question.number]:
            seen = DecisionSpot(
                earlier.number, spot.hand, spot.board[: earlier.board], spot.dealer[: earlier.dealer]
            )
            if not can_be_asked(self.rules, earlier, seen):
                continue
            choice, _ = self.short.decide(earlier, seen)
            if question.is_over_after(earlier.choice(choice)):
                return False
        return True

    def _is_chosen(self, kind: DecisionKind, question: DecisionQuestion, judged: JudgedSpot) -> bool:
        if kind.selection == "close":
            return 0 < judged.gap <= CLOSE_CALL
        assert self.short is not None
        return judged.cost(self.short.first_rule_choice(question, judged.spot)) > 0


@cache_recent
def practice_game(rules: Rules) -> PracticeGame:
    return PracticeGame(rules, questions_of(rules), short_list_of(rules), deck_for(rules.game).order)


__all__ = ["DecisionSpot", "PracticeGame", "kind_of_rule", "practice_game"]
