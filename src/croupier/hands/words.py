"""Words for ranks and hands, as a dealer announces them or a paytable prints them."""

from __future__ import annotations

RANK_WORDS = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")

TITLES = {  # titles whose words differ from their names
    "below_straight": "lower than a straight",
    "below_flush": "lower than a flush",
    "akq_of_spades": "A-K-Q of spades",
    "akq_suited_other": "A-K-Q suited, other",
    "both_pairs_of_aces": "player and dealer: aces",
    "winning_hand": "any other winning hand",
    "super_royal_diamonds": "super royal flush, diamonds",
    "super_royal_other": "super royal flush, other suits",
    "three_dragons_with_gold": "three dragons with gold",
    "three_phoenix": "three phoenixes",
    "pair_of_phoenix": "pair of phoenixes",
}


def title_words(title: str) -> str:
    """Return the words for a title within a sentence, such as "royal flush" for ``royal_flush``."""
    return TITLES.get(title) or title.replace("_", " ")


def row_words(title: str) -> str:
    """Return the words for a title at the beginning of a row, capitalized."""
    words = title_words(title)
    return words[:1].upper() + words[1:]


def one(rank: int) -> str:
    return RANK_WORDS[rank]


def many(rank: int) -> str:
    word = RANK_WORDS[rank]
    return word + "es" if word.endswith("x") else word + "s"


def announce_poker(category: str, leaders: tuple[int, ...]) -> str:
    """Return the announcement of a hand. A straight is named by its top card: A-2-3-4-5 is "five high"."""
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


def announce_partial(ranks: tuple[int, ...]) -> str:
    """Return the announcement of fewer than five cards. Suits are ignored: a flush needs five cards."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    match [count for count, _ in groups]:
        case [4, *_]:
            category = "four_of_a_kind"
        case [3, *_]:
            category = "three_of_a_kind"
        case [2, 2, *_]:
            category = "two_pair"
        case [2, *_]:
            category = "pair"
        case _:
            category = "high_card"
    return announce_poker(category, tuple(rank for _, rank in groups))
