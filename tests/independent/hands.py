"""Rank hands by brute force, by evaluating every five-card subset.

A hand's worth is a pair: its class number and its ranks in the order in which they are compared. The larger
pair wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

Worth = tuple[int, tuple[int, ...]]

RANKS = "..23456789TJQKA"  # the index of a rank is its number, from 2 for a deuce to 14 for an ace

CLASSES = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]


def rank(card: str) -> int:
    return RANKS.index(card[0])


def suits(cards: Iterable[str]) -> set[str]:
    return {card[1] for card in cards}


def by_groups(cards: Iterable[str]) -> tuple[list[int], tuple[int, ...]]:
    """Return the counts of the ranks, and the ranks sorted by count and then by rank, highest first."""
    ranks = [rank(card) for card in cards]
    groups = sorted(((ranks.count(one), one) for one in set(ranks)), reverse=True)
    return [size for size, _ in groups], tuple(one for _, one in groups)


def top_of_straight(cards: Sequence[str]) -> int | None:
    """Return the highest rank of a straight, or None. An ace is low only below a deuce (U-10, L-09)."""
    ranks = sorted(rank(card) for card in cards)
    for aces_as in (14, 1):
        run = sorted(aces_as if one == 14 else one for one in ranks)
        if run == list(range(run[0], run[0] + len(run))):
            return run[-1]
    return None


def five(cards: Sequence[str]) -> Worth:
    """Return the worth of five cards by uth/6.D, letitride/6.C and, within a class, U-09 R1."""
    sizes, order = by_groups(cards)
    flush = len(suits(cards)) == 1
    top = top_of_straight(cards)
    if flush and top == 14:
        return CLASSES.index("royal_flush"), ()
    if flush and top is not None:
        return CLASSES.index("straight_flush"), (top,)
    if sizes == [4, 1]:
        return CLASSES.index("four_of_a_kind"), order
    if sizes == [3, 2]:
        return CLASSES.index("full_house"), order
    if flush:
        return CLASSES.index("flush"), order
    if top is not None:
        return CLASSES.index("straight"), (top,)
    if sizes == [3, 1, 1]:
        return CLASSES.index("three_of_a_kind"), order
    if sizes == [2, 2, 1]:
        return CLASSES.index("two_pair"), order
    if sizes == [2, 1, 1, 1]:
        return CLASSES.index("pair"), order
    return CLASSES.index("high_card"), order


def best(cards: Iterable[str]) -> Worth:
    return max(five(chosen) for chosen in combinations(cards, 5))


def name(worth: Worth) -> str:
    return CLASSES[worth[0]]


def poker_titles(worth: Worth) -> set[str]:
    """Return the paytable rows that a five-card hand may match."""
    titles = {name(worth)}
    if worth[0] < CLASSES.index("straight"):
        titles.add("less_than_a_straight")
    if worth[0] < CLASSES.index("flush"):
        titles.add("less_than_a_flush")
    if name(worth) == "pair" and worth[1][0] >= 10:
        titles.add("pair_of_tens_or_better")
    return titles


def six_titles(cards: Sequence[str]) -> set[str]:
    """Return the titles of the best five of six cards, with the super royal of all six (U-27)."""
    titles = {name(best(cards))}
    if len(suits(cards)) == 1 and {rank(card) for card in cards} == {9, 10, 11, 12, 13, 14}:
        diamonds = suits(cards) == {"d"}
        titles |= {"super_royal", "super_royal_of_diamonds" if diamonds else "super_royal_of_another_suit"}
    return titles


def three_titles(cards: Sequence[str]) -> set[str]:
    """Return the titles of three cards by letitride/6.D and L-09. A suited sequence is a straight flush."""
    sizes, _ = by_groups(cards)
    flush = len(suits(cards)) == 1
    run = top_of_straight(cards) is not None
    if flush and run:
        if {rank(card) for card in cards} == {12, 13, 14}:
            spades = suits(cards) == {"s"}
            akq = "ace_king_queen_of_spades" if spades else "ace_king_queen_of_another_suit"
            return {"straight_flush", akq}
        return {"straight_flush"}
    if sizes == [3]:
        return {"three_of_a_kind"}
    if run:
        return {"straight"}
    if flush:
        return {"flush"}
    if sizes == [2, 1]:
        return {"pair"}
    return {"high_card"}


def ultimate_pairs_titles(hole: Sequence[str], dealer: Sequence[str]) -> set[str]:
    """Return the titles of two hole cards by uth/7.F.5. One title also needs the dealer's two cards."""
    high, low = sorted((rank(card) for card in hole), reverse=True)
    suited = "suited" if len(suits(hole)) == 1 else "unsuited"
    if (high, low) == (14, 14):
        titles = {"aces"}
        if suits(hole) == {"h", "d"}:
            titles.add("red_aces")
        if all(rank(card) == 14 for card in dealer):
            titles.add("aces_against_aces")
        return titles
    if high == low:
        return {"jacks_queens_or_kings" if high >= 11 else "tens_or_less"}
    if (high, low) == (14, 13):
        return {f"ace_king_{suited}"}
    if high == 14 and low in (12, 11):
        return {f"ace_queen_or_jack_{suited}"}
    return set()


# --- Dragon Poker, chapter 6 ----------------------------------------------------------------------

