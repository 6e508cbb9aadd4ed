"""Keep independent ledgers that check every meter posting and every cent paid to a table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from croupier.meters.bank import Bank
from croupier.meters.codec import canonical, decode_command, decode_events, decode_state
from croupier.meters.ledger import meter, postings
from croupier.meters.machine import MeterClosed, MeterMoved, MeterOpened, Meters, MeterStep, step
from croupier.table.state import TableState


class MeterBooks:
    """Run a meter bank, audit every step, and compute `held` independently of the state machine."""

    def __init__(self) -> None:
        self.balances: Counter[str] = Counter()
        self.held: dict[str, Fraction] = {}
        self.steps: list[MeterStep] = []
        self.bank = Bank(sink=self.audit)

    @classmethod
    def of(cls, opening: TableState, table: str = "table") -> MeterBooks:
        books = cls()
        books.bank.state = Meters(taken={table: opening.transfers} if opening.transfers else {})
        books.join(opening, table)
        return books

    def fork(self) -> MeterBooks:
        other = MeterBooks()
        other.balances, other.held, other.steps = Counter(self.balances), dict(self.held), list(self.steps)
        other.bank.state = self.bank.state
        return other

    def join(self, opening: TableState, table: str) -> None:
        progressive = opening.rules.progressive
        given = {name: amount.value for name, amount in opening.round.contributed.items()}
        initial = progressive.initial if progressive else {}
        self.bank.join(table, {name: cents + given.get(name, 0) for name, cents in initial.items()})

    def audit(self, done: MeterStep) -> None:
        assert step(self.bank.state, done.command) == done
        assert decode_command(canonical(done.command)) == done.command
        assert decode_events(canonical(done.events)) == done.events
        assert decode_state(canonical(done.state)) == done.state
        for event in done.events:
            lines = postings(event)
            assert sum(cents for _, cents in lines) == 0, event
            for account, cents in lines:
                self.balances[account] += cents
            if isinstance(event, MeterOpened):
                self.held[event.meter] = event.amount.value
            elif isinstance(event, MeterMoved):
                self.held[event.meter] += event.amount.value
            elif isinstance(event, MeterClosed):
                del self.held[event.meter]
        assert self.held == {name: one.amount.value for name, one in done.state.meters.items()}
        for name, one in done.state.meters.items():
            assert self.balances[meter(name)] == one.shown == self.held[name] // 1 >= 0, done
        self.steps.append(done)

    def agree_with(self, table: str, balances: Counter[str]) -> None:
        """Check that the table received from the meters exactly what the meters paid to it."""
        had = sum(cents for account, cents in balances.items() if account.startswith("meter:"))
        assert had + self.balances[f"table:{table}"] == 0, table

    def exactly(self) -> dict[str, Fraction]:
        return dict(self.held)
