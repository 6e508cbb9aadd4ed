"""Solve the decisions of Let It Ride to let a bet ride or take it back, by classes of ranks.

A flush takes all five cards. A hand is therefore either *suited* so far, and only the ranks and that fact
matter, or the hand can never become a flush and only its ranks matter. There are 741 classes of three
cards, 2,535 classes of four and 7,462 classes of five. The classes represent the 51,979,200 ways to deal
three cards and then two community cards, one at a time.

The same five cards decide every bet, and the bets do not depend on each other. A bet should ride when its
value is positive. Bet 1 is decided on three cards and Bet 2 on four (letitride/11.B, 11.C), and Bet 3 always
rides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm, prod
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card
from croupier.cards.deck import RANKS
from croupier.hands.ranking import rank_sets
from croupier.maths.protection.seen_cards import InformedPlay
from croupier.maths.results import Result, decision, distribution
from croupier.maths.stored import pack_arrays, read, unpack_arrays
from croupier.maths.terms import Terms, net_of
from croupier.maths.wagers.frequencies import Titles, poker_titles
from croupier.rulebook import Paytable

DEALS = comb(52, 3) * 49 * 48  # The community cards are turned over one after the other.

Ranks = tuple[int, ...]


class HeldCards(NamedTuple):
    """A class of hands, with ranks in ascending order and whether all cards are of one suit."""

    ranks: Ranks
    suited: bool

    def cards(self) -> tuple[Card, ...]:
        """Return an example of the class."""
        return tuple(
            Card(RANKS[rank] + ("s" if self.suited else "cdhs"[place % 4]))
            for place, rank in enumerate(self.ranks)
        )


class Steps(NamedTuple):
    """The whole game as arrays of steps from three cards to four, and from four cards to the final hand."""

    three: tuple[HeldCards, ...]
    four: tuple[HeldCards, ...]
    kinds: tuple[Titles, ...]  # titles of each possible final hand
    dealt: NDArray[np.int64]  # number of hands in each class of three cards
    source: NDArray[np.int64]  # class of three cards of each step
    target: NDArray[np.int64]  # class of four cards of each step
    cards: NDArray[np.int64]  # number of cards that lead from one class to the other
    ends: NDArray[np.int64]  # number of fifth cards (of 48), by class of four cards and final hand


def _classes(size: int) -> list[HeldCards]:
    unsuited = (HeldCards(ranks, False) for ranks in rank_sets(13, size))
    return [*unsuited, *(HeldCards(ranks, True) for ranks in combinations(range(13), size))]


def _next(hand: HeldCards) -> Iterator[tuple[HeldCards, int]]:
    """Yield the classes that one more card can lead to, with the number of such cards."""
    for rank in range(13):
        ranks = tuple(sorted((*hand.ranks, rank)))
        have = hand.ranks.count(rank)
        if not hand.suited:
            yield HeldCards(ranks, False), 4 - have
        else:
            yield HeldCards(ranks, False), 3  # three cards of this rank in the other suits
            yield HeldCards(ranks, True), 1 - have


def _count_deals(hand: HeldCards) -> int:
    """Return the number of three-card hands in a class. Unsuited classes exclude the four suited hands."""
    if hand.suited:
        return 4
    distinct = len(set(hand.ranks)) == len(hand.ranks)
    return prod(comb(4, copies) for copies in Counter(hand.ranks).values()) - (4 if distinct else 0)


STEPS, KINDS = "letitride-steps.npz", "letitride-kinds.json"


@cache
def steps() -> Steps:
    """Load the stored steps of the whole game."""
    kinds = msgspec.json.decode(read(KINDS), type=list[list[str]])
    arrays = {name: each.astype(np.int64) for name, each in unpack_arrays(read(STEPS)).items()}
    titles = tuple(frozenset(each) for each in kinds)
    return Steps(tuple(_classes(3)), tuple(_classes(4)), titles, **arrays)


def files() -> dict[str, bytes]:
    """Return the contents of the stored step files, by file name."""
    found = find_steps()
    arrays = {name: each for name, each in found._asdict().items() if isinstance(each, np.ndarray)}
    kinds = [sorted(titles) for titles in found.kinds]
    return {
        STEPS: pack_arrays({name: each.astype(np.int16) for name, each in arrays.items()}),
        KINDS: msgspec.json.format(msgspec.json.encode(kinds), indent=1) + b"\n",
    }


def find_steps() -> Steps:
    """Compute the steps of the whole game, class by class."""
    three, four = _classes(3), _classes(4)
    place = {hand: number for number, hand in enumerate(four)}
    moves = [
        (number, place[following], cards)
        for number, hand in enumerate(three)
        for following, cards in _next(hand)
        if cards
    ]
    kinds: dict[Titles, int] = {}
    kind_of = {hand: kinds.setdefault(poker_titles(hand.cards()), len(kinds)) for hand in _classes(5)}
    ends = np.zeros((len(four), len(kinds)), np.int64)
    for number, hand in enumerate(four):
        for following, cards in _next(hand):
            if cards:
                ends[number, kind_of[following]] += cards
    source, target, by = np.array(moves).T
    dealt = np.array([_count_deals(each) for each in three])
    return Steps(tuple(three), tuple(four), tuple(kinds), dealt, source, target, by, ends)


def pays(table: Paytable, titles: Titles) -> Fraction:
    """Return the net result of one bet. A hand without a row loses (letitride/11.D.3, L-08)."""
    row = table.row_for(titles)
    return Fraction(-1) if row is None else net_of(row.pays)


class RideValues(NamedTuple):
    """The value of a bet on every class of three and of four cards, as whole numbers.

    To get units of the bet, divide by ``scale`` and by the number of ways to deal the missing cards. There
    are 49 x 48 ways after three cards and 48 ways after four.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    scale: int


