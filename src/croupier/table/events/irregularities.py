"""Events of irregularities: chapter 13, and matters that no clause covers."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card
from croupier.meters.amounts import Exact
from croupier.table.events.event import (
    Log,
    Mark,
    TableEvent,
)
from croupier.table.wording import Wording, plain_reason


class FaceUpFound(TableEvent, frozen=True, tag="face_up_found@1"):
    """Cards found face up in the deck went to the discard rack and are not used in this round."""

    cards: tuple[Card | None, ...]
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Card face up in the deck"

    def sentence(self, w: Wording) -> str:
        return f"Found face up in the deck and discarded: {w.cards(self.cards)}"


class CardExposed(TableEvent, frozen=True, tag="card_exposed@1"):
    place: str
    index: int
    card: Card
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Card exposed"

    def sentence(self, w: Wording) -> str:
        return f"Card exposed too early at {w.place(self.place)}: {w.cards((self.card,))}"


class WrongNumber(TableEvent, frozen=True, tag="wrong_number@1"):
    place: str
    cards: int
    changes_state: ClassVar[bool] = False
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Wrong number of cards"

    def sentence(self, w: Wording) -> str:
        return f"Wrong number of cards at {w.place(self.place)}: {self.cards}"


class DrawnInError(TableEvent, frozen=True, tag="drawn_in_error@1"):
    """A card was drawn early without being seen. It stays the next card."""

    changes_state: ClassVar[bool] = False
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Card drawn in error"

    def sentence(self, w: Wording) -> str:
        return "A card was drawn in error; no one saw it, and it remains the next card"


class DeviceFailed(TableEvent, frozen=True, tag="device_failed@1"):
    device: str  # "shuffler" or "shoe"
    dead: bool  # permanently out of order
    decks: tuple[str, ...] = ()  # decks that the device failed to shuffle
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Device failed"

    def sentence(self, w: Wording) -> str:
        again = f"; shuffle again: {', '.join(self.decks)}" if self.decks else ""
        return f"The {self.device} failed{' and cannot be used' if self.dead else ''}{again}"


class DeviceHandled(TableEvent, frozen=True, tag="device_handled@1"):
    device: str
    how: str  # covered, marked, removed, repaired

    def sentence(self, w: Wording) -> str:
        return f"The {self.device} is {self.how}"


class MethodSwitched(TableEvent, frozen=True, tag="method_switched@1"):
    dealing: str
    shuffler: str

    def sentence(self, w: Wording) -> str:
        return f"The table continues with dealing: {self.dealing}, shuffler: {self.shuffler}"


class RulingAsked(TableEvent, frozen=True, tag="ruling_asked@1"):
    """No clause covers the matter. A floorperson must rule, and a default is proposed (X-15)."""

    matter: str
    detail: str
    default: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Ruling requested"

    def sentence(self, w: Wording) -> str:
        detail = f", {self.detail}" if self.detail else ""
        default = self.default.replace("_", " ")
        return f"Floor ruling needed: {self.matter.replace('_', ' ')}{detail}; default: {default}"


class Ruled(TableEvent, frozen=True, tag="ruled@1"):
    matter: str
    outcome: str
    reason: str
    by: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "ruling"
    label: ClassVar[str] = "Ruling"

    def sentence(self, w: Wording) -> str:
        matter, outcome = self.matter.replace("_", " "), self.outcome.replace("_", " ")
        return f"Ruling on {matter} by {w.actor(self.by)}: {outcome}, {self.reason}"


class MeterTakenBack(TableEvent, frozen=True, tag="meter_taken_back@1"):
    """A meter gave back its share of a void wager or round (X-06)."""

    meter: str
    amount: Exact
    transfer: int = 0
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"The {self.meter} meter is reduced by {w.exact(self.amount)}"


class RoundVoided(TableEvent, frozen=True, tag="round_voided@1"):
    round: int
    reason: str
    settles: tuple[str, ...] = ()  # wagers that are still settled by the cards although the round is void
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "void"
    label: ClassVar[str] = "Void round"

    def sentence(self, w: Wording) -> str:
        saved = f"; still settled: {', '.join(map(w.wager, self.settles))}" if self.settles else ""
        return f"Round {self.round} is void: {plain_reason(self.reason)}{saved}"


class LinkLost(TableEvent, frozen=True, tag="link_lost@1"):
    """The progressive system became unreachable. The table refuses progressive wagers, and play continues."""

    reason: str
    by: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Progressive system lost"

    def sentence(self, w: Wording) -> str:
        return f"The progressive system cannot be reached: {self.reason}"


class LinkRestored(TableEvent, frozen=True, tag="link_restored@1"):
    by: str
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return "The progressive system is available again"
