"""Events of floor supervision: forfeits, default decisions, changes of rules, and attested facts."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.rulebook import title
from croupier.submission import OperatorChoices
from croupier.table.events.event import (
    Log,
    Mark,
    TableEvent,
)
from croupier.table.wording import TIMER, Wording


class SeatForfeited(TableEvent, frozen=True, tag="seat_forfeited@1"):
    """A floorperson declared a seat's wagers abandoned or forfeited."""

    seat: int
    player: str
    reason: str
    by: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "ruling"
    label: ClassVar[str] = "Wagers forfeited"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: wagers declared forfeit by {w.actor(self.by)}: {self.reason}"


class ActedFor(TableEvent, frozen=True, tag="acted_for@1"):
    """A floorperson took the default decision for a player who did not act (X-25)."""

    seat: int
    by: str
    reason: str
    changes_state: ClassVar[bool] = False
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "ruling"
    label: ClassVar[str] = "Floor acted for a player"

    def sentence(self, w: Wording) -> str:
        if self.by == TIMER:
            return f"Time ran out for {w.at_seat(self.seat)}"
        return f"{w.acting(self.by)} acted for {w.at_seat(self.seat)}: {self.reason}"


class RulesChanged(TableEvent, frozen=True, tag="rules_changed@1"):
    choices: OperatorChoices
    by: str
    reason: str = ""
    # meters that the table joins, with their opening amounts
    joins: dict[str, int] = msgspec.field(default_factory=dict)
    leaves: tuple[str, ...] = ()  # meters that the table leaves
    transfer: int = 0
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"Rules of {title(self.choices.game)} changed by {w.actor(self.by)}"


class Attested(TableEvent, frozen=True, tag="attested@1"):
    """A person attested a physical fact."""

    clause: str
    by: str
    note: str = ""

    def sentence(self, w: Wording) -> str:
        return f"{w.acting(self.by)} confirms {self.clause}{f': {self.note}' if self.note else ''}"
