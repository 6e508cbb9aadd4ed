"""The driver of a table. It executes commands and the automated routine acts."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from croupier.errors import Refused
from croupier.meters.bank import Bank, MeterBank
from croupier.meters.machine import Meters
from croupier.table import commands as do_
from croupier.table.acts.metering import given_by_round, wants_reading
from croupier.table.acts.secrecy import LOOKS, check_secret, unnamed_error
from croupier.table.commands import TableCommand
from croupier.table.driving.routine import A_ROUND, AUTOMATIONS, CARE_OF_CARDS, next_command
from croupier.table.driving.sources import CardSource
from croupier.table.events import TableEvent
from croupier.table.machine import TableStep, decide, routine_step, step
from croupier.table.readers.ledger import transfer
from croupier.table.refusals import TableCode, refuse
from croupier.table.state import TableState

__all__ = [
    "AUTOMATIONS",
    "A_ROUND",
    "CARE_OF_CARDS",
    "Driver",
    "EndlessRoutine",
    "Sink",
    "Watcher",
    "next_command",
]

Sink = Callable[[TableStep, bytes | None], None]  # stores an entry with its sealed data, or raises
Watcher = Callable[[TableStep], None]
Clock = Callable[[], int]

ACTS = 1_000  # maximum number of consecutive routine acts; a round needs a few dozen
TOLERANCE = 120  # the largest allowed difference in seconds between a command's time and the driver's clock
# commands that only a card source sends, never a person
OF_THE_SHOE = (do_.CommitDeal, do_.MixDeal, do_.DiscardDeal)
ABOUT_CARDS = LOOKS | {do_.DealCards, *OF_THE_SHOE}
# Card sources ignore these commands, because they neither deal cards nor move a deck.
OFF_THE_DECK = frozenset(
    {
        do_.Bet,
        do_.TakeBack,
        do_.CloseBetting,
        do_.Decide,
        do_.TurnUp,
        do_.RackStub,
        do_.RevealDealer,
        do_.SettleSeat,
        do_.RackCards,
    }
)


class EndlessRoutine(RuntimeError):
    """A table exceeded the limit of consecutive routine acts."""


TABLE = "table"  # default name of a standalone table


def own_meters(state: TableState, table: str) -> Bank:
    """Create the meters of a standalone table, with the amounts that they had at the start of the round."""
    bank = Bank(Meters(taken={table: state.transfers} if state.transfers else {}))
    if state.rules.progressive is not None:
        contributions = given_by_round(state)
        initial = state.rules.progressive.initial
        bank.join(table, {name: cents + contributions.get(name, 0) for name, cents in initial.items()})
    return bank


class Driver:
    """Runs a table. The driver decides, stores, adopts and publishes commands, and does the routine acts.

    `sink` stores each entry before the state changes. If it raises, nothing changes. `watcher` is called
    afterward. With a `clock`, every command carries the time.
    """

    def __init__(
        self,
        state: TableState,
        source: CardSource,
        automations: frozenset[str] = AUTOMATIONS,
        sink: Sink | None = None,
        watcher: Watcher | None = None,
        clock: Clock | None = None,
        meters: MeterBank | None = None,
        table: str = TABLE,
    ) -> None:
        if state.rules.choices.electronic and not source.live:
            raise refuse(
                TableCode.NO_RANDOM_CARDS,
                "an electronic table needs real cards, not generated ones",
                state.game.close[state.rules.dealing],
                "Run the table with live cards.",
                ("U-25",),
            )
        self.state, self.source, self.automations = state, source, automations
        self._sink, self._watcher, self._clock = sink, watcher, clock
        self.table = table  # name of the table in other streams
        self.meters = own_meters(state, table) if meters is None else meters

    def do(self, command: TableCommand) -> tuple[TableEvent, ...]:
        """Execute a person's command and return its events. A refused command changes nothing."""
        if type(command) in ABOUT_CARDS:
            command = self._understood(command)
        return self._carry_out(command, step)

    def verify(self, command: TableCommand) -> Refused | None:
        """Return the refusal a command would get, or None."""
        try:
            decide(self.state, self.with_reading(self._understood(command)))
        except Refused as refused:
            return refused
        return None

    def proposal(self) -> TableCommand | None:
        """Return the next automated act with its cards, or None if the table is waiting for a person."""
        return next_command(self.state, self.automations, self.source)

    def deal(self, count: int) -> tuple[TableEvent, ...]:
        """Deal the next cards of the source, possibly fewer than are due."""
        return self._carry_out(self._with_cards(do_.DealCards(cards=(None,) * count)), step)

    def run(self, limit: int = ACTS) -> None:
        """Do routine acts until the table is waiting for a person."""
        automations, source = self.automations, self.source
        stepped = step if source.secret else routine_step  # a secret source may propose its own acts
        for _ in range(limit):
            command = next_command(self.state, automations, source)
            if command is None:
                return
            self._carry_out(command, stepped)
        raise EndlessRoutine(f"the table did not come to rest within {limit} routine acts")

    def _carry_out(
        self, command: TableCommand, stepped: Callable[[TableState, TableCommand], TableStep]
    ) -> tuple[TableEvent, ...]:
        if self._clock is not None:
            command = self._timed(command)
        state = self.state
        if state.rules.metered or type(command) not in OFF_THE_DECK:
            done = self._with_cards_and_meters(command, stepped)
        else:
            done = stepped(state, command)
            if self._sink is not None:
                self._sink(done, None)
            self.state = done.state
        if self._watcher is not None:
            self._watcher(done)
        return done.events

    def _with_cards_and_meters(
        self, command: TableCommand, stepped: Callable[[TableState, TableCommand], TableStep]
    ) -> TableStep:
        """Store a step, then update the card source and the meters."""
        state, source = self.state, self.source
        prepared = None
        if state.rules.metered or type(command) is do_.ChangeRules:
            done = stepped(state, self.with_reading(command))
            moved = transfer(self.table, done.events)
            prepared = self.meters.prepare(moved, command.at) if moved is not None else None
        else:
            done = stepped(state, command)
        loaded = state.care.loaded
        sealed = source.sealed_with(loaded, done.events) if source.secret else None
        if self._sink is not None:
            self._sink(done, sealed)
        source.follow(loaded, done.events, sealed)
        self.state = done.state
        if prepared is not None:
            self.meters.commit(prepared)
        return done

    def with_reading(self, command: TableCommand) -> TableCommand:
        """Add the current meter readings to a command that may pay from a meter."""
        if not wants_reading(self.state, command):
            return command
        return replace(command, meters=self.meters.read(self.table))

    def _timed(self, command: TableCommand) -> TableCommand:
        """Set the time from the driver's clock. A time already in the command must agree with it."""
        assert self._clock is not None
        now = max(self._clock(), self.state.clock)
        if command.at and not -TOLERANCE <= command.at - now <= TOLERANCE:
            raise refuse(
                TableCode.CLOCK_ASTRAY,
                f"time {command.at} differs too much from the table's clock, {now}",
                (),
                "Leave the time out. The table's clock sets the time.",
            )
        return command if command.at else replace(command, at=now)

    def _with_cards(self, command: do_.DealCards) -> do_.DealCards:
        return replace(command, cards=self.source.next_cards(self.state.care.loaded, len(command.cards)))

    def _understood(self, command: TableCommand) -> TableCommand:
        """Prepare a command. A source that knows its cards adds them to the command, so that people do not
        have to.

        The driver never compares card names, because that would leak hidden cards. At a table with a sealed
        shoe, reports do not turn cards over either, because the reporter would see them too early."""
        kind = type(command)
        if kind in OF_THE_SHOE:
            raise refuse(
                TableCode.OUT_OF_ORDER,
                "only the table itself commits to its cards",
                self.state.game.deck_clauses,
                "Continue the round.",
            )
        if self.source.secret and kind in LOOKS:
            check_secret(self.state, command)
        if kind is do_.ReportFaceUp and not self.source.live:
            assert isinstance(command, do_.ReportFaceUp)
            self._check_unnamed(any(command.cards))
            decide(self.state, command)  # checked first, so that a refused report reveals no card
            loaded = self.state.care.loaded
            return replace(command, cards=self.source.next_cards(loaded, len(command.cards)))
        if not self.source.secret:
            return command
        if kind is do_.DealCards:
            assert isinstance(command, do_.DealCards)
            self._check_unnamed(any(command.cards))
            return self._with_cards(command)
        return command

    def _check_unnamed(self, named: bool) -> None:
        if named:
            raise unnamed_error(self.state)
