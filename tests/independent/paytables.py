"""The paytables of chapter 12 for all four games, typed row by row from the documents in printed order.

Payments are written as on a table sign, such as "3 to 2", "9 for 1", "$75", "100% of main" or "push".
"""

from __future__ import annotations

Rows = list[tuple[str, str]]
Tables = dict[str, Rows]

POKER = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
]


def rows(hands: list[str], payments: str) -> Rows:
    """Pair a table's hands with its payments, which are given as one comma-separated string."""
    written = [payment.strip() for payment in payments.split(",")]
    assert len(hands) == len(written), (hands, written)
    return list(zip(hands, written, strict=True))


def to_one(hands: list[str], odds: str) -> Rows:
    return rows(hands, ",".join(f"{number} to 1" for number in odds.split()))


def for_one(hands: list[str], odds: str) -> Rows:
    return rows(hands, ",".join(f"{number} for 1" for number in odds.split()))


def dollars(hands: list[str], sums: str) -> Rows:
    return rows(hands, ",".join(f"${number}" for number in sums.split()))


# --- Ultimate Texas Hold 'Em, 12.B to 12.G --------------------------------------------------------

UTH_BLIND: Tables = {
    "A": rows(
        [*POKER[:6], "less_than_a_straight"], "500 to 1, 50 to 1, 10 to 1, 3 to 1, 3 to 2, 1 to 1, push"
    ),
    # Table B does not mention the straight, which falls between its last two rows and pushes (U-02).
    "B": rows([*POKER[:5], "less_than_a_flush"], "500 to 1, 50 to 1, 10 to 1, 3 to 1, 3 to 2, push"),
}

UTH_TRIPS: Tables = {
    "A": to_one(POKER, "50 40 30 9 7 4 3"),
    "B": to_one(POKER, "50 40 30 8 6 5 3"),
    "C": to_one(POKER, "50 40 30 8 7 4 3"),
    "D": to_one(POKER, "50 40 20 7 6 5 3"),
    "E": to_one(POKER, "50 40 30 7 6 5 3"),
}

UTH_PROGRESSIVE: Tables = {
    "A": rows(POKER[:2], "100% of main, 10% of main") + to_one(POKER[2:], "300 50 40 30 9"),
    "B": rows(POKER[:2], "100% of major, 100% of minor") + for_one(POKER[2:], "300 50 40 30 9"),
    "C": rows(POKER[:3], "100% of mega, 100% of major, 100% of minor") + for_one(POKER[3:], "50 40 30 10"),
    "D": rows(POKER[:3], "100% of mega, 100% of major, 100% of minor") + for_one(POKER[3:], "50 40 30 9"),
}

UTH_MINIMUMS = {
    "A": {"main": 10_000},
    "B": {"major": 1_000, "minor": 250},
    "C": {"mega": 10_000, "major": 1_000, "minor": 250},
    "D": {"mega": 10_000, "major": 1_000, "minor": 250},
}

UTH_ENVY_1: Tables = {letter: dollars(POKER[:2], "1000 300") for letter in "ABCD"}
UTH_ENVY_5: Tables = {letter: dollars(POKER[:2], "5000 1500") for letter in "ABCD"}

UTH_SIX_CARD: Tables = {
    "A": dollars(["super_royal_of_diamonds", "super_royal_of_another_suit"], "1000000 100000")
    + to_one(POKER, "1000 200 50 20 15 10 5"),
    "B": dollars(["super_royal"], "100000") + to_one(POKER, "1000 200 50 20 15 10 5"),
}

PAIRS = [
    "aces",
    "ace_king_suited",
    "ace_queen_or_jack_suited",
    "ace_king_unsuited",
    "jacks_queens_or_kings",
    "ace_queen_or_jack_unsuited",
    "tens_or_less",
]

UTH_ULTIMATE_PAIRS: Tables = {
    "A": to_one(PAIRS, "30 25 20 15 10 5 3"),
    "B": to_one(["aces_against_aces", *PAIRS], "1000 30 25 20 15 10 5 3"),
    "C": to_one(PAIRS, "30 20 20 10 5 10 5"),
    "D": to_one(["red_aces", *PAIRS], "100 30 20 20 10 4 10 4"),
    "E": to_one(["red_aces", *PAIRS], "50 25 20 20 10 5 10 5"),
    "F": to_one(PAIRS, "25 20 20 10 5 10 5"),
}

