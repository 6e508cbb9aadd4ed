"""A shift on the floor: who supervises which tables, who relieves whom, what the next shift has to know, and
what is seen to before a large payout. What the desk is told of it, and what happens by it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.house.machinery import Command, Event, Key, PersonId, TableId, Text
from croupier.table.roles import FLOOR, PIT_MANAGER

Number = Annotated[int, Meta(ge=1, le=10**9)]
Tables = Annotated[tuple[TableId, ...], Meta(min_length=1, max_length=24)]
Round = Annotated[int, Meta(ge=0, le=10**9)]
Seat = Annotated[int, Meta(ge=1, le=32)]


class Matter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Something that is open when a shift ends."""

    words: Text
    table: TableId | Literal[""] = ""
    clauses: Annotated[tuple[Text, ...], Meta(max_length=16)] = ()


class Note(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody leaves for whoever comes after them; it stands until it is seen to."""

    number: int
    id: str
    words: str
    by: str
    at: int = 0
    table: str = ""


class HandOverSheet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a shift leaves open, signed by whoever goes; it waits for whoever comes."""

    number: int
    id: str
    by: str
    at: int
    words: str = ""
    tables: tuple[str, ...] = ()  # those that they supervised
    open: tuple[Matter, ...] = ()


class Payout(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What was seen to before a large payout of a seat."""

    round: int
    seat: int
    told: str = ""  # who told surveillance
    told_at: int = 0
    witness: str = ""  # a pit manager or above
    witness_at: int = 0


class TakeTables(Command, frozen=True, tag="take_tables@1"):
    """A floorperson supervises these tables from now on, whoever did before."""

    tables: Tables
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class LeaveTables(Command, frozen=True, tag="leave_tables@1"):
    tables: Tables
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class SendDealer(Command, frozen=True, tag="send_dealer@2"):
    """A dealer is sent to a table; whoever dealt there is relieved in the same moment.
    `noted` as at log-on."""

    table: TableId
    person: PersonId
    noted: bool = True
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class LeaveNote(Command, frozen=True, tag="leave_note@1"):
    id: Key
    words: Text
    table: TableId | Literal[""] = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CloseNote(Command, frozen=True, tag="close_note@1"):
    note: Number
    words: Text = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class HandOver(Command, frozen=True, tag="hand_over@1"):
    """A shift ends: what is open at the tables comes from the house, not from whoever signs."""

    id: Key
    words: Text = ""
    open: Annotated[tuple[Matter, ...], Meta(max_length=200)] = ()
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class TakeOver(Command, frozen=True, tag="take_over@1"):
    """By somebody else than who handed over; the tables go with it."""

    handover: Number
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class TellSurveillance(Command, frozen=True, tag="tell_surveillance@1"):
    """Surveillance has been told of a large payout."""

    table: TableId
    round: Round
    seat: Seat
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class WitnessPayout(Command, frozen=True, tag="witness_payout@1"):
    """A pit manager or above witnesses a large payout that somebody else validates."""

    table: TableId
    round: Round
    seat: Seat
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class TablesTaken(Event, frozen=True, tag="tables_taken@1"):
    tables: tuple[str, ...]
    person: str


class TablesLeft(Event, frozen=True, tag="tables_left@1"):
    tables: tuple[str, ...]
    person: str


class NoteLeft(Event, frozen=True, tag="note_left@1"):
    note: Note


class NoteClosed(Event, frozen=True, tag="note_closed@1"):
    note: int
    by: str
    words: str = ""


class ShiftHandedOver(Event, frozen=True, tag="shift_handed_over@1"):
    sheet: HandOverSheet


class ShiftTakenOver(Event, frozen=True, tag="shift_taken_over@1"):
    handover: int
    by: str


class PayoutAttested(Event, frozen=True, tag="payout_attested@1"):
    table: str
    payout: Payout
