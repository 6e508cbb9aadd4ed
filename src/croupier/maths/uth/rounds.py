"""Play millions of rounds on arrays, from the dealt cards to the result codes.

Decisions are looked up in packed bits.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.hands.arrays import (
    CATEGORIES,
    FIVE_SUITED,
    SUIT_SHIFT,
    Int,
    RankTables,
    strength_of,
    tables,
)
from croupier.maths.engine.kernel import inline, kernel
from croupier.maths.simulation.dealing import Groups, deal, groups
from croupier.maths.strategy.made_hands import (
    SUPER,
    SUPER_DIAMONDS,
    SUPER_OTHER,
    categories,
    made_codes,
    six_titles,
)
from croupier.maths.strategy.play import NO_WORDS, SEAT, Ending, Labels, LazyTitles, Play, PlayTally
from croupier.maths.terms import Terms
from croupier.maths.uth.classes import BOARDS_3, BOARDS_4, Classes, classes, rank_board_place
from croupier.maths.uth.distribution import BET, DECISIONS, FOLDED, PLAYED, RESULTS
from croupier.maths.uth.hole_cards import NOBODY, hole_titles
from croupier.maths.uth.plan import UthPlan, count_endings, flop_place, holes
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.strength import ROYAL
from croupier.maths.uth.tally import stored_tally, tally
from croupier.maths.wagers.frequencies import Titles

PLACES = ((SEAT, 2), ("board", 5), ("dealer", 2), ("box", 4))
CARDS = 13
ENDING, SEVEN, BOARD, FIVE_CARDS, SIX, HOLE, BEATEN = range(7)
COLUMNS = 7
# Adding this value sets the top bit of every suit counter that is at least three.
THREE_START = 0x5555 << SUIT_SHIFT
MOST_CODES = len(DECISIONS) * len(CATEGORIES) * len(RESULTS)


class RoundTables(NamedTuple):
    """Tables for a round's decisions and results, as a single kernel argument. Decisions are packed bits."""

    ranks: RankTables
    title_codes: NDArray[np.int16]  # code of the titles of each strength
    category: NDArray[np.int16]  # index in CATEGORIES of each strength
    qualifies: int  # lowest strength with which the dealer qualifies
    hand: NDArray[np.int16]
    suits: NDArray[np.uint8]
    first: NDArray[np.int8]
    flop: NDArray[np.uint8]
    river_suit: NDArray[np.uint8]
    river_ranks: NDArray[np.uint8]
    hole: NDArray[np.int16]  # title code of the hole cards, indexed by the two cards
    both_aces: NDArray[np.int16]  # title code of the hole cards if the dealer has two aces


@inline
def _bit(bits: NDArray[np.uint8], place: Int) -> bool:
    return (bits[place >> 3] >> (place & 7)) & 1 != 0


