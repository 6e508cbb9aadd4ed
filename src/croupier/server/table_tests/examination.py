"""The interface between a table's actor and a table test, and the rules that judge an open error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from croupier.protocol import Tried
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from croupier.table.events import TableEvent
from croupier.table.roles import DEALER, FLOOR, role_of
from croupier.table.state import TableState
from croupier.training.table_test.kinds import kinds
from croupier.training.table_test.scoring import Outcome

# Acts of players and with chips, which the simulation does itself. None of them counts as a reaction of the
# examinee, in time or too late.
NOT_DEALING = (do.SitDown, do.GetUp, do.BuyIn, do.CashOut, do.Bet, do.TakeBack)
# families whose command is also the act that puts the error right
REPORTED = frozenset(("exposed", "face_up", "drawn", "count", "device", "other", "stub", "conduct"))
# families in which the floor carries out that command after a stop; in others the game only stops
PUT_RIGHT = frozenset(("exposed", "face_up", "drawn", "count", "other", "conduct"))


class StoredAct(Protocol):
    """A stored step of a table."""

    @property
    def command(self) -> TableCommand: ...

    @property
    def events(self) -> tuple[TableEvent, ...]: ...


class Examination(Protocol):
    """A table test that follows one table."""

    def acted(self, steps: Sequence[StoredAct]) -> None:
        """Follow acts that were stored and published."""

    def refused(self, by: str) -> None:
        """Count a refused act."""

    def draw(self, state: TableState, command: TableCommand) -> TableCommand:
        """Fill the blank cards of a command."""

    def preview(self, command: TableCommand, tried: Tried) -> Tried:
        """Return a payment's preview with the chips as they are cut out, wrong if an error was planted."""


class LiveError(msgspec.Struct):
    """A planted error while the test runs."""

    number: int
    kind: str
    planned: int
    round: int
    seat: int
    scene: str
    facts: dict[str, str]
    command: TableCommand
    phase: int  # the phase of the round in which it was planted
    outcome: Outcome = "open"

    @property
    def stands(self) -> bool:
        return self.outcome == "open"


def is_dealt(command: TableCommand) -> bool:
    """Return whether a command is an act of dealing or supervision."""
    return role_of(command.by) in (DEALER, FLOOR) and not isinstance(command, NOT_DEALING)


def puts_right(error: LiveError, command: TableCommand) -> bool:
    """Return whether an act of the examinee is the report that the error calls for."""
    if kinds()[error.kind].family not in REPORTED or type(command) is not type(error.command):
        return False
    return getattr(command, "place", None) == getattr(error.command, "place", None)


def is_too_late(error: LiveError, command: TableCommand, state: TableState) -> bool:
    """Return whether this act came at the last moment to notice the error, or after it."""
    due = kinds()[error.kind].due
    if state.round.number != error.round:
        return True
    if due == "close":
        return isinstance(command, do.CloseBetting)
    if due == "phase":
        return state.round.phase != error.phase
    if due == "settle":
        return isinstance(command, do.SettleSeat | do.PayProgressive)
    return is_dealt(command)


def matches(error: LiveError, reason: str, seat: int) -> bool:
    """Return whether a stop names this error. A stop without a seat matches any."""
    return kinds()[error.kind].reason == reason and seat in (0, error.seat, other_seat_of(error))


def other_seat_of(error: LiveError) -> int:
    other = error.facts.get("other", "")
    return int(other) if other.isdigit() else error.seat
