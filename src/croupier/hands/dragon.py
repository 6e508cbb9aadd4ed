"""Rank Dragon Poker hands. A hand has three characters, and one of them may be the wild Gold Dragon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from croupier.cards import Card, deck_of, show_cards
from croupier.errors import BadInput
from croupier.hands.ranking import HandValue, Ranking, Rung, first_row, rank_sets, row, shape_of
from croupier.rulebook import citing, declaration

c = citing("dragon")
DRAGON = deck_of(declaration("dragon").pack)

# Lowest first. The colors of the dragons rank equally (dragon/6.A, repeated by the misplaced 3.0.b, D-07).
CHARACTERS = ("rabbit", "monkey", "panda", "tiger", "phoenix", "dragon")
CHARACTER_OF = {"Ra": 0, "Mo": 1, "Pa": 2, "Ti": 3, "Ph": 4, "Dr": 5, "Db": 5}
GOLD = Card("Dg")
PANDA = CHARACTERS.index("panda")

DRAGON_ROWS = (
    row("trips", (3,), "", c("6.B.1")),
    row("pair", (2,), "", c("6.B.2"), c("6.B.2.a")),
    row("high_card", (), "", c("6.B.3"), c("6.B.3.a"), c("6.B.3.b")),
)
DRAGON_CLAUSES = (c("3.0.b"), c("3.0.c"), c("6.A"), c("6.A.1"), c("6.B"), c("6.B.4"))

_THREE = {"dragon": "three_dragons", "phoenix": "three_phoenix", "tiger": "three_tigers"}
_PAIR = {"dragon": "pair_of_dragons", "phoenix": "pair_of_phoenix", "tiger": "pair_of_tigers"}
_PLURAL = {"phoenix": "phoenixes"}

# All conditions that paytable rows can use. Those of the Dragon Wager are about the dragons in the hand.
DRAGON_TITLES = frozenset(
    {
        *("trips", "pair", "high_card", "winning_hand", "pair_of_pandas_or_better"),
        *(*_THREE.values(), *_PAIR.values()),
        *("gold_dragon", "three_dragons_with_gold", "three_red_dragons", "three_blue_dragons"),
    }
)


def dragon_hand(cards: Iterable[Card]) -> HandValue:
    """Rank three cards as the best hand they can make.

    The Gold Dragon stands for the character that helps most, which may be a Dragon. The hand then ranks equal
    to the same hand without the Gold Dragon (6.A.1 under D-03).
    """
    source = _three(cards)
    return HandValue(DRAGON_HANDS, _strength(tuple(sorted(source))), source)


@cache
def _strength(cards: tuple[Card, ...]) -> int:
    plain = [CHARACTER_OF[card] for card in cards if card != GOLD]
    if GOLD not in cards:
        return DRAGON_HANDS.strengths[_rung(plain)]
    return max(DRAGON_HANDS.strengths[_rung([*plain, wild])] for wild in range(len(CHARACTERS)))


def dragon_titles(cards: Iterable[Card], reading: str = "R1") -> frozenset[str]:
    """Return every row of the Dragon Wager (dragon/12.D.1) that three cards satisfy, under a reading of D-04.

    Under R1, the Gold Dragon is only a Gold Dragon. Under R2, it completes a color, so two red dragons and
    the Gold Dragon are three red dragons. R3 is like R1, but the Gold Dragon and one other dragon are not a
    pair.
    """
    if reading not in ("R1", "R2", "R3"):
        raise BadInput(f"D-04 has the readings R1, R2 and R3, not {reading!r}")
    source = _three(cards)
    red, blue, gold = (source.count(Card(name)) for name in ("Dr", "Db", "Dg"))
    titles: set[str] = set()
    if gold:
        titles.add("gold_dragon")
    if red + blue + gold == 3:
        titles.add("three_dragons")
        if gold:
            titles.add("three_dragons_with_gold")
        completing = gold if reading == "R2" else 0
        if red + completing == 3:
            titles.add("three_red_dragons")
        if blue + completing == 3:
            titles.add("three_blue_dragons")
    if red + blue + gold == 2 and not (gold and reading == "R3"):
        titles.add("pair_of_dragons")
    return frozenset(titles)


def _three(cards: Iterable[Card]) -> tuple[Card, ...]:
    source = tuple(cards)
    if len(source) != 3 or any(source.count(card) > DRAGON.counts.get(card, 0) for card in source):
        raise BadInput(f"a Dragon Poker hand is three cards of the Dragon deck, not {show_cards(source)!r}")
    return source


def _rung(ranks: Iterable[int]) -> Rung:
    shape = shape_of(tuple(ranks), suited=False, straight_of=0)
    return Rung(first_row(DRAGON_ROWS, shape), shape.leaders)


def _climb() -> Iterator[Rung]:
    return (_rung(ranks) for ranks in rank_sets(len(CHARACTERS), 3))


def _titles(rung: Rung, source: tuple[Card, ...]) -> frozenset[str]:
    # "Winning hand" is a row of the Ante Bonus. The Ante Bonus pays only hands that have beaten the dealer,
    # and all of them satisfy this condition (dragon/11.D.3.g, D-13).
    titles = {"winning_hand"}
    character = CHARACTERS[rung.leaders[0]]
    if rung.row.category == "trips":
        titles |= {"trips", _THREE.get(character, "trips")}
    elif rung.row.category == "pair":
        titles |= {"pair", _PAIR.get(character, "pair")}
        if rung.leaders[0] >= PANDA:
            titles.add("pair_of_pandas_or_better")
    else:
        titles.add("high_card")
    return frozenset(titles)


def _announce(rung: Rung, source: tuple[Card, ...]) -> str:
    character = CHARACTERS[rung.leaders[0]]
    plural = _PLURAL.get(character, character + "s")
    return {"trips": f"three {plural}", "pair": f"pair of {plural}", "high_card": f"{character} high"}[
        rung.row.category
    ]


def _sort_cards(rung: Rung, source: tuple[Card, ...]) -> tuple[Card, ...]:
    # The Gold Dragon counts as the leading character, so it is sorted with the group it completes.
    return tuple(sorted(source, key=lambda card: rung.leaders.index(CHARACTER_OF.get(card, rung.leaders[0]))))


DRAGON_HANDS = Ranking("Dragon", DRAGON_ROWS, _climb, _titles, _announce, _sort_cards, DRAGON_CLAUSES)
