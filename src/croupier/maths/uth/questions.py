"""The three decisions in Ultimate Texas Hold 'Em, and the features that strategy rules can test in each."""

from __future__ import annotations

from croupier.hands.poker import FIVE_ROWS
from croupier.maths.strategy.rule_list import Feature, StrategyQuestion

CATEGORIES = tuple(row.category for row in reversed(FIVE_ROWS))
FIRST, FLOP, RIVER = "before the Flop", "on the Flop", "on the River"

_HIGH = Feature("the rank of the higher hole card", "rank")
_LOW = Feature("the rank of the lower hole card", "rank")
_POCKET = Feature("the rank of a pair of hole cards, or 0 without a pair", "rank")
_PAIR = Feature("the rank of the best pair that includes a hole card, or 0 without a pair", "rank")
_MADE = Feature("the hand that the best five cards make", "hand", CATEGORIES)

QUESTIONS = (
    StrategyQuestion(
        FIRST,
        ("check", "3x", "4x"),
        {
            "pair": Feature("the rank of a pair of hole cards, or 0 without a pair", "rank"),
            "high": _HIGH,
            "low": _LOW,
            "suited": Feature("1 if both hole cards are of the same suit", "yes"),
        },
    ),
    StrategyQuestion(
        FLOP,
        ("check", "2x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "pocket": _POCKET,
            "flush_cards": Feature("the number of cards of the most common suit that includes a hole card"),
            "flush_high": Feature("the rank of the highest hole card of that suit", "rank"),
            "high": _HIGH,
        },
    ),
    StrategyQuestion(
        RIVER,
        ("fold", "1x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "improves": Feature("1 if the hole cards make a better hand than the board alone", "yes"),
            "outs": Feature("the number of unseen cards with which the dealer would beat this hand"),
            "high": _HIGH,
        },
    ),
)
