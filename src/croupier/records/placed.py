"""Read cards by place. A record can give the hands, board, box and dealer's cards instead of a deck.

The rules define the order in which places are dealt, so either form gives the order of the deck. Missing
cards are filled in, in deck order, and the resulting document lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from croupier.cards import Card, parse_layout
from croupier.errors import BadInput
from croupier.games import Game, game, game_rules, script
from croupier.games.game import BOARD, BOX, DEALER, PLAYERS, Deal, seat_place
from croupier.submission import Rules
from croupier.table import events as ev
from croupier.table.driving.sources import StackedDeck

SHARED = (BOARD, BOX, DEALER)  # keys of a record; a seat's cards are listed with the seat
FACE_UP = "face up"

Cards = tuple[Card | None, ...]


class PlacedDeck(msgspec.Struct, frozen=True):
    """The deck in dealing order, as far as it is known, and the positions that were filled in."""

    cards: Cards
    filled: frozenset[int] = frozenset()


def read_cards(value: object, spec: Game, where: str) -> Cards:
    """Parse cards from one string or a list of strings. ?? is an unseen card."""
    if not isinstance(value, str) and not (
        isinstance(value, list) and all(isinstance(card, str) for card in value)
    ):
        raise BadInput(f'{where}: write cards as one string, such as "{" ".join(spec.deck.order[-1:-4:-1])}"')
    text = value if isinstance(value, str) else " ".join(value)
    try:
        return parse_layout(text, spec.deck)
    except BadInput as bad:
        raise BadInput(f"{where}: {bad}") from None


def read_places(mapping: Mapping[str, Any], spec: Game) -> dict[str, Cards]:
    """Return the cards that a record lists for places on the layout, by place."""
    places = {key: read_cards(mapping[key], spec, key) for key in SHARED if key in mapping}
    seats = mapping.get("seats")
    for number, entry in enumerate(seats if isinstance(seats, list | tuple) else (), 1):
        if isinstance(entry, Mapping) and "cards" in entry:
            seat = entry.get("seat")
            if type(seat) is int and 0 < seat <= spec.seats:
                places[seat_place(seat)] = read_cards(entry["cards"], spec, f"seats, entry {number}: cards")
    return places


def in_dealing_order(
    deck: Cards, listed_places: Mapping[str, Cards], seats: Iterable[int], rules: Rules
) -> PlacedDeck:
    """Combine the listed deck and the cards by place into one order.

    Raises ``BadInput`` if they contradict each other.
    """
    if not listed_places:
        return PlacedDeck(deck)
    places = dealing_order(rules, seats)
    spec = game(rules.game)
    check_counts(listed_places, Counter(places), spec)
    waiting = {place: list(cards) for place, cards in listed_places.items()}
    order: list[Card | None] = []
    missing: list[int] = []
    for position, place in enumerate(places):
        known = waiting[place].pop(0) if place in waiting else None
        listed = deck[position] if position < len(deck) else None
        if known and listed and known != listed:
            raise BadInput(
                f"{name_of(place)}: the record has {known}, but card {position + 1} of the deck, dealt there,"
                f" is {listed}; correct one of them, or leave the deck out"
            )
        order.append(known or listed)
        if position >= len(deck) and place not in listed_places and dealt_to_be_seen(place):
            missing.append(position)
    order += deck[len(places) :]
    return fill(order, missing, spec)


def fill(cards: list[Card | None], missing: list[int], spec: Game) -> PlacedDeck:
    """Fill the missing positions with the cards that the record does not name, in deck order."""
    try:
        parse_layout([card or "??" for card in cards], spec.deck)
    except BadInput as bad:
        raise BadInput(f"the cards of the record: {bad}") from None
    named = Counter(card for card in cards if card is not None)
    unnamed = list((Counter(spec.deck.order) - named).elements())
    unnamed.sort(key=spec.deck.order.index)
    for position, card in zip(missing, unnamed, strict=False):
        cards[position] = card
    return PlacedDeck(tuple(cards), frozenset(missing))


def check_counts(places: Mapping[str, Cards], due: Mapping[str, int], spec: Game) -> None:
    for place, cards in places.items():
        if place not in due:
            raise BadInput(f"{name_of(place)}: {spec.title} deals no cards there under these rules")
        if len(cards) != due[place]:
            raise BadInput(
                f"{name_of(place)}: {spec.title} deals {due[place]} cards there, not {len(cards)}; "
                "write ?? for a card that no one saw"
            )


def dealing_order(rules: Rules, seats: Iterable[int]) -> list[str]:
    """Return the place of each card in dealing order, for a round in which all cards are dealt."""
    if game_rules(rules).late_deals:
        raise BadInput(
            f"in {game(rules.game).title}, the cards dealt depend on decisions; write `deck` in dealing order"
        )
    last = game(rules.game).seats
    # At any other seat, the table machine refuses the player and cites a clause.
    players = [seat_place(seat) for seat in sorted(seats) if 0 < seat <= last]
    places: list[str] = []
    for phase in script(rules):
        for delivery in phase.deliveries if isinstance(phase, Deal) else ():
            for place in players if delivery.place == PLAYERS else (delivery.place,):
                places += [place] * delivery.count
    return places


def dealt_to_be_seen(place: str) -> bool:
    """Return whether cards at this place are ever turned up. Burned and set-aside cards are not."""
    return place in SHARED or place.startswith("seat")


def filled_in(order: PlacedDeck, spec: Game, history: Iterable[ev.TableEvent]) -> tuple[str, ...]:
    """Return a warning that lists the cards that the round used and the record does not give, or an empty
    tuple.
    """
    taken = places_taken(history)
    deck = StackedDeck(spec.deck, order.cards).next_cards(None, len(spec.deck))
    filled: dict[str, list[str]] = {}
    for position, place in enumerate(taken):
        if position >= len(order.cards) or position in order.filled:
            filled.setdefault(place, []).append(str(deck[position] or "??"))
    if not filled:
        return ()
    text = ", ".join(f"{name_of(place)} {' '.join(cards)}" for place, cards in filled.items())
    return (f"the record does not give all cards; these were filled in, in deck order: {text}",)


def places_taken(history: Iterable[ev.TableEvent]) -> list[str]:
    """Return the place of each card that left the deck, in dealing order."""
    places: list[str] = []
    for event in history:
        if isinstance(event, ev.CardsDealt):
            places += [place for place, count in event.deliveries for _ in range(count)]
        elif isinstance(event, ev.FaceUpFound):
            places += [FACE_UP] * len(event.cards)
    return places


def name_of(place: str) -> str:
    return f"seat {place[4:]}" if place.startswith("seat") else place
