"""Who acts is a setting, outside the machine: the driver carries commands out and does the routine acts."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from croupier.errors import Refused
from croupier.meters.bank import Bank, MeterBank
from croupier.meters.machine import Meters
from croupier.table import commands as do_
from croupier.table.acts.metering import given_by_round, wants_reading
from croupier.table.acts.secrecy import LOOKS, check_secret, unnamed
from croupier.table.commands import Command
from croupier.table.driving.routine import A_ROUND, AUTOMATIONS, CARE_OF_CARDS, next_command
from croupier.table.driving.sources import CardSource
from croupier.table.events import Event
from croupier.table.machine import Step, decide, routine_step, step
from croupier.table.readers.ledger import transfer
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

__all__ = ["AUTOMATIONS", "A_ROUND", "CARE_OF_CARDS", "Driver", "NoRest", "Sink", "Watcher", "next_command"]

Sink = Callable[[Step, bytes | None], None]  # stores an entry with what is sealed in it, or raises
Watcher = Callable[[Step], None]
Clock = Callable[[], int]

ACTS = 1_000  # routine acts in a row; a round has some dozens
TOLERANCE = 120  # seconds by which a command's own time may be off the driver's clock
OF_THE_SHOE = (do_.CommitDeal, do_.MixDeal, do_.DiscardDeal)  # acts of a source, never of a person
ABOUT_CARDS = LOOKS | {do_.Deal, *OF_THE_SHOE}
# Acts by which no card leaves the deck and no deck is moved: a card source need not hear of them.
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


class NoRest(RuntimeError):
    """A table that went on by itself for longer than any table should."""


TABLE = "table"  # the name of one that is known to no other


def own_meters(state: TableState, table: str) -> Bank:
    """The meters of a table that shares them with no other, at their initial amounts as the round began."""
    bank = Bank(Meters(taken={table: state.transfers} if state.transfers else {}))
    if state.rules.progressive is not None:
        given = given_by_round(state)
        initial = state.rules.progressive.initial
        bank.join(table, {name: cents + given.get(name, 0) for name, cents in initial.items()})
    return bank


class Driver:
    """A table being run: decide, commit, adopt, publish. It holds the state and does the routine acts.

    `sink` stores each entry before it is adopted: if it raises, nothing has happened. `watcher` is told
    afterwards. With a `clock` every command carries the time.
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
                Code.NO_RANDOM_CARDS,
                "an electronic table takes its cards from a dealer's hands, never from a generator",
                state.game.close[state.rules.dealing],
                "Run it with live cards.",
                ("U-25",),
            )
        self.state, self.source, self.automations = state, source, automations
        self._sink, self._watcher, self._clock = sink, watcher, clock
        self.table = table  # by this name other streams know it
        self.meters = own_meters(state, table) if meters is None else meters

    def do(self, command: Command) -> tuple[Event, ...]:
        """One command of a person; nothing changes if it is refused."""
        if type(command) in ABOUT_CARDS:
            command = self._understood(command)
        return self._carry_out(command, step)

    def verify(self, command: Command) -> Refused | None:
        """Why the table would refuse a command; None if it would not."""
        try:
            decide(self.state, self.with_reading(self._understood(command)))
        except Refused as refused:
            return refused
        return None

    def proposal(self) -> Command | None:
        """The next routine act with its cards, if it is automated; None when the table waits for a person."""
        return next_command(self.state, self.automations, self.source)

    def deal(self, count: int) -> tuple[Event, ...]:
        """The next cards of the source, fewer than are due perhaps."""
        return self._carry_out(self._with_cards(do_.Deal(cards=(None,) * count)), step)

    def run(self, limit: int = ACTS) -> None:
        """Routine acts until the table waits for a person."""
        automations, source = self.automations, self.source
        stepped = step if source.secret else routine_step  # a source may propose acts of its own
        for _ in range(limit):
            command = next_command(self.state, automations, source)
            if command is None:
                return
            self._carry_out(command, stepped)
        raise NoRest(f"the table did not come to rest within {limit} routine acts")

    def _carry_out(
        self, command: Command, stepped: Callable[[TableState, Command], Step]
    ) -> tuple[Event, ...]:
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
        self, command: Command, stepped: Callable[[TableState, Command], Step]
    ) -> Step:
        """A step that may move cards or meters: they follow what is stored."""
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

    def with_reading(self, command: Command) -> Command:
        """A command that pays from the meters, or may, with what they hold now."""
        if not wants_reading(self.state, command):
            return command
        return replace(command, meters=self.meters.read(self.table))

    def _timed(self, command: Command) -> Command:
        """The time of the act by the driver's clock. One that the command brings must agree with it."""
        assert self._clock is not None
        now = max(self._clock(), self.state.clock)
        if command.at and not -TOLERANCE <= command.at - now <= TOLERANCE:
            raise refuse(
                Code.CLOCK_ASTRAY,
                f"time {command.at} is not the time of this table, {now}",
                (),
                "Leave the time out; the table's clock gives it.",
            )
        return command if command.at else replace(command, at=now)

    def _with_cards(self, command: do_.Deal) -> do_.Deal:
        return replace(command, cards=self.source.next_cards(self.state.care.loaded, len(command.cards)))

    def _understood(self, command: Command) -> Command:
        """A command as it is decided: where the source knows the cards, it names them and people do not.

        No name is compared: that would tell what lies face down. Where the table deals by itself no report
        turns a card over either: whoever made it would see a card that is none of theirs yet."""
        kind = type(command)
        if kind in OF_THE_SHOE:
            raise refuse(
                Code.OUT_OF_ORDER,
                "a table commits to its own cards, and nobody does it for it",
                self.state.game.deck_clauses,
                "Play on.",
            )
        if self.source.secret and kind in LOOKS:
            check_secret(self.state, command)
        if kind is do_.ReportFaceUp and not self.source.live:
            assert isinstance(command, do_.ReportFaceUp)
            self._check_unnamed(any(command.cards))
            decide(self.state, command)  # nothing is looked at for a report that is refused
            loaded = self.state.care.loaded
            return replace(command, cards=self.source.next_cards(loaded, len(command.cards)))
        if not self.source.secret:
            return command
        if kind is do_.Deal:
            assert isinstance(command, do_.Deal)
            self._check_unnamed(any(command.cards))
            return self._with_cards(command)
        return command

    def _check_unnamed(self, named: bool) -> None:
        if named:
            raise unnamed(self.state)
