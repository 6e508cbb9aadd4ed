"""Who acts is a setting, outside the machine: the driver proposes the next routine act and carries it out."""

from __future__ import annotations

from collections.abc import Callable

from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.table import commands as do_
from croupier.table.commands import Command
from croupier.table.dealing import cards_due
from croupier.table.events import Event
from croupier.table.machine import do
from croupier.table.progress import bettors
from croupier.table.sources import CardSource
from croupier.table.state import BETTING, TableState

# Each routine act of the dealer and the floor that a table may do by itself.
AUTOMATIONS = frozenset(
    {
        "close",
        "lock",
        "collect",
        "bank",
        "deal",
        "turn",
        "stub",
        "reveal",
        "settle",
        "validate",
        "pay",
        "rack",
    }
)


def next_command(state: TableState, automations: frozenset[str], source: CardSource) -> Command | None:
    """The next routine act, if it is automated; None when the table waits for a person."""
    if state.round.phase == BETTING:
        return None  # betting closes by a person or by the driver's clock
    phase = state.phase
    kind = type(phase)
    if kind is Ask:
        return None
    if kind is Deal:
        return do_.Deal(cards=source.draw(cards_due(state))) if "deal" in automations else None
    if kind is Settle:
        seat = state.round.in_play[::-1][state.round.cursor]
        if state.round.awaiting == "validation":
            return do_.ValidateProgressive(seat=seat, by="floor") if "validate" in automations else None
        if state.round.awaiting == "payment":
            return do_.PayProgressive(seat=seat) if "pay" in automations else None
        return do_.SettleSeat(seat=seat) if "settle" in automations else None
    if kind is Turn:
        return do_.TurnUp() if "turn" in automations else None
    if kind is Stub:
        return do_.RackStub() if "stub" in automations else None
    if kind is Reveal:
        return do_.RevealDealer() if "reveal" in automations else None
    if kind is Rack:
        return do_.RackCards() if "rack" in automations else None
    assert isinstance(phase, Collect)
    if state.round.cursor == 0:
        return do_.LockProgressive() if "lock" in automations else None
    if state.round.cursor == 1:
        chips = len(bettors(state, phase.wager))
        return do_.CollectChips(wager=phase.wager, chips=chips) if "collect" in automations else None
    return do_.BankChips(wager=phase.wager) if "bank" in automations else None


Sink = Callable[[Command, tuple[Event, ...]], None]


class Driver:
    """A table being run: it holds the current state, tells a sink every entry, and does the routine."""

    def __init__(
        self,
        state: TableState,
        source: CardSource,
        automations: frozenset[str] = AUTOMATIONS,
        sink: Sink | None = None,
    ) -> None:
        self.state, self.source, self.automations, self._sink = state, source, automations, sink

    def do(self, command: Command) -> tuple[Event, ...]:
        """One command; nothing changes if it is refused."""
        self.state, events = do(self.state, command)
        if self._sink is not None:
            self._sink(command, events)
        return events

    def run(self) -> None:
        """Routine acts until the table waits for a person."""
        while True:
            command = next_command(self.state, self.automations, self.source)
            if command is None:
                return
            self.do(command)
