"""Assign each card to its position, in dealing order (X-29, U-05, U-22, U-23, L-05, L-12)."""

from __future__ import annotations

from typing import Any

from .house import House

Record = dict[str, Any]

DRAGON_DECK = [
    *["Dr"] * 3,
    *["Db"] * 3,
    "Dg",
    *["Ph"] * 7,
    *["Ti"] * 8,
    *["Pa"] * 9,
    *["Mo"] * 10,
    *["Ra"] * 12,
]
POKER_DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def new_deck(game: str) -> list[str]:
    return list(DRAGON_DECK if game == "dragon" else POKER_DECK)


def whole_deck(game: str, written: str) -> list[str]:
    """Return the record's cards, followed by the remaining cards in deck order."""
    listed = written.split()
    rest = new_deck(game)
    for card in listed:
        rest.remove(card)
    return listed + rest


def seat_place(seat: int) -> str:
    return f"seat {seat}"


def places(record: Record) -> list[str]:
    """Return the position of each dealt card, such as "box", "board", "dealer", "burn" or "seat 3"."""
    house = House(record)
    seats = [seat_place(seat) for seat in sorted(one["seat"] for one in record["seats"])]
    automated = record["dealing"] == "automated"

    def stacks(size: int) -> list[str]:
        return [seat for seat in seats for _ in range(size)]

    if record["game"] == "uth":
        box = ["box"] * 4 if house.offers("six_card") else []
        if automated:
            dealer = ["dealer"] * 2
            held = record.get("submission", {}).get("dealer_cards", "delivered") == "held"
            hands = stacks(2) + dealer if held else dealer + stacks(2)
            return box + ["board"] * 5 + hands
        burn = ["burn"] if record["dealing"] == "hand" else []
        return box + [*seats, "dealer"] * 2 + burn + ["board"] * 3 + burn + ["board"] * 2

    if record["game"] == "letitride":
        box = ["box"] * 3 if house.offers("six_card") or house.reading("L-05") == "R2" else []
        if automated:
            stack = record.get("submission", {}).get("community_stack", 2)
            return box + ["board", "board"] + ["discard"] * (stack - 2) + stacks(3)
        return [*box, *seats, "board", *seats, "board", *seats]

    size = 3 if record["game"] == "dragon" else 7
    if automated:
        return stacks(size) + ["dealer"] * size
    return [*seats, "dealer"] * size


def deal(record: Record) -> dict[str, list[str]]:
    """Return the cards at each position, in dealing order."""
    dealt: dict[str, list[str]] = {}
    for place, card in zip(places(record), whole_deck(record["game"], record.get("deck", "")), strict=False):
        dealt.setdefault(place, []).append(card)
    return dealt
