"""How a dealer says ranks."""

from __future__ import annotations

RANK_WORDS = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def one(rank: int) -> str:
    return RANK_WORDS[rank]


def many(rank: int) -> str:
    word = RANK_WORDS[rank]
    return word + "es" if word.endswith("x") else word + "s"


def announce_poker(category: str, leaders: tuple[int, ...]) -> str:
    """Leaders of a sequence begin with its top card, so an ace under the five is "five high"."""
    match category:
        case "royal_flush":
            return "royal flush"
        case "straight_flush":
            return f"{one(leaders[0])}-high straight flush"
        case "four_of_a_kind":
            return f"four of a kind, {many(leaders[0])}"
        case "full_house":
            return f"full house, {many(leaders[0])} full of {many(leaders[1])}"
        case "flush" | "straight":
            return f"{category}, {one(leaders[0])} high"
        case "three_of_a_kind":
            return f"three of a kind, {many(leaders[0])}"
        case "two_pair":
            return f"two pair, {many(leaders[0])} and {many(leaders[1])}"
        case "pair":
            return f"pair of {many(leaders[0])}"
        case "high_card":
            return f"{one(leaders[0])} high"
    raise LookupError(f"no words for {category}")
