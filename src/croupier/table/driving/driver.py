"""Who acts is a setting, outside the machine: the driver proposes the next routine act and carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.games.game import BOX, Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn, seat_place
from croupier.table import commands as do_
from croupier.table.acts.dealing import cards_due
from croupier.table.acts.preparation import MAY_SHUFFLE, STEPS, by_machine_alone, hours_over
from croupier.table.acts.stub import count_due
from croupier.table.commands import Command, Load, ReportFaceUp
from croupier.table.driving.sources import CardSource, LiveCards
from croupier.table.events import Event
from croupier.table.machine import decide, fold
from croupier.table.progress import bettors
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

# Each routine act of the dealer and the floor that a table may do by itself.
CARE_OF_CARDS = frozenset({"prepare", "shuffle", "cut", "load"})  # chapters 3 to 5
A_ROUND = frozenset(  # chapters 7 to 12
    {
        "lock",
        "collect",
        "bank",
        "deal",
        "turn",
        "stub",
        "count",
        "reveal",
        "settle",
        "validate",
        "pay",
        "rack",
    }
)
AUTOMATIONS = CARE_OF_CARDS | A_ROUND


def next_command(state: TableState, automations: frozenset[str], source: CardSource) -> Command | None:
    """The next routine act, if it is automated; None when the table waits for a person."""
    table = state.round
    if table.ruling or table.inquiry:
        return None  # rulings are never automated
    phase = state.phase
    if phase is None:
        return next_for_the_cards(state, automations)
    return PROPOSE[type(phase)](state, phase, automations, source)


def ask(state: TableState, phase: Ask, automations: frozenset[str], source: CardSource) -> None:
    return None  # a player's answer


def deal(state: TableState, phase: Deal, automations: frozenset[str], source: CardSource) -> Command | None:
    if state.care.loaded is None:
        return next_for_the_cards(state, automations)
    if phase.face_up and isinstance(source, LiveCards):
        return None  # a person names cards that are dealt face up
    return do_.Deal(cards=source.draw(cards_due(state))) if "deal" in automations else None


def settle(
    state: TableState, phase: Settle, automations: frozenset[str], source: CardSource
) -> Command | None:
    table = state.round
    seat = table.in_play[-1 - table.cursor]  # counterclockwise
    if not table.awaiting:
        six_card = "six_card" in state.bets.wagers.get(seat, ())
        if unseen(state, seat_place(seat), *((BOX,) if six_card else ())):
            return None
        return do_.SettleSeat(seat=seat) if "settle" in automations else None
    if table.awaiting == "validation":
        return do_.ValidateProgressive(seat=seat, by="floor") if "validate" in automations else None
    return do_.PayProgressive(seat=seat) if "pay" in automations else None


def turn(state: TableState, phase: Turn, automations: frozenset[str], source: CardSource) -> Command | None:
    if None in state.layout.cards[phase.place][phase.first : phase.first + phase.count]:
        return None
    return TURN_UP if "turn" in automations else None


def reveal(
    state: TableState, phase: Reveal, automations: frozenset[str], source: CardSource
) -> Command | None:
    if unseen(state, *phase.places):
        return None
    return REVEAL if "reveal" in automations else None


def unseen(state: TableState, *places: str) -> bool:
    """Cards that a person has to name before the table can go on."""
    return any(None in state.layout.cards.get(place, ()) for place in places)


def stub(state: TableState, phase: Stub, automations: frozenset[str], source: CardSource) -> Command | None:
    if count_due(state):
        return do_.CountStub(cards=state.layout.stub) if "count" in automations else None
    return RACK_STUB if "stub" in automations else None


def chips(
    state: TableState, phase: Collect, automations: frozenset[str], source: CardSource
) -> Command | None:
    if state.round.cursor == 0:
        return do_.LockProgressive() if "lock" in automations else None
    if state.round.cursor == 1:
        counted = len(bettors(state, phase.wager))
        return do_.CollectChips(wager=phase.wager, chips=counted) if "collect" in automations else None
    return do_.BankChips(wager=phase.wager) if "bank" in automations else None


RACK_STUB, TURN_UP, REVEAL, RACK = do_.RackStub(), do_.TurnUp(), do_.RevealDealer(), do_.RackCards()

PROPOSE: dict[type, Callable[[TableState, Any, frozenset[str], CardSource], Command | None]] = {
    Ask: ask,
    Deal: deal,
    Settle: settle,
    Stub: stub,
    Collect: chips,
    Turn: turn,
    Reveal: reveal,
    Rack: lambda state, phase, automations, source: RACK if "rack" in automations else None,
}


def next_for_the_cards(state: TableState, automations: frozenset[str]) -> Command | None:
    """Shuffle, cut and load whatever deck the next round needs; betting closes by a person or a clock."""
    care = state.care
    if care.loaded is not None and len(care.packs) < 2:
        return None
    devices = care.devices
    if "failed" in devices.values() or ("shuffler" in devices and by_machine_alone(state)):
        return None  # a person puts the device aside and chooses another way
    by_machine = state.rules.choices.shuffler != "none" and "shuffler" not in devices
    for pack in care.packs.values():
        step = next((s for s, (before, _, _) in STEPS.items() if before == pack.stage), None)
        if pack.stage == "spread_idle":
            step = "view"
        if step is not None:
            if step == "view" and not state.seating.seats:
                continue  # the cards lie spread until the first player comes
            by = STEPS[step][2]
            return do_.Prepare(deck=pack.back, step=step, by=by) if "prepare" in automations else None
        if pack.stage in MAY_SHUFFLE:
            counted = len(state.game.deck.order) if by_machine else None
            shuffle = do_.Shuffle(deck=pack.back, by_machine=by_machine, counted=counted)
            return shuffle if "shuffle" in automations else None
        if pack.stage == "shuffled":
            depth = len(state.game.deck.order) // 2
            return do_.Cut(deck=pack.back, depth=depth) if "cut" in automations else None
    if care.loaded is None:
        ready = [p.back for p in care.packs.values() if p.stage == "ready"]
        if len(care.packs) == 2:  # one is stored in the shuffler while the other is played with (3.B)
            ready = [back for back in ready if back != care.last] if len(ready) == 2 else []
        fresh = [back for back in ready if not hours_over(state, care.packs[back])]
        if fresh and "load" in automations and not ("shoe" in devices and state.rules.dealing == "automated"):
            return do_.Load(deck=fresh[0])
    return None


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
