"""Limits on messages and sockets, per person and per table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.protocol import Pace


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[limits]` section of the settings file."""

    messages: Annotated[float, Meta(ge=0.1, le=1e12)] = 10.0  # messages per second on one socket
    burst: Annotated[int, Meta(ge=5, le=10**12)] = 50  # messages that may be sent at once
    sockets: Annotated[int, Meta(ge=1, le=1_000)] = 5  # sockets per person and table, in any role
    spectators: Annotated[int, Meta(ge=0, le=100_000)] = 100  # spectator sockets per table

    @property
    def pace(self) -> Pace:
        """The rate limit that every welcome message announces."""
        return Pace(self.burst, self.messages)
