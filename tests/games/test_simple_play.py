"""Test the simple strategy of the other seats on both sides of each threshold."""

from __future__ import annotations

import pytest

from croupier.cards import parse_cards
from croupier.games import game as game_of

CASES = [
    # Top Five: play with three top cards, any pair of top cards, or an ace with a jack or better.
    ("topfive", "Ts Jh Qd 2c 3c 4c 5c", "", "play"),
    ("topfive", "Ts Td 2c 3c 4c 5c 6c", "", "play"),
    ("topfive", "As Jh 2c 3c 4c 5c 6c", "", "play"),
    ("topfive", "As Th 2c 3c 4c 5c 6c", "", "fold"),
    ("topfive", "Ks Qh 2c 3c 4c 5c 6c", "", "fold"),
    ("topfive", "As 8h 2c 3c 4c 5c 6c", "", "fold"),
    ("topfive", "9s 9h 2c 3c 4c 5c 6c", "", "fold"),
    # Let It Ride with three cards: ride with a paying hand or with three cards to a straight flush.
    ("letitride", "Tc Td 2h", "", "ride"),
    ("letitride", "9c 9d 2h", "", "withdraw"),
    ("letitride", "2c 2d 2h", "", "ride"),
    ("letitride", "3h 4h 5h", "", "ride"),
    ("letitride", "2h 3h 4h", "", "withdraw"),
    ("letitride", "3h 4h 6h", "", "withdraw"),
    ("letitride", "3h 4h 5d", "", "withdraw"),
    # After the first community card: also ride with four to a flush or four to an open-ended straight.
    ("letitride", "9c 9d 2h", "2s", "ride"),
    ("letitride", "9c 9d 2h", "3s", "withdraw"),
    ("letitride", "2h 7h 9h", "Kh", "ride"),
    ("letitride", "9c Td Jh", "Qs", "ride"),
    ("letitride", "Tc Jd Qh", "Ks", "ride"),
    ("letitride", "Jc Qd Kh", "As", "withdraw"),
    ("letitride", "9c Td Jh", "Ks", "withdraw"),
    # Ultimate Texas Hold 'Em, before the Flop: raise or check.
    ("uth", "3c 3d", "", "4x"),
    ("uth", "2c 2d", "", "check"),
    ("uth", "Ac 2d", "", "4x"),
    ("uth", "Kc 5d", "", "4x"),
    ("uth", "Kc 4d", "", "check"),
    ("uth", "Qc 8d", "", "4x"),
    ("uth", "Qc 7d", "", "check"),
    ("uth", "Jc Td", "", "4x"),
    ("uth", "Jc 9d", "", "check"),
    ("uth", "Tc 9d", "", "check"),
    # On the Flop: raise with a pair that includes a hole card, or with a hand better than a pair.
    ("uth", "2c 2d", "9s Jh Kd", "2x"),
    ("uth", "9c 2d", "9s Jh Kd", "2x"),
    ("uth", "8c 2d", "9s 9h Kd", "check"),
    ("uth", "8c 2d", "9s Jh Kd", "check"),
    ("uth", "Tc Qd", "9s Jh Kd", "2x"),
    # On the River: bet with a pair that includes a hole card, a hand better than the board, or a king.
    ("uth", "9c 2d", "9s Jh Kd 3c 4c", "1x"),
    ("uth", "Tc Qd", "9s Jh Kd 3c 4c", "1x"),
    ("uth", "Kc 2d", "9s Jh Qd 4c 5c", "1x"),
    ("uth", "Qc 2d", "9s Jh Kd 4c 5c", "fold"),
    # Dragon: play with a pair, a dragon, or a phoenix with a panda or better.
    ("dragon", "Ra Ra Mo", "", "play"),
    ("dragon", "Dr Mo Ra", "", "play"),
    ("dragon", "Ph Pa Ra", "", "play"),
    ("dragon", "Ph Mo Ra", "", "fold"),
    ("dragon", "Ti Pa Mo", "", "fold"),
]


@pytest.mark.parametrize(("game", "hand", "board", "choice"), CASES)
def test_a_seat_plays_by_its_simple_rule(game: str, hand: str, board: str, choice: str) -> None:
    spec = game_of(game)
    assert spec.simple_play is not None
    assert spec.simple_play(parse_cards(hand, spec.deck), parse_cards(board, spec.deck)) == choice
