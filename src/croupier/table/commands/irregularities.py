"""Commands that report and settle irregularities: chapter 13, and matters that no clause covers."""

from __future__ import annotations

from typing import Any, ClassVar

from croupier.cards import Card
from croupier.table.commands.command import Identifies, Pane, TableCommand
from croupier.table.fields import (
    Cards,
    Number,
    Place,
    Text,
    Word,
)
from croupier.table.roles import DEALER, FLOOR


class ReportFaceUp(TableCommand, frozen=True, tag="report_face_up@1"):
    cards: Cards
    # True if the card was drawn in error and then seen; False if it was face up in the deck (N-23)
    drawn: bool = False
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Card face up in the deck"
    pane: ClassVar[Pane] = "happened"
    identifies: ClassVar[Identifies] = "shows"
    probe: ClassVar[dict[str, Any] | None] = {"cards": [None]}


class ReportExposed(TableCommand, frozen=True, tag="report_exposed@1"):
    """Report a card that was seen too early: a card of the dealer, the board, the box or a player."""

    place: Place
    index: Number = 0
    card: Card | None = None  # name of the card, required if the card had none yet
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Card exposed"
    pane: ClassVar[Pane] = "happened"
    identifies: ClassVar[Identifies] = "shows"
    probe: ClassVar[dict[str, Any] | None] = {"place": "dealer"}

    def offered_as(self) -> str:
        whose = "Player's" if self.place.startswith("seat") else "Dealer's" if self.place == "dealer" else ""
        return f"{whose or self.place.capitalize()} card exposed"


class ReportWrongNumber(TableCommand, frozen=True, tag="report_wrong_number@1"):
    place: Place
    cards: Number
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Wrong number of cards"
    incident: ClassVar[str] = "wrong_number"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {"place": "dealer", "cards": 3}


class ReportDrawnInError(TableCommand, frozen=True, tag="report_drawn_in_error@1"):
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Card drawn in error, unseen"
    incident: ClassVar[str] = "drawn_in_error"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {}


class ReportDeviceFailure(TableCommand, frozen=True, tag="report_device_failure@1"):
    device: Word  # "shuffler" or "shoe"
    idle_deck: bool = False  # True if the shuffler failed with the deck that is not in play
    dead: bool = False  # True if the device is permanently out of order
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Device failed"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {"device": "shuffler"}

    def offered_as(self) -> str:
        return f"{self.device.capitalize()} failed{' on the idle deck' if self.idle_deck else ''}"


class HandleDevice(TableCommand, frozen=True, tag="handle_device@1"):
    device: Word
    how: Word  # covered, marked, removed, repaired
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Handle a failed device"
    pane: ClassVar[Pane] = "cards"

    def offered_as(self) -> str:
        return f"Handle the failed {self.device}"


class SwitchMethod(TableCommand, frozen=True, tag="switch_method@1"):
    dealing: Word
    shuffler: Word
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Change the dealing method"
    pane: ClassVar[Pane] = "cards"

    def offered_as(self) -> str:
        dealt = {"shoe": "from a dealing shoe", "hand": "by hand", "automated": "from an automated shoe"}
        shuffled = {"none": "by hand", "counting": "by a machine that counts", "reshuffling": "in the shoe"}
        how = shuffled.get(self.shuffler, "by a machine")
        return f"Deal {dealt.get(self.dealing, self.dealing)}, shuffle {how}"


class ReportOther(TableCommand, frozen=True, tag="report_other@1"):
    """Report another irregularity: `missed_burn`, or `other` with details."""

    matter: Word
    detail: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Something else"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {"matter": "other", "detail": "as reported"}


class RuleOnIncident(TableCommand, frozen=True, tag="rule@1"):
    outcome: Word  # play_on or void
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Rule on an incident"
    pane: ClassVar[Pane] = "right"


class LoseLink(TableCommand, frozen=True, tag="lose_link@1"):
    """Report that the progressive system is unreachable.

    The table refuses progressive wagers until it is back.
    """

    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Progressive system lost"
    pane: ClassVar[Pane] = "happened"


class RestoreLink(TableCommand, frozen=True, tag="restore_link@1"):
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Progressive system restored"
    pane: ClassVar[Pane] = "happened"
