"""How much of a house one person may take up."""

from __future__ import annotations

import msgspec

from croupier.protocol import Pace


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house posts beside its times."""

    messages: float = 10.0  # a second, on one socket
    burst: int = 50  # of them at once
    sockets: int = 5  # of one person at one table, in whatever role
    spectators: int = 100  # sockets of one table that only look on

    @property
    def pace(self) -> Pace:
        """What every welcome tells."""
        return Pace(self.burst, self.messages)
