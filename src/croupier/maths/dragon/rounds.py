"""Play Dragon Poker rounds on arrays: simulate millions of rounds, or count all deals exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import dragon_hand, dragon_titles
from croupier.hands.dragon import DRAGON, GOLD
from croupier.maths.dragon import enumeration as dragon
from croupier.maths.dragon.enumeration import HAND, DragonHandClass, hand_classes, kinds, pack
from croupier.maths.dragon.features import QUESTIONS, features
from croupier.maths.engine.kernel import kernel
from croupier.maths.simulation.dealing import Groups, deal, groups
from croupier.maths.strategy.play import NO_CARDS, NO_WORDS, SEAT, Ending, Labels, Play, PlayTally
from croupier.maths.strategy.rule_list import RuleList, decide
from croupier.maths.terms import Terms, net_of
from croupier.maths.wagers.frequencies import Titles
from croupier.rulebook import Paytable

PLACES = ((SEAT, 3), ("dealer", 3))
CARDS = 6
ENDING, HANDS, DRAGONS = range(3)
COLUMNS = 3
TYPES = tuple(DRAGON.counts)  # eight types of card, because the Dragon Wager distinguishes colors
RESULTS = ("lost", "tied", "won")

Plan = Callable[[DragonHandClass], bool]  # returns whether to play a hand of this class


class DragonTables(NamedTuple):
    """Lookup tables indexed by the types of three cards, in any order."""

    strength: NDArray[np.int16]
    hand: NDArray[np.int16]  # title code of the hand
    dragons: NDArray[np.int16]  # code of the titles for the Dragon Wager
    plays: NDArray[np.bool_]


def best_plan(terms: Terms, table: Paytable) -> Plan:
    played = {
        tuple(sorted(hand.counts.items())): value > dragon.FOLD
        for hand, value in dragon.best_play(terms, table)
    }
    return lambda hand: played.get(tuple(sorted(hand.counts.items())), False)


def plan_of(terms: Terms, table: Paytable, rules: RuleList | None) -> Plan:
    if rules is None:
        return best_plan(terms, table)
    answers = rules.questions[QUESTIONS[0].name]
    return lambda hand: bool(decide(answers, features([hand]), "play")[0])


def _titles(reading: str) -> tuple[tuple[Titles, ...], tuple[Titles, ...]]:
    hands: dict[Titles, int] = {}
    dragons: dict[Titles, int] = {}
    for three in _triples():
        hands.setdefault(dragon_hand(three).titles, len(hands))
        dragons.setdefault(dragon_titles(three, reading), len(dragons))
    return tuple(hands), tuple(dragons)


def _triples() -> list[tuple[Card, ...]]:
    return [three for three in product(TYPES, repeat=HAND) if three.count(GOLD) < 2]


def book_of(terms: Terms, plan: Plan) -> DragonTables:
    hands, dragons = _titles(terms.reading("D-04"))
    shape = (len(TYPES),) * HAND
    book = DragonTables(
        strength=np.full(shape, -1, np.int16),
        hand=np.zeros(shape, np.int16),
        dragons=np.zeros(shape, np.int16),
        plays=np.zeros(shape, np.bool_),
    )
    for three in _triples():
        place = tuple(TYPES.index(card) for card in three)
        value = dragon_hand(three)
        book.strength[place] = value.strength
        book.hand[place] = hands.index(value.titles)
        book.dragons[place] = dragons.index(dragon_titles(three, terms.reading("D-04")))
        book.plays[place] = plan(DragonHandClass(three, kinds(three), value))
    return book


@kernel
def _play(
    given_cards: NDArray[np.uint8],
    words: NDArray[np.uint64],
    rounds: int,
    by: Groups,
    deck: NDArray[np.uint8],
    book: DragonTables,
    round_codes: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> int:
    """Play rounds with ``given_cards``, or deal cards from the random ``words`` if no cards are given.

    For each column, ``counts`` receives the number of rounds with each result code. If ``round_codes`` has
    rows, row r receives the codes of round r.
    """
    strength, hand, dragons, plays = book.strength, book.hand, book.dragons, book.plays
    titles = counts.shape[1] // 6
    cards = np.empty(CARDS, np.uint8)
    codes = np.empty(COLUMNS, np.int16)
    at = 0
    for r in range(rounds):
        if given_cards.shape[0]:
            for k in range(CARDS):
                cards[k] = given_cards[r, k]
        else:
            at = deal(words, at, by, deck, cards)
        a, b, c = cards[0], cards[1], cards[2]
        mine, theirs = strength[a, b, c], strength[cards[3], cards[4], cards[5]]
        codes[HANDS] = hand[a, b, c]
        codes[DRAGONS] = dragons[a, b, c]
        result = 2 if mine > theirs else 1 if mine == theirs else 0
        codes[ENDING] = ((1 if plays[a, b, c] else 0) * titles + codes[HANDS]) * 3 + result
        for column in range(COLUMNS):
            counts[column, codes[column]] += 1
            if round_codes.shape[0]:
                round_codes[r, column] = codes[column]
    return at


def endings(terms: Terms, table: Paytable) -> tuple[Ending, ...]:
    """Return all possible endings of a round, ordered by decision (fold first), then by hand and result."""
    hands, _ = _titles(terms.reading("D-04"))
    units = {"ante": 1, "ante_bonus": 1, "play": 1}
    lost, even = Fraction(-1), Fraction(0)
    folded = Ending(("fold",), {"ante": 1, "ante_bonus": 1}, {"ante": lost, "ante_bonus": lost})
    found = [folded] * (3 * len(hands))
    for titles in hands:
        row = table.row_for(titles)
        bonus = lost if row is None else net_of(row.pays)
        won = {"ante": terms.odds("ante"), "ante_bonus": bonus, "play": terms.odds("play")}
        for net in (dict.fromkeys(units, lost), dict.fromkeys(units, even), won):
            found.append(Ending(("play",), units, net))
    return tuple(found)


def ways(terms: Terms, plan: Plan) -> list[int]:
    full = pack(terms)
    hands, _ = _titles(terms.reading("D-04"))
    every = hand_classes()
    found = [0] * (6 * len(hands))
    for hand in every:
        deals = hand.ways(full)
        if not deals:
            continue
        free = {kind: copies - hand.counts.get(kind, 0) for kind, copies in full.items()}
        first = ((1 if plan(hand) else 0) * len(hands) + hands.index(hand.value.titles)) * 3
        for result, against in enumerate(dragon.against(hand.value, every, free)):
            found[first + result] += deals * against
    size = sum(full.values())
    assert sum(found) == comb(size, HAND) * comb(size - HAND, HAND)
    return found


def tally(terms: Terms, plan: Plan, labels: Labels) -> PlayTally:
    """Count deals by ending and labels, for every three-card hand (with its colors) and dealer's hand."""
    full, every = pack(terms), hand_classes()
    hands, dragons = _titles(terms.reading("D-04"))
    entries: list[tuple[int, int, int, int]] = []
    for three in combinations_with_replacement(TYPES, HAND):
        deals = prod(comb(terms.copies(card), copies) for card, copies in Counter(three).items())
        if not deals or three.count(GOLD) > 1:
            continue
        hand = DragonHandClass(three, kinds(three), dragon_hand(three))
        free = {kind: copies - hand.counts.get(kind, 0) for kind, copies in full.items()}
        hand_code = hands.index(hand.value.titles)
        dragons_code = dragons.index(dragon_titles(three, terms.reading("D-04")))
        first = ((1 if plan(hand) else 0) * len(hands) + hand_code) * 3
        for result, against in enumerate(dragon.against(hand.value, every, free)):
            entries.append((first + result, hand_code, dragons_code, deals * against))
    ending, shown_codes, seen_codes, ways_of = np.array(entries, np.int64).T
    return PlayTally.of(ending, {"hand": shown_codes, "dragons": seen_codes}, ways_of, labels)


