"""Define alerts for surveillance. An alert stays open until someone acknowledges it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.machines import HOUSE, TABLE, Actor, CasinoCommand, CasinoEvent, Cents, TableId, Text
from croupier.table.roles import FLOOR, SURVEILLANCE

# small_win: a progressive payout that a floorperson validates after it was paid
# structuring: small corrections that together need a second person
# hand_pay: a win that needs a form; excluded: a person on the exclusion list who was refused
# variance: a count of cash or chips that differs from the books
AlertKind = Literal[
    "payout",
    "correction",
    "void",
    "misread",
    "override",
    "float",
    "small_win",
    "structuring",
    "hand_pay",
    "excluded",
    "variance",
]
SMALL_WIN: AlertKind = "small_win"
Number = Annotated[int, Meta(ge=1, le=10**9)]
# the table, or an empty text for an alert from the cage
AlertTable = Annotated[str, Meta(pattern=r"\A([a-z0-9][a-z0-9._-]{0,39})?\Z")]
Round = Annotated[int, Meta(ge=0, le=10**9)]
Seat = Annotated[int, Meta(ge=0, le=32)]


class HouseAlert(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An event at a table or in the cage that someone must acknowledge."""

    number: int
    table: str  # empty if the event concerns no table
    kind: AlertKind
    words: str
    round: int = 0
    seat: int = 0
    cents: int = 0
    who: str = ""  # the person whose act caused it, as "role:id"
    at: int = 0
    clauses: tuple[str, ...] = ()


class RaiseAlert(CasinoCommand, frozen=True, tag="raise_alert@1"):
    """Raise an alert, in the same transaction as the entry of the table or the cage."""

    table: AlertTable
    kind: AlertKind
    words: Text
    round: Round = 0
    seat: Seat = 0
    cents: Cents = 0
    who: Actor = ""
    roles: ClassVar[tuple[str, ...]] = (TABLE, HOUSE)


class NoteMisread(CasinoCommand, frozen=True, tag="note_misread@1"):
    """Raise an alert about a corrected card name, or about a dealer who corrected their own entry.

    Several within a few rounds raise another kind of alert.
    """

    table: TableId
    words: Text
    round: Round = 0
    seat: Seat = 0
    who: Actor = ""
    own: bool = False  # the dealer corrected their own last entry
    day: Annotated[int, Meta(ge=0, le=10**6)] = 0  # gaming day
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class AcknowledgeAlert(CasinoCommand, frozen=True, tag="acknowledge_alert@1"):
    """Acknowledge an alert as surveillance, or validate a small progressive payout as the floor."""

    alert: Number
    words: Text = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR, SURVEILLANCE)


class AlertRaised(CasinoEvent, frozen=True, tag="alert_raised@1"):
    alert: HouseAlert


class OwnCorrections(msgspec.Struct, frozen=True, gc=False):
    """How many of their own entries a dealer corrected in a gaming day."""

    day: int
    count: int


class MisreadNoted(CasinoEvent, frozen=True, tag="misread_noted@1"):
    table: str
    round: int
    dealer: str = ""  # id of the dealer who corrected their own entry
    day: int = 0  # gaming day of that correction


class AlertAcknowledged(CasinoEvent, frozen=True, tag="alert_acknowledged@1"):
    alert: int
    by: str
    words: str = ""
