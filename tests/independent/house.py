"""Compute the operator's choices, payments and progressive meters."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Any

from .paytables import MINIMUMS, PAYTABLES

Record = dict[str, Any]
Entry = dict[str, Any]

DEFAULT_TABLES = {
    "uth": {"blind": "A", "trips": "A"},
    "letitride": {"main": "A"},
    "dragon": {"ante_bonus": "A", "three_card": "A", "dragon": "A"},
    "topfive": {},
}

DEFAULT_READINGS = {
    "U-01": "R2",
    "U-03": "R1",
    "U-06": "R1",
    "L-03": "R1",
    "L-04": "R1",
    "L-05": "R1",
    "L-06": "R2",
    "D-04": "R1",
    "D-06": "R1",
    "T-02": "R1",
    "T-03": "R1",
    "T-14": "R1",
    "X-02": "R1",
    "X-12": "R1",
    "X-13": "R1",
}


def cents(dollars: int | str) -> int:
    amount = Decimal(dollars) * 100
    assert amount == int(amount), dollars
    return int(amount)


def entry(staked: int, returned: int, result: str) -> Entry:
    return {"staked": staked, "returned": returned, "net": returned - staked, "result": result}


def lose(staked: int) -> Entry:
    return entry(staked, 0, "lose")


def push(staked: int) -> Entry:
    return entry(staked, staked, "push")


def even_money(staked: int) -> Entry:
    return entry(staked, 2 * staked, "win")


class House:
    """A record's submission, completed with the house defaults."""

    def __init__(self, record: Record) -> None:
        submission = record.get("submission", {})
        self.game: str = record["game"]
        self.tables: dict[str, str] = {**DEFAULT_TABLES[self.game], **submission.get("paytables", {})}
        self.readings: dict[str, str] = {**DEFAULT_READINGS, **submission.get("readings", {})}
        self.progressive: Record | None = submission.get("progressive")
        if self.progressive is not None:
            self.tables["progressive"] = self.progressive["paytable"]
        limit = submission.get("payout_limit")
        self.payout_limit = None if limit is None else cents(limit)

    def offers(self, wager: str) -> bool:
        return wager in self.tables

    def reading(self, name: str) -> str:
        return self.readings[name]


class Cashier:
    """Find the row that a hand earns, pay it, and count the rows that paid."""

    def __init__(self, house: House, counted: Counter[tuple[str, str, str, str]] | None) -> None:
        self.house = house
        self.counted = counted

    def row(self, wager: str, titles: set[str], letter: str | None = None) -> str | None:
        """Return the payment of the first listed row that the hand matches, or None (X-03)."""
        letter = letter or self.house.tables[wager]
        for hand, payment in PAYTABLES[self.house.game][wager][letter]:
            if hand in titles:
                if self.counted is not None:
                    self.counted[self.house.game, wager, letter, hand] += 1
                return payment
        return None

    def by_table(self, wager: str, staked: int, titles: set[str], table: str | None = None) -> Entry:
        """Settle a wager by its paytable. A hand without a row loses (X-31)."""
        payment = self.row(table or wager, titles)
        if payment is None:
            return lose(staked)
        if payment == "push":
            return push(staked)
        if payment.startswith("$"):
            # U-27: The stake is returned in addition to the prize.
            return entry(staked, staked + cents(payment[1:]), "win")
        return entry(staked, odds(payment, staked), "win")


def odds(payment: str, staked: int) -> int:
    """Return the amount paid back.

    Odds with "to" return the stake too, and odds with "for" include it. Half cents are rounded up (X-02,
    X-13).
    """
    number, word, unit = payment.split()
    share = Fraction(int(number), int(unit)) * staked
    if word == "for":
        return floor(share)
    return staked + ceil(share)


class Meters:
    """A progressive's meters, in cents and fractions of a cent (X-12)."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.values: dict[str, Fraction] = {}
        self.resets: dict[str, int] = {}
        self.rates: dict[str, Fraction] = {}
        if house.progressive is None:
            return
        offered = house.progressive
        for meter, minimum in MINIMUMS[house.game][offered["paytable"]].items():
            self.values[meter] = Fraction(cents(offered.get("meters", {}).get(meter, minimum)))
            self.resets[meter] = cents(offered.get("reset", {}).get(meter, minimum))
            rate = offered.get("rate", "0")
            self.rates[meter] = Fraction(rate.get(meter, "0") if isinstance(rate, dict) else rate)

    def accept(self, staked: int) -> None:
        """Add the contributions of a progressive wager that was accepted before the deal."""
        for meter, rate in self.rates.items():
            self.values[meter] += rate * staked

    def pay(self, payment: str) -> int:
        """Pay a share of a meter such as "100% of major", rounded down to the cent."""
        percent, _, meter = payment.partition("% of ")
        paid = floor(self.values[meter] * int(percent) / 100)
        if percent == "100":
            self.values[meter] = Fraction(self.resets[meter])
        elif self.house.reading("X-12") == "R1":
            self.values[meter] -= paid
        return paid

    def shown(self) -> dict[str, int]:
        return {meter: floor(value) for meter, value in self.values.items()}
