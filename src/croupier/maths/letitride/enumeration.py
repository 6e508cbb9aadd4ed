"""Solve the decisions of Let It Ride: let the bet ride or take it back, for each class of hands.

A flush needs all five cards in one suit. A hand whose cards so far are all of one suit is *suited*; any
other hand can no longer become a flush. The ranks and this flag therefore describe a hand completely. There
are 741 classes of three cards, 2,535 of four and 7,462 of five. They cover the 51,979,200 ways to deal three
cards and then two community cards in order.

The same five cards settle every bet, and no bet affects another. A bet should ride when its expected value
is positive. The player decides on Bet 1 with three cards and on Bet 2 with four (letitride/11.B, 11.C).
Bet 3 always rides.
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

DEALS = comb(52, 3) * 49 * 48  # number of deals of three cards and two community cards, whose order matters

Ranks = tuple[int, ...]


class HeldCards(NamedTuple):
    """A class of hands: the ranks in ascending order, and whether all cards are of one suit."""

    ranks: Ranks
    suited: bool

    def cards(self) -> tuple[Card, ...]:
        """Return an example of the class."""
        return tuple(
            Card(RANKS[rank] + ("s" if self.suited else "cdhs"[place % 4]))
            for place, rank in enumerate(self.ranks)
        )


class Steps(NamedTuple):
    """The whole game as arrays: the steps from three cards to four, and from four to the final hand."""

    three: tuple[HeldCards, ...]
    four: tuple[HeldCards, ...]
    kinds: tuple[Titles, ...]  # titles of each possible final hand
    dealt: NDArray[np.int64]  # number of hands in each three-card class
    source: NDArray[np.int64]  # three-card class where each step begins
    target: NDArray[np.int64]  # four-card class where each step ends
    cards: NDArray[np.int64]  # number of fourth cards that make each step
    ends: NDArray[np.int64]  # number of fifth cards (of 48), indexed by [four-card class, final hand]


def _classes(size: int) -> list[HeldCards]:
    unsuited = (HeldCards(ranks, False) for ranks in rank_sets(13, size))
    return [*unsuited, *(HeldCards(ranks, True) for ranks in combinations(range(13), size))]


def _next(hand: HeldCards) -> Iterator[tuple[HeldCards, int]]:
    """Yield each class that one more card can make, with the number of cards that make it."""
    for rank in range(13):
        ranks = tuple(sorted((*hand.ranks, rank)))
        have = hand.ranks.count(rank)
        if not hand.suited:
            yield HeldCards(ranks, False), 4 - have
        else:
            yield HeldCards(ranks, False), 3  # three cards of this rank, one in each other suit
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
    """The value of letting a bet ride for every three-card class and four-card class, as whole numbers.

    To convert a value to units of the bet, divide it by ``scale`` and by the number of ways to deal the
    missing cards: 49 x 48 after three cards, 48 after four.
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
    # If the value is exactly zero, the player takes back the bet, because this puts less money at risk.
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
    """Return the value of withdrawing the current bet and of letting it ride, in units of one bet.

    The current bet is Bet 1 before the first community card is turned over, and Bet 2 after it. The
    function enumerates every final hand that the unseen cards can make.
    """
    own_cards = (*hand, *board)
    known = {*own_cards, *dead}
    unseen = [card for card in STANDARD.order if card not in known]
    need = 5 - len(own_cards)
    kinds = Counter(poker_titles((*own_cards, *more)) for more in combinations(unseen, need))
    worth = sum((count * pays(table, titles) for titles, count in kinds.items()), Fraction(0))
    return {"withdraw": Fraction(0), "ride": worth / comb(len(unseen), need)}


def community(terms: Terms, table: Paytable, seen_cards: int) -> InformedPlay:
    """Solve the game for a player who sees one or two community cards before deciding on Bet 1.

    With one card seen, the player decides on both bets with four cards. With two cards seen, the payout is
    known.
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
    """Return the value of all three bets under best play, in units of one bet.

    ``hand`` is the player's three cards, and ``dead`` the cards known to be out of play.
    """
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
