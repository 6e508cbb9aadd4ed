"""Define commands and events for tokes, the chips that players give to the dealers.

Each table has a locked toke box. At the end of a shift, two people count the box by denomination. Its chips
then join the pool of all dealers.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.casino.cage.commands import Amount, Money
from croupier.casino.cage.tray_commands import Chips, Signature
from croupier.casino.machines import TABLE, CasinoCommand, CasinoEvent, Cents, Key, PersonId, TableId
from croupier.table.roles import ACCOUNTING, CAGE, COUNT_TEAM


class TokeCount(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A counted toke box that a second person has not verified yet."""

    number: int
    id: str
    table: str
    cents: int
    expected: int  # tokes recorded at the table since the last count
    counted: Signature


class TakeToke(CasinoCommand, frozen=True, tag="take_toke@1"):
    """Put a player's chips into the toke box. The table's own entry has the same transfer id."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class CountTokes(CasinoCommand, frozen=True, tag="count_tokes@1"):
    """Count the toke box of a table. A new count replaces one that is not verified."""

    id: Key
    table: TableId
    chips: Chips
    other: Cents = 0  # coins and anything else that is not a chip
    roles: ClassVar[tuple[str, ...]] = (CAGE, COUNT_TEAM)


class VerifyTokes(CasinoCommand, frozen=True, tag="verify_tokes@1"):
    """Verify the count of a toke box that someone else counted."""

    count: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, COUNT_TEAM, ACCOUNTING)


class TokeTaken(CasinoEvent, frozen=True, tag="toke_taken@1"):
    transfer: str
    person: str
    table: str
    cents: int


class TokesCounted(CasinoEvent, frozen=True, tag="tokes_counted@1"):
    count: int
    id: str
    table: str
    money: Money
    chips: dict[str, int]
    other: int
    cents: int
    expected: int
    by: str


class TokesVerified(CasinoEvent, frozen=True, tag="tokes_verified@1"):
    """The count was confirmed. The counted chips are in the pool of the dealers."""

    count: int
    table: str
    cents: int
    difference: int  # counted minus recorded
    counter: str
    by: str
