"""Test the words for the player's hand before the showdown."""

from __future__ import annotations

import pytest

from croupier.games import game_rules
from croupier.games.game import poker_so_far
from croupier.submission import partial


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("9c 9d", "pair of nines"),
        ("As Kd", "ace high"),
        ("2c 2d 2h", "three of a kind, deuces"),
        ("Ah Ad Kc Kd", "two pair, aces and kings"),
        ("6h 6d 6c 6s", "four of a kind, sixes"),
        ("4h 4d Kc", "pair of fours"),
        ("Ah Ad Kc Kd 3c", "two pair, aces and kings"),
        ("9h 8h 7h 6h 5h 2c 2d", "nine-high straight flush"),
    ],
)
def test_names_a_poker_hand_of_any_length(cards: str, words: str) -> None:
    assert poker_so_far(tuple(cards.split())) == words


@pytest.mark.parametrize(
    ("name", "cards", "board", "words"),
    [
        ("uth", "9c Kd", "9d 2h 3s", "pair of nines"),
        ("letitride", "Ts Tc 4d", "4c", "two pair, tens and fours"),
        ("dragon", "Pa Pa Ra", "", "pair of pandas"),
        ("topfive", "As Kd 2h 3c 4c 5d 6s", "", "two cards, ace high"),
    ],
)
def test_every_game_names_the_hand_so_far(name: str, cards: str, board: str, words: str) -> None:
    rules = game_rules(partial({}, name, "hand"))
    so_far = rules.played.so_far
    assert so_far is not None
    assert so_far(rules, tuple(cards.split()), tuple(board.split())) == words
