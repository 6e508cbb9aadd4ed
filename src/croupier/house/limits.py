"""How much of a house one person may take up."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.protocol import Pace


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house posts beside its times."""

    messages: Annotated[float, Meta(ge=0.1, le=1e12)] = 10.0  # a second, on one socket
    burst: Annotated[int, Meta(ge=5, le=10**12)] = 50  # of them at once
    sockets: Annotated[int, Meta(ge=1, le=1_000)] = 5  # of one person at one table, in whatever role
    spectators: Annotated[int, Meta(ge=0, le=100_000)] = 100  # sockets of one table that only look on

    @property
    def pace(self) -> Pace:
        """What every welcome tells."""
        return Pace(self.burst, self.messages)
