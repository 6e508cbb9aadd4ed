"""Compute a bettor's share of a meter when another winner of the same round is paid first.

Winners are paid in settlement order, each from the amount that the previous winner left (X-12). Every order
is equally likely. At most two players can have straight flushes that use their own cards. A straight flush
that is entirely on the board belongs to every player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.maths.wagers.frequencies import Titles
from croupier.maths.wagers.pairs import Pairs

BOARDS = 2_598_960
ROYAL, STRAIGHT_FLUSH = frozenset({"royal_flush"}), frozenset({"straight_flush"})
# Numbers of holdings on a board with a straight flush: all holdings of a player, and all holdings of a second
# player. If the straight flush is king-high, holdings with and without the ace of the suit are counted too.
HOLES, OTHER_HOLES, WITH_THE_ACE, WITHOUT_IT = 1_081, 990, 46, 1_035


class Case(NamedTuple):
    """A case in which several winners are paid, and the bettor is paid last.

    ``order`` has the percentage of the meter that each winner is paid, in the order of payment.
    """

    chance: Fraction
    order: tuple[int, ...]
    envy: Fraction  # Envy that the other players' hands earn for the bettor


Percent = Callable[[Titles], int]  # percentage of the meter that a hand is paid, or 0
Bonus = Callable[[Titles], Fraction]


def cases(
    found: Pairs, on_the_board: bool, bettors: int, others: int, percent: Percent, bonus: Bonus
) -> Iterator[Case]:
    """Yield the cases in which other winners may be paid before the bettor.

    ``on_the_board`` means that hands include five community cards, which may be a straight flush themselves.
    """
    made = _made_by_the_board() if on_the_board else {}
    for (one, two), count in found.counts.items():
        pairs = count - made.get((_kind(one), _kind(two)), 0)
        if pairs and percent(one) and percent(two):
            chance = Fraction(bettors * pairs, 2 * found.total)
            yield Case(chance, (percent(two), percent(one)), bonus(two))
    if on_the_board:
        yield from _on_the_board(bettors, others, percent, bonus)


def _kind(titles: Titles) -> Titles:
    return next((kind for kind in (ROYAL, STRAIGHT_FLUSH) if kind <= titles), frozenset())


def _made_by_the_board() -> Mapping[tuple[Titles, Titles], int]:
    """Count pairs of hands for which the board itself is a straight flush.

    There are four boards with a royal flush, four with a king-high straight flush and 32 with a lower one.
    On a king-high straight flush, the ace of the suit makes a royal flush.
    """
    neither = WITHOUT_IT * (OTHER_HOLES - 44)
    return {
        (ROYAL, ROYAL): 4 * HOLES * OTHER_HOLES,
        (STRAIGHT_FLUSH, STRAIGHT_FLUSH): 32 * HOLES * OTHER_HOLES + 4 * neither,
        (ROYAL, STRAIGHT_FLUSH): 4 * WITH_THE_ACE * OTHER_HOLES,
        (STRAIGHT_FLUSH, ROYAL): 4 * WITHOUT_IT * 44,
    }


def _on_the_board(bettors: int, others: int, percent: Percent, bonus: Bonus) -> Iterator[Case]:
    places = bettors + 1
    royal, flush = percent(ROYAL), percent(STRAIGHT_FLUSH)
    all_royal, all_flush = others * bonus(ROYAL), others * bonus(STRAIGHT_FLUSH)
    one_royal = all_flush - bonus(STRAIGHT_FLUSH) + bonus(ROYAL)
    ace = Fraction(2, 47)  # probability that a given player has the ace
    king = Fraction(4, BOARDS)
    for place in range(places):
        yield Case(Fraction(4, BOARDS * places), (royal,) * (place + 1), all_royal)
        below = Fraction(32, BOARDS * places)
        nobody = king * (1 - ace * places) / places
        yield Case(below + nobody, (flush,) * (place + 1), all_flush)
        yield Case(king * ace / places, (*(flush,) * place, royal), all_flush)
        for holder in range(places):  # Another bettor has the ace.
            if holder != place:
                before = (
                    (*(flush,) * holder, royal, *(flush,) * (place - holder - 1))
                    if holder < place
                    else (flush,) * place
                )
                yield Case(king * ace / places, (*before, flush), one_royal)


def paid_last(order: Sequence[int], meter: Fraction, reset: Fraction, keeps: bool, cents: bool) -> Fraction:
    """Return the payment to the last of these winners.

    With ``keeps``, the meter is not reduced by a partial payment (X-12 R2). With ``cents``, payments are
    rounded down to whole cents.
    """
    pays = Fraction(0)
    for percent in order:
        pays = meter * percent / 100
        if cents:
            pays = Fraction(int(pays))
        if percent == 100:
            meter = reset
        elif not keeps:
            meter -= pays
    return pays
