"""Test which cards of a view make the hand. Pages raise these cards and dim the others."""

from __future__ import annotations

import pytest

from croupier.games import game_rules
from croupier.submission import partial
from croupier.table.readers.sight import Sight, watch
from croupier.table.state import open_table
from croupier.table_handle import TableHandle


def played(game: str, deck: str, answers: str, **wagers: int) -> tuple[Sight, Sight]:
    """Play one hand-dealt seat. Return the views before the reveal and at the end."""
    rules = game_rules(partial({}, game, "hand"))
    table = TableHandle(rules, deck)
    watching = watch("player:p", open_table(rules), live=False)
    table.sit(1, "p", 1000)
    table.bet(1, **wagers).deal()
    *first, last = answers.split()
    for answer in first:
        table.decide(answer)
    before = len(table.events)
    asked = watching.see(table.events)
    table.decide(last)
    return asked.sight(), asked.see(table.events[before:]).sight()


def test_five_of_seven() -> None:
    # Two cards each to seat 1 and the dealer, a burn, the Flop, a burn, and the last two cards.
    deck = "Qs Kd 5s Ah 2c Ks 9s 4d 3c 7h 2s"
    asked, over = played("uth", deck, "check check 1x", ante=10, blind=10)
    assert asked.seats[0].hand is None
    hand = over.seats[0].hand
    assert hand is not None and hand.hand == "flush"
    assert set(hand.cards) == {"Ks", "Qs", "9s", "5s", "2s"}
    dealer = next(place for place in over.places if place.place == "dealer")
    assert dealer.hand is not None
    assert set(dealer.hand.cards) == {"Kd", "Ks", "Ah", "9s", "7h"}


def test_only_top_cards_count() -> None:
    deck = "2c Ah 4c Kh 9c Qc Td As 6h 7s 8h Th Qs 3s"
    _, over = played("topfive", deck, "play", ante=10)
    hand = over.seats[0].hand
    assert hand is not None
    assert set(hand.cards) == {"Td", "Qs"}


@pytest.mark.parametrize(("game", "deck"), [("dragon", "Mo Ti Ph Ra Ti Ra"), ("letitride", "")])
def test_no_cards_are_singled_out_if_all_count(game: str, deck: str) -> None:
    wagers = {"dragon": {"ante": 10, "ante_bonus": 10}, "letitride": {"bet1": 10, "bet2": 10, "bet3": 10}}
    answers = {"dragon": "play", "letitride": "ride ride"}
    _, over = played(game, deck, answers[game], **wagers[game])
    assert over.seats[0].hand is not None
    assert over.seats[0].hand.cards == ()
