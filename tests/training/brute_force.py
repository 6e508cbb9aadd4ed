"""Compute the values of decisions by trying every unseen card, with the hand rankings of tests/independent.

Values are in units of the Ante, or of one bet of Let It Ride. The result is None for the starting hands of
Ultimate Texas Hold 'Em, which would take too long. `python -m tests.proofs.uth_plain` solves all 169 of them
a second way.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from croupier.cards import STANDARD
from croupier.maths.advice import deck_for
from croupier.rulebook import Paytable
from croupier.training.decisions.dealing import PracticeGame
from croupier.training.decisions.questions import DecisionSpot
from tests.helpers import uth_by_boards
from tests.helpers.reference_solver import gain
from tests.independent import hands

Values = dict[str, Fraction]
TENS = hands.rank("Ts")
ROWS = ("straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush")


def brute_values(game: PracticeGame, spot: DecisionSpot) -> Values | None:
    hand, board = [str(card) for card in spot.hand], [str(card) for card in spot.board]
    unseen = [str(card) for card in deck_for(game.rules.game).order]
    for card in hand + board:
        unseen.remove(card)
    match game.rules.game:
        case "uth" if len(board) == 3:
            return uth_flop(game.rules.paytable("blind"), hand, board)
        case "uth" if len(board) == 5:
            return uth_river(game.rules.paytable("blind"), hand, board, unseen)
        case "letitride":
            return let_it_ride(game.rules.paytable("main"), hand + board, unseen)
        case "dragon":
            return dragon(game.rules.paytable("ante_bonus"), hand, unseen)
        case "topfive":
            readings = game.rules.reading("T-02"), game.rules.reading("T-03")
            return top_five(*readings, hand, unseen)
    return None


def payment(table: Paytable, fits: Callable[[str], bool]) -> Fraction | None:
    """Return the net payment of the first row whose hand `fits` accepts, or None if there is none."""
    return next((gain(row) for row in table.rows if fits(row.hand)), None)


def uth_river(blind: Paytable, hand: list[str], board: list[str], unseen: list[str]) -> Values:
    mine = hands.best(hand + board)
    on_blind = payment(blind, lambda row: row == hands.name(mine)) or Fraction(0)
    total, deals = Fraction(0), 0
    for pair in combinations(unseen, 2):
        theirs = hands.best([*pair, *board])
        ante = int(hands.name(theirs) != "high_card")
        deals += 1
        if mine > theirs:
            total += 1 + ante + on_blind
        elif mine < theirs:
            total -= 2 + ante
    return {"fold": Fraction(-2), "1x": total / deals}


def let_it_ride(table: Paytable, cards: list[str], unseen: list[str]) -> Values:
    total, deals = Fraction(0), 0
    for rest in combinations(unseen, 5 - len(cards)):
        worth = hands.five([*cards, *rest])
        name = hands.name(worth)
        high = name == "pair" and worth[1][0] >= TENS

        def fits(row: str, name: str = name, high: bool = high) -> bool:
            return high if "pair" in row and row != "two_pair" else row == name

        paid = payment(table, fits)
        total += Fraction(-1) if paid is None else paid
        deals += 1
    return {"withdraw": Fraction(0), "ride": total / deals}


def dragon(bonus: Paytable, hand: list[str], unseen: list[str]) -> Values:
    mine = hands.dragon(hand)
    titles = hands.dragon_titles(mine) | {"winning_hand"}
    on_bonus = payment(bonus, lambda row: row in titles)
    assert on_bonus is not None
    total, deals = Fraction(0), 0
    for three in combinations(unseen, 3):
        theirs = hands.dragon(list(three))
        deals += 1
        if mine > theirs:
            total += 2 + on_bonus
        elif mine < theirs:
            total -= 3
    return {"fold": Fraction(-2), "play": total / deals}


def uth_flop(blind: Paytable, hand: list[str], board: list[str]) -> Values:
    """Try every Turn, River and dealer's hand with the plain evaluator, for a raise and for a check."""
    paid = [payment(blind, lambda name, row=row: name == row) or Fraction(0) for row in ROWS]  # type: ignore[misc]
    scale = np.lcm.reduce([each.denominator for each in paid])
    pays = np.array([int(each * scale) for each in paid], np.int64)
    places = {str(card): place for place, card in enumerate(STANDARD.order)}
    hole, flop, dead = (np.array([places[card] for card in each], np.int64) for each in (hand, board, []))
    checked, raised, *_ = uth_by_boards.flop_by_trying(hole, flop, dead, pays, int(scale))
    divisor = comb(47, 2) * comb(45, 2) * int(scale)
    return {"check": Fraction(int(checked), divisor), "2x": Fraction(int(raised), divisor)}


@cache
def dealers_top_cards(
    cards: tuple[str, ...], ranking: str, qualifying: str
) -> tuple[tuple[object, ...], bool]:
    return hands.top_compared(cards, ranking), hands.top_qualifies(cards, qualifying)


def top_five(qualifying: str, ranking: str, hand: list[str], unseen: list[str]) -> Values:
    """Try every set of counting cards that the dealer can have. Lower cards only fill the hand."""
    mine, counting = hands.top_compared(hand, ranking), hands.top_cards(unseen)
    total, blanks = Fraction(0), len(unseen) - len(counting)
    for size in range(8):
        deals = comb(blanks, 7 - size)
        for theirs in combinations(counting, size):
            other, qualifies = dealers_top_cards(theirs, ranking, qualifying)
            result = (mine > other) - (mine < other)
            total += deals * result * (2 if qualifies else 1)
    return {"fold": Fraction(-1), "play": total / comb(len(unseen), 7)}
