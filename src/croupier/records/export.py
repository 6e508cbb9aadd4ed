"""Export a finished round of a journal as a round record. Playing the record gives the same settlement."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from croupier.cards import show_cards
from croupier.errors import BadInput
from croupier.files import printable
from croupier.journal import Broken, Store, steps
from croupier.meters.amounts import add_deltas
from croupier.records.incidents import END, incident_of
from croupier.submission import OperatorChoices
from croupier.submission.restate import amount, restate
from croupier.submission.shape import PROGRESSIVE
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.readers.ledger import meter_deltas
from croupier.table.state import TableState


class ActedStep(NamedTuple):
    """A command, its events and the table's state after it. A journal's opening has no command."""

    command: do_.TableCommand | None
    events: tuple[ev.TableEvent, ...]
    state: TableState


def record_of_round(source: Path | Store, number: int, stream: str = "") -> dict[str, Any]:
    """Return one round of a journal as a record. The journal can be a file or in any other store."""
    path = printable(str(source))
    before: TableState | None = None
    taken: list[ActedStep] = []
    meters: dict[str, Fraction] = {}
    try:
        for step in steps(source, stream):
            if step.kind.name != "table":
                raise BadInput(f"{path}: this is a {step.kind.name} journal, which has no rounds")
            if before is None:
                meters = meters_after(meters, ActedStep(step.command, step.events, step.state.table))
            if before is not None:
                taken.append(ActedStep(step.command, step.events, step.state.table))
            elif step.state.table.round.number == number:
                before = step.state.table
            if step.state.table.round.number > number:
                break
    except Broken as broken:
        raise BadInput(f"{path}: entry {broken.n} is broken: {broken.fault}") from None
    if before is None or not taken or not any(isinstance(e, ev.RoundEnded) for s in taken for e in s.events):
        raise BadInput(f"{path}: there is no finished round {number}")
    try:
        return record_of(before, taken, meters)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError):
        raise BadInput(f"{path}: round {number} is not consistent; run croupier verify for details") from None


def meters_after(meters: dict[str, Fraction], step: ActedStep) -> dict[str, Fraction]:
    """Return the meters after a step, under the assumption that no other table uses them.

    If the round itself has a meter reading, ``meters_at_the_start`` uses that reading instead.
    """
    if step.command is None:  # The opening of a later segment does not change the meters.
        return meters or opening_meters(step.state)
    return add_deltas(meters, (delta for event in step.events for delta in meter_deltas(event)))


def opening_meters(state: TableState) -> dict[str, Fraction]:
    progressive = state.rules.progressive
    return {name: Fraction(cents) for name, cents in progressive.initial.items()} if progressive else {}


class DealtCards:
    """The deck in dealing order. A live table learns only later which cards it dealt unseen."""

    def __init__(self) -> None:
        self.cards: list[Any] = []
        self._at: dict[str, list[int]] = {}  # the positions of each place's cards in the deck

    def follow(self, event: ev.TableEvent) -> None:
        match event:
            case ev.CardsDealt():
                for place, count in event.deliveries:
                    first = len(self.cards)
                    self._at.setdefault(place, []).extend(range(first, first + count))
                    self.cards += [None] * count
            case ev.FaceUpFound():
                self.cards += event.cards
            case ev.CardsNamed() | ev.CardsTurned():
                for offset, card in enumerate(event.cards):
                    self._name(event.place, event.first + offset, card)
            case ev.DealerRevealed():
                for place, cards in event.cards.items():
                    for index, card in enumerate(cards):
                        self._name(place, index, card)
            case ev.HandShown():
                for index, card in enumerate(event.cards):
                    self._name(f"seat{event.seat}", index, card)
            case ev.CardExposed() | ev.NamingCorrected():
                self._name(event.place, event.index, event.card)

    def _name(self, place: str, index: int, card: str | None) -> None:
        if card is not None:
            self.cards[self._at[place][index]] = card


def record_of(
    before: TableState, round_steps: list[ActedStep], meters: Mapping[str, Fraction] = MappingProxyType({})
) -> dict[str, Any]:
    """Build the record of a round from the state before it, its steps and the meters before it."""
    deck = DealtCards()
    wagers: dict[int, dict[str, int]] = {seat: dict(placed) for seat, placed in before.bets.wagers.items()}
    players = dict(before.seating.seats)
    decisions: dict[int, list[str]] = {}
    incidents: list[dict[str, Any]] = []
    opening = before  # the state when betting closed, because rules may change between rounds
    state, closed, ended = before, False, False
    for step in round_steps:
        if isinstance(step.command, do_.RuleOnIncident) and incidents:
            incidents[-1] |= {"ruling": step.command.outcome, "ruling_reason": step.command.reason}
        # Incidents before betting closed are not part of the round.
        elif step.command is not None and closed and not ended:
            found = incident_of(step.command, state)
            incidents += [found] if found else []
        for event in step.events:
            deck.follow(event)
            match event:
                case ev.SeatTaken() if not closed:
                    players[event.seat] = event.player
                case ev.BetsClosed():
                    closed, opening = True, step.state
                case ev.MethodSwitched() if closed and not ended:
                    # A device failed before the first card. The record begins with the new method.
                    incidents, opening = [], step.state
                case ev.RulesChanged() if not closed:
                    meters = add_deltas(meters, meter_deltas(event))
                case ev.RoundEnded():
                    ended = True
                case ev.WagerPlaced() if not closed:
                    wagers.setdefault(event.seat, {})[event.wager] = event.cents
                case ev.WagerTakenBack() if not closed:
                    wagers[event.seat].pop(event.wager)
                case ev.Decided() if not isinstance(step.command, do_.ActFor):
                    decisions.setdefault(event.seat, []).append(event.choice)
        state = step.state
    choices = opening.rules.choices
    record: dict[str, Any] = {
        "game": choices.game,
        "dealing": choices.dealing,
        "deck": show_cards(deck.cards),
        "submission": submission_of(choices, meters_at_the_start(meters, round_steps)),
        "seats": [
            {
                "seat": seat,
                "player": players[seat],
                "wagers": {name: amount(cents) for name, cents in wagers[seat].items()},
                "decisions": decisions.get(seat, []),
            }
            for seat in sorted(wagers)
            if wagers[seat]
        ],
    }
    if incidents:
        record["incidents"] = sorted(incidents, key=lambda found: found["when"] == END)
    return record


def meters_at_the_start(meters: Mapping[str, Fraction], round_steps: list[ActedStep]) -> dict[str, Fraction]:
    """Return initial meter amounts that make a replay of the round read the recorded amounts.

    They are the first winner's reading (or else the first reading) minus the round's earlier contributions.
    """
    contributions: dict[str, Fraction] = {}
    found: dict[str, Fraction] | None = None
    for event in (event for step in round_steps for event in step.events):
        if isinstance(event, ev.MeterContributed | ev.MeterTakenBack):
            contributions = add_deltas(contributions, meter_deltas(event))
        elif isinstance(event, ev.WagerSettled) and event.meters and (event.from_meter or found is None):
            found = {
                name: read.amount.value - contributions.get(name, 0) for name, read in event.meters.items()
            }
            if event.from_meter:
                return found
    return dict(meters) if found is None else found


def submission_of(choices: OperatorChoices, meters: Mapping[str, Fraction]) -> dict[str, Any]:
    """Return the operator's choices and the initial meters as the `[submission]` table of a record."""
    table = restate(choices)
    progressive = table.get(PROGRESSIVE)
    if progressive is not None:
        initial = progressive.pop("initial")
        whole = {name: exact.numerator // exact.denominator for name, exact in meters.items()}
        progressive["meters"] = {**initial, **{name: amount(cents) for name, cents in whole.items()}}
        carried = {name: str(exact - whole[name]) for name, exact in meters.items() if exact != whole[name]}
        if carried:
            progressive["carry"] = carried
    return table
