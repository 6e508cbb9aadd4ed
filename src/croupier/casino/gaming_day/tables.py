"""Compute a table's gaming day from its events.

The result has each player's deposits, results and withdrawals, and the result of each wager. Winnings are the
amount returned beyond the stake. Losing wagers are the part of the stake that was not returned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from croupier.casino.gaming_day.calendar import SPANS, Span
from croupier.casino.gaming_day.day_stream import DayEntry, DayStream
from croupier.casino.gaming_day.incidents import DayIncident, Payouts, incident_of
from croupier.journal.tables import TableWithShoes
from croupier.rulebook import declaration
from croupier.submission import OperatorChoices
from croupier.table import events as ev

MAIN = "main"  # common name of all required wagers of the game, as in an analysis
ENVY = "envy"
RETURNED = "returned"  # result of a wager that was returned and so does not count as played


class Account(msgspec.Struct):
    """The reported amounts of one player at a table in a span."""

    deposits: int = 0  # chips bought
    withdrawals: int = 0  # chips cashed
    brought: int = 0  # chips brought to the table, for which no money was paid
    carried: int = 0  # chips carried away, for which no money was paid
    tokes: int = 0  # chips given to the dealers
    tax: int = 0  # chips withheld as tax, minus tax given back
    winnings: int = 0
    losing: int = 0

    @property
    def win(self) -> int:
        """The house's win from this player."""
        return self.losing - self.winnings

    @property
    def received(self) -> int:
        """All chips that the player received at the table or brought to it."""
        return self.deposits + self.brought

    @property
    def given_up(self) -> int:
        """All chips that the player cashed, carried away, gave to the dealers or paid as tax."""
        return self.withdrawals + self.carried + self.tokes + self.tax

    def add(self, other: Account) -> None:
        self.deposits += other.deposits
        self.withdrawals += other.withdrawals
        self.brought += other.brought
        self.carried += other.carried
        self.tokes += other.tokes
        self.tax += other.tax
        self.winnings += other.winnings
        self.losing += other.losing


class WagerKey(msgspec.Struct, frozen=True):
    """A wager under one paytable and one set of readings, so that it has one theoretical result."""

    wager: str
    paytable: str
    readings: tuple[tuple[str, str], ...] = ()


class WagerLine(msgspec.Struct):
    """The result of a wager in a span."""

    choices: OperatorChoices
    staked: int = 0  # stakes of wagers that were played
    win: int = 0  # win of the house
    stakes: dict[int, int] = msgspec.field(default_factory=dict)  # unit staked -> number of wagers
    # sum of the meter readings at settlement
    meters: dict[str, Fraction] = msgspec.field(default_factory=dict)
    reading_count: int = 0  # number of readings in that sum


class TableSpan(msgspec.Struct):
    """A table in one span to date."""

    players: dict[str, Account] = msgspec.field(default_factory=dict)
    lines: dict[WagerKey, WagerLine] = msgspec.field(default_factory=dict)
    rounds: int = 0
    voided: int = 0
    contributed: Counter[str] = msgspec.field(default_factory=Counter)  # meter -> exact cents

    def of(self, player: str) -> Account:
        return self.players.setdefault(player, Account())

    @property
    def total(self) -> Account:
        total = Account()
        for account in self.players.values():
            total.add(account)
        return total


