"""The bank of meters for one or more tables. It returns readings and accepts transfers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Protocol

from croupier.meters.amounts import Exact, MeterReading, Transfer
from croupier.meters.machine import JoinMeter, MeterCommand, Meters, MeterStep, TakeTransfer, step

Sink = Callable[[MeterStep], None]


class MeterBank(Protocol):
    """The interface between a driver and the meters."""

    def read(self, table: str) -> dict[str, MeterReading]:
        """Return the table's current reading of every meter."""

    def prepare(self, transfer: Transfer, at: int = 0) -> MeterStep:
        """Compute the effect of a transfer without applying it. Raises `Refused` if it is not allowed."""

    def commit(self, prepared: MeterStep) -> None:
        """Store a prepared step, then apply it."""


class Bank:
    """A bank of meters in this process. The sink stores each step before the bank applies it."""

    def __init__(self, state: Meters | None = None, sink: Sink | None = None) -> None:
        self.state, self._sink = state or Meters(), sink

    def read(self, table: str) -> dict[str, MeterReading]:
        return {name: meter.read_by(table) for name, meter in self.state.meters.items()}

    def shown(self) -> dict[str, int]:
        return {name: meter.shown for name, meter in self.state.meters.items()}

    def prepare(self, transfer: Transfer, at: int = 0) -> MeterStep:
        by = f"table:{transfer.table}"
        # Tables have their own clocks. The clock of the meters' stream must not run backward.
        return step(self.state, TakeTransfer(transfer=transfer, by=by, at=max(at, self.state.clock)))

    def commit(self, prepared: MeterStep) -> None:
        if self._sink is not None:
            self._sink(prepared)
        self.state = prepared.state

    def do(self, command: MeterCommand) -> MeterStep:
        done = step(self.state, command)
        self.commit(done)
        return done

    def join(self, table: str, amounts: Mapping[str, Fraction | int]) -> None:
        """Register a table for these meters. A meter that is not open yet opens with the given amount."""
        for name, amount in amounts.items():
            self.do(JoinMeter(meter=name, table=table, amount=Exact.of(amount)))
