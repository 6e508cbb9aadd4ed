"""The questions of a game and the cards that a player sees at each, derived from the game's script."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.games import script
from croupier.games.game import BOARD, DEALER, PLAYERS, Ask, Choice, Deal, Showdown, Turn
from croupier.maths.solver import Solver, solver
from croupier.submission import Rules

Hand = tuple[Card, ...]


class DecisionQuestion(msgspec.Struct, frozen=True):
    """One question of the round, with the number of cards that are visible when it is asked."""

    number: int  # position among the game's questions, from 0
    ask: Ask
    asked: str  # the solver's name of the question
    hand: int
    board: int
    dealer: int  # face-up cards of the dealer

    @property
    def name(self) -> str:
        return self.ask.name

    def choice(self, name: str) -> Choice:
        return next(each for each in self.ask.choices if each.name == name)

    def is_over_after(self, choice: Choice) -> bool:
        """Return whether an earlier choice ends the round before this question."""
        if choice.stakes is not None and choice.stakes == self.ask.lacking:
            return True
        return self.ask.having in choice.collects or self.ask.having == choice.withdraws


class DecisionSpot(msgspec.Struct, frozen=True):
    """The cards that a player sees at a question."""

    question: int
    hand: Hand
    board: Hand = ()
    dealer: Hand = ()

    @property
    def key(self) -> str:
        """Return a text that is equal for spots with the same cards in a different order."""
        parts = (self.hand, self.board, self.dealer)
        return f"{self.question}:" + "/".join(",".join(sorted(map(str, part))) for part in parts)


def solver_for(game: str) -> Solver:
    """Return the game's solver. Raise ``BadInput`` with a message for players if the game has none."""
    try:
        return solver(game)
    except BadInput as fault:
        raise BadInput(f"practice is not available for this game: {fault}") from None


def questions_of(rules: Rules) -> tuple[DecisionQuestion, ...]:
    """Return the questions of a round under these rules that the game's solver can value."""
    of = solver_for(rules.game)
    hand = board = dealer = 0
    asks: list[DecisionQuestion] = []
    for phase in script(rules):
        if isinstance(phase, Deal):
            for each in phase.deliveries:
                hand += each.count if each.place == PLAYERS else 0
                if phase.face_up:
                    board += each.count if each.place == BOARD else 0
                    dealer += each.count if each.place == DEALER else 0
        elif isinstance(phase, Turn):
            board += phase.count if phase.place == BOARD else 0
            dealer += phase.count if phase.place == DEALER else 0
        elif isinstance(phase, Ask) and hand == of.in_hand and board in of.asked_with:
            asks.append(DecisionQuestion(len(asks), phase, of.question(board), hand, board, dealer))
    if not asks:
        raise BadInput("practice is not available for this game: its players make no decision with values")
    return tuple(asks)


def can_be_asked(rules: Rules, question: DecisionQuestion, spot: DecisionSpot) -> bool:
    """Return whether the game asks the question with these cards."""
    if question.ask.when is None:
        return True
    seen = Showdown({}, False, spot.hand, spot.board, (), spot.dealer)
    return question.ask.when(rules, seen)


def deal_spot(question: DecisionQuestion, cards: Sequence[Card]) -> DecisionSpot:
    """Take the visible cards of a question from shuffled cards."""
    first, second = question.hand, question.hand + question.board
    hand, board = tuple(cards[:first]), tuple(cards[first:second])
    return DecisionSpot(question.number, hand, board, tuple(cards[second : second + question.dealer]))
