"""Large payouts that wait for supervisors, with their amounts and the required steps.

A floorperson validates every progressive win (chapter 11). The regulation adds steps for each large payout.
Staff must notify surveillance and, from a second threshold on, a pit manager or above must witness the
payout. The witness may not be the person who makes the payout. Each step is valid for one seat in one round.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from croupier.casino.administration.shift_commands import PayoutReview
from croupier.errors import Refused
from croupier.hands.words import title_words
from croupier.rulebook import figures, regulation
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.commands import TableCommand
from croupier.table.machine import step
from croupier.table.readers.next_act import next_act
from croupier.table.roles import id_of
from croupier.table.state import TableState, returned_already

APART = regulation("separation_of_duties")
PAYOUTS = regulation("large_payouts")

MeterReader = Callable[
    [TableCommand], TableCommand
]  # function that adds the meter reading to a command that pays from meters


class SeatPayment(msgspec.Struct, frozen=True):
    """The Envy Bonus payment to one seat."""

    seat: int
    name: str
    cents: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


class PayoutDue(msgspec.Struct, frozen=True):
    seat: int
    name: str
    wager: str
    cents: int
    meter: str
    refill: int  # cents that the casino adds to the meter afterward
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    envy: tuple[SeatPayment, ...]
    validated: bool
    # clauses that require a check of the system's light; empty if the system has no light
    light: tuple[str, ...]
    # True if a floorperson must validate the win before payment; False for payouts from the tray.
    validates: bool = True
    hand: str = ""  # name of the paytable row that pays; empty if no paytable applies


def payout_due(state: TableState, reads: MeterReader) -> PayoutDue | None:
    """Return the payout that waits for validation or payment, or None."""
    return progressive_due(state, reads) if state.round.awaiting else settlement_due(state, reads)


def settlement_due(state: TableState, reads: MeterReader) -> PayoutDue | None:
    """Return the payout of the next hand to settle, if it is large enough to require further steps."""
    command = next_act(state).command
    if not isinstance(command, do.SettleSeat):
        return None
    try:
        settlement = msgspec.structs.replace(reads(command), by=do.DEALER, at=state.clock)
        events = step(state, settlement).events
    except Refused:
        return None  # the table itself refuses the settlement
    won = [event for event in events if isinstance(event, ev.WagerSettled) and event.returned > event.staked]
    cents = sum(paid_out(state, win) for win in won)
    if not needs(cents):
        return None
    largest = max(won, key=lambda win: win.returned - win.staked)
    return PayoutDue(
        seat=command.seat,
        name=state.seating.names.get(largest.player, ""),
        wager=largest.wager,
        cents=cents,
        meter="",
        refill=0,
        clauses=largest.clauses,
        readings=largest.readings,
        envy=(),
        validated=False,
        light=(),
        validates=False,
        hand=hand_paid_for(state, largest),
    )


def paid_out(state: TableState, won: ev.WagerSettled) -> int:
    """Return the amount in cents that the tray pays for a win.

    For a wager that is settled again, only the difference is paid.
    """
    already = returned_already(state, won.seat, won.wager)
    if already is not None:
        return max(0, won.returned - already)
    return won.returned - (0 if won.banked else won.staked)


def progressive_due(state: TableState, reads: MeterReader) -> PayoutDue:
    table = state.round
    seat, validated = table.order[table.cursor], table.awaiting == "payment"
    before = state
    if not validated:
        before = step(state, do.ValidateProgressive(seat=seat, by=do.FLOOR, at=state.clock)).state
    paying = msgspec.structs.replace(reads(do.PayProgressive(seat=seat)), by=do.DEALER, at=state.clock)
    events = step(before, paying).events
    won = next(event for event in events if isinstance(event, ev.WagerSettled))
    names = state.seating.names
    return PayoutDue(
        seat=seat,
        name=names.get(won.player, ""),
        wager=won.wager,
        cents=won.returned,
        meter=won.from_meter or "",
        refill=won.refill,
        clauses=won.clauses,
        readings=won.readings,
        envy=tuple(
            SeatPayment(event.seat, names.get(event.player, ""), event.cents, event.clauses, event.readings)
            for event in events
            if isinstance(event, ev.EnvyPaid)
        ),
        validated=validated,
        light=state.game.light,
        hand=hand_paid_for(state, won),
    )


def hand_paid_for(state: TableState, won: ev.WagerSettled) -> str:
    """Return the name of the paytable row that pays this wager.

    It may differ from the seat's best hand, because a wager may use fewer cards.
    """
    rule = state.game.wager(won.wager)
    table = state.rules.paytables.get(rule.table if rule else won.wager)
    rows = table.rows if table is not None else ()
    return next((title_words(row.hand) for row in rows if row.clause in won.clauses), "")


def needs(cents: int) -> tuple[str, ...]:
    """List the steps required before an amount is paid."""
    if cents >= figures().payout_check_cents:
        return "surveillance", "witness"
    return ("surveillance",) if cents >= figures().payout_notice_cents else ()


def check_payout_steps(
    state: TableState, command: TableCommand, by: str, review: PayoutReview | None, reads: MeterReader
) -> None:
    """Raise `Refused` if a large payout would be validated or paid before its required steps."""
    if not isinstance(command, do.ValidateProgressive | do.SettleSeat):
        return
    due = payout_due(state, reads)
    if due is None or due.seat != command.seat or due.validates is isinstance(command, do.SettleSeat):
        return  # the table itself refuses the command
    hand = state.round.number, due.seat
    if review is None or (review.round, review.seat) != hand:
        review = PayoutReview(*hand)
    steps = needs(due.cents)
    if "surveillance" in steps and not review.told:
        raise Refused(
            "surveillance_not_told",
            f"seat {due.seat} wins {format_dollars(due.cents)} and surveillance has not been notified",
            (PAYOUTS,),
            "Have a floorperson notify surveillance and record this. Then try again.",
        )
    if "witness" in steps and not review.witness:
        raise Refused(
            "needs_witness",
            f"seat {due.seat} wins {format_dollars(due.cents)} and the payout has no witness",
            (PAYOUTS,),
            "Have a pit manager or above confirm as witness at their own screen. Then try again.",
        )
    if "witness" in steps and id_of(review.witness) == id_of(by):
        raise Refused(
            "own_witness",
            "the witness of a payout may not validate or make the payout",
            (PAYOUTS, APART),
            "Ask another person to validate or pay.",
        )
