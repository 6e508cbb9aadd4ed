"""Find the wins at a real-money table that need a hand pay, before and after the table settles them.

At a table with a dealer, a win that becomes due raises its hand pay, and the payment waits for the form. A
win that the table has already credited, as at a machine, raises a hand pay that the cage completes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from croupier.casino.administration import hand_pay_commands as do_pay
from croupier.casino.administration.hand_pay_commands import HandPay, WinLine
from croupier.casino.administration.hand_pays import held_back, not_ready, of_round, tax_clauses
from croupier.casino.administration.state import AdministrationState, HouseTable
from croupier.casino.cage.commands import REAL
from croupier.casino.machines import CasinoCommand
from croupier.casino.tax import TaxTerms
from croupier.errors import Refused
from croupier.server.tables.pending_payouts import MeterReader
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.commands import TableCommand
from croupier.table.events import TableEvent
from croupier.table.machine import TableStep, step
from croupier.table.readers.next_act import next_act
from croupier.table.state import TableState

ENVY = "envy"
REMEDY = "The floor or the cage must complete the form on the Hand pays page."
Seat = tuple[int, str]  # seat and player


def is_taxed(table: HouseTable | None) -> bool:
    """Return whether a table plays for real money, so that its wins are reported."""
    return table is not None and table.money == REAL and not table.trainee


def envy_of(holder: int) -> str:
    """Return the name of the Envy Bonus that a seat gets for another seat's hand."""
    return f"{ENVY} {holder}"


def line_of(event: TableEvent, terms: TaxTerms) -> WinLine | None:
    """Return the reported win of an event, or None. An Envy Bonus has no wager of its own."""
    match event:
        case ev.WagerSettled() | ev.SettlementCorrected():
            wager, staked, won = event.wager, event.staked, event.returned - event.staked
            meter = event.from_meter is not None
        case ev.EnvyPaid() | ev.EnvyCorrected():
            wager, staked, won, meter = envy_of(event.holder), 0, event.cents, False
        case _:
            return None
    if not terms.is_reported(staked, won) and not terms.withheld(staked, won):
        return None
    return WinLine(wager, staked, won, terms.withheld(staked, won), terms.backup(staked, won), meter)


def wins_by_seat(events: Iterable[TableEvent], terms: TaxTerms) -> dict[Seat, tuple[WinLine, ...]]:
    found: dict[Seat, tuple[WinLine, ...]] = {}
    for event in events:
        if (line := line_of(event, terms)) is not None:
            key = event.seat, event.player  # type: ignore[attr-defined]
            found[key] = (*found.get(key, ()), line)
    return found


def due_events(state: TableState, reads: MeterReader) -> tuple[TableEvent, ...]:
    """Return the events of the next payment at a table with a dealer."""
    seat = state.round.order[state.round.cursor] if state.round.awaiting else 0
    try:
        if seat:
            before = state
            if state.round.awaiting == "validation":
                before = step(state, do.ValidateProgressive(seat=seat, by=do.FLOOR, at=state.clock)).state
            return _paying(before, do.PayProgressive(seat=seat), reads)
        command = next_act(state).command
        return _paying(state, command, reads) if isinstance(command, do.SettleSeat) else ()
    except Refused:
        return ()  # the table itself refuses the payment


def _paying(state: TableState, command: TableCommand, reads: MeterReader) -> tuple[TableEvent, ...]:
    complete = msgspec.structs.replace(reads(command), by=do.DEALER, at=state.clock)
    return step(state, complete).events


def covers(hand_pays: Iterable[HandPay], line: WinLine) -> HandPay | None:
    return next((one for one in hand_pays if line.wager in one.wagers), None)


