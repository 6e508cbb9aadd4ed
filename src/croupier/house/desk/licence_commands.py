"""A dealer's file, as far as the house keeps it: the licence, and the games whose table test they passed."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from croupier.house.machinery import Command, Event, PersonId
from croupier.table.roles import FLOOR, PIT_MANAGER

Day = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]
LicenceNumber = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}\Z")]
GameName = Annotated[str, Meta(pattern=r"\A[a-z0-9_-]{1,40}\Z")]


class Licence(msgspec.Struct, frozen=True, gc=False):
    """Of the Commission, as somebody of the floor has seen it."""

    number: str
    until: str  # its last day
    by: str
    at: int = 0


class TableTest(msgspec.Struct, frozen=True, gc=False):
    """Proficiency at one game, shown to a pit manager or above."""

    trained: str  # the day on which the training programme was completed
    passed: str
    by: str
    at: int = 0


class NoteLicence(Command, frozen=True, tag="note_licence@1"):
    person: PersonId
    number: LicenceNumber
    until: Day
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class NoteTableTest(Command, frozen=True, tag="note_table_test@1"):
    person: PersonId
    game: GameName
    trained: Day
    passed: Day
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class LicenceNoted(Event, frozen=True, tag="licence_noted@1"):
    person: str
    licence: Licence


class TableTestNoted(Event, frozen=True, tag="table_test_noted@1"):
    person: str
    game: str
    test: TableTest
