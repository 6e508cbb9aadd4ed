"""Rank Top Five Poker hands by the number of cards from ten to ace, then by the hand they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import combinations

from croupier.cards import STANDARD, Card, show_cards
from croupier.cards.deck import SUITS
from croupier.errors import BadInput
from croupier.hands.poker import RANK_OF
from croupier.hands.ranking import (
    HandValue,
    Leaders,
    Ranking,
    RankingRow,
    Rung,
    first_row,
    rank_sets,
    row,
    shape_of,
)
from croupier.hands.words import NUMBER_WORDS, announce_poker
from croupier.rulebook import citing

c = citing("topfive")

# Only these five ranks count (topfive/6.A).
TOP_RANKS = "TJQKA"
QUEEN_JACK = (RANK_OF["Q"], RANK_OF["J"])

# The straight is A-K-Q-J-10 in more than one suit, although 6.C.4 says one suit (T-01). There is no flush.
# A royal and a straight need five cards. The other categories need only the cards that they name.
# The last category is a hand without a pair, which the text of 6.C omits (T-03).
TOP_ROWS = (
    row("royal_flush", (), "suited sequence", c("6.C.1")),
    row("four_of_a_kind", (4,), "", c("6.C.2")),
    row("full_house", (3, 2), "", c("6.C.3")),
    row("straight", (), "sequence", c("6.C.4")),
    row("three_of_a_kind", (3,), "", c("6.C.5")),
    row("two_pair", (2, 2), "", c("6.C.6")),
    row("pair", (2,), "", c("6.C.7")),
    row("high_card"),
)
TOP_CLAUSES = (c("6.A"), c("6.B"), c("6.C"))
STANDING = {each: place for place, each in enumerate(reversed(TOP_ROWS))}
STRAIGHT = tuple(RANK_OF[rank] for rank in "AKQJT")

_TOP_FIVE_BONUS = {7: "seven_cards", 6: "six_cards", 5: "five_cards", 4: "four_cards"}
TOP_FIVE_TITLES = frozenset(
    {*(each.category for each in TOP_ROWS), "pair_of_aces_or_kings", *_TOP_FIVE_BONUS.values()}
)


def top_five(cards: Iterable[Card], reading: str = "R1") -> HandValue:
    """Rank a hand of up to seven cards. Cards below ten do not count (topfive/11.C).

    Hands rank first by the number of top cards, then according to a reading of T-03. R1 compares the category
    and then the leaders of the best five cards. R2 compares only the category. R3 is like R1, but then also
    compares the sixth and seventh cards.
    """
    ranking = top_ranking(reading)
    source = _check_cards(cards)
    ranks, royal = _look(source)
    return HandValue(ranking, ranking.strengths[_rung(ranks, royal, reading)], source)


def top_five_qualifies(cards: Iterable[Card], reading: str = "R1") -> bool:
    """Return whether the dealer has a queen and a jack or better (topfive/11.C.2), under a reading of T-02.

    R1 compares the number of top cards first, so a hand with one top card does not qualify, and neither does
    a pair of top cards below Q-J. R2 compares only ranks, so a single ace or king qualifies. R3 compares only
    the number of top cards, so any two top cards qualify. R4 is like R1, but two cards are compared card by
    card, so J-J and 10-10 do not qualify.
    """
    ranks, _ = _look(_check_cards(cards))
    paired = len(set(ranks)) < len(ranks)
    match reading:
        case "R1":
            return len(ranks) > 2 or (len(ranks) == 2 and (paired or ranks >= QUEEN_JACK))
        case "R2":
            return paired or ranks >= QUEEN_JACK
        case "R3":
            return len(ranks) >= 2
        case "R4":
            return len(ranks) > 2 or (len(ranks) == 2 and ranks >= QUEEN_JACK)
    raise BadInput(f"T-02 has the readings R1, R2, R3 and R4, not {reading!r}")


@cache
def top_ranking(reading: str) -> Ranking:
    if reading not in ("R1", "R2", "R3"):
        raise BadInput(f"T-03 has the readings R1, R2 and R3, not {reading!r}")
    name = "Top Five" if reading == "R1" else f"Top Five (T-03 {reading})"
    return Ranking(name, TOP_ROWS, partial(_climb, reading), _titles, _announce, _find_best, TOP_CLAUSES)


def _check_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    source = tuple(cards)
    if len(source) > 7 or len(set(source)) != len(source) or not STANDARD.counts.keys() >= set(source):
        raise BadInput(f"a Top Five hand is at most seven different cards, not {show_cards(source)!r}")
    return source


def _look(source: tuple[Card, ...]) -> tuple[Leaders, bool]:
    """Return the ranks of the top cards, high to low, and whether all five ranks occur in one suit (6.B)."""
    top = [card for card in source if card[0] in TOP_RANKS]
    ranks = tuple(sorted((RANK_OF[card[0]] for card in top), reverse=True))
    royal = len(top) >= 5 and any(sum(card[1] == suit for card in top) == 5 for suit in SUITS)
    return ranks, royal


@cache
def _rung(ranks: Leaders, royal: bool, reading: str) -> Rung:
    if royal:
        best, leaders, five = TOP_ROWS[0], STRAIGHT, STRAIGHT
    else:
        choices = combinations(ranks, min(5, len(ranks)))
        made = ((*_class(five), five) for five in choices)
        best, leaders, five = max(made, key=lambda hand: (STANDING[hand[0]], hand[1]))
    if reading == "R2":
        leaders = ()
    elif reading == "R3":
        leaders += tuple(sorted((Counter(ranks) - Counter(five)).elements(), reverse=True))
    return Rung(best, leaders, len(ranks))


def _class(five: Leaders) -> tuple[RankingRow, Leaders]:
    shape = shape_of(five, suited=False)
    return first_row(TOP_ROWS, shape), shape.leaders


def _climb(reading: str) -> Iterator[Rung]:
    for size in range(8):
        for places in rank_sets(len(TOP_RANKS), size):
            ranks = tuple(RANK_OF[TOP_RANKS[place]] for place in reversed(places))
            yield _rung(ranks, False, reading)
            if len(set(ranks)) == 5:
                yield _rung(ranks, True, reading)


def _titles(rung: Rung, source: tuple[Card, ...]) -> frozenset[str]:
    """Return the number of top cards as a title for the Top Five Bonus, and the Poker Bonus titles (T-15)."""
    ranks, royal = _look(source)
    best = _rung(ranks, royal, "R1")
    titles = {best.row.category}
    if best.row.category == "pair" and best.leaders[0] >= RANK_OF["K"]:
        titles.add("pair_of_aces_or_kings")
    if len(ranks) in _TOP_FIVE_BONUS:
        titles.add(_TOP_FIVE_BONUS[len(ranks)])
    return frozenset(titles)


def _announce(rung: Rung, source: tuple[Card, ...]) -> str:
    ranks, royal = _look(source)
    if not ranks:
        return "no card above nine"
    best = _rung(ranks, royal, "R1")
    cards = "one card" if len(ranks) == 1 else f"{NUMBER_WORDS[len(ranks)]} cards"
    return f"{cards}, {announce_poker(best.row.category, best.leaders)}"


def _find_best(rung: Rung, source: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the best five top cards, or all top cards if there are fewer than five.

    A sixth and a seventh top card only increase the number of top cards.
    """
    best = _rung(*_look(source), "R1")
    top = [card for card in source if card[0] in TOP_RANKS]
    for five in combinations(top, min(5, len(top))):
        made = _rung(*_look(five), "R1")
        if (made.row, made.leaders) == (best.row, best.leaders):
            return tuple(sorted(five, key=lambda card: best.leaders.index(RANK_OF[card[0]])))
    raise LookupError(f"no five cards of {show_cards(source)} make {best}")
