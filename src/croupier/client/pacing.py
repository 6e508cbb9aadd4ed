"""Not faster than the house takes messages: its welcome says how many at once and how many a second."""

from __future__ import annotations

import time
from collections.abc import Callable

from croupier.protocol import Pace

UNTOLD = Pace(10, 2.0)  # until the house has said what it takes
SHARE, AT_ONCE = 0.95, 0.8  # of the posted pace; a network may bring together what was sent apart
SLOWEST = 1.0  # messages a second


class Pacing:
    """A bucket of one line: as many as are left go at once, the next ones when it has filled again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._share = 1.0
        self._terms(UNTOLD)
        self.begin()

    def begin(self) -> None:
        """A new line: the house counts from nothing, too."""
        self._left, self._last = self._most, self._clock()

    def posted(self, pace: Pace) -> None:
        """What the house has said; what it has not, is not counted against anybody."""
        spent = self._most - self._left
        self._terms(pace)
        self._left = self._most - spent

    def slower(self) -> None:
        """Too fast all the same, after which half of it will do."""
        self._share /= 2

    def next(self) -> float:
        """Seconds until one more message may go; it counts as sent then."""
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._last)) - 1
        self._last = now
        return max(0.0, -self._left / self._rate)

    def _terms(self, pace: Pace) -> None:
        self._most = max(1.0, pace.at_once * AT_ONCE * self._share)
        self._rate = max(min(SLOWEST, pace.a_second), pace.a_second * SHARE * self._share)
