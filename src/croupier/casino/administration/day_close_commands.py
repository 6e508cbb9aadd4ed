"""Define the close of a gaming day by accounting."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from croupier.casino.machines import CasinoCommand, CasinoEvent, Seconds
from croupier.table.roles import ACCOUNTING

DayNumber = Annotated[int, Meta(ge=0, le=3_000_000)]  # days since 1970-01-01
ReportHash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class ClosedDay(msgspec.Struct, frozen=True, gc=False):
    """A closed gaming day. `report` is the hash of the stream heads that its report covers."""

    day: int
    report: str
    by: str
    at: int


class CloseGamingDay(CasinoCommand, frozen=True, tag="close_gaming_day@1"):
    """Close a gaming day with the report that the person read. The server fills in `ends`."""

    day: DayNumber
    report: ReportHash
    ends: Seconds  # first second after the gaming day
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class GamingDayClosed(CasinoEvent, frozen=True, tag="gaming_day_closed@1"):
    day: int
    report: str
    by: str
