"""Complete bets and answers with a table's current round and question.

A test states only the bet or the answer. `filled` adds the round and the question, as an up-to-date page
would. Tests of late commands set both themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from croupier.games.game import Ask
from croupier.table import commands as do
from croupier.table.driving.driver import Driver
from croupier.table.events import TableEvent
from croupier.table.state import TableState

replace = msgspec.structs.replace

OPEN_ROUND, OPEN_QUESTION = 0, ""  # this placeholder never occurs at a table

C = TypeVar("C", bound=do.TableCommand)


def bet(seat: int, wagers: Mapping[str, int], by: str = "dealer", at: int = 0) -> do.Bet:
    return do.Bet(seat=seat, wagers=dict(wagers), round=OPEN_ROUND, by=by, at=at)


def take_back(seat: int, wager: str | None = None, by: str = "dealer", at: int = 0) -> do.TakeBack:
    return do.TakeBack(seat=seat, wager=wager, round=OPEN_ROUND, by=by, at=at)


def decide(seat: int, choice: str, by: str = "dealer", at: int = 0) -> do.Decide:
    return do.Decide(seat=seat, choice=choice, round=OPEN_ROUND, question=OPEN_QUESTION, by=by, at=at)


def filled(state: TableState, command: C) -> C:
    """Return the command, with this table's round and question added if the test left them out."""
    if isinstance(command, do.Bet | do.TakeBack | do.Decide) and command.round == OPEN_ROUND:
        command = replace(command, round=state.round.number)
    if isinstance(command, do.Decide) and command.question == OPEN_QUESTION:
        command = replace(command, question=question(state))
    return command


class AskingDriver(Driver):
    """A driver that fills in the current round and question."""

    def do(self, command: do.TableCommand) -> tuple[TableEvent, ...]:
        return super().do(filled(self.state, command))


def question(state: TableState) -> str:
    return state.phase.name if isinstance(state.phase, Ask) else "none"
