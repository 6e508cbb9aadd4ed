"""Play Top Five Poker rounds on arrays: simulate millions of rounds, or count all deals exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.hands import top_five
from croupier.maths.engine.kernel import kernel
from croupier.maths.simulation.dealing import Groups, deal, groups
from croupier.maths.strategy.play import NO_CARDS, NO_WORDS, SEAT, Ending, Labels, Play, PlayTally
from croupier.maths.strategy.rule_list import RuleList, decide
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.maths.topfive.enumeration import (
    HAND,
    TOP,
    RankCounts,
    TopFiveHandClass,
    hand_classes,
    list_rank_counts,
)
from croupier.maths.topfive.features import QUESTIONS, features
from croupier.maths.wagers.frequencies import Titles

PLACES = ((SEAT, 7), ("dealer", 7))
CARDS = 14
ENDING, HANDS = range(2)
COLUMNS = 2
BLANK = 5  # rank number of a card below ten
FULL_ROYAL = 31  # bits of all five top ranks of a suit

Plan = Callable[[TopFiveHandClass], bool]  # returns whether to play a hand of this class


class TopFiveTables(NamedTuple):
    """Lookup tables indexed by hand number and by whether the hand contains a royal.

    A hand number is written in base five. Each digit is the number of cards of one top rank.
    """

    rank: NDArray[np.int64]  # index in TOP of each card, or BLANK
    digit: NDArray[np.int64]  # amount that each card adds to the hand number
    strength: NDArray[np.int32]  # strength, indexed by [hand number, royal]
    titles: NDArray[np.int16]  # title code, indexed by [hand number, royal]
    short: NDArray[np.bool_]  # whether the dealer's hand does not qualify, indexed by [hand number, royal]
    plays: NDArray[np.bool_]  # whether to play, indexed by [hand number, royal, suits without a top card]


def best_plan(terms: Terms) -> Plan:
    played = {_key(hand): value > topfive.FOLD for hand, value in topfive.best_play(terms)}
    return lambda hand: played[_key(hand)]


def plan_of(terms: Terms, rules: RuleList | None) -> Plan:
    if rules is None:
        return best_plan(terms)
    answers = rules.questions[QUESTIONS[0].name]
    played = decide(answers, features(hand_classes()), "play").tolist()
    by_key = {_key(hand): plays for hand, plays in zip(hand_classes(), played, strict=True)}
    return lambda hand: by_key[_key(hand)]


def _key(hand: TopFiveHandClass) -> tuple[RankCounts, bool, int]:
    return hand.counts, hand.royal, hand.free_suits


@cache
def titles() -> tuple[Titles, ...]:
    return tuple(dict.fromkeys(top_five(hand.cards).titles for hand in hand_classes()))


def _number(rank_counts: RankCounts) -> int:
    return sum(copies * 5**place for place, copies in enumerate(rank_counts))


def book_of(terms: Terms, plan: Plan) -> TopFiveTables:
    numbers = 5**5
    rank = [TOP.index(card[0]) if card[0] in TOP else BLANK for card in STANDARD.order]
    plain, royal = topfive.ladder(terms.reading("T-03"))
    book = TopFiveTables(
        np.array(rank),
        np.array([5**each if each < BLANK else 0 for each in rank]),
        np.full((numbers, 2), -1, np.int32),
        np.zeros((numbers, 2), np.int16),
        np.zeros(numbers, np.bool_),
        np.zeros((numbers, 2, 5), np.bool_),
    )
    for rank_counts, short, by_ranks, as_royal in zip(
        list_rank_counts(), topfive.short(terms.reading("T-02")), plain, royal, strict=True
    ):
        book.strength[_number(rank_counts)] = by_ranks, as_royal
        book.short[_number(rank_counts)] = short
    for hand in hand_classes():
        number, royal_too = _number(hand.counts), int(hand.royal)
        book.titles[number, royal_too] = titles().index(top_five(hand.cards).titles)
        # With fewer than five top cards, the number of suits without a top card does not matter.
        suits = slice(None) if hand.count < 5 else hand.free_suits
        book.plays[number, royal_too, suits] = plan(hand)
    return book


@kernel
def _play(
    given_cards: NDArray[np.uint8],
    words: NDArray[np.uint64],
    rounds: int,
    by: Groups,
    deck: NDArray[np.uint8],
    book: TopFiveTables,
    round_codes: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> int:
    """Play rounds with ``given_cards``, or deal cards from the random ``words`` if no cards are given.

    For each column, ``counts`` receives the number of rounds with each result code. If ``round_codes`` has
    rows, row r receives the codes of round r.
    """
    rank, digit, strength = book.rank, book.digit, book.strength
    titles, short, plays = book.titles, book.short, book.plays
    title_codes = counts.shape[1] // 12
    cards = np.empty(CARDS, np.uint8)
    codes = np.empty(COLUMNS, np.int16)
    suits = np.empty((2, 4), np.int64)  # top ranks of each suit as bits, for the player and the dealer
    number = np.empty(2, np.int64)
    royal = np.empty(2, np.int64)
    at = 0
    for r in range(rounds):
        if given_cards.shape[0]:
            for k in range(CARDS):
                cards[k] = given_cards[r, k]
        else:
            at = deal(words, at, by, deck, cards)
        suits[:] = 0
        number[:] = 0
        royal[:] = 0
        for k in range(CARDS):
            card, who = cards[k], 0 if k < 7 else 1
            number[who] += digit[card]
            if rank[card] < BLANK:
                suits[who, card // 13] |= 1 << rank[card]
        untouched = 0
        for suit in range(4):
            untouched += suits[0, suit] == 0
            for who in range(2):
                royal[who] |= suits[who, suit] == FULL_ROYAL
        mine, theirs = strength[number[0], royal[0]], strength[number[1], royal[1]]
        result = 2 if mine > theirs else 1 if mine == theirs else 0
        falls = 1 if short[number[1]] else 0
        codes[HANDS] = titles[number[0], royal[0]]
        decision = 1 if plays[number[0], royal[0], untouched] else 0
        codes[ENDING] = ((decision * title_codes + codes[HANDS]) * 2 + falls) * 3 + result
        for column in range(COLUMNS):
            counts[column, codes[column]] += 1
            if round_codes.shape[0]:
                round_codes[r, column] = codes[column]
    return at


def endings(terms: Terms) -> tuple[Ending, ...]:
    """Return all possible endings, ordered by decision, titles, the dealer's qualification and result."""
    units = {"ante": 1, "play": 1}
    ante, play = terms.odds("ante"), terms.odds("play")
    lost, even = Fraction(-1), Fraction(0)
    folded = Ending(("fold",), {"ante": 1}, {"ante": lost})
    found = [folded] * (6 * len(titles()))
    for _ in titles():
        # The Ante pushes if the dealer does not qualify (11.C.2).
        for on_ante in ((lost, even, ante), (even, even, even)):
            for first, second in zip(on_ante, (lost, even, play), strict=True):
                found.append(Ending(("play",), units, {"ante": first, "play": second}))
    return tuple(found)


