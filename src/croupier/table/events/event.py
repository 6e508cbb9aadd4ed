"""The base class of all events, and the people who may receive one."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from croupier.table.wording import Wording

EVERYONE = ("everyone",)
SURVEILLANCE = ("surveillance",)
REGULATOR = ("regulator",)
OVERSEERS = SURVEILLANCE + REGULATOR  # roles that may see hidden cards after the round
NOBODY: tuple[str, ...] = ()


def to_player(player: str) -> tuple[str, ...]:
    """Return the audience of a single player."""
    return (f"player:{player}",)


# "players" lists the event on all pages, "none" only in transcripts and records
Log = Literal["players", "staff", "none"]
Mark = Literal["", "irregularity", "correction", "ruling", "void"]
Result = Literal["win", "lose", "push", "returned", "forfeit"]


class TableEvent(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    # "everyone", "player:ID", "surveillance" or "regulator"; empty before the audience is set
    audience: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    at: int = 0  # time of the command, if it had one

    changes_state: ClassVar[bool] = True  # False if the event only records a fact
    log: ClassVar[Log] = "staff"  # pages that list the event
    mark: ClassVar[Mark] = ""  # kind of mark in the round search of surveillance …
    label: ClassVar[str] = ""  # … and the label of the mark

    @property
    def marked(self) -> Mark:
        """Return the event's mark in the round search, or an empty string for most events."""
        return self.mark

    def sentence(self, w: Wording) -> str:
        """Describe the event in one line. The event contains only what its reader may see."""
        raise NotImplementedError
