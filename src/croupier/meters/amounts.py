"""What passes between tables and meters: exact amounts, readings, and the deltas of a transfer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MOST = 10**18  # cents, and parts of a cent: far more than any meter holds, and a bound on what is computed
MOST_DELTAS = 100  # in one transfer

Name = Annotated[str, Meta(pattern=r"\A[\w .:#-]{1,80}\Z")]
Words = Annotated[str, Meta(max_length=500, pattern=r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z")]
Agreed = Annotated[dict[Name, Words], Meta(max_length=40)]  # terms by name
Count = Annotated[int, Meta(ge=0, le=MOST)]


class Exact(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Cents as an exact fraction, written `[31, 2]`: a meter gains shares of a wager."""

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
        """Whole cents; the part of a cent beyond them is carried, never shown or posted."""
        return self.num // self.den

    def __str__(self) -> str:
        return str(self.value)


NOTHING = Exact(0)


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A meter as it stood when a table read it: what it held, and how often it had paid until then."""

    amount: Exact
    draws: Count = 0
    elsewhere: Count = 0  # of them, at other tables or by accounting


Cause = Literal["contributed", "taken_back", "paid", "reset", "reversed", "corrected", "joined", "left"]
DRAWS: tuple[Cause, ...] = ("paid", "reversed", "corrected")  # what changes what the next winner finds


class Delta(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """A change of one meter: added, in whatever order deltas arrive."""

    meter: Name
    cause: Cause
    amount: Exact  # what the meter gains; of a meter that is joined, what the house opens it with
    read: Count | None = None  # draws of the reading it was worked out from, which must still hold


class Transfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """The deltas of one entry of a table's stream. Table and number name it in both streams."""

    table: Name
    number: Count  # one more than the table's transfer before it
    deltas: Annotated[tuple[Delta, ...], Meta(min_length=1, max_length=MOST_DELTAS)]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return transfer_id(self.table, self.number)


def added(held: Mapping[str, Fraction], deltas: Iterable[Delta]) -> dict[str, Fraction]:
    """What meters hold after some deltas, for who follows one table alone."""
    after = dict(held)
    for delta in deltas:
        if delta.cause == "left":
            after.pop(delta.meter, None)
        else:
            after[delta.meter] = after.get(delta.meter, Fraction(0)) + delta.amount.value
    return after


def transfer_id(table: str, number: int) -> str:
    return f"{table}/{number}"
