"""Client-side rate limit. The server announces its pace in the welcome message."""

from __future__ import annotations

import time
from collections.abc import Callable

from croupier.protocol import Pace

INITIAL = Pace(10, 2.0)  # until the server announces its pace
SHARE, AT_ONCE = 0.95, 0.8  # margins below the server's pace: a network may deliver spaced messages together
SLOWEST = 1.0  # messages a second


class Pacing:
    """Token bucket of one connection."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._share = 1.0
        self._set_limits(INITIAL)
        self.begin()

    def begin(self) -> None:
        """Refill the bucket for a new connection, as the server does."""
        self._left, self._last = self._most, self._clock()

    def set_pace(self, pace: Pace) -> None:
        """Adopt the pace that the server announced. Messages sent so far still count."""
        spent = self._most - self._left
        self._set_limits(pace)
        self._left = self._most - spent

    def slow_down(self) -> None:
        """Halve the pace, because the server found it too fast."""
        self._share /= 2

    def next(self) -> float:
        """Count one message and return the seconds until it may be sent."""
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._last)) - 1
        self._last = now
        return max(0.0, -self._left / self._rate)

    def _set_limits(self, pace: Pace) -> None:
        self._most = max(1.0, pace.at_once * AT_ONCE * self._share)
        self._rate = max(min(SLOWEST, pace.a_second), pace.a_second * SHARE * self._share)
