"""Words for seats, people, wagers, cards and money in the sentences of events.

Each event builds its sentence with `TableEvent.sentence(w)`. `Wording` writes for a transcript; `PageWording`
writes for the browser pages, where a player reads "You".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

from croupier.cards import Card, show_cards
from croupier.games.game import ASIDE, BOARD, BOX, BURN, DEALER
from croupier.meters.amounts import Exact
from croupier.submission.money import format_dollars
from croupier.table.fields import seat_of
from croupier.table.roles import FLOOR, HOUSE, role_of

TIMER = f"{FLOOR}:{HOUSE}"  # actor that acts for a player whose time ran out

PLACES = {
    BOARD: "the board",
    BOX: "the box",
    DEALER: "the dealer",
    BURN: "the burn pile",
    ASIDE: "the card set aside",
}
PREPARED = {  # descriptions of the steps of opening a table
    "inspect": "every back and side inspected",
    "verify": "inspection verified",
    "spread": "spread face up for the players",
    "view": "first player given time to look",
    "face_down": "turned face down",
    "wash": "washed",
    "stack": "stacked",
}
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
UNSEEN = "▯"
CHARACTERS = {
    "Dr": "red dragon",
    "Db": "blue dragon",
    "Dg": "gold dragon",
    "Ph": "phoenix",
    "Ti": "tiger",
    "Pa": "panda",
    "Mo": "monkey",
    "Ra": "rabbit",
}


class OnMeter(Protocol):
    @property
    def from_meter(self) -> str | None: ...
    @property
    def refill(self) -> int: ...


def wager_name(wager: str) -> str:
    """Return a wager's display name, with words and digits separated and each word capitalized."""
    words = re.sub(r"(?<=[a-z])(?=\d)", " ", wager.replace("_", " ")).title()
    return words.replace(" The ", " the ")


def place_name(place: str) -> str:
    return f"seat {place[4:]}" if place.startswith("seat") else PLACES.get(place, place)