class TaxDesk:
    """Handles the hand pays of one table while the table decides one batch of commands."""

    def __init__(
        self, table: str, desk: AdministrationState, terms: TaxTerms, at: int, staffed: bool = False
    ) -> None:
        """Create the desk. At a table that is `staffed`, the table withholds the tax from the chips."""
        self.staffed = staffed
        self.table, self.desk, self.terms, self.at = table, desk, terms, at
        self.by = f"table:{table}"
        self._paid_now: set[int] = set()  # hand pays that pending steps pay
        self._void_now: set[int] = set()  # hand pays that pending steps void

    def due(self, state: TableState, reads: MeterReader) -> Iterator[do_pay.RaiseHandPay]:
        """Yield the hand pays of the next payment that are not raised yet."""
        number = state.round.number
        for (seat, player), lines in wins_by_seat(due_events(state, reads), self.terms).items():
            known = [*of_round(self.desk, self.table, number, seat)]
            new = tuple(line for line in lines if covers(known, line) is None)
            if new:
                yield self._raise(number, seat, player, new)

    def check(self, state: TableState, command: TableCommand, reads: MeterReader) -> None:
        """Raise `Refused` if a payment would precede its form."""
        if not isinstance(command, do.SettleSeat | do.PayProgressive):
            return
        number = state.round.number
        for (seat, _), lines in wins_by_seat(due_events(state, reads), self.terms).items():
            known = [*of_round(self.desk, self.table, number, seat)]
            for line in lines:
                form = covers(known, line)
                if form is None:  # the batch that stores this refusal also raises the form
                    raise needs_form(seat, line)
                if form.status not in ("ready", "paid", "withheld"):
                    raise not_ready(form)

    def settled(self, steps: Iterable[TableStep]) -> Iterator[CasinoCommand]:
        """Yield the commands for hand pays whose wins pending steps pay, take back or void.

        A win has only one form at a time, so the form of a corrected win becomes void before a new form is
        raised.
        """
        for one in steps:
            records = [
                record
                for (seat, player), lines in wins_by_seat(one.events, self.terms).items()
                for record in self._paid(one, seat, player, lines)
            ]
            yield from (record for record in records if not isinstance(record, do_pay.RaiseHandPay))
            yield from self._taken_back(one)
            yield from (record for record in records if isinstance(record, do_pay.RaiseHandPay))

    def _paid(
        self, one: TableStep, seat: int, player: str, lines: tuple[WinLine, ...]
    ) -> Iterator[CasinoCommand]:
        number = round_of(one)
        corrected = any(isinstance(event, ev.SettlementCorrected | ev.EnvyCorrected) for event in one.events)
        forms = of_round(self.desk, self.table, number, seat)
        known = [] if corrected else [form for form in forms if form.number not in self._void_now]
        new = tuple(line for line in lines if covers(known, line) is None)
        for form in known:
            mine = tuple(line for line in lines if line.wager in form.wagers)
            if mine and form.status == "ready":
                self._paid_now.add(form.number)
                yield do_pay.NoteHandPaid(
                    table=self.table,
                    hand_pay=form.number,
                    lines=mine,
                    who=one.command.by,
                    year=self.terms.year,
                    by=self.by,
                    at=self.at,
                )
        if new:
            yield self._raise(number, seat, player, new, settled=True)

    def _taken_back(self, one: TableStep) -> Iterator[CasinoCommand]:
        """Void the hand pays of wins that do not exist anymore.

        The other wins of a void form get a new form if the table has already credited them.
        """
        gone: dict[int, str] = {}
        wagers = taken_back(one)
        for round_, seat in {(round_, seat) for round_, seat, _ in wagers}:
            for form in of_round(self.desk, self.table, round_, seat):
                if any((round_, seat, wager) in wagers for wager in form.wagers):
                    gone[form.number] = "the win was corrected"
        for event in one.events:
            match event:
                case ev.RoundVoided():
                    for form in of_round(self.desk, self.table, event.round):
                        if not form.settled and form.is_open:
                            gone[form.number] = "the round is void"
                case ev.RoundEnded():
                    for form in of_round(self.desk, self.table, event.round):
                        waits = form.status in ("open", "ready") and form.number not in self._paid_now
                        if not form.settled and waits:
                            gone.setdefault(form.number, "the table did not pay the win")
        for number, reason in gone.items():
            if number in self._void_now:
                continue
            self._void_now.add(number)
            yield do_pay.VoidHandPay(table=self.table, hand_pay=number, reason=reason, by=self.by, at=self.at)
            form = self.desk.hand_pays[str(number)]
            left = tuple(line for line in form.lines if (form.round, form.seat, line.wager) not in wagers)
            if left and wagers and (form.settled or form.status in ("paid", "withheld")):
                yield self._raise(form.round, form.seat, form.player, left, settled=True)

    def _raise(
        self, number: int, seat: int, player: str, lines: tuple[WinLine, ...], settled: bool = False
    ) -> do_pay.RaiseHandPay:
        return do_pay.RaiseHandPay(
            table=self.table,
            round=number,
            seat=seat,
            player=player,
            lines=lines,
            year=self.terms.year,
            settled=settled,
            withholds=self.staffed,
            by=self.by,
            at=self.at,
        )


def taken_back(one: TableStep) -> set[tuple[int, int, str]]:
    """Return the round, the seat and the wager of each win that a step takes back."""
    wagers = set()
    for event in one.events:
        match event:
            case ev.SettlementReversed() | ev.WagerReopened():
                wagers.add((getattr(event, "round", one.state.round.number), event.seat, event.wager))
            case ev.EnvyReversed():
                wagers.add((event.round, event.seat, envy_of(event.holder)))
    return wagers


def round_of(one: TableStep) -> int:
    """Return the round that a step's events belong to. The last payment may also end the round."""
    for event in one.events:
        if isinstance(event, ev.SettlementCorrected | ev.EnvyCorrected | ev.RoundEnded):
            return event.round
    return one.state.round.number


def needs_form(seat: int, line: WinLine) -> Refused:
    return Refused(
        "needs_form",
        f"seat {seat} wins {format_dollars(line.won)}, and the form for this win is not complete",
        tax_clauses_of(line),
        REMEDY,
    )


def tax_clauses_of(line: WinLine) -> tuple[str, ...]:
    plain = HandPay(0, "", "", 0, 0, "", (line,), 0)
    return tax_clauses(plain)


def check_nothing_held(desk: AdministrationState, player: str, table: str) -> None:
    """Raise `Refused` if a player's chips include a win whose form is not complete."""
    if held := held_back(desk, player, table):
        raise not_ready(held[0])