def best(table: Paytable) -> RideValues:
    game = steps()
    worth = [pays(table, titles) for titles in game.kinds]
    scale = lcm(*(each.denominator for each in worth))
    # Use machine integers if they cannot overflow, and Python integers for very large payouts.
    fits = max(abs(each) for each in worth) * scale * 49 * 48 < 2**62
    whole = np.array([int(each * scale) for each in worth], dtype=np.int64 if fits else object)
    second = game.ends.astype(whole.dtype) @ whole
    first = np.zeros(len(game.three), whole.dtype)
    np.add.at(first, game.source, second[game.target] * game.cards)
    return RideValues(first, second, scale)


def solve(terms: Terms, table: Paytable) -> Result:
    game = steps()
    values = best(table)
    # A bet with a value of exactly zero is taken back, because that is the smaller wager.
    ride_first, ride_second = values.first > 0, values.second > 0
    weight = game.dealt[game.source] * game.cards
    bets = 1 + ride_first[game.source].astype(int) + ride_second[game.target]

    found: Counter[Fraction] = Counter()
    for riding in (1, 2, 3):
        reached = np.zeros(len(game.four), np.int64)
        np.add.at(reached, game.target[bets == riding], weight[bets == riding])
        for titles, count in zip(game.kinds, (reached @ game.ends).tolist(), strict=True):
            found[riding * pays(table, titles)] += count

    hands, fours = comb(52, 3), comb(52, 3) * 49
    first, even_first = int(game.dealt[ride_first].sum()), int(game.dealt[values.first == 0].sum())
    second = int(weight[ride_second[game.target]].sum())
    even_second = int(weight[(values.second == 0)[game.target]].sum())
    return Result(
        "main",
        table.letter,
        "bet",
        distribution(found, DEALS),
        terms.taken("L-08", "L-16"),
        1 + Fraction(first, hands) + Fraction(second, fours),
        {
            "decisions": [
                decision("bet1", [("ride", first), ("withdraw", hands - first)], hands, even_first),
                decision("bet2", [("ride", second), ("withdraw", fours - second)], fours, even_second),
            ]
        },
    )


def values(
    table: Paytable, hand: tuple[Card, ...], board: tuple[Card, ...] = (), dead: Collection[Card] = ()
) -> dict[str, Fraction]:
    """Return the value of the bet being decided if it rides, in units of one bet.

    Bet 1 is decided before a community card is turned over, and Bet 2 after the first. The function
    enumerates every hand that the unseen cards can still make.
    """
    own_cards = (*hand, *board)
    known = {*own_cards, *dead}
    unseen = [card for card in STANDARD.order if card not in known]
    need = 5 - len(own_cards)
    kinds = Counter(poker_titles((*own_cards, *more)) for more in combinations(unseen, need))
    worth = sum((count * pays(table, titles) for titles, count in kinds.items()), Fraction(0))
    return {"withdraw": Fraction(0), "ride": worth / comb(len(unseen), need)}


def community(terms: Terms, table: Paytable, seen_cards: int) -> InformedPlay:
    """Solve the game for a player who sees community cards before Bet 1.

    With one card seen, both bets are decided on four cards. With two cards seen, the payout is known.
    """
    game = steps()
    weight = game.dealt[game.source] * game.cards
    reached = np.zeros(len(game.four), np.int64)
    np.add.at(reached, game.target, weight)
    found: Counter[Fraction] = Counter()
    wagered = 0
    pay = [pays(table, titles) for titles in game.kinds]
    rides = best(table).second > 0
    for riding, withdrawn, net in zip(
        ((reached * rides) @ game.ends).tolist(), ((reached * ~rides) @ game.ends).tolist(), pay, strict=True
    ):
        if seen_cards > 1:  # With two cards seen, the payout is known.
            riding, withdrawn = (riding + withdrawn, 0) if net > 0 else (0, riding + withdrawn)
        found[3 * net] += riding
        found[net] += withdrawn
        wagered += 3 * riding + withdrawn
    result = Result("main", table.letter, "bet", distribution(found, DEALS), terms.taken("L-08", "L-16"))
    return InformedPlay(result.ev, Fraction(wagered, DEALS), result=result)


def round_worth(table: Paytable, hand: tuple[Card, ...], dead: Collection[Card] = ()) -> Fraction:
    """Return the value of all three bets under the best play, given three cards and cards out of play."""
    gone = {*hand, *dead}
    unseen = [card for card in STANDARD.order if card not in gone]
    worth: dict[frozenset[Card], Fraction] = {}
    for pair in combinations(unseen, 2):
        worth[frozenset(pair)] = pays(table, poker_titles((*hand, *pair)))
    third = sum(worth.values(), Fraction(0))
    second = Fraction(0)
    for fourth in unseen:
        ride = sum((worth[frozenset((fourth, fifth))] for fifth in unseen if fifth != fourth), Fraction(0))
        second += max(ride, Fraction(0))
    return (third + max(third, Fraction(0)) + second / 2) / comb(len(unseen), 2)
