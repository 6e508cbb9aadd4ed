"""Play Let It Ride rounds on arrays: simulate millions of rounds, or count all deals exactly."""

from __future__ import annotations

from functools import cache, partial
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.letitride import on_three_cards
from croupier.hands import three_card
from croupier.hands.arrays import RankTables, strength_of, tables
from croupier.maths.engine.kernel import kernel
from croupier.maths.letitride.box import boxes
from croupier.maths.letitride.enumeration import HeldCards, best, pays, steps
from croupier.maths.letitride.features import QUESTIONS, features
from croupier.maths.simulation.dealing import Groups, deal, groups
from croupier.maths.strategy.made_hands import (
    SUPER,
    SUPER_DIAMONDS,
    SUPER_OTHER,
    categories,
    made_codes,
    six_titles,
    three_codes,
)
from croupier.maths.strategy.play import NO_CARDS, NO_WORDS, SEAT, Ending, Labels, LazyTitles, Play, PlayTally
from croupier.maths.strategy.rule_list import RuleList, decide
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable

PLACES = ((SEAT, 3), ("board", 2), ("box", 3))
CARDS = 8
ENDING, FIVE_CARDS, THREE, SIX = range(4)
COLUMNS = 4
ROYAL = 9
DIAMONDS = 1  # index of the suit in deck order


class RidePlan(NamedTuple):
    """Two masks of the classes whose bet rides: three-card classes for Bet 1, four-card classes for Bet 2."""

    first: NDArray[np.bool_]
    second: NDArray[np.bool_]


class LetItRideTables(NamedTuple):
    ranks: RankTables
    title_codes: NDArray[np.int16]
    category: NDArray[np.int16]
    three: NDArray[np.int16]
    first_unsuited: NDArray[np.bool_]  # whether Bet 1 rides, indexed by the ranks of three unsuited cards
    first_suited: NDArray[np.bool_]  # whether Bet 1 rides, indexed by the ranks of three suited cards as bits
    second_unsuited: NDArray[np.bool_]
    second_suited: NDArray[np.bool_]


def best_plan(table: Paytable) -> RidePlan:
    values = best(table)
    return RidePlan((values.first > 0).astype(np.bool_), (values.second > 0).astype(np.bool_))


def plan_of(terms: Terms, table: Paytable, rules: RuleList | None) -> RidePlan:
    if rules is None:
        return best_plan(table)
    game = steps()
    first, second = (rules.questions[question.name] for question in QUESTIONS)
    return RidePlan(
        decide(first, features(game.three, table), "ride"), decide(second, features(game.four, table), "ride")
    )


