"""Data that tables and meters exchange, which are exact amounts, readings, and the deltas of a transfer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

# limit for cents and for parts of a cent, far more than any meter needs; it bounds computations
MOST = 10**18
MOST_DELTAS = 100  # in one transfer

Name = Annotated[str, Meta(pattern=r"\A[\w .:#-]{1,80}\Z")]
Words = Annotated[str, Meta(max_length=500, pattern=r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z")]
Agreed = Annotated[dict[Name, Words], Meta(max_length=40)]  # terms by name
Count = Annotated[int, Meta(ge=0, le=MOST)]


class Exact(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Cents as an exact fraction, written `[31, 2]`, because meters gain shares of a wager."""

    num: Annotated[int, Meta(ge=-MOST, le=MOST)]
    den: Annotated[int, Meta(ge=1, le=MOST)] = 1

    @classmethod
    def of(cls, value: Fraction | int) -> Exact:
        return cls(value.numerator, value.denominator)

    @property
    def value(self) -> Fraction:
        return Fraction(self.num, self.den)

    @property
    def shown(self) -> int:
        """Whole cents. The remaining part of a cent is carried, never shown or posted."""
        return self.num // self.den

    def __str__(self) -> str:
        return str(self.value)


NOTHING = Exact(0)


class MeterReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A meter at the moment a table read it, with its amount and the number of payments so far."""

    amount: Exact
    draws: Count = 0
    elsewhere: Count = 0  # number of payments at other tables or by accounting


Cause = Literal["contributed", "taken_back", "paid", "reset", "reversed", "corrected", "joined", "left"]
# Causes that change the amount for the next winner.
DRAWS: tuple[Cause, ...] = ("paid", "reversed", "corrected")


class Delta(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """A change of one meter. Deltas are added in any order."""

    meter: Name
    cause: Cause
    # amount added to the meter; for a meter that a table joins, the amount with which the house opens it
    amount: Exact
    read: Count | None = None  # number of payments at the reading used, which must still be current


class Transfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """The deltas of one entry of a table's stream. Table and number identify it in both streams."""

    table: Name
    number: Count  # one higher than in the table's previous transfer
    deltas: Annotated[tuple[Delta, ...], Meta(min_length=1, max_length=MOST_DELTAS)]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return transfer_id(self.table, self.number)


def add_deltas(amounts: Mapping[str, Fraction], deltas: Iterable[Delta]) -> dict[str, Fraction]:
    """Return the meter amounts after some deltas of a single table."""
    after = dict(amounts)
    for delta in deltas:
        if delta.cause == "left":
            after.pop(delta.meter, None)
        else:
            after[delta.meter] = after.get(delta.meter, Fraction(0)) + delta.amount.value
    return after


def transfer_id(table: str, number: int) -> str:
    return f"{table}/{number}"