UTH_BAD_BEAT: Tables = {
    "A": to_one(POKER[1:], "10000 500 40 25 20 9"),
    "B": to_one(POKER[1:], "7500 500 50 30 20 9"),
    "C": to_one(POKER[1:], "2500 500 50 30 20 9"),
}

BOARD = [*POKER, "two_pair", "pair_of_tens_or_better"]

UTH_PLAY_THE_BOARD: Tables = {
    "A": to_one(BOARD, "1000 200 100 50 40 25 7 3 1"),
    "B": to_one(BOARD, "1000 200 100 50 40 25 6 3 1"),
    "C": to_one(BOARD, "1000 200 100 50 40 20 6 3 1"),
}

# --- Let It Ride, 12.A to 12.J --------------------------------------------------------------------

LIR_MAIN: Tables = {
    "A": to_one(BOARD, "1000 200 50 11 8 5 3 2 1"),
    "B": to_one(BOARD, "500 100 25 15 10 5 3 2 1"),
    "C": to_one(BOARD, "100 50 30 15 9 6 3 2 1"),
}

LIR_FIVE_CARD: Tables = {
    "A": dollars(BOARD, "20000 2000 150 75 50 25 4 3 2"),
    "B": dollars(BOARD, "20000 2000 200 75 50 25 5 4 1"),
    "C": dollars(BOARD[:8], "20000 2000 100 75 50 25 9 6"),
    "D": dollars(BOARD, "10000 2000 200 75 50 25 5 4 1"),
    "E": dollars(BOARD[:8], "10000 2000 200 100 50 25 10 6"),
    "F": dollars(BOARD[:8], "10000 2000 100 75 50 25 9 6"),
    "G": dollars(BOARD[:7], "20000 2000 300 150 50 25 5"),
}

THREE = ["straight_flush", "three_of_a_kind", "straight", "flush", "pair"]

LIR_THREE_CARD: Tables = {
    "A": to_one(THREE, "40 30 6 4 1"),
    "B": to_one(THREE, "40 30 5 4 1"),
    "C": to_one(THREE, "40 30 6 3 1"),
}

LIR_SIX_CARD: Tables = {
    "A": dollars(["super_royal_of_diamonds", "super_royal_of_another_suit"], "1000000 100000")
    + to_one(POKER, "1000 200 50 20 15 10 5"),
    "B": dollars(["super_royal_of_diamonds", "super_royal_of_another_suit"], "100000 100000")
    + to_one(POKER, "1000 200 50 20 15 10 5"),
}

LIR_PROGRESSIVE: Tables = {
    "A": rows(POKER[:2], "100% of main, 10% of main") + for_one(POKER[2:], "300 50 40 30 9"),
    # Tables B and C use the player's own three cards.
    # The first row of table B does not name its suit, which is spades (L-01, L-02).
    "B": rows(["ace_king_queen_of_spades"], "100% of main")
    + for_one(
        ["ace_king_queen_of_another_suit", "straight_flush", "three_of_a_kind", "straight"], "500 70 60 6"
    ),
    "C": rows(["ace_king_queen_of_spades"], "100% of main")
    + for_one(["ace_king_queen_of_another_suit", "straight_flush", "three_of_a_kind"], "500 100 90"),
    "D": rows(POKER[:2], "100% of major, 100% of minor") + for_one(POKER[2:], "300 50 40 30 9"),
    "E": rows(POKER[:3], "100% of mega, 100% of major, 100% of minor") + for_one(POKER[3:], "50 40 30 10"),
    "F": rows(POKER[:3], "100% of mega, 100% of major, 100% of minor") + for_one(POKER[3:], "50 40 30 9"),
}

LIR_MINIMUMS = {
    "A": {"main": 1_000},
    "B": {"main": 1_000},
    "C": {"main": 1_000},
    "D": {"major": 1_000, "minor": 250},
    "E": {"mega": 10_000, "major": 1_000, "minor": 250},
    "F": {"mega": 10_000, "major": 1_000, "minor": 250},
}

SUITED_AKQ = ["ace_king_queen_of_spades", "ace_king_queen_of_another_suit"]

