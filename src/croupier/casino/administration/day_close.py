"""Decide the close of a gaming day. Corrections after the close belong to a later day."""

from __future__ import annotations

from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.day_close_commands import ClosedDay, CloseGamingDay, GamingDayClosed
from croupier.casino.administration.people import SKEW
from croupier.casino.administration.state import AdministrationState
from croupier.casino.machines import CasinoEvent, refuse, replace
from croupier.rulebook import regulation
from croupier.table.roles import ACCOUNTING, CAGE, REGULATOR, SURVEILLANCE

BOOKS = regulation("double_entry")
STATISTICS = regulation("win_statistics")
READERS = (CAGE, SURVEILLANCE, ACCOUNTING, REGULATOR)
KEPT = 400  # number of closed days that the state keeps


def decide_close(state: AdministrationState, command: CloseGamingDay) -> tuple[CasinoEvent, ...]:
    if str(command.day) in state.closed_days:
        raise refuse(
            AdministrationCode.DAY_CLOSED,
            "this gaming day is already closed",
            "Enter a correction today. It names the closed day.",
            BOOKS,
        )
    if command.at < command.ends + SKEW:
        raise refuse(
            AdministrationCode.DAY_NOT_OVER,
            "this gaming day is not over",
            f"Close it {SKEW // 60} minutes after its end or later.",
            BOOKS,
        )
    return (
        GamingDayClosed(
            day=command.day,
            report=command.report,
            by=command.by,
            audience=READERS,
            clauses=(BOOKS, STATISTICS),
        ),
    )


def apply_closed(state: AdministrationState, event: GamingDayClosed) -> AdministrationState:
    every = {**state.closed_days, str(event.day): ClosedDay(event.day, event.report, event.by, event.at)}
    last = sorted(every, key=int)[-KEPT:]
    return replace(state, closed_days={day: every[day] for day in last})
