"""Stack decks so that royals, bad beats, gold dragons and other rare hands occur.

A stack names a wager, a seat, and the cards for each position.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from .dealing import DRAGON_DECK, POKER_DECK, seat_place
from .hands import RANKS

Places = dict[str, list[str]]


@dataclass
class Stack:
    wager: str
    seat: int
    places: Places


CLASSES = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
]


def chance(rng: random.Random, probability: float) -> bool:
    return rng.random() < probability


def run(top: int, length: int = 5) -> list[int]:
    """Return `length` ranks in sequence up to `top`. Rank 1 is the ace."""
    return [14 if one == 1 else one for one in range(top - length + 1, top + 1)]


def cards_of(ranks: list[int], suits: list[str]) -> list[str]:
    return [RANKS[one] + suit for one, suit in zip(ranks, suits, strict=True)]


def unlike_suits(rng: random.Random, number: int) -> list[str]:
    while True:
        suits = rng.choices("cdhs", k=number)
        if len(set(suits)) > 1:
            return suits


def poker_hand(rng: random.Random, kind: str) -> list[str]:
    """Return five cards of the given class."""
    ranks = rng.sample(range(2, 15), 5)
    suit = rng.choice("cdhs")
    four = rng.sample("cdhs", 4)
    if kind == "royal_flush":
        return cards_of(run(14), [suit] * 5)
    if kind == "straight_flush":
        return cards_of(run(rng.randint(5, 13)), [suit] * 5)
    if kind == "four_of_a_kind":
        return cards_of([ranks[0]] * 4 + ranks[1:2], [*four, suit])
    if kind == "full_house":
        return cards_of([ranks[0]] * 3 + [ranks[1]] * 2, four[:3] + rng.sample("cdhs", 2))
    if kind == "flush":
        while sorted(ranks) in [sorted(run(top)) for top in range(5, 15)]:
            ranks = rng.sample(range(2, 15), 5)
        return cards_of(ranks, [suit] * 5)
    if kind == "straight":
        return cards_of(run(rng.randint(5, 14)), unlike_suits(rng, 5))
    if kind == "three_of_a_kind":
        return cards_of([ranks[0]] * 3 + ranks[1:3], [*four[:3], *rng.choices("cdhs", k=2)])
    if kind == "two_pair":
        return cards_of(
            [ranks[0]] * 2 + [ranks[1]] * 2 + ranks[2:3], four[:2] + rng.sample("cdhs", 2) + [suit]
        )
    return cards_of([ranks[0]] * 2 + ranks[1:4], [*four[:2], *rng.choices("cdhs", k=3)])


def six_cards(rng: random.Random) -> list[str]:
    """Return six cards with a super royal or a hand from the six-card paytables of chapter 12."""
    kind = rng.choice(["super_royal_d", "super_royal", *CLASSES[:7]])
    if kind.startswith("super_royal"):
        suit = "d" if kind == "super_royal_d" else rng.choice("chs")
        cards = cards_of(run(14, 6), [suit] * 6)
    else:
        cards = poker_hand(rng, kind)
        cards.append(rng.choice([card for card in POKER_DECK if card not in cards]))
    rng.shuffle(cards)
    return cards


def two_straight_flushes(rng: random.Random, shared: int) -> tuple[list[str], list[str], list[str]]:
    """Return shared cards and two hands that each complete a straight flush or a royal with them."""
    suit = [rng.choice("cdhs")]
    own = 5 - shared
    top = rng.randint(5, 14 - own)  # the top card of the shared sequence
    middle = cards_of(run(top, shared), suit * shared)
    above = cards_of(run(top + own, own), suit * own)
    below = cards_of(run(top - shared, own), suit * own)
    return middle, above, below


def split(rng: random.Random, cards: list[str], first: int) -> tuple[list[str], list[str]]:
    rng.shuffle(cards)
    return cards[:first], cards[first:]


# --- Ultimate Texas Hold 'Em ----------------------------------------------------------------------


def uth_made(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    hole, flop = split(rng, poker_hand(rng, rng.choice(CLASSES[:8])), 2)
    return Stack(rng.choice(["trips", "progressive"]), seat, {seat_place(seat): hole, "board": flop})


def uth_made_late(rng: random.Random, seats: list[int]) -> Stack:
    """Complete a hand with the last two board cards, so that the readings of U-01 pay differently."""
    seat = rng.choice(seats)
    hole, rest = split(rng, poker_hand(rng, rng.choice(CLASSES[:7])), 2)
    others = rng.sample([card for card in POKER_DECK if card not in hole + rest], 2)
    return Stack("progressive", seat, {seat_place(seat): hole, "board": others + rest})


def uth_board(rng: random.Random, seats: list[int]) -> Stack:
    cards = poker_hand(rng, rng.choice(CLASSES))
    rng.shuffle(cards)
    return Stack("play_the_board", rng.choice(seats), {"board": cards})


def uth_six(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    hole, box = split(rng, six_cards(rng), 2)
    return Stack("six_card", seat, {seat_place(seat): hole, "box": box})


def uth_pairs(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    suits = rng.sample("cdhs", 4)
    kind = rng.choice(["red", "aces", "both", "suited", "unsuited", "pair"])
    dealer: list[str] = []
    if kind == "red":
        hole = ["Ah", "Ad"]
    elif kind in ("aces", "both"):
        hole = cards_of([14, 14], suits[:2])
        dealer = cards_of([14, 14], suits[2:]) if kind == "both" else []
    elif kind == "pair":
        one = rng.randint(2, 13)
        hole = cards_of([one, one], suits[:2])
    else:
        second = suits[0] if kind == "suited" else suits[1]
        hole = cards_of([14, rng.choice([10, 11, 12, 13])], [suits[0], second])
    rng.shuffle(hole)
    return Stack("ultimate_pairs", seat, {seat_place(seat): hole, "dealer": dealer})


def uth_bad_beat(rng: random.Random, seats: list[int]) -> Stack:
    """Return two strong hands on one board, one for a seat and one for the dealer, in random order."""
    seat = rng.choice(seats)
    kind = rng.choice(CLASSES[1:7])
    low, high, third = rng.sample(range(2, 15), 3)
    four = rng.sample("cdhs", 4)
    pair, other_pair = four[:2], four[2:]
    if kind == "straight_flush":
        board, one, two = two_straight_flushes(rng, 3)
    elif kind == "four_of_a_kind":
        board = cards_of([low, low, high, high], pair + pair)
        one, two = cards_of([low, low], other_pair), cards_of([high, high], other_pair)
    elif kind == "full_house":
        board = cards_of([low, high, high], [four[0], *pair])
        one, two = cards_of([low, low], four[1:3]), cards_of([high, high], other_pair)
    elif kind == "flush":
        ranks = rng.sample(range(2, 15), 7)
        board, one, two = (
            cards_of(part, [four[0]] * len(part)) for part in (ranks[:3], ranks[3:5], ranks[5:])
        )
    elif kind == "straight":
        top = rng.randint(5, 12)
        board = cards_of(run(top, 3), four[:3])
        one, two = cards_of(run(top + 2, 2), four[2:]), cards_of(run(top - 3, 2), four[:2])
    else:
        board = cards_of([low, high, third], [four[0], four[1], four[3]])
        one, two = cards_of([low, low], four[1:3]), cards_of([high, high], [four[0], four[2]])
    if chance(rng, 0.5):
        one, two = two, one
    rng.shuffle(board)
    return Stack("bad_beat", seat, {seat_place(seat): one, "dealer": two, "board": board})


def uth_two_winners(rng: random.Random, seats: list[int]) -> Stack:
    if len(seats) < 2:
        return uth_made(rng, seats)
    first, second = rng.sample(seats, 2)
    board, one, two = two_straight_flushes(rng, 3)
    return Stack("progressive", first, {"board": board, seat_place(first): one, seat_place(second): two})


# --- Let It Ride ----------------------------------------------------------------------------------


def lir_made(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    own, board = split(rng, poker_hand(rng, rng.choice([*CLASSES[:7], *CLASSES])), 3)
    return Stack(rng.choice(["five_card", "progressive"]), seat, {seat_place(seat): own, "board": board})


def lir_three(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    suit = rng.choice("cdhs")
    kind = rng.choice(["spades", "akq", "straight_flush", "trips", "straight", "flush"])
    if kind in ("spades", "akq"):
        cards = cards_of(run(14, 3), ["s" if kind == "spades" else suit] * 3)
    elif kind == "straight_flush":
        cards = cards_of(run(rng.randint(3, 13), 3), [suit] * 3)
    elif kind == "trips":
        cards = cards_of([rng.randint(2, 14)] * 3, rng.sample("cdhs", 3))
    elif kind == "straight":
        cards = cards_of(run(rng.randint(3, 14), 3), unlike_suits(rng, 3))
    else:
        cards = cards_of(rng.sample(range(2, 15), 3), [suit] * 3)
    rng.shuffle(cards)
    return Stack(rng.choice(["three_card", "progressive"]), seat, {seat_place(seat): cards})


def lir_six(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    own, box = split(rng, six_cards(rng), 3)
    return Stack("six_card", seat, {seat_place(seat): own, "box": box})


def lir_two_winners(rng: random.Random, seats: list[int]) -> Stack:
    if len(seats) < 2:
        return lir_made(rng, seats)
    first, second = rng.sample(seats, 2)
    board, one, two = two_straight_flushes(rng, 2)
    return Stack("progressive", first, {"board": board, seat_place(first): one, seat_place(second): two})


# --- Dragon Poker ---------------------------------------------------------------------------------


def dragon_hand(rng: random.Random) -> list[str]:
    kind = rng.choice(["red", "blue", "dragons", "gold", "gold_pair", "trips", "pair"])
    character = rng.choice(["Dr", "Db", "Ph", "Ti", "Pa", "Mo", "Ra"])
    plain = rng.choice(["Ph", "Ti", "Pa", "Mo", "Ra"])
    if kind == "red":
        return ["Dr"] * 3
    if kind == "blue":
        return ["Db"] * 3
    if kind == "dragons":
        return rng.sample([card for card in DRAGON_DECK if card[0] == "D"], 3)
    if kind == "gold":
        return ["Dg", *rng.sample(DRAGON_DECK[7:], 2)]
    if kind == "gold_pair":
        return ["Dg", character, rng.choice([character, plain])]
    if kind == "trips":
        return [character] * 3
    return [character, character, plain]


def dragon_seat(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    cards = dragon_hand(rng)
    rng.shuffle(cards)
    return Stack(rng.choice(["three_card", "dragon"]), seat, {seat_place(seat): cards})


def dragon_against(rng: random.Random, seats: list[int]) -> Stack:
    """Return similar hands for a seat and the dealer, with ties, kickers or a gold dragon."""
    seat = rng.choice(seats)
    while True:
        one, two = dragon_hand(rng), dragon_hand(rng)
        if chance(rng, 0.4) and "Dg" not in one:
            two = [*one[:2], rng.choice(["Dg", "Ra", one[2]])]
        if all((one + two).count(card) <= DRAGON_DECK.count(card) for card in one + two):
            return Stack("dragon", seat, {seat_place(seat): one, "dealer": two})


# --- Top Five Poker -------------------------------------------------------------------------------

TOP = [card for card in POKER_DECK if card[0] in "TJQKA"]
LOW = [card for card in POKER_DECK if card[0] not in "TJQKA"]


def topfive_counts(rng: random.Random, seats: list[int]) -> Stack:
    """Return hands for a seat and the dealer with chosen numbers of top cards, often equal ones."""
    seat = rng.choice(seats)
    mine = rng.choice([0, 1, 2, 2, 3, 4, 5, 6, 7, 7])
    dealers = mine if chance(rng, 0.6) else rng.randint(0, 7)
    top = rng.sample(TOP, mine + dealers)
    low = rng.sample(LOW, 14 - mine - dealers)
    one, two = top[:mine] + low[: 7 - mine], top[mine:] + low[7 - mine :]
    rng.shuffle(one)
    rng.shuffle(two)
    return Stack(rng.choice(["top_five", "poker"]), seat, {seat_place(seat): one, "dealer": two})


def topfive_class(rng: random.Random, seats: list[int]) -> Stack:
    seat = rng.choice(seats)
    suit, four = rng.choice("cdhs"), rng.sample("cdhs", 4)
    one, two = rng.sample(range(10, 15), 2)
    kind = rng.choice(["royal", "straight", "quads", "full_house", "trips", "two_pair", "pair"])
    if kind == "royal":
        cards = cards_of(run(14), [suit] * 5)
    elif kind == "straight":
        cards = cards_of(run(14), unlike_suits(rng, 5))
    elif kind == "quads":
        cards = cards_of([one] * 4, four)
    elif kind == "full_house":
        cards = cards_of([one] * 3 + [two] * 2, four[:3] + four[:2])
    elif kind == "trips":
        cards = cards_of([one] * 3, four[:3])
    elif kind == "two_pair":
        cards = cards_of([one, one, two, two], four[:2] + four[:2])
    else:
        cards = cards_of([one, one], four[:2])
    cards += rng.sample([card for card in POKER_DECK if card not in cards], 7 - len(cards))
    rng.shuffle(cards)
    return Stack("poker", seat, {seat_place(seat): cards})


def topfive_last_cards(rng: random.Random, seats: list[int]) -> Stack:
    """Return hands with the same best five cards but different sixth and seventh cards (T-03 R3)."""
    seat = rng.choice(seats)
    straight = chance(rng, 0.5)
    hands = []
    for suits in (["c", "d"], ["h", "s"]):
        if straight:
            cards = cards_of(run(14), [*rng.choices(suits, k=3), *suits])
        else:
            cards = cards_of([14, 14, 13, 13, 12], [*suits, *suits, suits[0]])
        left = [
            card for card in TOP if card[1] in suits and card not in cards and (straight or card[0] in "JT")
        ]
        cards += rng.sample(left, rng.choice([1, 1, 2]))
        cards += rng.sample([card for card in LOW if card[1] in suits], 7 - len(cards))
        rng.shuffle(cards)
        hands.append(cards)
    return Stack("poker", seat, {seat_place(seat): hands[0], "dealer": hands[1]})


STACKS: dict[str, list[Callable[[random.Random, list[int]], Stack]]] = {
    "uth": [uth_made, uth_made, uth_made_late, uth_board, uth_six, uth_pairs, uth_bad_beat, uth_two_winners],
    "letitride": [lir_made, lir_made, lir_three, lir_six, lir_two_winners],
    "dragon": [dragon_seat, dragon_against],
    "topfive": [topfive_counts, topfive_class, topfive_last_cards],
}


def stack(rng: random.Random, game: str, seats: list[int]) -> Stack:
    return rng.choice(STACKS[game])(rng, seats)


def lay(rng: random.Random, deck: list[str], order: list[str], laid: Places) -> list[str]:
    """Return a shuffled deck that deals the chosen cards to their positions."""
    rest = list(deck)
    laid = {place: list(cards) for place, cards in laid.items() if place in order}
    for cards in laid.values():
        for card in cards:
            rest.remove(card)
    rng.shuffle(rest)
    return [laid[place].pop(0) if laid.get(place) else rest.pop() for place in order] + rest
