"""The server's clock, which follows the system time and ignores sudden jumps.

Streams store times permanently, so one wrong reading would have lasting effects. Between two readings, the
monotonic clock measures the elapsed time. If the system time differs by more than `JUMP`, the server
continues with the monotonic clock and reports the jump. If the difference lasts for `ACCEPTED` seconds, the
server assumes a deliberate correction and adopts the system time. `HouseServer` passes this clock to all code
that dates an entry.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

JUMP = 30.0  # seconds
ACCEPTED = 600.0  # seconds
SLEW = 10  # a table clock that is ahead loses one second in this many seconds
AHEAD = 60  # seconds; stored times further in the future are reported

log = logging.getLogger("croupier.server")


def _steady() -> float:
    """Return monotonic seconds, including sleep where the operating system supports it."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    def __init__(
        self, system: Callable[[], float] = time.time, steady: Callable[[], float] = _steady
    ) -> None:
        self._system, self._steady = system, steady
        self._base = system() - steady()  # difference between the time and the monotonic clock
        self._since: float | None = None  # monotonic time when the system time jumped
        self.seconds_ahead = 0.0  # how many seconds the system time is ahead; negative if it is behind

    def __call__(self) -> int:
        steady = self._steady()
        off = self._system() - steady - self._base
        if abs(off) <= JUMP:
            self._base += off
            if self._since is not None:
                log.warning("the system clock is correct again")
            self._since, self.seconds_ahead = None, 0.0
        elif self._since is None:
            self._since, self.seconds_ahead = steady, off
            log.error("the system clock jumped by %d seconds; the server ignores the jump for now", off)
        elif steady - self._since >= ACCEPTED:
            self._base += off
            self._since, self.seconds_ahead = None, 0.0
            log.error("the system clock is still %d seconds off; the server now adopts it", off)
        else:
            self.seconds_ahead = off
        return int(steady + self._base)


class TableClock:
    """The clock of one table, which never runs backward.

    A table's time measures the life of its decks, so the table refuses a time before its last entry. If
    the stored time is ahead of the server's clock, this clock starts at the stored time and runs a little
    slower until both agree. A stopped clock would give many entries the same second and let a deck exceed
    its hours.
    """

    def __init__(self, clock: Callable[[], int], stored: int) -> None:
        self._clock, self._last = clock, stored
        self._lead, self._since = 0, 0  # seconds ahead, and the server's time of that measurement

    def __call__(self) -> int:
        now = self._clock()
        at = now + max(0, self._lead - (now - self._since) // SLEW)
        if at < self._last:
            self._lead, self._since, at = self._last - now, now, self._last
        self._last = at
        return at

    @property
    def seconds_ahead(self) -> int:
        """Return how many seconds the table's time is ahead of the server's."""
        return self() - self._clock()
