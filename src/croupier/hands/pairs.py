"""Find the Ultimate Pairs paytable conditions that two hole cards satisfy in Ultimate Texas Hold 'Em."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import STANDARD, Card, show_cards
from croupier.errors import BadInput
from croupier.hands.poker import RANK_OF

_RED_ACES = frozenset({"Ah", "Ad"})


HOLE_PAIR_TITLES = frozenset(
    {
        "both_pairs_of_aces",
        "red_aces",
        "pair_of_aces",
        "pair_of_jacks_to_kings",
        "pair_of_tens_or_less",
        "ace_king_suited",
        "ace_king_offsuit",
        "ace_queen_or_jack_suited",
        "ace_queen_or_jack_offsuit",
    }
)


def hole_pair_titles(player: Iterable[Card], dealer: Iterable[Card | None] | None = None) -> frozenset[str]:
    """Return every condition of uth/12.E'2 that the player's two cards satisfy.

    One row also depends on the dealer's two cards (12.E'2.2.a). If one of these is unseen, the row's
    condition is not met (U-19).
    """
    hole = [card for card in _two(player, "the player") if card]
    if len(hole) < 2:
        raise BadInput("the player's two cards must be seen before they can be ranked")
    titles: set[str] = set()
    ranks = sorted((card[0] for card in hole), key=RANK_OF.__getitem__, reverse=True)
    suited = hole[0][1] == hole[1][1]
    if ranks[0] == ranks[1]:
        if ranks[0] == "A":
            titles.add("pair_of_aces")
            if set(hole) == _RED_ACES:
                titles.add("red_aces")
            if dealer is not None and all(card and card[0] == "A" for card in _two(dealer, "the dealer")):
                titles.add("both_pairs_of_aces")
        elif ranks[0] in "JQK":
            titles.add("pair_of_jacks_to_kings")
        else:
            titles.add("pair_of_tens_or_less")
    elif ranks[0] == "A" and ranks[1] in "KQJ":
        with_ace = "ace_king" if ranks[1] == "K" else "ace_queen_or_jack"
        titles.add(f"{with_ace}_suited" if suited else f"{with_ace}_offsuit")
    return frozenset(titles)


def _two(cards: Iterable[Card | None], whose: str) -> tuple[Card | None, ...]:
    hole = tuple(cards)
    known_cards = [card for card in hole if card]
    if (
        len(hole) != 2
        or len(set(known_cards)) < len(known_cards)
        or not STANDARD.counts.keys() >= set(known_cards)
    ):
        raise BadInput(f"{whose} must have two different cards, not {show_cards(hole)!r}")
    return hole
