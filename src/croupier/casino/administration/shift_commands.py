"""The commands and events of a floor shift: supervision, relief, notes, hand-over and large payouts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.machines import CasinoCommand, CasinoEvent, Key, PersonId, TableId, Text
from croupier.table.roles import FLOOR, PIT_MANAGER

Number = Annotated[int, Meta(ge=1, le=10**9)]
Tables = Annotated[tuple[TableId, ...], Meta(min_length=1, max_length=24)]
Round = Annotated[int, Meta(ge=0, le=10**9)]
Seat = Annotated[int, Meta(ge=1, le=32)]


class Matter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An open matter at the end of a shift."""

    words: Text
    table: TableId | Literal[""] = ""
    clauses: Annotated[tuple[Text, ...], Meta(max_length=16)] = ()


class Note(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A note for later shifts. A note stays open until a staff member closes it."""

    number: int
    id: str
    words: str
    by: str
    at: int = 0
    table: str = ""


class HandOverSheet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A signed list of open matters at the end of a shift. The next floorperson takes it over."""

    number: int
    id: str
    by: str
    at: int
    words: str = ""
    tables: tuple[str, ...] = ()  # tables supervised
    open: tuple[Matter, ...] = ()


class PayoutReview(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The steps that staff took before a large payout to a seat."""

    round: int
    seat: int
    told: str = ""  # who notified surveillance
    told_at: int = 0
    witness: str = ""  # the witness, a pit manager or above
    witness_at: int = 0


class TakeTables(CasinoCommand, frozen=True, tag="take_tables@1"):
    """Take over the supervision of tables, replacing the previous supervisor."""

    tables: Tables
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class LeaveTables(CasinoCommand, frozen=True, tag="leave_tables@1"):
    tables: Tables
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class SendDealer(CasinoCommand, frozen=True, tag="send_dealer@2"):
    """Send a dealer to a table to relieve the current dealer. `LogOnTable` explains `noted`."""

    table: TableId
    person: PersonId
    noted: bool = True
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class LeaveNote(CasinoCommand, frozen=True, tag="leave_note@1"):
    id: Key
    words: Text
    table: TableId | Literal[""] = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CloseNote(CasinoCommand, frozen=True, tag="close_note@1"):
    note: Number
    words: Text = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class HandOver(CasinoCommand, frozen=True, tag="hand_over@1"):
    """End a shift. The server fills in the open matters at the tables."""

    id: Key
    words: Text = ""
    open: Annotated[tuple[Matter, ...], Meta(max_length=200)] = ()
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class TakeOver(CasinoCommand, frozen=True, tag="take_over@1"):
    """Take over another person's shift with its tables."""

    handover: Number
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class TellSurveillance(CasinoCommand, frozen=True, tag="tell_surveillance@1"):
    """Record that surveillance was notified of a large payout."""

    table: TableId
    round: Round
    seat: Seat
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class WitnessPayout(CasinoCommand, frozen=True, tag="witness_payout@1"):
    """Witness a large payout that another person validates. Only a pit manager or above may do this."""

    table: TableId
    round: Round
    seat: Seat
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class AcceptFloat(CasinoCommand, frozen=True, tag="accept_float@1"):
    """Accept that a tray does not cover the largest payout, for one gaming day."""

    table: TableId
    day: Number  # gaming day number
    cents: Annotated[int, Meta(ge=-(10**15), le=10**15)]  # the tray by the books
    largest: Annotated[int, Meta(ge=0, le=10**15)] | None  # None if no maximum bet is posted
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class TablesTaken(CasinoEvent, frozen=True, tag="tables_taken@1"):
    tables: tuple[str, ...]
    person: str


class TablesLeft(CasinoEvent, frozen=True, tag="tables_left@1"):
    tables: tuple[str, ...]
    person: str


class NoteLeft(CasinoEvent, frozen=True, tag="note_left@1"):
    note: Note


class NoteClosed(CasinoEvent, frozen=True, tag="note_closed@1"):
    note: int
    by: str
    words: str = ""


class ShiftHandedOver(CasinoEvent, frozen=True, tag="shift_handed_over@1"):
    sheet: HandOverSheet


class ShiftTakenOver(CasinoEvent, frozen=True, tag="shift_taken_over@1"):
    handover: int
    by: str


class FloatAccepted(CasinoEvent, frozen=True, tag="float_accepted@1"):
    table: str
    day: int
    cents: int
    by: str
    largest: int | None = None


class PayoutAttested(CasinoEvent, frozen=True, tag="payout_attested@1"):
    table: str
    payout: PayoutReview
