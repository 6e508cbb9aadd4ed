"""How to play, as data: every hand that a paytable shows is one, and every row of every paytable has one."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.cards import Card
from croupier.games import game as game_of
from croupier.hands import (
    best_five,
    dragon_hand,
    dragon_titles,
    hole_pair_titles,
    six_card,
    three_card,
    top_five,
)
from croupier.house.floor.guide import ALL, guide, readings_taken
from croupier.rulebook import games, paytables
from tests.house.helpers.evening import example

LOWEST = (Card("6s"), Card("5d"), Card("4h"), Card("3s"), Card("2c"))  # of the straights but one


def titles(game: str, wager: str, cards: tuple[Card, ...]) -> frozenset[str]:
    """What a hand is called, by the evaluator that settles such a wager."""
    if game == "dragon":
        return dragon_titles(cards) if wager == "dragon" else dragon_hand(cards).titles
    if game == "topfive":
        return top_five(cards).titles
    match len(cards):
        case 2:
            return hole_pair_titles(cards)
        case 4:
            return hole_pair_titles(cards[:2], cards[2:])
        case 3:
            return three_card(cards).titles | akq(cards)
        case 6:
            return six_card(cards).titles
    found = best_five(cards)
    lower = {"below_straight"} if found < best_five(LOWEST) else set()
    return found.titles | lower | ({"below_flush"} if found.category == "straight" else set())


def akq(cards: tuple[Card, ...]) -> frozenset[str]:
    if {card[0] for card in cards} != set("AKQ") or len({card[1] for card in cards}) > 1:
        return frozenset()
    return frozenset({"akq_of_spades" if cards[0][1] == "s" else "akq_suited_other"})


@pytest.mark.parametrize("game", games())
def test_every_hand_is_what_it_is_called(game: str) -> None:
    pack = Counter(game_of(game).deck.order)
    for wager, hands in guide(game).hands.items():
        for hand, text in hands.items():
            cards = tuple(map(Card, text.split()))
            assert not Counter(cards) - pack, (wager, hand)
            assert hand in titles(game, wager, cards), (game, wager, hand)


@pytest.mark.parametrize("game", games())
def test_every_row_of_every_paytable_has_a_picture(game: str) -> None:
    hands = guide(game).hands
    for wager, tables in paytables(game).items():
        rows = {row.hand for table in tables.values() for row in table.rows}
        assert not rows - {*hands[ALL], *hands.get(wager, {})}, wager
    assert guide(game).line and 4 <= len(guide(game).steps) <= 7


@pytest.mark.parametrize("game", games())
def test_readings_taken_are_those_of_the_table(game: str) -> None:
    rules = example(game)
    told = {one["id"]: one for one in readings_taken(rules)}
    assert told and all(one["taken"] == rules.reading(id_) for id_, one in told.items())
    assert all(one["taken"] in one["choices"] and one["options"][one["taken"]] for one in told.values())
    for id_, choice in rules.choices.readings.items():
        assert told[id_]["taken"] == choice
