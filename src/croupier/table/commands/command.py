"""The base class of all commands."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from croupier.table.fields import (
    Actor,
    Seconds,
)
from croupier.table.roles import DEALER

Pane = Literal["", "happened", "right", "cards"]
Identifies = Literal["", "names", "shows"]


class TableCommand(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: Actor = DEALER  # role, or role:id
    at: Seconds = 0  # the driver's clock

    title: ClassVar[str]  # text on buttons and heading of a journal entry
    roles: ClassVar[tuple[str, ...]] = (DEALER,)
    pane: ClassVar[Pane] = ""  # menu of the staff pages that offers the act
    keyed: ClassVar[bool] = False  # True for a player's own act, which the dealer enters at a live table
    server_only: ClassVar[bool] = False  # True if no person may send the command to a server
    identifies: ClassVar[Identifies] = ""  # a sealed shoe refuses commands that name or show a card
    incident: ClassVar[str] = ""  # name in a round record, if the record's keys are the fields
    probe: ClassVar[dict[str, Any] | None] = None  # sample fields to test why an act is not offered

    def offered_as(self) -> str:
        """Return the title of this act among the offers, if it depends on the fields."""
        return self.title