def listed_seats(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return "no seat"
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def card_count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def plain_reason(reason: str) -> str:
    """Return the stored reason of a void round with places in words, such as "seat 4 has 1 card"."""
    reason = reason.replace("a card at dealer ", "the dealer's card ")
    return re.sub(r"\b1 cards\b", "1 card", re.sub(r"\bseat(\d+)\b", r"seat \1", reason))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


class Wording:
    """Words for a transcript, with seats by number, players by name and id, and cards as in a record."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self.names = names or {}

    # Seats and people.

    def seat(self, seat: int) -> str:
        """Return the subject of a sentence, "Seat 2" or "You"."""
        return f"Seat {seat}"

    def at_seat(self, seat: int) -> str:
        """Return the seat inside a sentence, "seat 2" or "you"."""
        return f"seat {seat}"

    def whose(self, seat: int) -> str:
        return f"Seat {seat}'s"

    def its(self, seat: int) -> str:
        return "its"

    def does(self, seat: int, verb: str, third: str = "") -> str:
        """Return the subject with its verb, "Seat 2 shows" or "You show"."""
        return f"{self.seat(seat)} {third or verb + 's'}"

    def player(self, player: str, name: str = "") -> str:
        """Return a player by name and id, because two players may have the same name."""
        return f"{self.names[player]} ({player})" if player in self.names else player

    def player_does(self, player: str, verb: str, name: str = "") -> str:
        return f"{self.player(player, name)} {verb}{'es' if verb.endswith('sh') else 's'}"

    def players(self, players: Iterable[str]) -> str:
        return ", ".join(self.player(player) for player in sorted(players))

    def actor(self, by: str) -> str:
        return by

    def acting(self, by: str) -> str:
        """Return the acting person as the subject of a sentence."""
        return by

    # Wagers, money and cards.

    def wager(self, wager: str) -> str:
        return wager_name(wager)

    def money(self, cents: int) -> str:
        return format_dollars(cents)

    def pays(self, odds: str) -> str:
        """Return the odds of a win as printed, such as "3 to 1" or an amount."""
        return odds

    def exact(self, exact: Exact) -> str:
        """Return an amount with its fraction of a cent."""
        part = exact.value - exact.shown
        return self.money(exact.shown) + (f" and {part} cent" if part else "")

    def on_meter(self, event: OnMeter, moved: str, house: str) -> str:
        """Describe how a correction changes a meter, and the amount that the house adds or removes."""
        if event.from_meter is None:
            return ""
        refill = f", {self.money(event.refill)} {house} by the house" if event.refill else ""
        return f", {moved} the {event.from_meter} meter{refill}"

    def choice(self, choice: str) -> str:
        return choice

    def question(self, question: str) -> str:
        return f" ({question})"

    def cards(self, cards: Iterable[Card | None]) -> str:
        return show_cards(cards)

    def place(self, place: str) -> str:
        return place_name(place)

    def hand(self, place: str) -> str:
        """Return the cards of a place to start a sentence, such as "Seat 2's cards" or "Board cards"."""
        if seat := seat_of(place):
            return f"{self.whose(seat)} cards"
        if place == DEALER:
            return "The dealer's cards"
        return f"{'Burned' if place == BURN else capital(place)} cards"

    def deal(self, deliveries: Iterable[tuple[str, int]]) -> str:
        """Describe a deal. Equal stacks are combined: "1 card each to seats 1, 2 and the dealer"."""
        runs: list[tuple[int, list[str]]] = []
        for place, count in deliveries:
            name = place_name(place)
            if runs and runs[-1][0] == count and name not in runs[-1][1]:
                runs[-1][1].append(name)
            else:
                runs.append((count, [name]))
        # the text of each pass around the table, with the number of times that the pass repeats
        circles: list[tuple[str, int]] = []
        for count, names in runs:
            each = " each" if len(names) > 1 else ""
            text = f"{card_count(count)}{each} to {', '.join(names)}"
            if circles and circles[-1][0] == text:
                circles[-1] = (text, circles[-1][1] + 1)
            else:
                circles.append((text, 1))
        parts = [text if times == 1 else f"{text}, {times} times" for text, times in circles]
        return f"Dealt: {'; '.join(parts)}"


TRANSCRIPT = Wording()


class PageWording(Wording):
    """Words for a browser page, with labels as posted, suit symbols and amounts with cents.

    `people` maps seats to players. A seat with a name is called by that name, and a seat in `own` is "You".
    Staff pages have neither, so they show seat numbers.
    """

    def __init__(
        self,
        labels: Mapping[str, str],
        names: Mapping[str, str] | None = None,
        people: Mapping[int, str] | None = None,
        own: tuple[int, ...] = (),
        you: str = "",
    ) -> None:
        super().__init__(names)
        self.labels, self.people, self.own, self.you = labels, people or {}, own, you

    def seat(self, seat: int) -> str:
        if seat in self.own:
            return f"You (seat {seat})" if len(self.own) > 1 else "You"
        return self.names.get(self.people.get(seat, "")) or f"Seat {seat}"

    def at_seat(self, seat: int) -> str:
        name = self.seat(seat)
        return name[0].lower() + name[1:] if name.startswith(("You", "Seat ")) else name

    def whose(self, seat: int) -> str:
        return "Your" if seat in self.own else f"{self.seat(seat)}'s"

    def its(self, seat: int) -> str:
        return "your" if seat in self.own else "the"

    def does(self, seat: int, verb: str, third: str = "") -> str:
        return f"{self.seat(seat)} {verb}" if seat in self.own else super().does(seat, verb, third)

    def player(self, player: str, name: str = "") -> str:
        return "You" if player == self.you and player else name or self.names.get(player) or "A player"

    def player_does(self, player: str, verb: str, name: str = "") -> str:
        if player == self.you and player:
            return f"You {verb}"
        return super().player_does(player, verb, name)

    def actor(self, by: str) -> str:
        return {FLOOR: "the floor"}.get(role_of(by)) or f"the {role_of(by).replace('_', ' ')}"

    def acting(self, by: str) -> str:
        return capital(self.actor(by))

    def wager(self, wager: str) -> str:
        return self.labels.get(wager) or wager_name(wager)

    def money(self, cents: int) -> str:
        return with_cents(format_dollars(cents))

    def pays(self, odds: str) -> str:
        return with_cents(odds)

    def choice(self, choice: str) -> str:
        return f"{choice[:-1]}×" if choice[:-1].isdigit() else capital(choice.replace("_", " "))

    def question(self, question: str) -> str:
        return ""

    def cards(self, cards: Iterable[Card | None]) -> str:
        signs = [card_sign(card) for card in cards]
        return (", " if any(sign in CHARACTERS.values() for sign in signs) else " ").join(signs)

    def deal(self, deliveries: Iterable[tuple[str, int]]) -> str:
        return "Cards are dealt"


def with_cents(words: str) -> str:
    """Write whole dollar amounts with cents, like all amounts on a page."""
    return re.sub(r"\$[\d,]*\d(?![\d,]*\d|\.\d)", lambda found: f"{found[0]}.00", words)


def card_sign(card: Card | None) -> str:
    """Return a card in a line of text, such as "A♠", or its name if it has no suit."""
    if card is None:
        return UNSEEN
    if len(card) == 2 and card[1] in SUITS and card not in CHARACTERS:
        return f"{'10' if card[0] == 'T' else card[0]}{SUITS[card[1]]}"
    return CHARACTERS.get(card, card)
