"""Who keeps the meters for tables: gives readings, takes transfers. For one table or for many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Protocol

from croupier.meters.amounts import Exact, Reading, Transfer
from croupier.meters.machine import Command, JoinMeter, Meters, Step, TakeTransfer, step

Sink = Callable[[Step], None]


class MeterBank(Protocol):
    """What a driver needs of the meters."""

    def read(self, table: str) -> dict[str, Reading]:
        """Every meter as it stands now, as this table reads it."""

    def prepare(self, transfer: Transfer, at: int = 0) -> Step:
        """What a transfer would do, or `Refused`; nothing has changed yet."""

    def commit(self, prepared: Step) -> None:
        """Store a prepared step, then adopt it."""


class Bank:
    """Meters kept in this process. The sink stores each step before it is adopted."""

    def __init__(self, state: Meters | None = None, sink: Sink | None = None) -> None:
        self.state, self._sink = state or Meters(), sink

    def read(self, table: str) -> dict[str, Reading]:
        return {name: meter.read_by(table) for name, meter in self.state.meters.items()}

    def shown(self) -> dict[str, int]:
        return {name: meter.shown for name, meter in self.state.meters.items()}

    def prepare(self, transfer: Transfer, at: int = 0) -> Step:
        by = f"table:{transfer.table}"
        # Tables have clocks of their own; the meters' stream has one, which does not run back.
        return step(self.state, TakeTransfer(transfer=transfer, by=by, at=max(at, self.state.clock)))

    def commit(self, prepared: Step) -> None:
        if self._sink is not None:
            self._sink(prepared)
        self.state = prepared.state

    def do(self, command: Command) -> Step:
        done = step(self.state, command)
        self.commit(done)
        return done

    def join(self, table: str, amounts: Mapping[str, Fraction | int]) -> None:
        """A table opens and plays for these meters; one that is not open yet opens with its amount."""
        for name, amount in amounts.items():
            self.do(JoinMeter(meter=name, table=table, amount=Exact.of(amount)))
