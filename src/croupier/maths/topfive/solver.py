"""Declare the Top Five Poker solver: the main game, its bonus wagers, and best play in words."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from croupier.hands import top_five
from croupier.maths.protection.seen_cards import SeenCardKind
from croupier.maths.solver import Decision, SideWager, Simple, Solver
from croupier.maths.strategy import threshold
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.maths.topfive import seen as topfive_seen
from croupier.maths.topfive.enumeration import TopFiveHandClass, hand_classes
from croupier.maths.topfive.features import QUESTIONS, cases, features_of_hand
from croupier.maths.wagers.frequencies import Frequencies, gather
from croupier.rulebook import Paytable


@cache
def top_fives() -> Frequencies:
    """Return how often each set of hand titles occurs. Both bonus wagers are paid by these titles."""
    return gather(((top_five(each.cards).titles, each.ways) for each in hand_classes()), comb(52, 7))


SIDES = {
    "top_five": SideWager(
        lambda terms, table: top_fives(),
        ("T-05", "X-04"),
        ("seven_cards", "six_cards", "five_cards", "four_cards"),
    ),
    "poker": SideWager(
        lambda terms, table: top_fives(),
        ("T-01", "T-05", "T-15", "X-04"),
        (
            "royal_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind", "two_pair",
            "pair_of_aces_or_kings", "pair", "high_card",
        ),
    ),
}  # fmt: skip


def strategy(terms: Terms, table: Paytable | None) -> list[Decision]:
    values = [(_name(hand), value) for hand, value in topfive.best_play(terms)]
    return [threshold(values, Fraction(topfive.FOLD))]


def decisions(terms: Terms, table: Paytable | None) -> dict[str, str]:
    return {
        _name(hand): "play" if value > topfive.FOLD else "fold" for hand, value in topfive.best_play(terms)
    }


@cache
def _name(hand: TopFiveHandClass) -> str:
    ranks = "-".join(card[0] for card in hand.cards) or "nothing"
    royal = " with a royal flush" if hand.royal else ""
    whole = f", {hand.free_suits} suits untouched" if hand.count >= 5 else ""
    return f"{top_five(hand.cards).announce()} ({ranks}{royal}{whole})"


def play(terms: Terms, table: Paytable | None, rules: RuleList | None) -> Play:
    # Importing this module loads the compiler, so import it only when needed.
    from croupier.maths.topfive import rounds

    return rounds.play_of(terms, rounds.plan_of(terms, rules))


SOLVER = Solver(
    solve=lambda terms, table, progress: topfive.solve(terms),
    sides=SIDES,
    strategy=strategy,
    values=lambda terms, table, hand, board, dead: topfive.values(terms, hand, dead),
    odds=("ante", "play"),
    decisions=decisions,
    in_hand=7,
    dealer=7,
    play=play,
    simple=Simple(
        QUESTIONS,
        lambda terms, table, question, before: cases(terms),
        lambda terms, table, question, hand, board: features_of_hand(hand),
    ),
    sights={"dealer": SeenCardKind(1, lambda terms, table, cards, tell: topfive_seen.dealer(terms))},
)
