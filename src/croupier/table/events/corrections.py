"""Events that correct a payment, a decision or the name of a card."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card
from croupier.table.events.event import (
    Log,
    Mark,
    Result,
    TableEvent,
)
from croupier.table.wording import Wording


class WagerReopened(TableEvent, frozen=True, tag="wager_reopened@1"):
    """A settlement of this round was undone. The payment comes back and the stake is at risk again."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int  # amount the player gives back
    banked: bool = False  # the stake stays in the tray
    from_meter: str | None = None
    refill: int = 0  # reset amount that the house removes from that meter
    transfer: int = 0
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Wager settled again"

    def sentence(self, w: Wording) -> str:
        wager = f"{w.seat(self.seat)}: {w.wager(self.wager)} {w.money(self.staked)}"
        back = f", {w.money(self.returned)} taken back" if self.returned else ""
        return f"{wager} is at risk again{back}{w.on_meter(self, 'put back on', 'removed')}"


class HandReopened(TableEvent, frozen=True, tag="hand_reopened@1"):
    """A hand will be settled again, followed by the hands settled after it."""

    seat: int
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Hand settled again"

    def sentence(self, w: Wording) -> str:
        return f"Settlement resumes at seat {self.seat}: {self.reason}"


class HandReturned(TableEvent, frozen=True, tag="hand_returned@1"):
    """A hand was rebuilt from the discard rack."""

    seat: int

    def sentence(self, w: Wording) -> str:
        return f"{w.whose(self.seat)} cards are taken back from the discard rack"


class PlayerOwes(TableEvent, frozen=True, tag="player_owes@1"):
    """A player's chips did not cover a reversal. The purse is negative by the missing amount."""

    player: str
    cents: int
    changes_state: ClassVar[bool] = False

    def sentence(self, w: Wording) -> str:
        return f"{w.player_does(self.player, 'owe')} the house {w.money(self.cents)}"


class DecisionCorrected(TableEvent, frozen=True, tag="decision_corrected@1"):
    """A wrongly keyed decision was corrected before the next card (X-15)."""

    seat: int
    player: str
    question: str
    was: str
    choice: str
    by: str
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Decision corrected"

    def sentence(self, w: Wording) -> str:
        return (
            f"{w.seat(self.seat)}: {w.choice(self.was)} corrected to "
            f"{w.choice(self.choice)}{w.question(self.question)} by {w.actor(self.by)}: {self.reason}"
        )


class SettlementReversed(TableEvent, frozen=True, tag="settlement_reversed@1"):
    """The first half of a correction reversed the wrong payment."""

    round: int
    seat: int
    player: str
    wager: str
    cents: int
    by: str
    reason: str
    from_meter: str | None = None
    refill: int = 0  # reset amount that the house had paid into the meter
    read: int | None = None  # number of payments that the meter had made at the time of the correction
    transfer: int = 0
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Payment reversed"

    def sentence(self, w: Wording) -> str:
        meter = w.on_meter(self, "put back on", "removed")
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: {w.wager(self.wager)} payment of "
            f"{w.money(self.cents)} reversed by {w.actor(self.by)}{meter}: {self.reason}"
        )


class SettlementCorrected(TableEvent, frozen=True, tag="settlement_corrected@1"):
    """A correction made the right payment, after `SettlementReversed` took back the wrong one."""

    round: int
    seat: int
    player: str
    wager: str
    staked: int
    returned: int
    result: Result
    by: str
    reason: str
    from_meter: str | None = None
    refill: int = 0  # reset amount that the house pays into the meter
    read: int | None = None
    transfer: int = 0
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Payment corrected"

    def sentence(self, w: Wording) -> str:
        meter = w.on_meter(self, "paid from", "added")
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: {w.wager(self.wager)} {w.money(self.staked)} "
            f"corrected by {w.actor(self.by)}, {w.money(self.returned)} returned{meter}: {self.reason}"
        )


class EnvyReversed(TableEvent, frozen=True, tag="envy_reversed@1"):
    """The first half of a correction reversed the Envy Bonus that was paid."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Envy Bonus reversed"

    def sentence(self, w: Wording) -> str:
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: Envy Bonus {w.money(self.cents)} for "
            f"seat {self.holder}'s hand reversed by {w.actor(self.by)}: {self.reason}"
        )


class EnvyCorrected(TableEvent, frozen=True, tag="envy_corrected@1"):
    """A correction paid the right Envy Bonus, after `EnvyReversed` took back the wrong one."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Envy Bonus corrected"

    def sentence(self, w: Wording) -> str:
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: Envy Bonus for seat {self.holder}'s "
            f"hand corrected to {w.money(self.cents)} by {w.actor(self.by)}: {self.reason}"
        )


class NamingCorrected(TableEvent, frozen=True, tag="naming_corrected@1"):
    place: str
    index: int
    was: Card
    card: Card
    by: str
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Card corrected"

    def sentence(self, w: Wording) -> str:
        return (
            f"Card {self.index + 1} at {w.place(self.place)} corrected from {w.cards((self.was,))} to "
            f"{w.cards((self.card,))} by {w.actor(self.by)}: {self.reason}"
        )
