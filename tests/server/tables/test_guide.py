"""Test that the guide has a correct sample hand for every row of every paytable."""

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
from croupier.rulebook import games, paytables
from croupier.rulebook.declarations import declaration
from croupier.server.tables.game_guide import ALL, guide, readings_taken
from tests.server.helpers.evening import example

# the lowest straight except A-2-3-4-5
LOWEST = (Card("6s"), Card("5d"), Card("4h"), Card("3s"), Card("2c"))


def titles(game: str, wager: str, cards: tuple[Card, ...]) -> frozenset[str]:
    """Name a hand with the evaluator that settles its wager."""
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
def test_sample_hands_match_their_names(game: str) -> None:
    pack = Counter(game_of(game).deck.order)
    for wager, hands in guide(game).hands.items():
        for hand, text in hands.items():
            cards = tuple(map(Card, text.split()))
            assert not Counter(cards) - pack, (wager, hand)
            assert hand in titles(game, wager, cards), (game, wager, hand)


@pytest.mark.parametrize("game", games())
def test_every_paytable_row_has_sample_hand(game: str) -> None:
    hands = guide(game).hands
    for wager, tables in paytables(game).items():
        rows = {row.hand for table in tables.values() for row in table.rows}
        assert not rows - {*hands[ALL], *hands.get(wager, {})}, wager
    assert guide(game).line and 4 <= len(guide(game).steps) <= 7


@pytest.mark.parametrize("game", games())
def test_every_side_bet_has_an_explanation(game: str) -> None:
    sides = {wager.name for wager in declaration(game).wagers if wager.kind == "optional"}
    assert sides == {*guide(game).wagers}


@pytest.mark.parametrize("game", games())
def test_lists_readings_in_use(game: str) -> None:
    rules = example(game)
    told = {one["id"]: one for one in readings_taken(rules)}
    assert told and all(one["taken"] == rules.reading(id_) for id_, one in told.items())
    assert all(one["taken"] in one["choices"] and one["options"][one["taken"]] for one in told.values())
    for id_, choice in rules.choices.readings.items():
        assert told[id_]["taken"] == choice