def _lookups(
    classes: tuple[HeldCards, ...], rides: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    size = len(classes[0].ranks)
    unsuited = np.zeros((13,) * size, np.bool_)
    suited = np.zeros(1 << 13, np.bool_)
    for hand, ride in zip(classes, rides.tolist(), strict=True):
        if hand.suited:
            suited[sum(1 << rank for rank in hand.ranks)] = ride
        else:
            for order in set(permutations(hand.ranks)):
                unsuited[order] = ride
    return unsuited, suited


def book_of(plan: RidePlan) -> LetItRideTables:
    game = steps()
    return LetItRideTables(
        tables(), made_codes()[1], categories(), three_codes()[1],
        *_lookups(game.three, plan.first), *_lookups(game.four, plan.second),
    )  # fmt: skip


@kernel
def _play(
    given_cards: NDArray[np.uint8],
    words: NDArray[np.uint64],
    rounds: int,
    by: Groups,
    deck: NDArray[np.uint8],
    book: LetItRideTables,
    round_codes: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> int:
    """Play rounds with ``given_cards``, or deal cards from the random ``words`` if no cards are given.

    For each column, ``counts`` receives the number of rounds with each result code. If ``round_codes`` has
    rows, row r receives the codes of round r.
    """
    ranks, code = book.ranks, book.ranks.code
    made, category, threes = book.title_codes, book.category, book.three
    first_unsuited, first_suited = book.first_unsuited, book.first_suited
    second_unsuited, second_suited = book.second_unsuited, book.second_suited
    kinds = counts.shape[1] // 4
    cards = np.empty(CARDS, np.uint8)
    codes = np.empty(COLUMNS, np.int16)
    at = 0
    for r in range(rounds):
        if given_cards.shape[0]:
            for k in range(CARDS):
                cards[k] = given_cards[r, k]
        else:
            at = deal(words, at, by, deck, cards)
        a, b, c, d = np.int64(cards[0]), np.int64(cards[1]), np.int64(cards[2]), np.int64(cards[3])
        card_bits = np.int64(1) << a | np.int64(1) << b | np.int64(1) << c
        own = code[a] + code[b] + code[c]
        suit = a // 13
        if b // 13 == suit and c // 13 == suit:
            first = first_suited[(card_bits >> 13 * suit) & 8191]
        else:
            first = first_unsuited[a % 13, b % 13, c % 13]
        four = card_bits | np.int64(1) << d
        if b // 13 == suit and c // 13 == suit and d // 13 == suit:
            second = second_suited[(four >> 13 * suit) & 8191]
        else:
            second = second_unsuited[a % 13, b % 13, c % 13, d % 13]
        five = four | np.int64(1) << np.int64(cards[4])
        codes[FIVE_CARDS] = made[strength_of(ranks, 5, own + code[d] + code[cards[4]], five)]
        low, high = min(a, b, c), max(a, b, c)
        middle = a + b + c - low - high
        codes[THREE] = threes[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]
        six, six_held = own, card_bits
        for k in range(5, 8):
            six += code[cards[k]]
            six_held |= np.int64(1) << np.int64(cards[k])
        codes[SIX] = category[strength_of(ranks, 6, six, six_held)]
        if codes[SIX] == ROYAL:
            for of in range(4):
                if (six_held >> 13 * of) & 8191 == SUPER:
                    codes[SIX] = SUPER_DIAMONDS if of == 1 else SUPER_OTHER
        codes[ENDING] = ((2 if first else 0) + (1 if second else 0)) * kinds + codes[FIVE_CARDS]
        for column in range(COLUMNS):
            counts[column, codes[column]] += 1
            if round_codes.shape[0]:
                round_codes[r, column] = codes[column]
    return at


def _run(
    book: LetItRideTables,
    cards: NDArray[np.uint8],
    words: NDArray[np.uint64],
    rounds: int,
    round_codes: NDArray[np.int16],
) -> NDArray[np.int64]:
    counts = np.zeros((COLUMNS, 4 * len(made_codes()[0])), np.int64)
    _play(cards, words, rounds, groups(52, CARDS), np.arange(52, dtype=np.uint8), book, round_codes, counts)
    return counts


def _codes(book: LetItRideTables, cards: NDArray[np.uint8]) -> NDArray[np.int16]:
    round_codes = np.empty((len(cards), COLUMNS), np.int16)
    _run(book, np.ascontiguousarray(cards, np.uint8), NO_WORDS, len(cards), round_codes)
    return round_codes


def endings(table: Paytable) -> tuple[Ending, ...]:
    """Return all possible endings of a round, ordered by the bets that ride and then by five-card hand."""
    found = []
    for first in (False, True):
        for second in (False, True):
            riding = (*(("bet1",) if first else ()), *(("bet2",) if second else ()), "bet3")
            answers = tuple("ride" if ride else "withdraw" for ride in (first, second))
            for titles in made_codes()[0]:
                net = pays(table, titles)
                found.append(Ending(answers, dict.fromkeys(riding, 1), dict.fromkeys(riding, net)))
    return tuple(found)


def ways(plan: RidePlan) -> list[int]:
    """Count the deals of three cards and two community cards (in order) that lead to each ending."""
    game = steps()
    kinds = made_codes()[0]
    place = [kinds.index(titles) for titles in game.kinds]
    weight = game.dealt[game.source] * game.cards
    found = [0] * (4 * len(kinds))
    for number, (first, second) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        takes = (plan.first[game.source] == first) & (plan.second[game.target] == second)
        reached = np.zeros(len(game.four), np.int64)
        np.add.at(reached, game.target[takes], weight[takes])
        for kind, count in zip(place, (reached @ game.ends).tolist(), strict=True):
            found[number * len(kinds) + kind] += count
    return found


def tally(plan: RidePlan, labels: Labels) -> PlayTally:
    """Count deals by ending and by the ``labels`` of the bonus hands.

    Suited three-card hands are counted separately for each suit, because two bonus wagers name a suit.
    """
    step, five, six, deals = boxes() if "six" in labels else _without_box()
    game = steps()
    first, second = plan.first[game.source[step]], plan.second[game.target[step]]
    ending = (2 * first + second) * len(made_codes()[0]) + five
    source = game.source[step]
    suited = np.array([hand.suited for hand in game.three])[source]
    parts = []
    for suit in range(4):
        three = _three_codes(suit)[source]
        six_code = np.where((six == SUPER_OTHER) & (suit == DIAMONDS), SUPER_DIAMONDS, six)
        # There is one pass for each suit. A suited class counts as a quarter in each pass, and an unsuited
        # class only in the first pass.
        counts = np.where(suited, deals // 4, deals if suit == 0 else 0)
        nonzero = counts > 0
        parts.append([each[nonzero] for each in (ending, five, three, six_code, counts)])
    ending, five, three, six_code, counts = (np.concatenate(each) for each in zip(*parts, strict=True))
    return PlayTally.of(ending, {"five": five, "three": three, "six": six_code}, counts, labels)


def _without_box() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the arrays of ``boxes`` without the box: step, five-card code, zeros and number of deals."""
    game = steps()
    code = np.array([made_codes()[0].index(titles) for titles in game.kinds])
    deals = (game.dealt[game.source] * game.cards)[:, None] * game.ends[game.target]
    step, kind = np.nonzero(deals)
    return step, code[kind], np.zeros_like(step), deals[step, kind]


@cache
def _three_codes(suit: int) -> NDArray[np.int64]:
    """Return the title code of every three-card class, with the suited classes in ``suit``."""
    titles = three_codes()[0]
    found = []
    for hand in steps().three:
        cards = [STANDARD.order[13 * suit + rank] for rank in hand.ranks] if hand.suited else hand.cards()
        found.append(titles.index(three_card(cards).titles))
    return np.array(found, np.int64)


def play_of(table: Paytable, plan: RidePlan) -> Play:
    book = cache(lambda: book_of(plan))
    return Play(
        places=PLACES,
        names=STANDARD.order,
        pack=52,
        endings=endings(table),
        columns=LazyTitles(lambda: {"five": made_codes()[0], "three": three_codes()[0], "six": six_titles()}),
        column_of=_column_of,
        codes=lambda cards: _codes(book(), cards),
        count=lambda words, rounds: _run(book(), NO_CARDS, words, rounds, np.empty((0, COLUMNS), np.int16)),
        ways=lambda: ways(plan),
        ending_titles={"five_card": made_codes()[0] * 4},
        joint_columns=frozenset({"five", "three", "six"}),
        tally=partial(tally, plan),
    )


def _column_of(wager: str, table: Paytable) -> str:
    if wager == "progressive":
        return "three" if on_three_cards(table) else "five"
    return {"five_card": "five", "three_card": "three", "six_card": "six"}[wager]
