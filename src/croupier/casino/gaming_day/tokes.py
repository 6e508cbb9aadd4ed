"""Compute the tokes of a gaming day, by table, and share the pool among the dealers by hours dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

import msgspec

from croupier.casino.administration.events import DealerLoggedOff, DealerLoggedOn
from croupier.casino.administration.state import AdministrationState
from croupier.casino.cage.toke_commands import TokesVerified
from croupier.casino.gaming_day.day_stream import DayStream

DAY = 86_400  # seconds


class TokeDay(msgspec.Struct):
    """The toke box of a table on one gaming day."""

    taken: int = 0  # tokes recorded at the table
    counted: int = 0  # verified counts of the box
    difference: int = 0  # counted minus recorded since the previous count


class TokeBook:
    """Collects the tokes of the day by table."""

    def __init__(self) -> None:
        self.boxes: dict[str, TokeDay] = {}

    def box(self, table: str) -> TokeDay:
        return self.boxes.setdefault(table, TokeDay())

    def count(self, event: TokesVerified) -> None:
        box = self.box(event.table)
        box.counted += event.cents
        box.difference += event.difference

    @property
    def counted(self) -> int:
        return sum(box.counted for box in self.boxes.values())

    @property
    def differences(self) -> int:
        return sum(box.difference for box in self.boxes.values())


class DealerShare(msgspec.Struct, frozen=True):
    """A dealer's share of the pool, by the time at tables with real money."""

    person: str
    seconds: int
    cents: int


def dealt_seconds(desk: DayStream, tables: Collection[str]) -> Counter[str]:
    """Return how long each dealer was logged on at these tables on the gaming day."""
    day = desk.day
    first, last = day.first_second, day.first_second + (day.number - day.since + 1) * DAY
    seconds: Counter[str] = Counter()
    since: dict[str, tuple[str, int]] = {}  # table -> dealer and time of the log-on
    state: AdministrationState = desk.begin()
    for open_table in state.tables.values():
        if open_table.dealer:
            since[open_table.id] = (open_table.dealer, first)

    def end(table: str, at: int) -> None:
        person, begun = since.pop(table, ("", 0))
        if person and table in tables:
            seconds[person] += max(0, min(at, last) - max(begun, first))

    latest = first
    for entry in desk.entries():
        latest = max(latest, entry.at)
        for event in entry.events:
            match event:
                case DealerLoggedOn():
                    end(event.table, entry.at)
                    since[event.table] = (event.person, entry.at)
                case DealerLoggedOff():
                    end(event.table, entry.at)
    for table in [*since]:
        end(table, last if desk.has_later_entries else latest)  # the day might not be over yet
    return +seconds


def shares(pool: int, seconds: Mapping[str, int]) -> Iterator[DealerShare]:
    """Divide the pool by time, in whole cents. The cents that remain go to the largest fractions."""
    total = sum(seconds.values())
    if not total:
        return
    whole = {person: pool * time // total for person, time in seconds.items()}
    left = pool - sum(whole.values())
    by_fraction = sorted(seconds, key=lambda person: (-(pool * seconds[person] % total), person))
    for person in sorted(seconds):
        extra = person in by_fraction[:left]
        yield DealerShare(person, seconds[person], whole[person] + extra)
