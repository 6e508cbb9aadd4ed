"""Define the interface through which gaming-day reports read a stream. The store implements it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from croupier.casino.gaming_day.calendar import GamingDay
from croupier.journal.kinds import Kind


class DayEntry(msgspec.Struct, frozen=True):
    """One entry of a stream with its gaming day."""

    n: int
    day: int
    at: int
    hash: str
    command: Any
    events: tuple[Any, ...]


class DayStream(Protocol):
    """One stream up to the end of a gaming day. Entries and postings are read separately."""

    name: str
    day: GamingDay
    kind: Kind[Any]

    @property
    def has_later_entries(self) -> bool:
        """True if the stream has entries after the gaming day."""

    def begin(self) -> Any:
        """Return the state before the first entry of `entries`."""

    def entries(self) -> Iterator[DayEntry]:
        """Yield the entries up to the end of the gaming day."""

    def head(self) -> tuple[int, str]:
        """Return the number of entries at the end of the gaming day, and the hash of the last entry."""

    def posted_amounts(self, first: int, last: int) -> Counter[str]:
        """Return the amounts posted from one gaming day to another, by account."""

    def balances(self, day: int) -> Counter[str]:
        """Return each account's balance at the end of a gaming day, computed from postings."""

    def balance_before(self, n: int, account: str) -> int:
        """Return one account's balance before an entry, computed from postings."""

    def stored_balances(self) -> Counter[str]:
        """Return each account's balance at the end of the day, computed from stored balances."""
