"""Data that tables and meters exchange: exact amounts, readings, and transfers of deltas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

# limit for counts and for the parts of a fraction, far more than any meter needs, to bound computations
MOST = 10**18
MOST_DELTAS = 100  # maximum number in one transfer

Name = Annotated[str, Meta(pattern=r"\A[\w .:#-]{1,80}\Z")]
Words = Annotated[str, Meta(max_length=500, pattern=r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z")]
Agreed = Annotated[dict[Name, Words], Meta(max_length=40)]  # the terms that tables agree on, by name
Count = Annotated[int, Meta(ge=0, le=MOST)]


class Exact(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """An exact amount in cents, written as a fraction `[31, 2]`, because meters gain shares of a wager."""

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
        """Return the whole cents. The remaining fraction of a cent is carried, but never shown or posted."""
        return self.num // self.den

    def __str__(self) -> str:
        return str(self.value)


NOTHING = Exact(0)


class MeterReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A meter as a table read it: its amount, and the number of payments so far."""

    amount: Exact
    draws: Count = 0
    elsewhere: Count = 0  # number of payments at other tables or by accounting


Cause = Literal["contributed", "taken_back", "paid", "reset", "reversed", "corrected", "joined", "left"]
# causes that change the amount that the next winner is paid from
DRAWS: tuple[Cause, ...] = ("paid", "reversed", "corrected")


class Delta(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """A change of one meter. Deltas can be added in any order."""

    meter: Name
    cause: Cause
    # amount to add to the meter; when a table joins, the amount with which the house would open the meter
    amount: Exact
    read: Count | None = None  # number of payments when the meter was read, to detect an outdated reading


class Transfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """The deltas of one entry in a table's stream. Table and number identify the transfer in both streams."""

    table: Name
    number: Count  # one higher than the number of the table's previous transfer
    deltas: Annotated[tuple[Delta, ...], Meta(min_length=1, max_length=MOST_DELTAS)]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return transfer_id(self.table, self.number)


def add_deltas(amounts: Mapping[str, Fraction], deltas: Iterable[Delta]) -> dict[str, Fraction]:
    """Return the meter amounts after these deltas, which all come from the same table."""
    after = dict(amounts)
    for delta in deltas:
        if delta.cause == "left":
            after.pop(delta.meter, None)
        else:
            after[delta.meter] = after.get(delta.meter, Fraction(0)) + delta.amount.value
    return after


def transfer_id(table: str, number: int) -> str:
    return f"{table}/{number}"
