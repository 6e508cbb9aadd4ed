"""The three decisions of Ultimate Texas Hold 'Em, and the features that a rule may use in each."""

from __future__ import annotations

from croupier.hands.poker import FIVE_ROWS
from croupier.maths.strategy.rule_list import Feature, StrategyQuestion

CATEGORIES = tuple(row.category for row in reversed(FIVE_ROWS))
FIRST, FLOP, RIVER = "before the Flop", "on the Flop", "on the River"

_HIGH = Feature("the higher hole card, a rank", "rank")
_LOW = Feature("the lower hole card, a rank", "rank")
_POCKET = Feature("the rank of a pair in the hole, 0 without one", "rank")
_PAIR = Feature("the rank of the best pair with a hole card in it, 0 without one", "rank")
_MADE = Feature("the best five cards, a hand", "hand", CATEGORIES)

QUESTIONS = (
    StrategyQuestion(
        FIRST,
        ("check", "3x", "4x"),
        {
            "pair": Feature("the rank of a pair in the hole, 0 without one", "rank"),
            "high": _HIGH,
            "low": _LOW,
            "suited": Feature("1 if both hole cards are of one suit", "yes"),
        },
    ),
    StrategyQuestion(
        FLOP,
        ("check", "2x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "pocket": _POCKET,
            "flush_cards": Feature("cards of the most common suit that includes a hole card"),
            "flush_high": Feature("the highest hole card of that suit, a rank", "rank"),
            "high": _HIGH,
        },
    ),
    StrategyQuestion(
        RIVER,
        ("fold", "1x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "improves": Feature("1 if the hole cards make a better hand than the board by itself", "yes"),
            "outs": Feature("unseen cards that would each let the dealer beat this hand"),
            "high": _HIGH,
        },
    ),
)