CHARACTERS = {"Ra": 0, "Mo": 1, "Pa": 2, "Ti": 3, "Ph": 4, "Dr": 5, "Db": 5, "Dg": 5}
CHARACTER_NAMES = ["rabbits", "monkeys", "pandas", "tigers", "phoenix", "dragons"]
DRAGON_CLASSES = ["high_card", "pair", "trips"]


def dragon_natural(characters: Sequence[int]) -> Worth:
    groups = sorted(((characters.count(one), one) for one in set(characters)), reverse=True)
    return groups[0][0] - 1, tuple(one for _, one in groups)


def dragon(cards: Sequence[str]) -> Worth:
    """Return the worth of a hand. The gold dragon becomes the best possible character (D-03)."""
    natural = [CHARACTERS[card] for card in cards if card != "Dg"]
    if len(natural) == 3:
        return dragon_natural(natural)
    return max(dragon_natural([*natural, character]) for character in range(6))


def dragon_name(worth: Worth) -> str:
    return DRAGON_CLASSES[worth[0]]


def dragon_titles(worth: Worth) -> set[str]:
    kind, (first, *_) = worth
    if dragon_name(worth) == "trips":
        return {"trips", f"three_{CHARACTER_NAMES[first]}"}
    if kind == DRAGON_CLASSES.index("pair"):
        titles = {f"pair_of_{CHARACTER_NAMES[first]}"}
        if first >= CHARACTERS["Pa"]:
            titles.add("pair_of_pandas_or_better")
        return titles
    return set()


def dragon_wager_titles(cards: Sequence[str], reading: str) -> set[str]:
    """Return the titles for the Dragon Wager. The readings of D-04 count the gold dragon differently."""
    dragons = [card for card in cards if card in ("Dr", "Db", "Dg")]
    gold = "Dg" in dragons
    coloured = {card for card in dragons if card != "Dg"}
    titles: set[str] = set()
    if len(dragons) == 3:
        titles.add("three_dragons_with_gold" if gold else "three_dragons")
        if len(coloured) == 1 and (not gold or reading == "R2"):
            titles.add("three_red_dragons" if coloured == {"Dr"} else "three_blue_dragons")
    if len(dragons) == 2 and not (gold and reading == "R3"):
        titles.add("pair_of_dragons")
    if gold:
        titles.add("gold_dragon")
    return titles


# --- Top Five Poker, chapter 6 --------------------------------------------------------------------

TOP_CLASSES = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "full_house",
    "four_of_a_kind",
    "royal_flush",
]


def top_cards(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if rank(card) >= 10]


def top_class(cards: Sequence[str]) -> Worth:
    """Return the class and the ranks of at most five counting cards (T-03). There is no flush (T-01)."""
    sizes, order = by_groups(cards)
    if len(sizes) == 5:
        if len(suits(cards)) == 1:
            return TOP_CLASSES.index("royal_flush"), ()
        return TOP_CLASSES.index("straight"), ()
    shape = [*sizes, 0, 0][:2]
    if shape[0] == 4:
        return TOP_CLASSES.index("four_of_a_kind"), order
    if shape == [3, 2]:
        return TOP_CLASSES.index("full_house"), order
    if shape[0] == 3:
        return TOP_CLASSES.index("three_of_a_kind"), order
    if shape == [2, 2]:
        return TOP_CLASSES.index("two_pair"), order
    if shape[0] == 2:
        return TOP_CLASSES.index("pair"), order
    return TOP_CLASSES.index("high_card"), order


def top_best(cards: Iterable[str]) -> tuple[Worth, tuple[int, ...]]:
    """Return the best hand among the counting cards, and the ranks of the others, high to low."""
    counting = top_cards(cards)
    ways = []
    for chosen in combinations(counting, min(5, len(counting))):
        left = sorted((rank(card) for card in counting if card not in chosen), reverse=True)
        ways.append((top_class(chosen), tuple(left)))
    return max(ways)


def top_name(cards: Iterable[str]) -> str:
    return TOP_CLASSES[top_best(cards)[0][0]]


def top_compared(cards: Iterable[str], reading: str) -> tuple[object, ...]:
    """Return the key that compares Top Five hands: the count, then what the reading of T-03 compares."""
    cards = list(cards)
    worth, left = top_best(cards)
    count = len(top_cards(cards))
    if reading == "R2":
        return count, worth[0]
    if reading == "R3":
        return count, worth, left
    return count, worth


def top_qualifies(cards: Iterable[str], reading: str) -> bool:
    """Return whether the dealer has queen and jack or better (topfive/11.C.2, T-02)."""
    counting = top_cards(cards)
    ranks = sorted((rank(card) for card in counting), reverse=True)
    paired = len(set(ranks)) < len(ranks)
    if reading == "R2":
        return paired or ranks >= [12, 11]
    if reading == "R3":
        return len(ranks) >= 2
    if len(ranks) != 2:
        return len(ranks) > 2
    if reading == "R4":
        return ranks >= [12, 11]
    return paired or ranks >= [12, 11]


def top_poker_titles(cards: Iterable[str]) -> set[str]:
    worth, _ = top_best(cards)
    titles = {TOP_CLASSES[worth[0]]}
    if TOP_CLASSES[worth[0]] == "pair" and worth[1][0] >= 13:
        titles.add("pair_of_aces_or_kings")
    return titles