@inline
def _flop_bit(
    hand: Int, named: NDArray[np.uint8], one: Int, two: Int, a: Int, b: Int, c: Int, bits: NDArray[np.uint8]
) -> bool:
    """Look up the 2x decision, with the Flop's suits permuted in the same way as the holding's."""
    first = np.int64(named[one, two, a // 13]) * 13 + a % 13
    second = np.int64(named[one, two, b // 13]) * 13 + b % 13
    third = np.int64(named[one, two, c // 13]) * 13 + c % 13
    return _bit(bits, hand * 22_100 + flop_place(first, second, third))


@inline
def _suit_place(
    one: Int,
    two: Int,
    cards: NDArray[np.uint8],
    suit: Int,
    suited: Int,
    pair: NDArray[np.int32],
    kinds_holding: NDArray[np.int32],
) -> Int:
    """Return the index of a River decision on a board where ``suit`` can make a flush.

    ``suited`` is the index of the set of ranks that the board has in the suit.
    """
    size: Int = 0
    first: Int = 0
    second: Int = 0
    for k in range(2, 7):
        if cards[k] // 13 == suit:
            size += 1
        else:
            first, second = np.int64(cards[k] % 13), first
    row = suited
    if size == 3:
        row = row * 91 + pair[first, second]
    elif size == 4:
        row = BOARDS_3 + row * 13 + first
    else:
        row = BOARDS_3 + BOARDS_4 + row
    a = one % 13 + (0 if one // 13 == suit else 13)
    b = two % 13 + (0 if two // 13 == suit else 13)
    return row * 338 + kinds_holding[a, b]


@kernel
def _play(
    given_cards: NDArray[np.uint8],
    words: NDArray[np.uint64],
    rounds: int,
    by: Groups,
    deck: NDArray[np.uint8],
    book: RoundTables,
    table: Classes,
    round_codes: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> int:
    """Play rounds with ``given_cards``, or deal cards from the random ``words`` if no cards are given.

    For each column, ``counts`` receives the number of rounds with each result code. If ``round_codes`` has
    rows, row r receives the codes of round r.
    """
    # Unpack the tuples once, because each access in the loop would change a reference count in every thread.
    ranks, code = book.ranks, book.ranks.code
    made, category, hand_of, named = book.title_codes, book.category, book.hand, book.suits
    first, flop_bits, suit_bits, rank_bits = book.first, book.flop, book.river_suit, book.river_ranks
    hole, both_aces = book.hole, book.both_aces
    suited, pair, kinds_holding, choose = table.suited, table.pair, table.kinds_holding, table.choose
    cards = np.empty(CARDS, np.uint8)
    codes = np.empty(COLUMNS, np.int16)
    board_ranks = np.empty(5, np.int32)
    at = 0
    for r in range(rounds):
        if given_cards.shape[0]:
            for k in range(CARDS):
                cards[k] = given_cards[r, k]
        else:
            at = deal(words, at, by, deck, cards)
        one, two = np.int64(cards[0]), np.int64(cards[1])
        mine, mine_held = code[one] + code[two], np.int64(1) << one | np.int64(1) << two
        flop, flop_held = np.int64(0), np.int64(0)
        for k in range(2, 5):
            flop += code[cards[k]]
            flop_held |= np.int64(1) << np.int64(cards[k])
        board, board_held = flop + code[cards[5]] + code[cards[6]], flop_held
        board_held |= np.int64(1) << np.int64(cards[5]) | np.int64(1) << np.int64(cards[6])
        theirs = code[cards[7]] + code[cards[8]]
        theirs_held = np.int64(1) << np.int64(cards[7]) | np.int64(1) << np.int64(cards[8])
        box, box_held = np.int64(0), np.int64(0)
        for k in range(9, 13):
            box += code[cards[k]]
            box_held |= np.int64(1) << np.int64(cards[k])

        player = np.int64(strength_of(ranks, 7, mine + board, mine_held | board_held))
        dealer = np.int64(strength_of(ranks, 7, theirs + board, theirs_held | board_held))
        codes[SEVEN] = made[player]
        codes[BOARD] = made[strength_of(ranks, 5, board, board_held)]
        codes[FIVE_CARDS] = made[strength_of(ranks, 5, mine + flop, mine_held | flop_held)]
        codes[SIX] = category[strength_of(ranks, 6, mine + box, mine_held | box_held)]
        if codes[SIX] == ROYAL:
            for suit in range(4):
                if ((mine_held | box_held) >> 13 * suit) & 8191 == SUPER:
                    codes[SIX] = SUPER_DIAMONDS if suit == 1 else SUPER_OTHER
        aces = cards[7] % 13 == 12 and cards[8] % 13 == 12
        codes[HOLE] = both_aces[one, two] if aces else hole[one, two]

        hand = np.int64(hand_of[one, two])
        decision: Int = np.int64(first[hand])
        if decision == BET:
            flushing = (board + THREE_START) & FIVE_SUITED
            a, b, c = np.int64(cards[2]), np.int64(cards[3]), np.int64(cards[4])
            if _flop_bit(hand, named, one, two, a, b, c, flop_bits):
                decision = PLAYED
            elif flushing:
                suit = 0
                while not flushing >> (SUIT_SHIFT + 4 * suit) & 8:
                    suit += 1
                row = np.int64(suited[(board_held >> 13 * suit) & 8191])
                if not _bit(suit_bits, _suit_place(one, two, cards, suit, row, pair, kinds_holding)):
                    decision = FOLDED
            else:
                for k in range(5):
                    board_ranks[k] = cards[2 + k] % 13
                row = np.int64(rank_board_place(board_ranks, choose))
                if not _bit(rank_bits, row * 91 + pair[one % 13, two % 13]):
                    decision = FOLDED
        result = 4
        codes[BEATEN] = NOBODY
        if player > dealer:
            result = 0 if dealer >= book.qualifies else 1
            codes[BEATEN] = 10 + category[dealer]
        elif player < dealer:
            result = 2 if dealer >= book.qualifies else 3
            codes[BEATEN] = category[player]
        codes[ENDING] = (decision * 10 + category[player]) * 5 + result
        for column in range(COLUMNS):
            counts[column, codes[column]] += 1
            if round_codes.shape[0]:
                round_codes[r, column] = codes[column]
    return at


# --- tables


def column_titles(either_beaten: bool) -> dict[str, tuple[Titles, ...]]:
    made = made_codes()[0]
    player = tuple(frozenset({name}) for name in CATEGORIES)
    dealer: tuple[Titles, ...] = player if either_beaten else (frozenset(),) * len(player)  # U-03
    return {
        "seven": made,
        "board": made,
        "five": made,
        "six": six_titles(),
        "hole": hole_titles()[0],
        "beaten": (*player, *dealer, frozenset()),
    }


def endings(blind: Callable[[str], Fraction], rules: MainRules = AS_PRINTED) -> tuple[Ending, ...]:
    """Return an ending for every combination of decision, hand and result.

    ``blind`` returns the Blind's net win for a winning hand, in units.
    """
    return tuple(
        _ending(answers, raised, category, result, blind(category))
        for answers, raised in _ways_to_end(rules)
        for category in CATEGORIES
        for result in RESULTS
    )


def _ways_to_end(rules: MainRules) -> list[tuple[tuple[str, ...], int]]:
    """Return the player's choices and the size of the Play in Antes, for each entry of DECISIONS.

    There are two raises before the Flop, one on the Flop, one on the River, and a fold. Best play uses only
    the largest raise before the Flop.
    """
    first = sorted(rules.first, reverse=True)
    before = [((f"{size}x",), size) for size in (first[0], first[min(1, len(first) - 1)])]
    later = [(("check", f"{rules.flop}x"), rules.flop), (("check", "check", f"{rules.river}x"), rules.river)]
    return [*before, *later, (("check", "check", "fold"), 0)]


def _ending(answers: tuple[str, ...], raised: int, category: str, result: str, blind: Fraction) -> Ending:
    lost, even = Fraction(-1), Fraction(0)
    if not raised:
        return Ending(answers, {"ante": 1, "blind": 1}, {"ante": lost, "blind": lost})
    ante = {"won": Fraction(1), "lost": lost}.get(result, even)
    outcome = {"won": 1, "won_unqualified": 1, "tied": 0}.get(result, -1)
    on_blind = {1: blind, 0: even, -1: lost}[outcome]
    return Ending(
        answers,
        {"ante": 1, "blind": 1, "play": raised},
        {"ante": ante, "blind": on_blind, "play": Fraction(outcome * raised)},
    )


def book_of(plan: UthPlan, qualifier: str = AS_PRINTED.qualifier) -> RoundTables:
    ranks = tables()
    _, alone, against = hole_titles()

    def pack(decisions: NDArray[np.bool_]) -> NDArray[np.uint8]:
        return np.packbits(decisions.ravel(), bitorder="little")

    return RoundTables(
        ranks=ranks,
        title_codes=made_codes()[1],
        category=categories(),
        qualifies=int(ranks.floor[CATEGORIES.index(qualifier)]),
        hand=holes().hand,
        suits=holes().suits,
        first=plan.first,
        flop=pack(plan.flop),
        river_suit=pack(plan.river_suit),
        river_ranks=pack(plan.river_ranks),
        hole=alone,
        both_aces=against,
    )


NO_CARDS = np.empty((0, CARDS), np.uint8)
NO_CODES = np.empty((0, COLUMNS), np.int16)


def codes_by(book: RoundTables, cards: NDArray[np.uint8]) -> NDArray[np.int16]:
    round_codes = np.empty((len(cards), COLUMNS), np.int16)
    rows = np.ascontiguousarray(cards, np.uint8)
    _run(rows, NO_WORDS, len(rows), book, round_codes)
    return round_codes


def count_by(book: RoundTables, words: NDArray[np.uint64], rounds: int) -> NDArray[np.int64]:
    return _run(NO_CARDS, words, rounds, book, NO_CODES)


def _run(
    cards: NDArray[np.uint8],
    words: NDArray[np.uint64],
    rounds: int,
    book: RoundTables,
    round_codes: NDArray[np.int16],
) -> NDArray[np.int64]:
    counts = np.zeros((COLUMNS, MOST_CODES), np.int64)
    deck = np.arange(52, dtype=np.uint8)
    _play(cards, words, rounds, groups(52, CARDS), deck, book, classes(), round_codes, counts)
    return counts


def _hand_titles() -> tuple[Titles, ...]:
    """Return the titles of the player's hand for each ending."""
    titles = six_titles()[: len(CATEGORIES)]
    return tuple(titles[category] for _ in DECISIONS for category in range(len(CATEGORIES)) for _ in RESULTS)


def play_of(
    blind: Callable[[str], Fraction],
    plan: Callable[[], UthPlan],
    terms: Terms,
    *,
    rules: MainRules = AS_PRINTED,
    as_booked: bool = False,
    ended: Callable[[], NDArray[np.int64]] | None = None,
) -> Play:
    """Return a ``Play`` of the game under a plan. ``plan`` is called when the plan is first needed.

    ``as_booked`` means that the plan is best play under the rule book's Blind, so stored counts apply.
    ``ended`` returns the counts of the endings, if they can be computed without the plan.
    """
    all_seven = terms.reading("U-01") == "R1"
    made = cache(plan)
    book = cache(lambda: book_of(made(), rules.qualifier))
    columns = {
        "trips": "seven", "six_card": "six", "ultimate_pairs": "hole", "bad_beat": "beaten",
        "play_the_board": "board", "progressive": "seven" if all_seven else "five",
    }  # fmt: skip

    def count_tally(labels: Labels) -> PlayTally:
        if ended and not labels:
            return PlayTally(np.arange(MOST_CODES), {}, ended().ravel())
        stored_counts = stored_tally(labels) if as_booked else None
        return stored_counts or tally(made(), labels, qualifier=rules.qualifier)

    def ways() -> list[int]:
        if not as_booked:
            found = ended() if ended else count_endings(made(), rules.qualifier)
            return list(found.ravel().tolist())
        stored, deals = count_tally({}), np.zeros(MOST_CODES, np.int64)
        np.add.at(deals, stored.ending, stored.deals)
        return list(deals.tolist())

    return Play(
        places=PLACES,
        names=STANDARD.order,
        pack=52,
        endings=endings(blind, rules),
        columns=LazyTitles(lambda: column_titles(terms.reading("U-03") == "R1")),
        column_of=lambda wager, table: columns[wager],
        codes=lambda cards: codes_by(book(), cards),
        count=lambda words, rounds: count_by(book(), words, rounds),
        ways=ways,
        ending_titles=LazyTitles(
            lambda: dict.fromkeys(("trips", *(("progressive",) if all_seven else ())), _hand_titles())
        ),
        joint_columns=frozenset({"seven", "board", "five", "hole", "beaten"}),
        tally=count_tally,
    )
