"""Rank three cards for Let It Ride's Three Card Bonus and three-card progressives (L-02, L-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from croupier.cards import STANDARD, Card, show_cards
from croupier.cards.deck import RANKS
from croupier.errors import BadInput
from croupier.hands.poker import RANK_OF
from croupier.hands.ranking import HandValue, Ranking, Rung, first_row, rank_sets, row, shape_of
from croupier.hands.words import announce_poker
from croupier.rulebook import citing

lir = citing("letitride")

# A-2-3 and A-K-Q are sequences, but K-A-2 is not (letitride/6.D, L-09).
THREE_ROWS = (
    row("straight_flush", (), "suited sequence", lir("6.D.1")),
    row("three_of_a_kind", (3,), "", lir("6.D.2")),
    row("straight", (), "sequence", lir("6.D.3")),
    row("flush", (), "suited", lir("6.D.4")),
    row("pair", (2,), "", lir("6.D.5")),
    row("high_card"),
)
THREE_CLAUSES = (lir("6.A"), lir("6.A.1"), lir("6.A.2"), lir("6.B"))

_AKQ = tuple(RANK_OF[rank] for rank in "AKQ")


def three_card(cards: Iterable[Card]) -> HandValue:
    source = tuple(cards)
    if len(source) != 3 or len(set(source)) != 3 or not STANDARD.counts.keys() >= set(source):
        raise BadInput(f"a three-card hand is three different cards, not {show_cards(source)!r}")
    ranks = tuple(sorted(RANK_OF[card[0]] for card in source))
    rung = _rung(ranks, suited=len({card[1] for card in source}) == 1)
    return HandValue(THREE, THREE.strengths[rung], source)


@cache
def _rung(ranks: tuple[int, ...], suited: bool) -> Rung:
    shape = shape_of(ranks, suited, straight_of=3)
    return Rung(first_row(THREE_ROWS, shape), shape.leaders)


def _climb() -> Iterator[Rung]:
    for ranks in rank_sets(len(RANKS), 3):
        yield _rung(ranks, suited=False)
        if len(set(ranks)) == 3:
            yield _rung(ranks, suited=True)


THREE_TITLES = frozenset({*(each.category for each in THREE_ROWS), "akq_of_spades", "akq_suited_other"})


def _titles(rung: Rung, source: tuple[Card, ...]) -> frozenset[str]:
    category = rung.row.category
    if category == "straight_flush" and rung.leaders == _AKQ:
        # Progressive paytables B and C have rows for A-K-Q of one suit. Spades win the whole meter (L-01).
        return frozenset({category, "akq_of_spades" if source[0][1] == "s" else "akq_suited_other"})
    return frozenset({category})


def _sort_cards(rung: Rung, source: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(source, key=lambda card: rung.leaders.index(RANK_OF[card[0]])))


def _announce(rung: Rung, source: tuple[Card, ...]) -> str:
    return announce_poker(rung.row.category, rung.leaders)


THREE = Ranking("three-card", THREE_ROWS, _climb, _titles, _announce, _sort_cards, THREE_CLAUSES)