LIR_ENVY_1: Tables = {
    "A": dollars(POKER[:2], "1000 300"),
    "B": dollars(SUITED_AKQ, "100 25"),
    "C": dollars(SUITED_AKQ, "100 25"),
    "D": dollars(POKER[:2], "1000 300"),
    "E": dollars(POKER[:2], "1000 300"),
    "F": dollars(POKER[:2], "1000 300"),
}
LIR_ENVY_5: Tables = {
    "A": dollars(POKER[:2], "5000 1500"),
    "B": dollars(SUITED_AKQ, "500 125"),
    "C": dollars(SUITED_AKQ, "500 125"),
    "D": dollars(POKER[:2], "5000 1500"),
    "E": dollars(POKER[:2], "5000 1500"),
    "F": dollars(POKER[:2], "5000 1500"),
}

# --- Dragon Poker, 12.B to 12.D -------------------------------------------------------------------

DRAGON_ANTE_BONUS: Tables = {
    "A": rows(
        ["three_dragons", "three_phoenix", "trips", "pair_of_dragons", "pair_of_phoenix", "winning_hand"],
        "30 to 1, 10 to 1, 6 to 1, 2 to 1, 1 to 1, push",
    ),
    "B": rows(
        ["three_dragons", "trips", "pair_of_pandas_or_better", "winning_hand"],
        "30 to 1, 4 to 1, 1 to 1, push",
    ),
}

DRAGON_HANDS = [
    "three_dragons",
    "three_phoenix",
    "three_tigers",
    "trips",
    "pair_of_dragons",
    "pair_of_phoenix",
    "pair_of_tigers",
]

DRAGON_THREE_CARD: Tables = {
    "A": to_one(DRAGON_HANDS, "40 30 15 10 4 2 1"),
    "B": to_one(DRAGON_HANDS, "40 30 20 10 4 2 1"),
}

DRAGON_DRAGON: Tables = {
    "A": to_one(
        [
            "three_red_dragons",
            "three_blue_dragons",
            "three_dragons_with_gold",
            "three_dragons",
            "pair_of_dragons",
            "gold_dragon",
        ],
        "1000 1000 200 60 7 5",
    ),
}

# --- Top Five Poker, 12.B and its second 12.B -----------------------------------------------------

COUNTS = ["seven_cards", "six_cards", "five_cards", "four_cards"]

TOPFIVE_TOP_FIVE: Tables = {
    "A": to_one(COUNTS, "100 20 5 1"),
    "B": to_one(COUNTS, "200 20 4 1"),
    "C": to_one(COUNTS, "100 15 5 1"),
}

TOP = ["royal_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind", "two_pair"]

TOPFIVE_POKER: Tables = {
    "A": to_one([*TOP, "pair_of_aces_or_kings"], "500 100 40 25 7 3 1"),
    "B": to_one(TOP, "500 150 50 30 10 5"),
    "C": to_one([*TOP, "pair_of_aces_or_kings"], "500 100 40 25 5 3 1"),
}

# --- all paytables by game and wager
# ----------------------------------------------------------------------------

PAYTABLES: dict[str, dict[str, Tables]] = {
    "uth": {
        "blind": UTH_BLIND,
        "trips": UTH_TRIPS,
        "progressive": UTH_PROGRESSIVE,
        "envy_1": UTH_ENVY_1,
        "envy_5": UTH_ENVY_5,
        "six_card": UTH_SIX_CARD,
        "ultimate_pairs": UTH_ULTIMATE_PAIRS,
        "bad_beat": UTH_BAD_BEAT,
        "play_the_board": UTH_PLAY_THE_BOARD,
    },
    "letitride": {
        "main": LIR_MAIN,
        "five_card": LIR_FIVE_CARD,
        "three_card": LIR_THREE_CARD,
        "six_card": LIR_SIX_CARD,
        "progressive": LIR_PROGRESSIVE,
        "envy_1": LIR_ENVY_1,
        "envy_5": LIR_ENVY_5,
    },
    "dragon": {"ante_bonus": DRAGON_ANTE_BONUS, "three_card": DRAGON_THREE_CARD, "dragon": DRAGON_DRAGON},
    "topfive": {"top_five": TOPFIVE_TOP_FIVE, "poker": TOPFIVE_POKER},
}

MINIMUMS = {"uth": UTH_MINIMUMS, "letitride": LIR_MINIMUMS}
