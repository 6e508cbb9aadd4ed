"""How long a table waits for people. No clause has a clock (X-25): the house posts its times."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier.table.readers import legal
from croupier.table.state import BETTING, TableState

MOMENT = 5.0  # seconds


Seconds = Annotated[float, Meta(ge=0.0, le=86_400.0)]


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is posted at a table, in seconds."""

    betting: Seconds = 30.0  # from the first wager of a round
    decision: Seconds = 30.0  # for one answer
    grace: Seconds = 30.0  # once a round, for a player whose line is down
    unseated: Seconds = 1800.0  # a seat without a wager whose player has been away so long is free again


class Wait(msgspec.Struct, frozen=True):
    """What the table waits for; the same wait keeps its deadline, another one gets its own."""

    what: Literal["betting", "decision"]
    round: int
    seat: int = 0
    question: str = ""


def waiting_for(state: TableState) -> Wait | None:
    number = state.round.number
    if state.round.phase == BETTING:
        return Wait("betting", number) if state.bets.wagers else None
    asked = legal.question(state)
    seat = legal.asked_seat(state)
    if asked is None or seat is None or state.round.ruling:
        return None
    return Wait("decision", number, seat, asked.name)


class Deadline(msgspec.Struct, frozen=True):
    """When a wait ends, on the house's own steady clock."""

    wait: Wait
    ends: float
    graced: bool = False  # the one grace of this round was given

    def remains(self, now: float) -> float:
        return max(0.0, self.ends - now)


class Timer:
    """The deadline of a table. Time during which the house could not act is given back."""

    def __init__(self, times: Times) -> None:
        self.times = times
        self.deadline: Deadline | None = None
        self._graced: tuple[int, frozenset[int]] = (0, frozenset())  # the round, and its seats that had grace
        self._stopped_at: float | None = None

    def look(self, state: TableState, now: float) -> bool:
        """Set the deadline by what the table waits for now; whether it changed."""
        wait = waiting_for(state)
        if self.deadline is not None and self.deadline.wait == wait:
            return False
        before = self.deadline
        self.deadline = None if wait is None else Deadline(wait, now + self._length(wait))
        return before is not self.deadline

    def _length(self, wait: Wait) -> float:
        return self.times.betting if wait.what == "betting" else self.times.decision

    def extend(self, now: float) -> None:
        """The whole time once more."""
        if self.deadline is not None:
            wait = self.deadline.wait
            self.deadline = Deadline(wait, now + self._length(wait))

    def moment(self, now: float) -> None:
        """A little time for what programs do by themselves: to reveal a number once more."""
        assert self.deadline is not None
        self.deadline = Deadline(self.deadline.wait, now + min(MOMENT, self.times.betting))

    def grace(self, seat: int, now: float) -> bool:
        """One grace a round for a player whose line is down; False if it was given before."""
        assert self.deadline is not None
        number = self.deadline.wait.round
        given = self._graced[1] if self._graced[0] == number else frozenset[int]()
        if seat in given:
            return False
        self._graced = (number, given | {seat})
        self.deadline = Deadline(self.deadline.wait, now + self.times.grace, True)
        return True

    def pause(self, now: float) -> None:
        if self._stopped_at is None:
            self._stopped_at = now

    def go_on(self, now: float) -> None:
        """The time that the house stood still is added to the deadline."""
        if self._stopped_at is not None:
            if self.deadline is not None:
                ends = self.deadline.ends + now - self._stopped_at
                self.deadline = msgspec.structs.replace(self.deadline, ends=ends)
            self._stopped_at = None

    @property
    def paused(self) -> bool:
        return self._stopped_at is not None
