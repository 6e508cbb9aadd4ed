"""A table being run: it carries out commands, tells a sink every entry, and does the routine."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from croupier.table.commands import Command, Load, ReportFaceUp
from croupier.table.driving.routine import A_ROUND, AUTOMATIONS, CARE_OF_CARDS, next_command
from croupier.table.driving.sources import CardSource, LiveCards
from croupier.table.events import Event
from croupier.table.machine import decide, fold
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

__all__ = ["AUTOMATIONS", "A_ROUND", "CARE_OF_CARDS", "Driver", "Sink", "next_command"]

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
        if state.rules.choices.electronic and not isinstance(source, LiveCards):
            raise refuse(
                Code.NO_RANDOM_CARDS,
                "an electronic table takes its cards from a dealer's hands, never from a generator",
                state.game.close[state.rules.dealing],
                "Run it with live cards.",
                ("U-25",),
            )
        self.state, self.source, self.automations, self._sink = state, source, automations, sink

    def do(self, command: Command) -> tuple[Event, ...]:
        """One command; nothing changes if it is refused."""
        kind = type(command)
        if kind is ReportFaceUp and not isinstance(self.source, LiveCards):
            command = self.found_face_up(command)  # type: ignore[arg-type]
        events = decide(self.state, command)
        self.state = fold(self.state, events)
        if kind is Load:  # the other deck may be shuffled while this one is dealt
            self.source.fresh()
        if self._sink is not None:
            self._sink(command, events)
        return events

    def found_face_up(self, command: ReportFaceUp) -> ReportFaceUp:
        """A source knows its next cards. No name is compared: that would tell what lies face down."""
        if any(command.cards):
            raise refuse(
                Code.NOTHING_TO_NAME,
                "the table knows which cards come next",
                self.state.irregularities["face_up"].clauses,
                "Say how many were found, not which.",
            )
        decide(self.state, command)  # nothing is drawn for a report that is refused
        return replace(command, cards=self.source.draw(len(command.cards)))

    def run(self) -> None:
        """Routine acts until the table waits for a person."""
        while True:
            command = next_command(self.state, self.automations, self.source)
            if command is None:
                return
            self.do(command)
