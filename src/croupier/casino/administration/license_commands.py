"""Define a dealer's file: the license, and the table tests passed, by game."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from croupier.casino.machines import CasinoCommand, CasinoEvent, PersonId
from croupier.table.roles import FLOOR, PIT_MANAGER

Day = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]
LicenseNumber = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}\Z")]
GameName = Annotated[str, Meta(pattern=r"\A[a-z0-9_-]{1,40}\Z")]


class License(msgspec.Struct, frozen=True, gc=False):
    """A Commission license that a floorperson has checked."""

    number: str
    until: str  # last valid day
    by: str
    at: int = 0


class TableTest(msgspec.Struct, frozen=True, gc=False):
    """A test of a dealer's proficiency in one game, given by a pit manager or above."""

    trained: str  # date on which the training program was completed
    passed: str
    by: str
    at: int = 0


class NoteLicense(CasinoCommand, frozen=True, tag="note_licence@1"):
    person: PersonId
    number: LicenseNumber
    until: Day
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class NoteTableTest(CasinoCommand, frozen=True, tag="note_table_test@1"):
    person: PersonId
    game: GameName
    trained: Day
    passed: Day
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class LicenseNoted(CasinoEvent, frozen=True, tag="licence_noted@1"):
    person: str
    licence: License


class TableTestNoted(CasinoEvent, frozen=True, tag="table_test_noted@1"):
    person: str
    game: str
    test: TableTest