def ways(terms: Terms, plan: Plan) -> list[int]:
    found = [0] * (12 * len(titles()))
    counts = topfive.outcomes(terms.reading("T-02"), terms.reading("T-03"))
    for hand, table in zip(hand_classes(), counts, strict=True):
        hand_code = titles().index(top_five(hand.cards).titles)
        first = ((1 if plan(hand) else 0) * len(titles()) + hand_code) * 6
        for falls, results in enumerate(table):
            for result, against in enumerate(results):
                found[first + falls * 3 + result] += hand.ways * against
    assert sum(found) == comb(52, HAND) * comb(52 - HAND, HAND)
    return found


def tally(terms: Terms, plan: Plan, labels: Labels) -> PlayTally:
    """Count deals by ending. The ending contains everything that a bonus wager depends on."""
    deals = np.array(ways(terms, plan), np.int64)
    ending = np.arange(len(deals))
    return PlayTally.of(ending, {"hand": ending // 6 % len(titles())}, deals, labels)


def play_of(terms: Terms, plan: Plan) -> Play:
    book = cache(lambda: book_of(terms, plan))

    def run(
        cards: NDArray[np.uint8], words: NDArray[np.uint64], rounds: int, round_codes: NDArray[np.int16]
    ) -> NDArray[np.int64]:
        counts = np.zeros((COLUMNS, 12 * len(titles())), np.int64)
        deck = np.arange(52, dtype=np.uint8)
        _play(cards, words, rounds, groups(52, CARDS), deck, book(), round_codes, counts)
        return counts

    def codes(cards: NDArray[np.uint8]) -> NDArray[np.int16]:
        round_codes = np.empty((len(cards), COLUMNS), np.int16)
        run(np.ascontiguousarray(cards, np.uint8), NO_WORDS, len(cards), round_codes)
        return round_codes

    return Play(
        places=PLACES,
        names=STANDARD.order,
        pack=52,
        endings=endings(terms),
        columns={"hand": titles()},
        column_of=lambda wager, table: "hand",
        codes=codes,
        count=lambda words, rounds: run(NO_CARDS, words, rounds, np.empty((0, COLUMNS), np.int16)),
        ways=partial(ways, terms, plan),
        ending_titles=dict.fromkeys(
            ("top_five", "poker"),
            tuple(hand_titles for _ in range(2) for hand_titles in titles() for _ in range(6)),
        ),
        joint_columns=frozenset({"hand"}),
        tally=partial(tally, terms, plan),
    )
