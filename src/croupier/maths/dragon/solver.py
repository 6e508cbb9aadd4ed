"""Declare the Dragon Poker solver: the main game, its bonus wagers, and best play in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.hands import dragon_hand, dragon_titles
from croupier.hands.dragon import CHARACTER_OF, CHARACTERS, DRAGON, GOLD
from croupier.maths.dragon import enumeration as dragon
from croupier.maths.dragon import seen as dragon_seen
from croupier.maths.dragon.features import QUESTIONS, cases, features_of_hand
from croupier.maths.protection.seen_cards import SeenCardKind
from croupier.maths.solver import Decision, SideWager, Simple, Solver
from croupier.maths.strategy import threshold
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies, Titles, gather
from croupier.rulebook import Paytable
from croupier.submission.money import short_text

HANDS = (
    "three_dragons", "three_phoenix", "three_tigers", "trips",
    "pair_of_dragons", "pair_of_phoenix", "pair_of_tigers", "pair_of_pandas_or_better", "pair",
)  # fmt: skip


def _count(titles: Callable[[tuple[Card, ...]], Titles], pack: Mapping[Card, int]) -> Frequencies:
    def hands() -> Iterator[tuple[Titles, int]]:
        for cards in combinations_with_replacement(pack, 3):
            ways = prod(comb(pack[card], copies) for card, copies in Counter(cards).items())
            if ways:
                yield titles(cards), ways

    return gather(hands(), comb(sum(pack.values()), 3))


def dragon_hands(pack: Mapping[Card, int] = DRAGON.counts) -> Frequencies:
    return _count(lambda cards: dragon_hand(cards).titles, pack)


def dragon_wager(reading: str, pack: Mapping[Card, int] = DRAGON.counts) -> Frequencies:
    return _count(lambda cards: dragon_titles(cards, reading), pack)


def _pack(terms: Terms) -> dict[Card, int]:
    return {card: terms.copies(card) for card in DRAGON.counts}


SIDES = {
    "three_card": SideWager(
        lambda terms, table: dragon_hands(_pack(terms)), ("D-03", "D-13", "X-04"), (*HANDS, "high_card")
    ),
    "dragon": SideWager(
        lambda terms, table: dragon_wager(terms.reading("D-04"), _pack(terms)),
        ("D-04", "X-03", "X-04"),
        (
            "three_red_dragons", "three_blue_dragons", "three_dragons_with_gold", "three_dragons",
            "pair_of_dragons", "gold_dragon",
        ),
    ),
}  # fmt: skip


def strategy(terms: Terms, table: Paytable | None) -> list[Decision]:
    assert table is not None
    values = [(_characters(hand.cards), value) for hand, value in dragon.best_play(terms, table)]
    return [threshold(values, Fraction(dragon.FOLD))]


def decisions(terms: Terms, table: Paytable | None) -> dict[str, str]:
    return {
        _characters(hand.cards): "play" if value > dragon.FOLD else "fold"
        for hand, value in dragon.best_play(terms, _table(table))
    }


def _characters(cards: Sequence[str]) -> str:
    def standing(card: str) -> int:
        return len(CHARACTERS) if card == GOLD else CHARACTER_OF[card]

    best_first = sorted(cards, key=standing, reverse=True)
    return ", ".join("gold dragon" if card == GOLD else CHARACTERS[CHARACTER_OF[card]] for card in best_first)


def read_pack(written: Mapping[str, Any], where: str) -> dict[Card, int]:
    """Parse the number of copies of each card, for a deck that differs from dragon/3.A.3."""
    pack = {}
    for card, copies in written.items():
        if card not in DRAGON.counts:
            raise BadInput(f"{where}: unknown key {card!r:.60}; known keys: {', '.join(DRAGON.counts)}")
        # The rankings define hands with at most one wild card (dragon/6.A.1).
        most = 1 if card == GOLD else 40
        if type(copies) is not int or not 0 <= copies <= most:
            raise BadInput(
                f"{where}.{card}: must be a whole number from 0 to {most}, not {short_text(copies)}"
            )
        pack[Card(card)] = copies
    if sum(pack.get(card, copies) for card, copies in DRAGON.counts.items()) < 6:
        raise BadInput(
            f"{where}: the deck needs at least six cards, three for a player and three for the dealer"
        )
    return pack


def _table(table: Paytable | None) -> Paytable:
    assert table is not None
    return table


def play(terms: Terms, table: Paytable | None, rules: RuleList | None) -> Play:
    # Importing this module loads the compiler, so import it only when needed.
    from croupier.maths.dragon import rounds

    return rounds.play_of(terms, _table(table), rounds.plan_of(terms, _table(table), rules))


SOLVER = Solver(
    solve=lambda terms, table, progress: dragon.solve(terms, _table(table)),
    sides=SIDES,
    strategy=strategy,
    values=lambda terms, table, hand, board, dead: dragon.values(terms, _table(table), hand, dead),
    table="ante_bonus",
    table_hands=(*HANDS, "winning_hand"),
    table_counts=lambda terms: dragon_hands(_pack(terms)),
    every_hand=True,
    odds=("ante", "play"),
    decisions=decisions,
    in_hand=3,
    dealer=3,
    pack=read_pack,
    play=play,
    simple=Simple(
        QUESTIONS,
        lambda terms, table, question, before: cases(terms, _table(table)),
        lambda terms, table, question, hand, board: features_of_hand(hand),
    ),
    sights={
        "dealer": SeenCardKind(
            3, lambda terms, table, cards, tell: dragon_seen.dealer(terms, _table(table), cards)
        )
    },
    shared=lambda terms, table, seats, tell: dragon_seen.solve_shared(terms, _table(table), seats, tell),
)
