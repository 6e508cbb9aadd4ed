"""The three decisions in Ultimate Texas Hold 'Em, and the features that strategy rules can test in each."""

from __future__ import annotations

from croupier.hands.poker import FIVE_ROWS
from croupier.maths.strategy.rule_list import Feature, StrategyQuestion

CATEGORIES = tuple(row.category for row in reversed(FIVE_ROWS))
FIRST, FLOP, RIVER = "before the Flop", "on the Flop", "on the River"

_HIGH = Feature(
    "the rank of the higher hole card",
    "rank",
    phrases={">=": "your higher card is {one} or better", "<=": "your higher card is {one} or lower"},
)
_LOW = Feature(
    "the rank of the lower hole card",
    "rank",
    phrases={">=": "your lower card is {one} or better", "<=": "your lower card is {one} or lower"},
)
_POCKET = Feature(
    "the rank of a pair of hole cards, or 0 without a pair",
    "rank",
    phrases={
        ">=": "your own two cards are a pair of {many} or better",
        ">=2": "your own two cards are a pair",
    },
)
_PAIR = Feature(
    "the rank of the best pair that includes a hole card, or 0 without a pair",
    "rank",
    phrases={
        ">=": "one of your cards makes a pair of {many} or better",
        ">=2": "one of your cards makes a pair",
    },
)
_MADE = Feature(
    "the hand that the best five cards make",
    "hand",
    CATEGORIES,
    {">=": "you have {one} or better", "<=": "you have {one} or less", "=": "you have {one}"},
)

QUESTIONS = (
    StrategyQuestion(
        FIRST,
        ("check", "3x", "4x"),
        {
            "pair": _POCKET,
            "high": _HIGH,
            "low": _LOW,
            "suited": Feature(
                "1 if both hole cards are of the same suit",
                "yes",
                phrases={"yes": "your cards are of one suit", "no": "your cards are of two suits"},
            ),
        },
    ),
    StrategyQuestion(
        FLOP,
        ("check", "2x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "pocket": _POCKET,
            "flush_cards": Feature(
                "the number of cards of the most common suit that includes a hole card",
                phrases={">=": "at least {value} cards, one of them your own, are of one suit"},
            ),
            "flush_high": Feature(
                "the rank of the highest hole card of that suit",
                "rank",
                phrases={">=": "your highest card of that suit is {one} or better"},
            ),
            "high": _HIGH,
        },
    ),
    StrategyQuestion(
        RIVER,
        ("fold", "1x"),
        {
            "made": _MADE,
            "pair": _PAIR,
            "improves": Feature(
                "1 if the hole cards make a better hand than the board alone",
                "yes",
                phrases={
                    "yes": "your cards improve the hand on the board",
                    "no": "your cards do not improve the hand on the board",
                },
            ),
            "outs": Feature(
                "the number of unseen cards with which the dealer would beat this hand",
                phrases={"<=": "at most {value} of the 45 unseen cards give the dealer a better hand"},
            ),
            "high": _HIGH,
        },
    ),
)
