"""Events of a round from the first card to the last payment."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.cards import Card
from croupier.games.game import DEALER
from croupier.meters.amounts import MeterReading
from croupier.table.events.event import (
    Log,
    Result,
    TableEvent,
)
from croupier.table.wording import Wording, card_count


class CardsDealt(TableEvent, frozen=True, tag="cards_dealt@1"):
    """Cards were dealt to these places, in this order. `CardsNamed` names them."""

    deliveries: tuple[tuple[str, int], ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return w.deal(self.deliveries)


class CardsNamed(TableEvent, frozen=True, tag="cards_named@1"):
    """The cards at a place, for the people who may see them."""

    place: str
    first: int
    cards: tuple[Card | None, ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.hand(self.place)} are {w.cards(self.cards)}"


class CardsTurned(TableEvent, frozen=True, tag="cards_turned@1"):
    place: str
    first: int
    cards: tuple[Card, ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"Turned up on {w.place(self.place)}: {w.cards(self.cards)}"


class StubRacked(TableEvent, frozen=True, tag="stub_racked@1"):
    cards: int

    def sentence(self, w: Wording) -> str:
        return f"The stub of {card_count(self.cards)} goes to the discard rack"


class Decided(TableEvent, frozen=True, tag="decided@1"):
    seat: int
    player: str
    question: str
    choice: str
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: {w.choice(self.choice)}{w.question(self.question)}"


class HandKept(TableEvent, frozen=True, tag="hand_kept@1"):
    """A folded hand stays on the layout because a side wager is still open."""

    seat: int

    def sentence(self, w: Wording) -> str:
        return f"{w.whose(self.seat)} cards stay under {w.its(self.seat)} side wagers"


class HandMucked(TableEvent, frozen=True, tag="hand_mucked@1"):
    seat: int

    def sentence(self, w: Wording) -> str:
        return f"{w.whose(self.seat)} cards go to the discard rack"


class DealerRevealed(TableEvent, frozen=True, tag="dealer_revealed@1"):
    """The dealer formed and announced the dealer's hand and the box, if the game has one."""

    cards: dict[str, tuple[Card, ...]]  # by place
    hand: str | None = None
    words: str = ""
    count: int | None = None
    qualifies: bool | None = None
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        called = f", {self.words}" if self.words else ""
        if self.qualifies is not None:
            called += ", qualifies" if self.qualifies else ", does not qualify"
        cards = [
            f"{w.hand(place)}: {w.cards(there)}{called if place == DEALER else ''}"
            for place, there in self.cards.items()
        ]
        return "; ".join(cards) or "No wager needs the cards that stay face down"


class HandShown(TableEvent, frozen=True, tag="hand_shown@1"):
    seat: int
    cards: tuple[Card, ...]
    hand: str
    words: str
    count: int | None = None
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.does(self.seat, 'show')} {w.cards(self.cards)}: {self.words}"


class WagerSettled(TableEvent, frozen=True, tag="wager_settled@1"):
    """The result of one wager. `returned` includes the stake if the player gets it back."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int
    result: Result
    pays: str = ""  # odds as printed in the paytable
    banked: bool = False  # True if the stake was in the tray and not on the layout
    # readings when a progressive wager was settled
    meters: dict[str, MeterReading] = msgspec.field(default_factory=dict)
    from_meter: str | None = None
    # reset amount that the house added to that meter (MeterReset) and that a correction removes
    refill: int = 0
    transfer: int = 0
    cut: int = 0  # amount cut by the payout limit (uth/12.F)
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        wager = f"{w.seat(self.seat)}: {w.wager(self.wager)} {w.money(self.staked)}"
        match self.result:
            case "win":
                line = f"{wager} wins {w.pays(self.pays)}, {w.money(self.returned)} returned"
            case "lose":
                paid = f", {w.money(self.returned)} returned ({w.pays(self.pays)})" if self.returned else ""
                return f"{wager} loses{paid}"
            case "push":
                return f"{wager} pushes"
            case "forfeit":
                return f"{wager} is forfeited"
            case _:
                line = f"{wager} is returned"
                return line if self.returned == self.staked else f"{line}: {w.money(self.returned)}"
        if self.from_meter is not None:
            line += f" from the {self.from_meter} meter"
        if self.cut:
            line += f" (reduced by {w.money(self.cut)} under the payout limit)"
        return line


class ProgressiveAwaits(TableEvent, frozen=True, tag="progressive_awaits@1"):
    """A hand has won the progressive. A floorperson must validate it before it is paid."""

    seat: int
    player: str
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)} won the progressive; waiting for a floorperson to validate it"


class ProgressiveValidated(TableEvent, frozen=True, tag="progressive_validated@1"):
    """A floorperson verified the hand and the system's light (uth/11.J.2.a-c)."""

    seat: int
    by: str

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: progressive win validated by {w.actor(self.by)}"


class MeterReset(TableEvent, frozen=True, tag="meter_reset@1"):
    meter: str
    cents: int  # cents that the house pays in
    transfer: int = 0
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"The house adds {w.money(self.cents)} to the {self.meter} meter"


class EnvyPaid(TableEvent, frozen=True, tag="envy_paid@1"):
    seat: int
    player: str
    holder: int
    cents: int
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: Envy Bonus {w.money(self.cents)} for seat {self.holder}'s hand"


class SeatSettled(TableEvent, frozen=True, tag="seat_settled@1"):
    seat: int
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"{w.does(self.seat, 'are', 'is')} settled"


class CardsRacked(TableEvent, frozen=True, tag="cards_racked@1"):
    """Cards went to the discard rack, hand by hand in this order, so that each hand can be rebuilt."""

    places: tuple[str, ...]
    stub: int = 0  # undealt cards of a void round

    def sentence(self, w: Wording) -> str:
        return f"Cards placed in the discard rack, in order: {', '.join(map(w.place, self.places))}"


class HiddenCardsShown(TableEvent, frozen=True, tag="hidden_cards_shown@1"):
    """Cards hidden during the round, disclosed to surveillance and the regulator after it ends."""

    # cards by place; None for a card that everyone saw or that was never named
    cards: dict[str, tuple[Card | None, ...]]
    changes_state: ClassVar[bool] = False
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        hidden = [f"{w.place(place)} {w.cards(cards)}" for place, cards in self.cards.items()]
        return f"Unseen cards on record: {'; '.join(hidden)}"


class RoundEnded(TableEvent, frozen=True, tag="round_ended@1"):
    round: int
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"Round {self.round} is over"
