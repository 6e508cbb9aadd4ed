"""Define the exclusion list of people who may not play. This stream contains no names or dates of birth.

An entry refers to a row of personal data by its id, and contains the salted hash of the row.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.machines import HOUSE, Actor, CasinoCommand, CasinoEvent, PersonId, TableId, Text
from croupier.table.roles import CAGE, REGULATOR, SECURITY

# voluntary and mandatory: on the lists of the Commission; evicted: by the casino itself
ExclusionKind = Literal["voluntary", "mandatory", "evicted"]
Number = Annotated[int, Meta(ge=1, le=10**9)]
Record = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Until = Annotated[str, Meta(pattern=r"\A(\d{4}-\d\d-\d\d)?\Z")]
KEEPERS = (SECURITY, REGULATOR)  # roles that keep the list


class Exclusion(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person on the exclusion list, or a proposal that a second person must confirm."""

    number: int
    kind: ExclusionKind
    record: str  # id of the personal data
    digest: str  # salted hash of the personal data
    by: str
    at: int = 0
    until: str = ""  # last day, or empty for no end
    confirmed_by: str = ""
    confirmed_at: int = 0
    removal_by: str = ""  # the person who proposed the removal
    removal_reason: str = ""

    def applies(self, date: str) -> bool:
        return bool(self.confirmed_by) and (not self.until or date <= self.until)


class ProposeExclusion(CasinoCommand, frozen=True, tag="propose_exclusion@1"):
    """Propose to exclude a person. A second person confirms it."""

    kind: ExclusionKind
    record: Record
    digest: Digest
    until: Until = ""
    roles: ClassVar[tuple[str, ...]] = KEEPERS


class ConfirmExclusion(CasinoCommand, frozen=True, tag="confirm_exclusion@1"):
    exclusion: Number
    roles: ClassVar[tuple[str, ...]] = KEEPERS


class DeclineExclusion(CasinoCommand, frozen=True, tag="decline_exclusion@1"):
    """Decline a proposal to exclude a person, or a proposal to remove a person from the list."""

    exclusion: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = KEEPERS


class ProposeRemoval(CasinoCommand, frozen=True, tag="propose_removal@1"):
    exclusion: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = KEEPERS


class ConfirmRemoval(CasinoCommand, frozen=True, tag="confirm_removal@1"):
    """Remove a person from the list. The server deletes the personal data in the same transaction."""

    exclusion: Number
    roles: ClassVar[tuple[str, ...]] = KEEPERS


class ClearNamesake(CasinoCommand, frozen=True, tag="clear_namesake@1"):
    """Record that a patron with an excluded person's name is someone else."""

    person: PersonId
    exclusions: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=64)]
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class NoteExcluded(CasinoCommand, frozen=True, tag="note_excluded@1"):
    """Alert surveillance that an excluded person was refused, or that the cage cleared a namesake."""

    exclusion: Number
    words: Text
    who: Actor = ""  # the person who refused them, as "role:id"
    table: TableId | Literal[""] = ""
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class ExclusionProposed(CasinoEvent, frozen=True, tag="exclusion_proposed@1"):
    exclusion: Exclusion


class ExclusionConfirmed(CasinoEvent, frozen=True, tag="exclusion_confirmed@1"):
    exclusion: int
    by: str


class ExclusionDeclined(CasinoEvent, frozen=True, tag="exclusion_declined@1"):
    """A declined proposal. If it was a proposal to exclude, its personal data is deleted."""

    exclusion: int
    by: str
    reason: str
    record: str = ""  # the deleted personal data


class RemovalProposed(CasinoEvent, frozen=True, tag="removal_proposed@1"):
    exclusion: int
    by: str
    reason: str


class ExclusionEnded(CasinoEvent, frozen=True, tag="exclusion_ended@1"):
    exclusion: int
    by: str
    record: str  # the deleted personal data


class NamesakeCleared(CasinoEvent, frozen=True, tag="namesake_cleared@1"):
    person: str
    exclusions: tuple[int, ...]
    by: str
