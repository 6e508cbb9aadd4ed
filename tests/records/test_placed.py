"""Test records that list cards by position or leave some cards unspecified."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import play_record
from croupier.cards import parse_cards, show_cards
from croupier.errors import Refused
from croupier.games import game
from croupier.rulebook import games
from tests.helpers.table_help import EVERYTHING, METHODS

GAMES = games()

SEATS = {"uth": "uth/2.A", "letitride": "letitride/2.A.1", "dragon": "dragon/2.A", "topfive": "topfive/2.A.1"}
DECISIONS = {"uth": ["4x"], "letitride": ["ride", "ride"], "dragon": ["play"], "topfive": ["play"]}


def whole(name: str, method: str) -> dict[str, Any]:
    """Return a record with two seats, a full deck and every wager offered."""
    required = {rule.name: 10 for rule in game(name).wagers if rule.kind == "required"}
    seats = [{"seat": n, "wagers": dict(required), "decisions": DECISIONS[name]} for n in (1, 3)]
    deck = game(name).deck.order[::-1]
    return {
        "game": name,
        "dealing": method,
        "submission": EVERYTHING[name],
        "deck": show_cards(deck),
        "seats": seats,
    }


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", GAMES)
def test_records_by_hand_and_by_deck_give_the_same_result(name: str, method: str) -> None:
    record = whole(name, method)
    first = play_record(record)
    told = {key: value for key, value in record.items() if key != "deck"}
    told |= {key: first[key] for key in ("board", "box") if first[key]}
    told |= {"dealer": first["dealer"]["cards"]} if first["dealer"] else {}
    told["seats"] = [
        {**seat, "cards": found["cards"]} for seat, found in zip(record["seats"], first["seats"], strict=True)
    ]
    again = play_record(told)
    assert again["warnings"] == first["warnings"]
    for key in ("board", "box", "dealer", "seats", "meters", "void"):
        assert again[key] == first[key]


@pytest.mark.parametrize("name", GAMES)
def test_a_short_deck_gives_a_warning_that_lists_the_filled_in_cards(name: str) -> None:
    record = whole(name, "shoe")
    deck = parse_cards(record["deck"], game(name).deck)
    full = play_record(record)
    assert not any("filled in" in warning for warning in full["warnings"])
    short = play_record({**record, "deck": show_cards(deck[:3])})
    (warning,) = (warning for warning in short["warnings"] if "filled in" in warning)
    seats = [f"seat {seat['seat']}" for seat in short["seats"]]
    for place, cards in zip(seats, (seat["cards"] for seat in short["seats"]), strict=True):
        assert f"{place} {' '.join(card for card in cards.split() if card not in deck[:3])}" in warning


def test_the_warning_names_place_and_cards() -> None:
    record = {
        "game": "uth",
        "dealing": "hand",
        "deck": "As Kd Ah",
        "seats": [{"seat": 1, "wagers": {"ante": 10, "blind": 10}, "decisions": ["4x"]}],
    }
    assert play_record(record)["warnings"] == [
        "the record does not give all cards; these were filled in, in deck order: "
        "dealer 2c, burn 3c 7c, board 4c 5c 6c 8c 9c"
    ]


def test_lists_only_cards_used_in_the_round() -> None:
    """A void round takes no more cards, and the cards left in the deck are not listed."""
    record: dict[str, Any] = {
        "game": "dragon",
        "deck": "Dr Ra Mo Pa Ti Ph",
        "seats": [{"seat": 1, "wagers": {"ante": 10, "ante_bonus": 10}, "decisions": ["play"]}],
    }
    assert play_record(record)["warnings"] == []


def test_fills_in_an_unspecified_place_and_leaves_burned_cards_unseen() -> None:
    record = {
        "game": "uth",
        "board": "5c 9d 9c 7s Kd",
        "seats": [
            {"seat": 1, "cards": "9s2h", "wagers": {"ante": 10, "blind": 10}, "decisions": ["4x"]},
        ],
    }
    document = play_record(record)
    assert document["dealer"]["cards"] == "2c 3c"
    assert document["warnings"] == [
        "the record does not give all cards; these were filled in, in deck order: dealer 2c 3c"
    ]


def test_fills_in_a_place_between_deck_and_listed_places() -> None:
    """The record gives the dealer's second card but not the player's, which is filled in."""
    record = {
        "game": "uth",
        "dealing": "hand",
        "deck": "As Kd",
        "dealer": "Kd 2h",
        "board": "4c 5d 8h 9s Jc",
        "seats": [{"seat": 1, "wagers": {"ante": 10, "blind": 10}, "decisions": ["4x"]}],
    }
    told = play_record(record)
    assert (told["seats"][0]["cards"], told["dealer"]["cards"]) == ("As 2c", "Kd 2h")
    assert told["warnings"] == [
        "the record does not give all cards; these were filled in, in deck order: seat 1 2c"
    ]


@pytest.mark.clause(*SEATS.values())
@pytest.mark.parametrize("seat", [-33, -1, 0, 8, 31, 32, 99])
@pytest.mark.parametrize("name", GAMES)
def test_refuses_a_seat_that_does_not_exist_in_a_record_with_cards_by_place(name: str, seat: int) -> None:
    record = whole(name, "shoe")
    del record["deck"]
    record["seats"] = [{**record["seats"][0], "seat": seat, "cards": ""}]
    hands = play_record(whole(name, "shoe"))
    record |= {"dealer": hands["dealer"]["cards"]} if hands["dealer"] else {"board": hands["board"]}
    with pytest.raises(Refused) as refused:
        play_record(record)
    assert refused.value.code == "no_such_seat"
    assert refused.value.clauses == (SEATS[name],)
