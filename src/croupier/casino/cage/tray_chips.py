"""Estimate the chips in a tray by denomination, from the last count to now.

Counts and slips list chips by denomination. Between counts, the books contain only the amounts that players
won and lost, and not the chips they used. The estimate uses the fewest usual chips for each amount. It never
pays with a chip that the tray does not have.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping

from croupier.rulebook.chips import chips

Pieces = dict[int, int]  # denomination in cents -> number of chips
UNLIMITED = 10**9
STEP = 50  # cents; every chip value is a multiple of this amount
SPREAD = 16  # for each chip, `cut` tries at most this many smaller numbers


def cut(cents: int, available: Mapping[int, int]) -> Pieces | None:
    """Return a small number of available chips that make exactly this amount, or None if none was found."""
    values = sorted((value for value, number in available.items() if number > 0), reverse=True)
    rest_of = [0] * (len(values) + 1)  # value of all chips from each position on
    for at in range(len(values) - 1, -1, -1):
        rest_of[at] = rest_of[at + 1] + values[at] * available[values[at]]
    dead: set[tuple[int, int]] = set()

    def search(at: int, rest: int) -> Pieces | None:
        if not rest:
            return {}
        if rest > rest_of[at] or (at, rest) in dead:
            return None
        value = values[at]
        most = min(available[value], rest // value)
        for number in range(most, max(-1, most - SPREAD), -1):
            found = search(at + 1, rest - number * value)
            if found is not None:
                return {value: number, **found} if number else found
        dead.add((at, rest))
        return None

    return search(0, cents)


def usual_chips(cents: int) -> Pieces:
    """Return the usual chips for an amount, without the cents that no chip can make."""
    usual = {chip.cents: UNLIMITED for chip in chips() if chip.usual}
    whole = cents - cents % STEP
    for part in (whole, whole - STEP):
        if part >= 0 and (found := cut(part, usual)) is not None:
            return found
    return {}


class TrayEstimate:
    """An estimate of a tray's chips, updated one amount at a time. No number ever falls below zero."""

    def __init__(self, counted: Mapping[str, int], other: int = 0) -> None:
        """Start with the chips of the last count, fills and credits.

        If a credit returned chips that players had lost since the count, a number may be below zero. The
        estimate then takes the missing amount from the other chips.
        """
        self.pieces: Pieces = {int(value): number for value, number in counted.items() if number > 0}
        self.loose = other  # coins, and amounts that no chip makes
        self.owed = -sum(int(value) * number for value, number in counted.items() if number < 0)

    def move(self, cents: int) -> None:
        """Add an amount that players lost, or take out an amount that the table paid or sold."""
        if cents > 0:
            found = usual_chips(cents)
            self._add(found, 1)
            self.loose += cents - sum(value * number for value, number in found.items())
        elif cents:
            self._pay(-cents)

    def result(self) -> tuple[Pieces, int]:
        """Return the chips, and the cents that are not in chips (below zero if the tray is short)."""
        now = copy.copy(self)
        now.pieces = dict(self.pieces)
        if now.owed:
            now._pay(now.owed)
        return {value: number for value, number in sorted(now.pieces.items()) if number}, now.loose

    def _add(self, pieces: Mapping[int, int], sign: int) -> None:
        for value, number in pieces.items():
            self.pieces[value] = self.pieces.get(value, 0) + sign * number

    def _pay(self, cents: int) -> None:
        found = cut(cents, self.pieces)
        if found is not None:
            self._add(found, -1)
            return
        rest = cents  # pay with large chips first, and take change for the last one
        for value in sorted(self.pieces, reverse=True):
            number = min(self.pieces[value], rest // value)
            self.pieces[value] -= number
            rest -= number * value
        larger = min((value for value, number in self.pieces.items() if number and value > rest), default=0)
        if rest and larger:
            self.pieces[larger] -= 1
            self.move(larger - rest)
        else:
            self.loose -= rest


def estimate(counted: Mapping[str, int], other: int, moves: Iterable[int]) -> tuple[Pieces, int]:
    """Return the estimated chips of a tray and the cents that are not in chips."""
    tray = TrayEstimate(counted, other)
    for cents in moves:
        tray.move(cents)
    return tray.result()
