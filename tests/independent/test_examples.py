"""Test rounds worked out by hand from the regulator's documents. The comments show the arithmetic."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from . import hands
from .dealing import DRAGON_DECK, POKER_DECK
from .settlement import settle

Record = dict[str, Any]


def nets(document: Record) -> dict[int, int]:
    return {seat["seat"]: seat["net"] for seat in document["seats"]}


def wagers(document: Record, seat: int) -> dict[str, tuple[int, int, str]]:
    (found,) = [one for one in document["seats"] if one["seat"] == seat]
    return {name: (one["staked"], one["returned"], one["result"]) for name, one in found["wagers"].items()}


# --- Ultimate Texas Hold 'Em ------------------------------------------------------------------------


def test_uth_by_hand_burns_before_the_flop_and_before_the_last_two() -> None:
    record = {
        "game": "uth",
        "dealing": "hand",
        # The cards go to player, dealer, player, dealer, burn, Flop, burn and the last two places.
        "deck": "As Kd Ks Kc 2c Qs Js 4h 3c Ts 9d",
        "seats": [
            {
                "seat": 1,
                "wagers": {"ante": 10, "blind": 10, "trips": 5},
                "decisions": ["check", "check", "1x"],
            }
        ],
    }
    # A royal flush beats the straight K-Q-J-T-9 and wins 10 + 500 x 10 + 10 + 50 x 5 = 5,270 dollars.
    document = settle(record)
    assert document == {
        "game": "uth",
        "board": "Qs Js 4h Ts 9d",
        "box": None,
        "dealer": {"cards": "Kd Kc", "hand": "straight", "qualifies": True},
        "seats": [
            {
                "seat": 1,
                "cards": "As Ks",
                "hand": "royal_flush",
                "folded": False,
                "net": 527_000,
                "envy": 0,
                "wagers": {
                    "ante": {"staked": 1_000, "returned": 2_000, "net": 1_000, "result": "win"},
                    "blind": {"staked": 1_000, "returned": 501_000, "net": 500_000, "result": "win"},
                    "play": {"staked": 1_000, "returned": 2_000, "net": 1_000, "result": "win"},
                    "trips": {"staked": 500, "returned": 25_500, "net": 25_000, "result": "win"},
                },
            }
        ],
        "meters": {},
    }


def test_uth_dealer_without_a_pair_returns_every_ante() -> None:
    record = {
        "game": "uth",
        "dealing": "automated",
        "deck": "2h 5h 9h Jc Kd 3c 7s Ah 8h 3s 4h",  # dealt to the board, the dealer, seat 2 and seat 5
        "seats": [
            {"seat": 5, "wagers": {"ante": 10, "blind": 10}, "decisions": ["check", "2x"]},
            {"seat": 2, "wagers": {"ante": "7.01", "blind": "7.01"}, "decisions": ["4x"]},
        ],
    }
    document = settle(record)
    assert document["dealer"] == {"cards": "3c 7s", "hand": "high_card", "qualifies": False}
    # The flush wins 3 to 2 on the Blind of $7.01, which is $10.515 and is paid as $10.52.
    # The Play of 4 x $7.01 = $28.04 wins even money, so the seat wins $38.56.
    assert wagers(document, 2) == {
        "ante": (701, 701, "push"),
        "blind": (701, 1_753, "win"),
        "play": (2_804, 5_608, "win"),
    }
    # K-J-9-5-4 loses to K-J-9-7-5, so the Ante is returned and the Blind and the Play lose $30.
    assert wagers(document, 5) == {
        "ante": (1_000, 1_000, "push"),
        "blind": (1_000, 0, "lose"),
        "play": (2_000, 0, "lose"),
    }
    assert nets(document) == {2: 3_856, 5: -3_000}


def two_straight_flushes(**readings: str) -> Record:
    return {
        "game": "uth",
        "dealing": "shoe",
        "deck": "5s Ts 2c 2d 6s Js 7c 3d 7s 8s 9s Kh Kd",
        "submission": {
            "progressive": {"paytable": "A", "stake": 1, "rate": "0.10", "meters": {"main": 12_000}},
            "readings": {name.replace("_", "-"): reading for name, reading in readings.items()},
        },
        "seats": [
            {"seat": 1, "wagers": {"ante": 5, "blind": 5, "progressive": 1}, "decisions": ["4x"]},
            {"seat": 3, "wagers": {"ante": 5, "blind": 5, "progressive": 1}, "decisions": ["check", "2x"]},
            {
                "seat": 6,
                "wagers": {"ante": 5, "blind": 5, "progressive": 1},
                "decisions": ["check", "check", "fold"],
            },
        ],
    }


def test_uth_two_straight_flushes_share_the_meter_from_the_dealers_right() -> None:
    document = settle(two_straight_flushes())
    # Three wagers of a dollar add $0.30 to the meter, which then shows $12,000.30.
    # Seat 3 is paid first and gets 10%, which is $1,200.03 and leaves $10,800.27.
    # Seat 1 gets 10% of the rest, which is $1,080.02 after rounding down and leaves $9,720.25.
    assert document["meters"] == {"main": 972_025}
    assert wagers(document, 3)["progressive"] == (100, 120_003, "win")
    assert wagers(document, 1)["progressive"] == (100, 108_002, "win")
    # Each straight flush of another player earns an Envy Bonus of $300, even for seat 6, which folded.
    assert [seat["envy"] for seat in document["seats"]] == [30_000, 30_000, 60_000]
    # Seat 1 wins 5 + 250 + 20 + 1,079.02 + 300 dollars.
    # Seat 3 wins 5 + 250 + 10 + 1,199.03 + 300 dollars.
    # Seat 6 wins 600 - 5 - 5 - 1 dollars.
    assert nets(document) == {1: 165_402, 3: 176_403, 6: 58_900}


def test_uth_undeducted_ten_percent_share_is_paid_twice() -> None:
    document = settle(two_straight_flushes(X_12="R2"))
    assert wagers(document, 3)["progressive"] == wagers(document, 1)["progressive"] == (100, 120_003, "win")
    assert document["meters"] == {"main": 1_200_030}


def test_uth_payout_limit_cuts_ante_blind_play_and_trips_in_that_order() -> None:
    record = {
        "game": "uth",
        "dealing": "hand",
        "deck": "As Kd Ks Kc 2c Qs Js 4h 3c Ts 9d",
        "submission": {"payout_limit": 50_000},
        "seats": [{"seat": 4, "wagers": {"ante": 200, "blind": 200, "trips": 5}, "decisions": ["4x"]}],
    }
    # The limit of $50,000 covers the Ante's $200 and $49,800 of the Blind's $100,000.
    # Nothing is left for the $800 of the Play and the $250 of the Trips.
    document = settle(record)
    assert wagers(document, 4) == {
        "ante": (20_000, 40_000, "win"),
        "blind": (20_000, 5_000_000, "win"),
        "play": (80_000, 80_000, "win"),
        "trips": (500, 500, "win"),
    }
    assert nets(document) == {4: 5_000_000}


def test_uth_side_wagers_of_a_folder_are_settled() -> None:
    record = {
        "game": "uth",
        "dealing": "shoe",
        # The cards go to box, player, dealer, player, dealer and board.
        "deck": "Kd Qd Jd Td Ad 8s 9d 6c Th Ts 4c 7s 2h",
        "submission": {
            "paytables": {"six_card": "A", "ultimate_pairs": "B", "bad_beat": "A", "play_the_board": "A"}
        },
        "seats": [
            {
                "seat": 2,
                "wagers": {
                    "ante": 10,
                    "blind": 10,
                    "trips": 5,
                    "six_card": 5,
                    "ultimate_pairs": 5,
                    "bad_beat": 5,
                    "play_the_board": 5,
                },
                "decisions": ["check", "check", "fold"],
            }
        ],
    }
    document = settle(record)
    assert document["box"] == "Kd Qd Jd Td"
    # The super royal of diamonds pays a million dollars and returns the stake.
    # Both hands have the board's pair of tens, and the player's ace beats the dealer's eight.
    # A beaten pair is too low for the Bad Beat, and A-9 wins nothing on Ultimate Pairs.
    # The pair of tens on the board pays 1 to 1 on Play the Board.
    assert document["dealer"] == {"cards": "8s 6c", "hand": "pair", "qualifies": True}
    assert wagers(document, 2) == {
        "ante": (1_000, 0, "lose"),
        "blind": (1_000, 0, "lose"),
        "trips": (500, 0, "lose"),
        "six_card": (500, 100_000_500, "win"),
        "ultimate_pairs": (500, 0, "lose"),
        "bad_beat": (500, 0, "lose"),
        "play_the_board": (500, 1_000, "win"),
    }
    assert nets(document) == {2: 99_997_000}


def bad_beat(deck: str, reading: str) -> Record:
    return settle(
        {
            "game": "uth",
            "dealing": "automated",
            "deck": deck,
            "submission": {
                "paytables": {"bad_beat": "B"},
                "dealer_cards": "held",
                "readings": {"U-03": reading},
            },
            "seats": [{"seat": 1, "wagers": {"ante": 1, "blind": 1, "bad_beat": 1}, "decisions": ["3x"]}],
        }
    )


@pytest.mark.parametrize(
    ("deck", "reading", "returned"),
    [
        # The cards go to the board, the player and the dealer.
        # Four fives beat kings full of fives, so the beaten full house pays 50 to 1.
        ("Kc 5d 5h 2s 9c Kd Kh 5c 5s", "R1", 5_100),
        ("Kc 5d 5h 2s 9c Kd Kh 5c 5s", "R2", 5_100),
        # The dealer's hand is beaten. Only R1 pays for this.
        ("Kc 5d 5h 2s 9c 5c 5s Kd Kh", "R1", 5_100),
        ("Kc 5d 5h 2s 9c 5c 5s Kd Kh", "R2", 0),
        # Both hands are the straight on the board, so neither is beaten.
        ("9c Td Jh Qs Kc 2d 3h 2c 3s", "R1", 0),
    ],
)
def test_uth_bad_beat_pays_the_beaten_hand(deck: str, reading: str, returned: int) -> None:
    assert wagers(bad_beat(deck, reading), 1)["bad_beat"][1] == returned


def test_uth_progressive_to_rows_return_the_chip_and_for_rows_do_not() -> None:
    def returned(letter: str, **readings: str) -> int:
        record = {
            "game": "uth",
            "dealing": "shoe",
            "deck": "9c 2d 9d 3h 9h Kc 4s Jd 7c",  # The player makes three nines on the Flop.
            "submission": {
                "progressive": {"paytable": letter, "stake": 5},
                "readings": {name.replace("_", "-"): reading for name, reading in readings.items()},
            },
            "seats": [
                {"seat": 1, "wagers": {"ante": 1, "blind": 1, "progressive": 5}, "decisions": ["4x"]},
            ],
        }
        return wagers(settle(record), 1)["progressive"][1]

    assert returned("A") == 5_000  # 9 to 1 on $5, plus the stake of $5
    assert returned("A", X_02="R2") == 4_500
    assert returned("B") == 4_500
    assert returned("C") == 5_000  # 10 for 1


# --- Let It Ride ------------------------------------------------------------------------------------


def test_lir_pair_of_tens_with_one_bet_withdrawn() -> None:
    record = {
        "game": "letitride",
        "dealing": "shoe",
        "deck": "Th Tc 2d 5s 9c",  # dealt to player and board in turn
        "seats": [
            {"seat": 7, "wagers": {"bet1": 10, "bet2": 10, "bet3": 10}, "decisions": ["ride", "withdraw"]}
        ],
    }
    document = settle(record)
    assert (document["board"], document["dealer"], document["seats"][0]["cards"]) == (
        "Tc 5s",
        None,
        "Th 2d 9c",
    )
    assert wagers(document, 7) == {
        "bet1": (1_000, 2_000, "win"),
        "bet2": (1_000, 1_000, "returned"),
        "bet3": (1_000, 2_000, "win"),
    }
    assert nets(document) == {7: 2_000}


def test_lir_three_card_progressive_with_envy_between_players_not_between_spots() -> None:
    stakes = {"bet1": 10, "bet2": 10, "bet3": 10, "progressive": 5}
    record = {
        "game": "letitride",
        "dealing": "automated",
        "deck": "4h 4d 7c As Ks Qs Kh Qh Ah 2c 2d 3s",  # dealt to board, discard and seats 2, 3, 5
        "submission": {"community_stack": 3, "progressive": {"paytable": "B", "stake": 5}},
        "seats": [
            {"seat": 2, "player": "p2", "wagers": stakes, "decisions": ["ride", "ride"]},
            {"seat": 3, "player": "p2", "wagers": stakes, "decisions": ["ride", "ride"]},
            {"seat": 5, "player": "p5", "wagers": stakes, "decisions": ["withdraw", "withdraw"]},
        ],
    }
    document = settle(record)
    # Seat 5 wins $20 on the last bet with two pair, loses its chip of $5, and gets Envy of $500 + $125.
    # Seat 3 loses $30 with a pair of fours, and A-K-Q of hearts at 500 for 1 wins $2,500 - $5.
    # Seat 2 loses $30, and A-K-Q of spades wins the meter of $1,000 minus the chip of $5.
    # The meter then starts again at $1,000.
    assert nets(document) == {2: 96_500, 3: 246_500, 5: 64_000}
    assert [seat["envy"] for seat in document["seats"]] == [0, 0, 62_500]
    assert document["meters"] == {"main": 100_000}
    assert [seat["hand"] for seat in document["seats"]] == ["pair", "pair", "two_pair"]


def all_bonuses(**readings: str) -> Record:
    return settle(
        {
            "game": "letitride",
            "dealing": "hand",
            "deck": "9h 8h 7h Th Kh Jh 9c Qh",  # The box comes first, then player and board in turn.
            "submission": {
                "paytables": {"main": "C", "five_card": "C", "three_card": "B", "six_card": "B"},
                "readings": {name.replace("_", "-"): reading for name, reading in readings.items()},
            },
            "seats": [
                {
                    "seat": 4,
                    "wagers": {
                        "bet1": "2.50",
                        "bet2": "2.50",
                        "bet3": "2.50",
                        "five_card": 1,
                        "three_card": 5,
                        "six_card": 1,
                    },
                    "decisions": ["ride", "ride"],
                }
            ],
        }
    )


def test_lir_every_bonus_is_settled_on_its_own_cards() -> None:
    document = all_bonuses()
    # The straight K-Q-J-T-9 wins 6 to 1 on three bets of $2.50, which is $45.
    # For the straight, the $1 Five Card Bonus returns $25 in all, a win of $24.
    # T-J-Q of hearts wins 40 to 1 on $5, which is $200.
    # The six cards from 7 to Q of hearts are a straight flush, which wins 200 to 1 on $1.
    assert (document["board"], document["box"]) == ("Kh 9c", "9h 8h 7h")
    assert wagers(document, 4) == {
        "bet1": (250, 1_750, "win"),
        "bet2": (250, 1_750, "win"),
        "bet3": (250, 1_750, "win"),
        "five_card": (100, 2_500, "win"),
        "three_card": (500, 20_500, "win"),
        "six_card": (100, 20_100, "win"),
    }
    assert nets(document) == {4: 46_900}
    assert wagers(all_bonuses(L_04="R2"), 4)["five_card"] == (100, 2_600, "win")


@pytest.mark.parametrize(("reading", "returned"), [("R1", 200), ("R2", 0)])
def test_lir_five_card_pair_row_depends_on_the_reading(reading: str, returned: int) -> None:
    record = {
        "game": "letitride",
        "dealing": "shoe",
        "deck": "Th Tc 2d 5s 9c",
        "submission": {"paytables": {"five_card": "A"}, "readings": {"L-03": reading}},
        "seats": [
            {
                "seat": 1,
                "wagers": {"bet1": 1, "bet2": 1, "bet3": 1, "five_card": 1},
                "decisions": ["ride", "ride"],
            }
        ],
    }
    assert wagers(settle(record), 1)["five_card"][1] == returned


# --- Dragon Poker -----------------------------------------------------------------------------------


def test_dragon_gold_is_wild_for_the_hand_and_gold_for_the_dragon_wager() -> None:
    record = {
        "game": "dragon",
        "dealing": "hand",
        "deck": "Dg Ph Ph Ph Ra Mo",  # dealt to player and dealer in turn
        "seats": [
            {
                "seat": 1,
                "wagers": {"ante": 10, "ante_bonus": 10, "three_card": 5, "dragon": 5},
                "decisions": ["play"],
            }
        ],
    }
    document = settle(record)
    # Both hands are a pair of phoenix, and the dealer's monkey beats the rabbit, so $30 is lost.
    # The pair of phoenix wins 2 to 1 on $5, and the single gold dragon wins 5 to 1 on $5.
    # The seat wins 10 + 25 - 30 = 5 dollars.
    assert document["dealer"] == {"cards": "Ph Ph Mo", "hand": "pair", "qualifies": None}
    assert wagers(document, 1) == {
        "ante": (1_000, 0, "lose"),
        "ante_bonus": (1_000, 0, "lose"),
        "play": (1_000, 0, "lose"),
        "three_card": (500, 1_500, "win"),
        "dragon": (500, 3_000, "win"),
    }
    assert nets(document) == {1: 500}


@pytest.mark.parametrize(("reading", "odds"), [("R1", 200), ("R2", 1_000), ("R3", 200)])
def test_dragon_two_red_and_the_gold(reading: str, odds: int) -> None:
    wagered = {"ante": 5, "ante_bonus": 5, "dragon": 1}
    record = {
        "game": "dragon",
        "dealing": "automated",
        "deck": "Dr Dr Dg Pa Pa Mo Ra Ra Ra",  # dealt to seat 2, seat 3 and the dealer
        "submission": {"paytables": {"ante_bonus": "B", "three_card": "B"}, "readings": {"D-04": reading}},
        "seats": [
            {"seat": 2, "wagers": {**wagered, "three_card": 1}, "decisions": ["play"]},
            {"seat": 3, "wagers": wagered, "decisions": ["fold"]},
        ],
    }
    document = settle(record)
    # Three dragons win $5 on the Ante, $5 on the Play, 30 x $5 on the Ante Bonus and $40 on Three Card.
    # The seat that folds loses $5 + $5 and its dollar on the Dragon Wager.
    assert nets(document) == {2: 100 * (5 + 5 + 150 + 40 + odds), 3: -1_100}
    assert "play" not in wagers(document, 3)


def test_dragon_wild_pair_ties_a_natural_one_and_a_low_win_pushes_the_ante_bonus() -> None:
    wagered = {"ante": 5, "ante_bonus": 5}
    record = {
        "game": "dragon",
        "dealing": "shoe",
        "deck": "Dg Pa Ti Ti Pa Ti Mo Mo Mo",  # dealt to seat 1, seat 2 and the dealer in turn
        "seats": [
            {"seat": 1, "wagers": wagered, "decisions": ["play"]},
            {"seat": 2, "wagers": wagered, "decisions": ["play"]},
        ],
    }
    document = settle(record)
    assert {one[2] for one in wagers(document, 1).values()} == {"push"}
    assert nets(document) == {1: 0, 2: -1_500}
    # A pair of tigers beats high cards, but reaches only the last row of the Ante Bonus.
    low = settle({**record, "deck": "Ti Pa Dr Ti Pa Ti Mo Mo Mo"})
    assert wagers(low, 1) == {
        "ante": (500, 1_000, "win"),
        "play": (500, 1_000, "win"),
        "ante_bonus": (500, 500, "push"),
    }


@pytest.mark.parametrize(("reading", "returned"), [("R1", 800), ("R2", 800), ("R3", 600)])
def test_dragon_gold_with_one_dragon(reading: str, returned: int) -> None:
    record = {
        "game": "dragon",
        "dealing": "automated",
        "deck": "Db Ra Dg",
        "submission": {"readings": {"D-04": reading, "D-06": "R2"}},
        "seats": [{"seat": 6, "wagers": {"dragon": 1}}],  # D-06 R2 allows a side wager by itself.
    }
    assert wagers(settle(record), 6) == {"dragon": (100, returned, "win")}


# --- Top Five Poker ---------------------------------------------------------------------------------


def test_topfive_straight_against_a_pair_of_aces() -> None:
    record = {
        "game": "topfive",
        "dealing": "automated",
        "deck": "As Kd Qh Jc Tc 2c 3c Ah Ac 4c 5c 6c 7c 8c",  # player, dealer
        "submission": {"paytables": {"top_five": "A", "poker": "A"}},
        "seats": [{"seat": 3, "wagers": {"ante": 10, "top_five": 5, "poker": 1}, "decisions": ["play"]}],
    }
    document = settle(record)
    # Five cards beat two cards, which wins $10 on the Ante and $10 on the Play.
    # Five cards win 5 to 1 on $5 and the straight 25 to 1 on $1, so the seat wins $70 in all.
    assert nets(document) == {3: 7_000}
    assert (document["seats"][0]["hand"], document["seats"][0]["count"]) == ("straight", 5)
    assert document["dealer"] == {
        "cards": "Ah Ac 4c 5c 6c 7c 8c",
        "hand": "pair",
        "count": 2,
        "qualifies": True,
    }


@pytest.mark.parametrize(
    ("reading", "qualifies", "expected"),
    [("R1", False, {1: 500, 2: -1_000, 5: -1_000}), ("R3", True, {1: 1_500, 2: -1_000, 5: -2_000})],
)
def test_topfive_short_dealer_pushes_the_ante_of_those_who_stayed(
    reading: str, qualifies: bool, expected: dict[int, int]
) -> None:
    record = {
        "game": "topfive",
        "dealing": "automated",
        "deck": "Jh Jd 2c 3c 4c 5c 6c As Ks Qs 7c 8c 9c 2d Ad 3d 4d 5d 6d 7d 8d Qh Tc 9d 2h 3h 4h 5h",
        "submission": {"paytables": {"poker": "C"}, "readings": {"T-02": reading}},
        "seats": [
            {"seat": 1, "wagers": {"ante": 10, "poker": 5}, "decisions": ["play"]},
            {"seat": 2, "wagers": {"ante": 10}, "decisions": ["fold"]},
            {"seat": 5, "wagers": {"ante": 10}, "decisions": ["play"]},
        ],
    }
    document = settle(record)
    # Seat 1 has two jacks, which beat the dealer's Q-T and win $10 on the Play.
    # A pair of jacks loses the $5 Poker Bonus.
    # Seat 2 folds.
    # Seat 5 has one ace, which loses the Play to two cards.
    # The Ante pushes unless the dealer qualifies with Q-T.
    assert document["dealer"]["qualifies"] is qualifies
    assert nets(document) == expected


@pytest.mark.parametrize(("reading", "net"), [("R1", 0), ("R2", 0), ("R3", 2_000)])
def test_topfive_sixth_card_counts_only_where_all_cards_are_compared(reading: str, net: int) -> None:
    record = {
        "game": "topfive",
        "dealing": "automated",
        "deck": "As Ac Ks Kc Qs Js 2s Ah Ad Kh Kd Qh Th 2h",
        "submission": {"paytables": {"top_five": "C"}, "readings": {"T-03": reading}},
        "seats": [{"seat": 1, "wagers": {"ante": 10, "top_five": 1}, "decisions": ["play"]}],
    }
    document = settle(record)
    # Both sides have aces and kings with a queen. Their sixth cards differ: a jack and a ten.
    # Six cards pay 15 to 1.
    assert nets(document) == {1: net + 1_500}


# --- counts of hands -----------------------------------------------------------------------------


def test_three_card_hand_counts_match_published_counts() -> None:
    def title(cards: tuple[str, ...]) -> str:
        titles = hands.three_titles(cards)
        return next((one for one in titles if one.startswith("ace_king")), min(titles))

    counts = Counter(title(cards) for cards in combinations(POKER_DECK, 3))
    assert counts == {
        "ace_king_queen_of_spades": 1,
        "ace_king_queen_of_another_suit": 3,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_dragon_wager_hand_counts_match_those_stated_in_the_reading() -> None:
    """Reading D-04 states the counts for 23,426 hands."""
    counts: Counter[str] = Counter()
    for cards in combinations(DRAGON_DECK, 3):
        titles = hands.dragon_wager_titles(cards, "R1")
        if titles & {"three_red_dragons", "three_blue_dragons"}:
            counts["one_colour"] += 1
        else:
            counts[min(titles - {"gold_dragon"}, default="gold" if titles else "nothing")] += 1
    del counts["nothing"]
    assert counts == {
        "one_colour": 2,
        "three_dragons_with_gold": 15,
        "three_dragons": 18,
        "pair_of_dragons": 966,
        "gold": 1_035,
    }


def test_unqualified_dealer_frequencies_match_those_stated_in_the_reading() -> None:
    """Reading T-02 states how often the dealer does not qualify. Only the top cards matter."""
    top = [card for card in POKER_DECK if card[0] in "TJQKA"]
    ways = {0: 3_365_856, 1: 906_192, 2: 201_376}  # ways to choose seven, six or five of the 32 lower cards
    for reading, permille in (("R1", 209), ("R2", 155), ("R3", 161), ("R4", 227)):
        failing = sum(
            ways[count]
            for count in ways
            for cards in combinations(top, count)
            if not hands.top_qualifies(cards, reading)
        )
        assert round(Fraction(1_000 * failing, 133_784_560)) == permille
