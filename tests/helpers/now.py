"""Bets and answers for the round and the question that are open when they reach the table.

A test says what is bet or answered; `filled` adds the round and the question, as a screen would that shows
the table as it is. Tests of late commands name both themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from croupier.games.game import Ask
from croupier.table import commands as do
from croupier.table.driving.driver import Driver
from croupier.table.events import Event
from croupier.table.state import TableState

replace = msgspec.structs.replace

OPEN_ROUND, OPEN_QUESTION = 0, ""  # what no table ever has

C = TypeVar("C", bound=do.Command)


def bet(seat: int, wagers: Mapping[str, int], by: str = "dealer", at: int = 0) -> do.Bet:
    return do.Bet(seat=seat, wagers=dict(wagers), round=OPEN_ROUND, by=by, at=at)


def take_back(seat: int, wager: str | None = None, by: str = "dealer", at: int = 0) -> do.TakeBack:
    return do.TakeBack(seat=seat, wager=wager, round=OPEN_ROUND, by=by, at=at)


def decide(seat: int, choice: str, by: str = "dealer", at: int = 0) -> do.Decide:
    return do.Decide(seat=seat, choice=choice, round=OPEN_ROUND, question=OPEN_QUESTION, by=by, at=at)


def filled(state: TableState, command: C) -> C:
    """The command with the round and the question of this table, where it left them open."""
    if isinstance(command, do.Bet | do.TakeBack | do.Decide) and command.round == OPEN_ROUND:
        command = replace(command, round=state.round.number)
    if isinstance(command, do.Decide) and command.question == OPEN_QUESTION:
        command = replace(command, question=question(state))
    return command


class AskingDriver(Driver):
    """A driver whose bets and answers are for what is open."""

    def do(self, command: do.Command) -> tuple[Event, ...]:
        return super().do(filled(self.state, command))


def question(state: TableState) -> str:
    return state.phase.name if isinstance(state.phase, Ask) else "none"