class TableBook:
    """Collects the events of one table."""

    def __init__(self, stream: DayStream) -> None:
        self.stream, self.name, self.day = stream, stream.name, stream.day
        snapshot: TableWithShoes = stream.begin()
        table = snapshot.table
        self.choices: OperatorChoices = table.rules.choices
        self.spans: dict[Span, TableSpan] = {span: TableSpan() for span in SPANS}
        self.names: dict[str, str] = {}
        self.incidents: list[DayIncident] = []
        self.payouts = Payouts(stream.name, table.round.number)
        # player -> wagers on the layout, or banked and not settled yet
        self.at_risk: Counter[str] = Counter()
        self.banked = 0
        self.at_risk_before: Counter[str] = Counter()  # amount at risk at the start of the gaming day
        self.banked_before: dict[Span, int] = {}  # amount at risk at the start of each span
        self._required: dict[int, dict[str, int]] = {}  # seat -> required wagers played in the current round
        self._reversed: dict[tuple[int, str], int] = {}
        self._begin(table)

    def _begin(self, table: Any) -> None:
        self.names |= {player: name or player for player, name in table.seating.names.items()}
        for seat, wagers in table.bets.wagers.items():
            self.at_risk[table.seating.seats[seat]] += sum(wagers.values())
            self.banked += sum(cents for name, cents in wagers.items() if name in table.bets.banked)
        for settlement in table.round.settled:
            self._unit(settlement, ())

    def read(self) -> TableBook:
        for entry in self.stream.entries():
            counts = self.day.spans(entry.day)
            self._open_spans(counts)
            spans = tuple(self.spans[span] for span in counts)
            for event in entry.events:
                self._take(event, spans, entry)
        self._open_spans(SPANS)
        self.payouts.end()
        return self

    def _open_spans(self, spans: tuple[Span, ...]) -> None:
        """Store the amounts at risk before the first entry of a span."""
        for span in spans:
            if span not in self.banked_before:
                self.banked_before[span] = self.banked
                if span == "day":
                    self.at_risk_before = Counter(self.at_risk)

    def _take(self, event: ev.TableEvent, spans: tuple[TableSpan, ...], entry: DayEntry) -> None:
        handler = TAKES.get(type(event))
        if handler is not None:
            handler(self, event, spans)
        self.payouts.take(event, entry, self.day.covers(entry.day))
        if self.day.covers(entry.day) and (incident := incident_of(self.name, event, entry)):
            self.incidents.append(incident)

    # --- chips

    def _sat(self, event: ev.SeatTaken, spans: tuple[TableSpan, ...]) -> None:
        self.names[event.player] = event.name or event.player

    def _bought(self, event: ev.BoughtIn, spans: tuple[TableSpan, ...]) -> None:
        for span in spans:
            account = span.of(event.player)
            if event.tax:
                account.tax -= event.cents
            elif event.brought:
                account.brought += event.cents
            else:
                account.deposits += event.cents

    def _cashed(self, event: ev.CashedOut, spans: tuple[TableSpan, ...]) -> None:
        for span in spans:
            account = span.of(event.player)
            if event.tax:
                account.tax += event.cents
            elif event.toke:
                account.tokes += event.cents
            elif event.carried:
                account.carried += event.cents
            else:
                account.withdrawals += event.cents

    def _placed(self, event: ev.WagerPlaced, spans: tuple[TableSpan, ...]) -> None:
        self.at_risk[event.player] += event.cents

    def _taken_back(self, event: Any, spans: tuple[TableSpan, ...]) -> None:
        self.at_risk[event.player] -= event.cents

    def _bank(self, event: ev.ChipsBanked, spans: tuple[TableSpan, ...]) -> None:
        self.banked += event.cents

    # --- results

    def _won(self, player: str, was: int, now: int, spans: tuple[TableSpan, ...]) -> None:
        """Replace a player's net result `was` with `now`. `was` is 0 if there was no result before."""
        for span in spans:
            account = span.of(player)
            account.winnings += max(now, 0) - max(was, 0)
            account.losing += max(-now, 0) - max(-was, 0)

    def _settled(self, event: ev.WagerSettled, spans: tuple[TableSpan, ...]) -> None:
        self.at_risk[event.player] -= event.staked
        self.banked -= event.staked if event.banked else 0
        net = event.returned - event.staked
        self._won(event.player, 0, net, spans)
        for line in self._lines(event.wager, spans):
            line.win -= net
            if event.result != RETURNED:
                line.staked += event.staked
        self._unit(event, spans)

    def _unit(self, event: ev.WagerSettled, spans: tuple[TableSpan, ...]) -> None:
        """Count a unit for the theoretical result.

        It is the stake of a side wager, or of one required wager per seat.
        """
        if event.result == RETURNED:
            return
        kind = self._kind(event.wager)
        if kind == "decision":
            return
        if kind == "required":
            required = self._required.setdefault(event.seat, {})
            required[event.wager] = event.staked
            if len(required) > 1:
                return
        for line in self._lines(event.wager, spans):
            line.stakes[event.staked] = line.stakes.get(event.staked, 0) + 1
            if event.meters:
                line.reading_count += 1
                for name, reading in event.meters.items():
                    line.meters[name] = line.meters.get(name, Fraction(0)) + reading.amount.value

    def _reopened(self, event: ev.WagerReopened, spans: tuple[TableSpan, ...]) -> None:
        """Undo a settlement. The wager is then settled again or returned in the same round."""
        self.at_risk[event.player] += event.staked
        self.banked += event.staked if event.banked else 0
        self._won(event.player, event.returned - event.staked, 0, spans)
        kind = self._kind(event.wager)
        was_played, was_counted = True, kind == "optional"
        if kind == "required":
            required = self._required.get(event.seat, {})
            was_played = required.pop(event.wager, None) is not None
            was_counted = was_played and not required
        for line in self._lines(event.wager, spans):
            line.win += event.returned - event.staked
            line.staked -= event.staked if was_played else 0
            if was_counted:
                line.stakes[event.staked] = line.stakes.get(event.staked, 0) - 1

    def _reverse(self, event: ev.SettlementReversed, spans: tuple[TableSpan, ...]) -> None:
        self._reversed[event.seat, event.wager] = event.cents

    def _correct(self, event: ev.SettlementCorrected, spans: tuple[TableSpan, ...]) -> None:
        was = self._reversed.pop((event.seat, event.wager))
        self._won(event.player, was - event.staked, event.returned - event.staked, spans)
        for line in self._lines(event.wager, spans):
            line.win += was - event.returned

    def _envy(self, event: Any, spans: tuple[TableSpan, ...]) -> None:
        cents = -event.cents if isinstance(event, ev.EnvyReversed) else event.cents
        for span in spans:
            span.of(event.player).winnings += cents
        for line in self._lines(ENVY, spans):
            line.win -= cents

    # Rounds, meters and rules.

    def _closed(self, event: ev.BetsClosed, spans: tuple[TableSpan, ...]) -> None:
        self._required = {}

    def _ended(self, event: ev.RoundEnded, spans: tuple[TableSpan, ...]) -> None:
        for span in spans:
            span.rounds += 1

    def _voided(self, event: ev.RoundVoided, spans: tuple[TableSpan, ...]) -> None:
        for span in spans:
            span.voided += 1

    def _contributed(self, event: Any, spans: tuple[TableSpan, ...]) -> None:
        sign = 1 if isinstance(event, ev.MeterContributed) else -1
        for span in spans:
            span.contributed[event.meter] += sign * event.amount.value

    def _changed(self, event: ev.RulesChanged, spans: tuple[TableSpan, ...]) -> None:
        self.choices = event.choices

    # Assignment of wagers to report lines.

    def _kind(self, wager: str) -> str:
        wager_declaration = declaration(self.choices.game).wager(wager)
        return wager_declaration.kind if wager_declaration is not None else "optional"

    def _lines(self, wager: str, spans: tuple[TableSpan, ...]) -> Iterator[WagerLine]:
        key = self._key(wager)
        for span in spans:
            yield span.lines.setdefault(key, WagerLine(self.choices))

    def _key(self, wager: str) -> WagerKey:
        choices, declared = self.choices, declaration(self.choices.game)
        readings = tuple(sorted(choices.readings.items()))
        if wager == ENVY:
            letter = choices.progressive.envy if choices.progressive else None
            return WagerKey(ENVY, letter or "", readings)
        wager_declaration = declared.wager(wager)
        if wager_declaration is not None and wager_declaration.kind != "optional":
            tables = {each.table for each in declared.wagers if each.kind != "optional"}
            letters = [choices.paytables[name] for name in sorted(tables) if name in choices.paytables]
            return WagerKey(MAIN, ", ".join(letters), readings)
        meter_wager = declared.metered
        if choices.progressive is not None and meter_wager is not None and meter_wager.name == wager:
            return WagerKey(wager, choices.progressive.paytable, readings)
        name = wager_declaration.table if wager_declaration is not None else wager
        return WagerKey(wager, choices.paytables.get(name, ""), readings)


TAKES: dict[type[ev.TableEvent], Callable[[TableBook, Any, tuple[TableSpan, ...]], None]] = {
    ev.SeatTaken: TableBook._sat,
    ev.BoughtIn: TableBook._bought,
    ev.CashedOut: TableBook._cashed,
    ev.WagerPlaced: TableBook._placed,
    ev.WagerTakenBack: TableBook._taken_back,
    ev.ChipReturned: TableBook._taken_back,
    ev.ChipsBanked: TableBook._bank,
    ev.WagerSettled: TableBook._settled,
    ev.WagerReopened: TableBook._reopened,
    ev.SettlementReversed: TableBook._reverse,
    ev.SettlementCorrected: TableBook._correct,
    ev.EnvyPaid: TableBook._envy,
    ev.EnvyReversed: TableBook._envy,
    ev.EnvyCorrected: TableBook._envy,
    ev.BetsClosed: TableBook._closed,
    ev.RoundEnded: TableBook._ended,
    ev.RoundVoided: TableBook._voided,
    ev.MeterContributed: TableBook._contributed,
    ev.MeterTakenBack: TableBook._contributed,
    ev.RulesChanged: TableBook._changed,
}
