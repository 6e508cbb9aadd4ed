"""Rank poker hands: five cards, the best five of six or seven, and the six-card super royal.

Ultimate Texas Hold 'Em and Let It Ride use these rankings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from croupier.cards import STANDARD, Card, show_cards
from croupier.cards.deck import RANKS, SUITS
from croupier.errors import BadInput
from croupier.hands.ranking import HandValue, Ranking, Rung, first_row, rank_sets, row, shape_of
from croupier.hands.words import SUIT_WORDS, announce_poker
from croupier.rulebook import citing

uth, lir = citing("uth"), citing("letitride")

# The rank of a card is its index here, from the deuce up to the ace (uth/6.A, letitride/6.A).
RANK_OF = {rank: place for place, rank in enumerate(RANKS)}
TEN, NINE = RANK_OF["T"], RANK_OF["9"]

# The rows are from uth/6.D and letitride/6.C. letitride/6.F repeats seven of them for the progressive.
# Neither list has a row for a hand without a pair. uth/6.E orders such hands by their cards.
# letitride/6.C.9 lists only pairs of tens or better. Lower pairs are pairs too, but no paytable names them
# (L-08).
FIVE_ROWS = (
    row("royal_flush", (), "suited sequence ace-high", uth("6.D.1"), lir("6.C.1"), lir("6.F.1")),
    row("straight_flush", (), "suited sequence", uth("6.D.2"), lir("6.C.2"), lir("6.F.2")),
    row("four_of_a_kind", (4,), "", uth("6.D.3"), lir("6.C.3"), lir("6.F.3")),
    row("full_house", (3, 2), "", uth("6.D.4"), lir("6.C.4"), lir("6.F.4")),
    row("flush", (), "suited", uth("6.D.5"), lir("6.C.5"), lir("6.F.5")),
    row("straight", (), "sequence", uth("6.D.6"), lir("6.C.6"), lir("6.F.6")),
    row("three_of_a_kind", (3,), "", uth("6.D.7"), lir("6.C.7"), lir("6.F.7")),
    row("two_pair", (2, 2), "", uth("6.D.8"), lir("6.C.8")),
    row("pair", (2,), "", uth("6.D.9"), lir("6.C.9")),
    row("high_card", (), "", uth("6.E.1")),
)
# The ace is high, or low in A-2-3-4-5, but never in the middle of a straight (6.B and 6.A.1-2, under U-10 and
# L-09). Suits never break a tie (6.C and 6.B). Within a category, the leaders are compared in turn (6.E.1
# under U-09). If all of them are equal, the hands tie (6.E.2).
FIVE_CLAUSES = (
    uth("6.A"), uth("6.B"), uth("6.C"), uth("6.E.1"), uth("6.E.2"),
    lir("6.A"), lir("6.A.1"), lir("6.A.2"), lir("6.B"),
)  # fmt: skip

# The hands of the Six Card Bonus (uth/6.F, letitride/6.E).
# The super royal needs all six cards. It is printed last but ranks first (U-28).
# The other hands are the best five of the six cards, as in FIVE_ROWS.
SIX_ROWS = (
    row("super_royal", (), "", uth("6.F.8"), lir("6.E.8")),
    row("royal_flush", (), "", uth("6.F.1"), lir("6.E.1")),
    row("straight_flush", (), "", uth("6.F.2"), lir("6.E.2")),
    row("four_of_a_kind", (), "", uth("6.F.3"), lir("6.E.3")),
    row("full_house", (), "", uth("6.F.4"), lir("6.E.4")),
    row("flush", (), "", uth("6.F.5"), lir("6.E.5")),
    row("straight", (), "", uth("6.F.6"), lir("6.E.6")),
    row("three_of_a_kind", (), "", uth("6.F.7"), lir("6.E.7")),
    row("two_pair"),
    row("pair"),
    row("high_card"),
)

_BELOW_STRAIGHT = frozenset({"below_straight", "below_flush"})
_FIVE_TITLES = {each.category: frozenset({each.category}) for each in FIVE_ROWS} | {
    "straight": frozenset({"straight", "below_flush"}),
    "three_of_a_kind": frozenset({"three_of_a_kind"}) | _BELOW_STRAIGHT,
    "two_pair": frozenset({"two_pair"}) | _BELOW_STRAIGHT,
    "pair": frozenset({"pair"}) | _BELOW_STRAIGHT,
    "high_card": frozenset({"high_card"}) | _BELOW_STRAIGHT,
}
_TENS_OR_BETTER = _FIVE_TITLES["pair"] | {"pair_of_tens_or_better"}

# 6.F and 6.E do not exclude a royal flush from the straight flushes, or either of them from the flushes and
# the straights. The first matching row of the paytable pays, so a hand may have all these titles.
_SIX_TITLES = {each.category: frozenset({each.category}) for each in SIX_ROWS} | {
    "straight_flush": frozenset({"straight_flush", "flush", "straight"}),
    "royal_flush": frozenset({"royal_flush", "straight_flush", "flush", "straight"}),
}
_SUPER_ROYALS = frozenset({"super_royal", "super_royal_diamonds", "super_royal_other"})

# All conditions that a paytable row can use for these hands.
FIVE_TITLES = frozenset().union(*_FIVE_TITLES.values(), _TENS_OR_BETTER)
SIX_TITLES = frozenset().union(*_SIX_TITLES.values(), _SUPER_ROYALS)


def best_five(cards: Iterable[Card]) -> HandValue:
    """Return the best five-card hand among five, six or seven cards."""
    source = tuple(cards)
    if len(set(source)) != len(source):
        raise BadInput(f"a card appears twice in {show_cards(source)}")
    return HandValue(FIVE, poker_strength(source), source)


def six_card(cards: Iterable[Card]) -> HandValue:
    """Rank six cards for the Six Card Bonus: all six as a super royal, or the best five of them."""
    source = tuple(cards)
    if len(source) != 6:
        raise BadInput(f"the Six Card Bonus needs six cards, not {len(source)}")
    value = best_five(source)
    strength = value.strength
    if value.category == "royal_flush" and _is_super_royal(source):
        strength = SIX.strengths[_SUPER_ROYAL]
    return HandValue(SIX, strength, source)


# --- the ladders


def _five_rung(ranks: Sequence[int], suited: bool) -> Rung:
    shape = shape_of(ranks, suited)
    return Rung(first_row(FIVE_ROWS, shape), shape.leaders)


def five_strength(ranks: Sequence[int], suited: bool) -> int:
    """Return the strength of five ranks, of one suit or not, according to the declared rows."""
    return FIVE.strengths[_five_rung(ranks, suited)]


def _climb_five() -> Iterator[Rung]:
    for ranks in rank_sets(len(RANKS), 5):
        yield _five_rung(ranks, suited=False)
        if len(set(ranks)) == 5:
            yield _five_rung(ranks, suited=True)


def _climb_six() -> Iterator[Rung]:
    rows = {each.category: each for each in SIX_ROWS}
    for rung in FIVE.rungs:
        yield Rung(rows[rung.row.category], rung.leaders)
    yield _SUPER_ROYAL


def _five_titles(rung: Rung, source: tuple[Card, ...]) -> frozenset[str]:
    if rung.row.category == "pair" and rung.leaders[0] >= TEN:
        return _TENS_OR_BETTER
    return _FIVE_TITLES[rung.row.category]


def _six_titles(rung: Rung, source: tuple[Card, ...]) -> frozenset[str]:
    if rung.row.category == "super_royal":
        suit = "super_royal_diamonds" if source[0][1] == "d" else "super_royal_other"
        return _SIX_TITLES["royal_flush"] | {"super_royal", suit}
    return _SIX_TITLES[rung.row.category]


def _announce_five(rung: Rung, source: tuple[Card, ...]) -> str:
    return announce_poker(rung.row.category, rung.leaders)


def _announce_six(rung: Rung, source: tuple[Card, ...]) -> str:
    if rung.row.category == "super_royal":
        return f"super royal of {SUIT_WORDS[source[0][1]]}"
    return announce_poker(rung.row.category, rung.leaders)


def _find_five(rung: Rung, source: tuple[Card, ...]) -> tuple[Card, ...]:
    if rung.row.category == "super_royal":
        five = source
    else:
        strength = FIVE.strengths[_five_rung_like(rung)]
        five = next(five for five in combinations(source, 5) if poker_strength(five) == strength)
    return tuple(sorted(five, key=lambda card: rung.leaders.index(RANK_OF[card[0]])))


def _five_rung_like(rung: Rung) -> Rung:
    return Rung(_FIVE_ROW[rung.row.category], rung.leaders)


def _is_super_royal(six: tuple[Card, ...]) -> bool:
    return len({card[1] for card in six}) == 1 and min(RANK_OF[card[0]] for card in six) == NINE


_FIVE_ROW = {each.category: each for each in FIVE_ROWS}
_SUPER_ROYAL = Rung(SIX_ROWS[0], tuple(RANK_OF[rank] for rank in "AKQJT9"))

FIVE = Ranking("five-card", FIVE_ROWS, _climb_five, _five_titles, _announce_five, _find_five, FIVE_CLAUSES)
SIX = Ranking("six-card", SIX_ROWS, _climb_six, _six_titles, _announce_six, _find_five, FIVE_CLAUSES)


# --- fast strengths (about one microsecond per hand)
# The code of a card has a 1 in the three-bit counter of its rank and in the four-bit counter of its suit.
# The codes of a hand add up to its rank counts (low 39 bits) and suit counts.
# Suit counters start at 3, so that the fifth card of a suit sets the counter's top bit.
# Each of the two caches below evaluates the declared rows only once for the same combination of counts.

_SUIT_FIELD = {suit: 39 + 4 * place for place, suit in enumerate(SUITS)}
_CODES = {card: 1 << 3 * RANK_OF[card[0]] | 1 << _SUIT_FIELD[card[1]] for card in STANDARD.order}
_RANK_BITS = (1 << 39) - 1
_COUNTERS = tuple((1 << 3 * rank, 7 << 3 * rank) for rank in range(13))
_START = sum(3 << field for field in _SUIT_FIELD.values())
_FLUSH_OF = {8 << field: suit for suit, field in _SUIT_FIELD.items()}
_FLUSH = sum(_FLUSH_OF)
_code = _CODES.__getitem__


class _ByRanks(dict[int, int]):
    """Strengths by rank counts, for hands without five cards of one suit."""

    def __missing__(self, counts: int) -> int:
        # In base eight, the number modulo seven is the sum of its digits: 5, 6 or 0 for five to seven cards.
        if counts % 7 == 5:
            ranks = [rank for rank in range(len(RANKS)) for _ in range(counts >> 3 * rank & 7)]
            strength = five_strength(ranks, suited=False)
        else:
            # Five cards never use all six or seven, so drop each card in turn and keep the best of the rest.
            strength = max([self[counts - one] for one, counter in _COUNTERS if counts & counter])
        self[counts] = strength
        return strength


class _BySuitedRanks(dict[int, int]):
    """Strengths by the set of ranks (one bit each) in the flush suit.

    If five of at most seven cards are of one suit, the hand cannot have four of a kind or a full house, so
    the other cards do not matter.
    """

    def __missing__(self, rank_bits: int) -> int:
        ranks = [rank for rank in range(len(RANKS)) if rank_bits >> rank & 1]
        if len(ranks) == 5:
            self[rank_bits] = five_strength(ranks, suited=True)
        else:
            self[rank_bits] = max(self[rank_bits - (1 << rank)] for rank in ranks)
        return self[rank_bits]


_by_ranks = _ByRanks()
_by_suited_ranks = _BySuitedRanks()


def poker_strength(cards: Sequence[Card]) -> int:
    """Return the strength of the best five-card hand among five, six or seven different cards.

    The strength is the number of rungs below the hand in the ranking FIVE.
    """
    if not 5 <= len(cards) <= 7:
        raise BadInput(f"a poker hand is ranked from five, six or seven cards, not {len(cards)}")
    try:
        total = sum(map(_code, cards), _START)
    except KeyError as unknown:
        raise BadInput(f"{unknown.args[0]!r} is not a card of the standard deck") from None
    flush = total & _FLUSH
    if not flush:
        return _by_ranks[total & _RANK_BITS]
    suit = _FLUSH_OF[flush]  # Only one suit can have five of seven cards.
    return _by_suited_ranks[sum(1 << RANK_OF[card[0]] for card in cards if card[1] == suit)]
