"""Compute the values of decisions by trying every unseen card, with the hand rankings of tests/independent.

Values are in units of the Ante, or of one bet of Let It Ride. The result is None for questions that
would take too long: the starting hands of Ultimate Texas Hold 'Em and Top Five Poker. Only tests/proofs
enumerates these.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from croupier.maths.advice import deck_for
from croupier.rulebook import Paytable
from croupier.training.decisions.dealing import PracticeGame
from croupier.training.decisions.questions import DecisionSpot
from tests.helpers.reference_solver import gain
from tests.independent import hands

Values = dict[str, Fraction]
TENS = hands.rank("Ts")


def brute_values(game: PracticeGame, spot: DecisionSpot) -> Values | None:
    hand, board = [str(card) for card in spot.hand], [str(card) for card in spot.board]
    unseen = [str(card) for card in deck_for(game.rules.game).order]
    for card in hand + board:
        unseen.remove(card)
    match game.rules.game:
        case "uth" if len(board) == 5:
            return uth_river(game.rules.paytable("blind"), hand, board, unseen)
        case "letitride":
            return let_it_ride(game.rules.paytable("main"), hand + board, unseen)
        case "dragon":
            return dragon(game.rules.paytable("ante_bonus"), hand, unseen)
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
