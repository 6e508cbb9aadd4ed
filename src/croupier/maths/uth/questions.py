"""The questions of Ultimate Texas Hold 'Em, and what a rule of play may look at in each."""

from __future__ import annotations

from croupier.hands.poker import FIVE_ROWS
from croupier.maths.play.rulelist import Feature, Question

CATEGORIES = tuple(row.category for row in reversed(FIVE_ROWS))
FIRST, FLOP, RIVER = "before the Flop", "on the Flop", "on the River"

_HIGH = Feature("the higher hole card, a rank", "rank")
_LOW = Feature("the lower hole card, a rank", "rank")
_POCKET = Feature("the rank of a pair in the hole, 0 without one", "rank")
_PAIR = Feature("the rank of the best pair with a hole card in it, 0 without one", "rank")
_MADE = Feature("the best five cards, a hand", "hand", CATEGORIES)

QUESTIONS = (
    Question(
        FIRST,
        ("check", "3x", "4x"),
        {
            "pair": Feature("the rank of a pair in the hole, 0 without one", "rank"),
            "high": _HIGH,
            "low": _LOW,
            "suited": Feature("1 if both hole cards are of one suit", "yes"),
        },
    ),
    Question(
        FLOP,
        ("check", "2x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "pocket": _POCKET,
            "flush_cards": Feature("cards of the suit that most cards have, a hole card among them"),
            "flush_high": Feature("the highest hole card of that suit, a rank", "rank"),
            "high": _HIGH,
        },
    ),
    Question(
        RIVER,
        ("fold", "1x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "improves": Feature("1 if the hole cards make a better hand than the board is", "yes"),
            "outs": Feature("unseen cards any of which would have the dealer beat this hand"),
            "high": _HIGH,
        },
    ),
)
