"""Time limits for players at one table. No clause sets a limit (X-25), so the casino posts its own."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier.table.readers import legal
from croupier.table.state import BETTING, TableState

MOMENT = 5.0  # seconds for a client to reveal its number again
LEAST = 1.0  # minimum seconds that remain after a suspension


Seconds = Annotated[float, Meta(ge=0.0, le=86_400.0)]


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The posted time limits of a table, in seconds."""

    betting: Seconds = 30.0  # seconds for betting, from the first wager of a round
    decision: Seconds = 30.0  # seconds for one decision
    grace: Seconds = 30.0  # extra seconds for a disconnected player, once a round
    unseated: Seconds = 300.0  # a disconnected player without a wager loses the seat after this time


class Wait(msgspec.Struct, frozen=True):
    """The bets or the decision for which a table waits. If the wait does not change, its deadline stays."""

    what: Literal["betting", "decision"]
    round: int
    seat: int = 0
    question: str = ""


def waiting_for(state: TableState) -> Wait | None:
    number = state.round.number
    if state.round.phase == BETTING:
        return Wait("betting", number) if state.bets.wagers else None
    question = legal.question(state)
    seat = legal.asked_seat(state)
    if question is None or seat is None or state.round.ruling:
        return None
    return Wait("decision", number, seat, question.name)


class Deadline(msgspec.Struct, frozen=True):
    """The end of a wait, on the server's monotonic clock."""

    wait: Wait
    ends: float
    graced: bool = False  # whether the deadline includes this round's grace time

    def remains(self, now: float) -> float:
        return max(0.0, self.ends - now)


class Timer:
    """The deadline of a table. If the server cannot act for some time, the deadline moves by that time."""

    def __init__(self, times: Times) -> None:
        self.times = times
        self.deadline: Deadline | None = None
        # the round, and its seats that received grace time
        self._graced: tuple[int, frozenset[int]] = (0, frozenset())
        self._paused_at: float | None = None

    def update(self, state: TableState, now: float, timed: bool = True) -> bool:
        """Set the deadline for the current wait. Return whether it changed.

        Without `timed`, no posted time runs.
        """
        wait = waiting_for(state) if timed else None
        if self.deadline is not None and self.deadline.wait == wait:
            return False
        before = self.deadline
        self.deadline = None if wait is None else Deadline(wait, now + self._length(wait))
        return before is not self.deadline

    def _length(self, wait: Wait) -> float:
        return self.times.betting if wait.what == "betting" else self.times.decision

    def extend(self, now: float) -> None:
        """Restart the deadline with the full posted time."""
        if self.deadline is not None:
            wait = self.deadline.wait
            self.deadline = Deadline(wait, now + self._length(wait))

    def give_moment(self, now: float) -> None:
        """Give clients a few seconds to reveal a number again. Clients reveal it automatically."""
        assert self.deadline is not None
        self.deadline = Deadline(self.deadline.wait, now + min(MOMENT, self.times.betting))

    def grace(self, seat: int, now: float) -> bool:
        """Give a disconnected player extra time once a round. Return False if the player already had
        it.
        """
        assert self.deadline is not None
        number = self.deadline.wait.round
        seats = self._graced[1] if self._graced[0] == number else frozenset[int]()
        if seat in seats:
            return False
        self._graced = (number, seats | {seat})
        self.deadline = Deadline(self.deadline.wait, now + self.times.grace, True)
        return True

    def pause(self, now: float) -> None:
        if self._paused_at is None:
            self._paused_at = now

    def resume(self, now: float) -> None:
        """End a pause and add its length to the deadline."""
        if self._paused_at is not None:
            if self.deadline is not None:
                ends = self.deadline.ends + now - self._paused_at
                self.deadline = msgspec.structs.replace(self.deadline, ends=ends)
            self._paused_at = None

    def give_back(self, gap: float, now: float) -> bool:
        """Extend the deadline by the seconds of a suspension. Return whether a deadline was running.

        At least `LEAST` seconds remain, because the player's answer may already be in the socket
        buffer.
        """
        if self.deadline is None or self.paused:
            return False
        ends = max(self.deadline.ends + gap, now + LEAST)
        self.deadline = msgspec.structs.replace(self.deadline, ends=ends)
        return True

    @property
    def paused(self) -> bool:
        return self._paused_at is not None