def play_of(terms: Terms, table: Paytable, plan: Plan) -> Play:
    book = book_of(terms, plan)
    deck = np.array(
        [number for number, card in enumerate(TYPES) for _ in range(terms.copies(card))], np.uint8
    )
    hands, dragons = _titles(terms.reading("D-04"))

    def run(
        cards: NDArray[np.uint8], words: NDArray[np.uint64], rounds: int, round_codes: NDArray[np.int16]
    ) -> NDArray[np.int64]:
        counts = np.zeros((COLUMNS, 6 * len(hands)), np.int64)
        _play(cards, words, rounds, groups(len(deck), CARDS), deck.copy(), book, round_codes, counts)
        return counts

    def codes(cards: NDArray[np.uint8]) -> NDArray[np.int16]:
        round_codes = np.empty((len(cards), COLUMNS), np.int16)
        run(np.ascontiguousarray(cards, np.uint8), NO_WORDS, len(cards), round_codes)
        return round_codes

    return Play(
        places=PLACES,
        names=TYPES,
        pack=len(deck),
        endings=endings(terms, table),
        columns={"hand": hands, "dragons": dragons},
        column_of=lambda wager, table: {"three_card": "hand", "dragon": "dragons"}[wager],
        codes=codes,
        count=lambda words, rounds: run(NO_CARDS, words, rounds, np.empty((0, COLUMNS), np.int16)),
        ways=partial(ways, terms, plan),
        ending_titles={"three_card": tuple(titles for _ in range(2) for titles in hands for _ in RESULTS)},
        joint_columns=frozenset({"hand", "dragons"}),
        tally=partial(tally, terms, plan),
    )
