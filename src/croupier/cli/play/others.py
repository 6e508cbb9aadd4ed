"""How the other seats play: one simple, fixed and sensible way a game, from the cards that seat can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from croupier.cards import Card
from croupier.cards.deck import RANKS
from croupier.hands import best_five, dragon_hand, top_five
from croupier.hands.dragon import CHARACTER_OF, CHARACTERS

Hand = tuple[Card, ...]


def choose(game: str, hand: Hand, board: Hand, choices: tuple[str, ...]) -> str:
    """One of the legal choices; where the chips do not cover the wish, the most modest one."""
    wish = WAYS[game](hand, board)
    return wish if wish in choices else choices[0]


def ranks(cards: Hand) -> list[int]:
    return sorted((RANKS.index(card[0]) for card in cards), reverse=True)


def uth(hand: Hand, board: Hand) -> str:
    """4x with a pair, an ace or two good cards; later with a pair of one's own or better."""
    high, low = ranks(hand)
    if not board:
        kicker = {"A": "2", "K": "5", "Q": "8", "J": "T"}.get(RANKS[high], "A")
        return "4x" if (high == low and high > 0) or low >= RANKS.index(kicker) else "check"
    own_pair = high == low or any(card[0] == other[0] for card in hand for other in board)
    made = best_five(hand + board).category
    if len(board) == 3:
        return "2x" if own_pair or made not in ("high_card", "pair") else "check"
    return "1x" if own_pair or made != best_five(board).category or RANKS[high] in "AK" else "fold"


def letitride(hand: Hand, board: Hand) -> str:
    """Ride with a hand that pays already, three cards to a straight flush, or four to a flush or straight."""
    seen = hand + board
    held = ranks(seen)
    together = Counter(held)
    pairs = [rank for rank, copies in together.items() if copies >= 2]
    paying = len(pairs) > 1 or any(together[rank] > 2 or RANKS[rank] in "TJQKA" for rank in pairs)
    suited = len({card[1] for card in seen}) == 1
    running = not pairs and held[0] - held[-1] == len(held) - 1
    if len(seen) == 3:
        return "ride" if paying or (suited and running and held[-1] > 0) else "withdraw"
    return "ride" if paying or suited or (running and held[0] < RANKS.index("A")) else "withdraw"


def dragon(hand: Hand, board: Hand) -> str:
    """Play a pair or better, a dragon, or a phoenix with a panda or better beside it."""
    if dragon_hand(hand).category != "high_card":
        return "play"
    best, second, _ = sorted((CHARACTER_OF[card] for card in hand), reverse=True)
    phoenix, panda = CHARACTERS.index("phoenix"), CHARACTERS.index("panda")
    return "play" if best > phoenix or (best == phoenix and second >= panda) else "fold"


def topfive(hand: Hand, board: Hand) -> str:
    """Play three top cards, any pair, or an ace with a jack or better."""
    made = top_five(hand)
    top = [rank for rank in ranks(hand) if RANKS[rank] in "TJQKA"]
    if len(top) > 2 or made.category == "pair":
        return "play"
    return "play" if len(top) == 2 and RANKS[top[0]] == "A" and RANKS[top[1]] != "T" else "fold"


WAYS: dict[str, Callable[[Hand, Hand], str]] = {
    "uth": uth,
    "letitride": letitride,
    "dragon": dragon,
    "topfive": topfive,
}
