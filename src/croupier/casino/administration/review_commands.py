"""Define commands and events for corrections and voids that a second person must confirm."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.machines import TABLE, Actor, CasinoCommand, CasinoEvent, Cents, TableId, Text
from croupier.table.roles import DEALER, FLOOR

Number = Annotated[int, Meta(ge=1, le=10**9)]
Round = Annotated[int, Meta(ge=0, le=10**9)]
Seat = Annotated[int, Meta(ge=0, le=32)]
Change = Annotated[int, Meta(ge=-(10**15), le=10**15)]
Word = Annotated[str, Meta(max_length=40)]
Clause = Annotated[str, Meta(max_length=64)]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]

# The kind of sum that exceeds the threshold: of one correction, of a seat in a round, or of a person's day.
SumOf = Literal["act", "round", "day"]


class CorrectionLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The money that a correction moves on one wager.

    An amount of None means that the wager is on the layout and not settled.
    """

    round: Round
    seat: Seat
    wager: Word  # "envy" for an Envy Bonus
    moves: Change  # cents that the player gains; negative for a loss
    holder: Seat = 0  # the seat whose hand earns an Envy Bonus
    staked: Cents = 0
    was: Cents | None = None  # cents returned to the player before the correction
    will: Cents | None = None  # cents returned after it
    name: Text = ""
    hand: Text = ""
    cards: Annotated[tuple[Word, ...], Meta(max_length=12)] = ()
    # cents that the rules return for the recorded cards, or None if the table does not know
    rules: Cents | None = None
    clauses: Annotated[tuple[Clause, ...], Meta(max_length=16)] = ()


class CorrectionReview(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A correction or void that is waiting for a second person, or that a second person has confirmed."""

    number: int
    act: str  # tag of the table command
    title: str
    digest: str  # SHA-256 of the table command
    round: int
    lines: tuple[CorrectionLine, ...]
    cents: int  # the money that moves
    threshold: int  # highest amount in cents that needs only one person
    reason: str
    departs: str  # difference from the amounts that the rules pay, in words; empty if there is none
    by: str
    at: int = 0
    approved_by: str = ""
    approved_at: int = 0
    declined_by: str = ""
    declined_at: int = 0
    declined: str = ""  # why the second person declined
    sum_of: SumOf = "act"
    earlier: int = 0  # cents that earlier corrections of the same sum moved

    @property
    def is_pending(self) -> bool:
        return not (self.approved_by or self.declined_by)


class SeatMoney(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The money that a correction moves at one seat."""

    round: Round
    seat: Seat
    cents: Cents


class CorrectionCount(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The money that a correction moves, as it counts toward the threshold."""

    cents: Cents
    seats: Annotated[tuple[SeatMoney, ...], Meta(max_length=64)] = ()


class ExceededSum(msgspec.Struct, frozen=True):
    """A sum of corrections that exceeds the threshold."""

    of: SumOf
    earlier: int  # cents that were moved before this correction


class CorrectedToday(msgspec.Struct, frozen=True, gc=False):
    """The money that a person's corrections moved without a second person in a gaming day."""

    day: int
    cents: int


class RequestReview(CasinoCommand, frozen=True, tag="request_review@1"):
    """Ask a second person to confirm a correction. The server sends this command for the person who makes the
    correction.
    """

    table: TableId
    act: Word
    title: Text
    digest: Digest
    round: Round
    lines: Annotated[tuple[CorrectionLine, ...], Meta(max_length=400)]
    cents: Cents
    threshold: Cents
    reason: Text = ""
    departs: Text = ""
    sum_of: SumOf = "act"
    earlier: Cents = 0
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class ApproveReview(CasinoCommand, frozen=True, tag="approve_review@1"):
    """Confirm another person's correction. The confirmation is valid once, for exactly that correction."""

    table: TableId
    review: Number
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class DeclineReview(CasinoCommand, frozen=True, tag="decline_review@1"):
    """Decline a correction. The person who asked may also use this to withdraw the request."""

    table: TableId
    review: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class UseReview(CasinoCommand, frozen=True, tag="use_review@1"):
    """Use up a confirmation, in the same transaction as the correction at the table."""

    table: TableId
    review: Number
    digest: Digest
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class NoteCorrection(CasinoCommand, frozen=True, tag="note_correction@1"):
    """Count a correction that moves money, in the same transaction as the correction at the table."""

    table: TableId
    person: Actor  # the person who makes the correction
    day: Annotated[int, Meta(ge=0, le=10**7)]  # gaming day
    count: CorrectionCount
    threshold: Cents
    review: Annotated[int, Meta(ge=0, le=10**9)] = 0  # the confirmation of a second person, or 0
    digest: Digest | Literal[""] = ""
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class ReviewRequested(CasinoEvent, frozen=True, tag="review_requested@1"):
    table: str
    review: CorrectionReview


class ReviewApproved(CasinoEvent, frozen=True, tag="review_approved@1"):
    table: str
    review: int
    by: str
    time: int


class ReviewDeclined(CasinoEvent, frozen=True, tag="review_declined@1"):
    table: str
    review: int
    by: str
    time: int
    reason: str


class ReviewUsed(CasinoEvent, frozen=True, tag="review_used@1"):
    table: str
    review: int


class CorrectionNoted(CasinoEvent, frozen=True, tag="correction_noted@1"):
    table: str
    person: str
    day: int
    count: CorrectionCount
    review: int = 0
