"""Correct a payment by two events: the reversal of the wrong payment, and the right payment.

The meters end with the amounts that they would have if the first payment had been right.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec

from croupier.games.game import BOARD, BOX, DEALER, Rack, Settle, Showdown, seat_place
from croupier.meters.amounts import Exact
from croupier.rulebook import Dollars, MeterShare, Row
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.bounds import PUT_RIGHT, UNPLAYED, check_result
from croupier.table.acts.metering import count_transfer, meters_of, read_meters, refill, share_of
from croupier.table.acts.reopening import draw, with_debts
from croupier.table.acts.settlement import showdown_of, staked_on_progressive
from croupier.table.duties import of_phase, of_reading
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, TableState

replace = msgspec.structs.replace


@decides(do.CorrectSettlement, lambda s: (of_phase(Settle)(s), ("X-15",)))
def decide_correct(state: TableState, command: do.CorrectSettlement) -> tuple[ev.TableEvent, ...]:
    """Correct a settlement of this round or the last round."""
    with_reason(command.reason, (), PUT_RIGHT)
    was, later = settlement_of(state, command)
    right = put_right(state, command, was)
    touched = sorted({name for name in (was.from_meter, right.from_meter) if name is not None})
    draws = {name: check_meter(state, command, name, was, later) for name in touched}
    if (right.returned, right.from_meter) == (was.returned, was.from_meter):
        raise refuse(
            TableCode.NOTHING_WRONG,
            f"the amount returned was already {format_dollars(was.returned)}",
            was.clauses,
            "Enter the amount that should have been returned.",
        )
    both = reversed_and_right(command.round, was, right, command.by, command.reason, draws)
    return with_debts(state, draw(state, was.player, was.returned - right.returned), both)


def settlement_of(
    state: TableState, command: do.CorrectSettlement
) -> tuple[ev.WagerSettled, tuple[ev.WagerSettled, ...]]:
    """Return the wager's settlement and all settlements after it."""
    order = settled_in(state, state.round.number - 1) + settled_in(state, state.round.number)
    first = 0 if command.round < state.round.number else len(state.previous)
    for index in range(first + len(settled_in(state, command.round)) - 1, first - 1, -1):
        if (order[index].seat, order[index].wager) == (command.seat, command.wager):
            return order[index], order[index + 1 :]
    raise refuse(
        TableCode.NO_SUCH_SETTLEMENT,
        f"round {command.round}, seat {command.seat}: no {command.wager} settlement to correct",
        (),
        "Only settlements of this round and the last one can be corrected. "
        "For an earlier round, open a dispute file.",
        PUT_RIGHT,
    )


def settled_in(state: TableState, number: int) -> tuple[ev.WagerSettled, ...]:
    return {state.round.number: state.round.settled, state.round.number - 1: state.previous}.get(number, ())


def put_right(state: TableState, command: do.CorrectSettlement, was: ev.WagerSettled) -> ev.WagerSettled:
    """Return the correct settlement: an amount from the tray, or a row that a meter pays."""
    if command.row:
        if command.returned is not None:
            raise refuse(
                TableCode.BAD_AMOUNT,
                "both an amount and a row given",
                (),
                "Name the amount or the row.",
                PUT_RIGHT,
            )
        return by_meter(state, command, was)
    if command.returned is None or command.returned < 0:
        raise refuse(
            TableCode.BAD_AMOUNT if command.returned is None else TableCode.NOTHING_WRONG,
            "the correct amount is missing or negative",
            was.clauses,
            "Name the amount, or the row if a meter pays.",
        )
    if command.returned == was.returned:
        return was
    if not command.legacy:
        check_result(state, was, settled_in(state, command.round), command.returned)
    more = command.returned - was.staked
    result: ev.Result = "win" if more > 0 else "lose" if more < 0 else "push"
    if was.result in UNPLAYED:
        result = was.result
    # A changed result cites only the floorperson's decision (N-32), because the clauses of a win do not apply
    # to a loss.
    clauses, readings = (was.clauses, was.readings) if result == was.result else ((), ())
    return replace(
        was,
        returned=command.returned,
        result=result,
        from_meter=None,
        refill=0,
        clauses=clauses,
        readings=tuple(dict.fromkeys((*readings, *PUT_RIGHT))),
    )


def by_meter(state: TableState, command: do.CorrectSettlement, was: ev.WagerSettled) -> ev.WagerSettled:
    rules = state.rules
    offered = rules.paytable(rules.metered).rows if rules.metered else ()
    rows = {row.clause: row for row in offered if type(row.pays) is MeterShare}
    if command.row not in rows or command.wager != rules.metered or was.result in UNPLAYED:
        raise refuse(
            TableCode.NO_SUCH_OUTCOME,
            f"no meter pays this {command.wager} by row {command.row}",
            was.clauses,
            f"Rows paid by a meter: {' or '.join(rows) or 'none at this table'}. Otherwise name the amount.",
        )
    return meter_payment(state, was, rows[command.row])


def meter_payment(state: TableState, was: ev.WagerSettled, row: Row) -> ev.WagerSettled:
    """Pay a row's share of the meter, from the amount at the player's turn, and compute the reset (X-12)."""
    share = row.pays
    assert type(share) is MeterShare
    if share.meter not in was.meters:
        raise refuse(
            TableCode.TOO_LATE,
            f"the {share.meter} meter was not read at the player's turn",
            state.game.meter_clauses,
            "Ask accounting to correct it.",
            ("X-12",),
        )
    right = replace(
        was,
        returned=share_of(was.meters, share),
        result="win",
        from_meter=share.meter,
        clauses=(row.clause, *state.game.meter_clauses),
        readings=("X-12",),
    )
    again = refill(state, right.returned, share)
    return replace(right, refill=sum(reset.cents for reset in again))


def check_meter(
    state: TableState,
    command: do.CorrectSettlement,
    name: str,
    was: ev.WagerSettled,
    later: tuple[ev.WagerSettled, ...],
) -> int:
    """Refuse if the meter has paid or changed since the wrong payment. Return its payment count."""
    clauses = state.game.meter_clauses
    if name not in meters_of(state) or command.round < state.rules_from:
        raise refuse(
            TableCode.TOO_LATE,
            f"the rules of the {name} meter have changed since this payment",
            clauses,
            "Ask accounting to correct it.",
        )
    drawn = next((settled for settled in later if settled.from_meter == name), None)
    if drawn is not None:
        raise refuse(
            TableCode.TOO_LATE,
            f"seat {drawn.seat} was paid from the {name} meter after this payment",
            clauses,
            "Correct that payment first, or ask accounting to correct both.",
            ("X-12",),
        )
    now = read_meters(state, command.meters)[name]
    if now.elsewhere != was.meters[name].elsewhere:
        raise refuse(
            TableCode.TOO_LATE,
            f"the {name} meter has since paid at another table or been adjusted",
            clauses,
            "Ask accounting to correct it.",
            ("X-12",),
        )
    return now.draws


def reversed_and_right(
    number: int, was: ev.WagerSettled, right: ev.WagerSettled, by: str, reason: str, draws: dict[str, int]
) -> tuple[ev.TableEvent, ...]:
    return (
        ev.SettlementReversed(
            round=number,
            seat=was.seat,
            player=was.player,
            wager=was.wager,
            cents=was.returned,
            from_meter=was.from_meter,
            refill=was.refill,
            read=draws.get(was.from_meter or ""),
            by=by,
            reason=reason,
            clauses=was.clauses,
            readings=was.readings,
            audience=ev.EVERYONE,
        ),
        ev.SettlementCorrected(
            round=number,
            seat=right.seat,
            player=right.player,
            wager=right.wager,
            staked=right.staked,
            returned=right.returned,
            result=right.result,
            from_meter=right.from_meter,
            refill=right.refill,
            read=draws.get(right.from_meter or ""),
            by=by,
            reason=reason,
            clauses=right.clauses,
            readings=right.readings,
            audience=ev.EVERYONE,
        ),
    )


@decides(do.CorrectEnvy, of_reading("X-10"))
def decide_correct_envy(state: TableState, command: do.CorrectEnvy) -> tuple[ev.TableEvent, ...]:
    """Correct an Envy Bonus that was paid wrongly or missed. The amount is 0 if none was due."""
    with_reason(command.reason, (), PUT_RIGHT)
    was = envy_of(state, command)
    if command.cents < 0 or command.cents == was.cents:
        raise refuse(
            TableCode.NOTHING_WRONG,
            f"{format_dollars(max(command.cents, 0))} is the amount already paid, or is negative",
            was.clauses,
            "Enter the Envy Bonus that was due.",
        )
    if command.cents:
        check_envy(state, command, was)
    events = envy_reversed_and_right(command.round, was, command.cents, command.by, command.reason)
    return with_debts(state, draw(state, was.player, was.cents - command.cents), events)


def envy_reversed_and_right(
    number: int, was: ev.EnvyPaid, cents: int, by: str, reason: str
) -> tuple[ev.TableEvent, ...]:
    both: dict[str, Any] = {
        "round": number,
        "seat": was.seat,
        "player": was.player,
        "holder": was.holder,
        "by": by,
        "reason": reason,
        "clauses": was.clauses,
        "readings": was.readings,
        "audience": ev.EVERYONE,
    }
    return ev.EnvyReversed(cents=was.cents, **both), ev.EnvyCorrected(cents=cents, **both)


def check_envy(state: TableState, command: do.CorrectEnvy, was: ev.EnvyPaid) -> None:
    """Refuse an Envy Bonus that is not on the schedule or not earned by the holder's hand."""
    clause = (state.rules.envy(staked_in(state, command.round, was.seat)).clause,)
    amounts = envy_amounts(state, command.round, was.seat)
    if command.cents not in amounts:
        raise refuse(
            TableCode.BAD_AMOUNT,
            f"this table has no Envy Bonus of {format_dollars(command.cents)}",
            clause,
            f"Possible amounts: {' or '.join(map(format_dollars, amounts))}.",
        )
    if command.legacy:
        return
    hand = hand_of(state, command.round, command.holder)
    if hand is None:
        raise refuse(
            TableCode.TOO_LATE,
            f"the cards of round {command.round} are no longer at the table to prove the Envy Bonus",
            clause,
            "Ask accounting to correct it.",
            PUT_RIGHT,
        )
    earns = envy_amount(state, command.round, was.seat, hand)
    if command.cents != earns:
        raise refuse(
            TableCode.BAD_AMOUNT,
            f"seat {command.holder}'s hand earns "
            + (f"an Envy Bonus of {format_dollars(earns)}" if earns else "no Envy Bonus"),
            clause,
            "If a card of the hand was misread, correct the card's name first.",
        )


def hand_of(state: TableState, number: int, seat: int) -> Showdown | None:
    """Return a settled hand of this round, or of the last round while its cards are in the discard rack."""
    if number == state.round.number:
        hand = showdown_of(state, seat)
    elif state.round.phase == BETTING:
        racked: dict[str, Any] = dict(state.layout.rack)
        own, board, box, dealer = (racked.get(place, ()) for place in (seat_place(seat), BOARD, BOX, DEALER))
        hand = Showdown({}, False, own, board, box, dealer)
    else:
        return None
    known = hand.cards and None not in hand.cards and None not in hand.board
    return hand if known else None


def envy_amount(state: TableState, number: int, seat: int, hand: Showdown) -> int:
    """Return the Envy Bonus, in cents, that a bettor earns from a holder's hand, or 0."""
    found = state.game.envy(state.rules, hand, staked_in(state, number, seat))
    if found is None:
        return 0
    pays = found[0].pays
    assert type(pays) is Dollars
    return pays.cents


def envy_of(state: TableState, command: do.CorrectEnvy) -> ev.EnvyPaid:
    """Return a bettor's Envy payment for a holder's hand. Its amount is 0 if the claim was not paid."""
    number, seat, holder = command.round, command.seat, command.holder
    paid = {state.round.number: state.round.envy, state.round.number - 1: state.previous_envy}
    offered = state.rules.offers("envy") and number >= state.rules_from
    for envy in paid.get(number, ()):
        if offered and (envy.seat, envy.holder) == (seat, holder):
            return envy
    player = person(state, number, seat)
    if not offered or player is None or not has_claim(state, number, seat, holder):
        raise refuse(
            TableCode.NO_SUCH_SETTLEMENT,
            f"round {number}: seat {seat} has no Envy Bonus for seat {holder}'s hand to correct",
            (),
            "Choose a progressive bettor of this or the last round, after the holder's hand is settled.",
            ("X-10",),
        )
    clauses = (state.rules.envy(staked_in(state, number, seat)).clause,)
    return ev.EnvyPaid(
        seat=seat, player=player, holder=holder, cents=0, clauses=clauses, audience=ev.EVERYONE
    )


def staked_in(state: TableState, number: int, seat: int) -> int:
    """Return a seat's progressive stake in a round, in cents. The Envy Bonus depends on it (X-11)."""
    if number == state.round.number:
        return staked_on_progressive(state, seat)
    return next(
        s.staked for s in settled_in(state, number) if (s.seat, s.wager) == (seat, state.rules.metered)
    )


def envy_claims(state: TableState) -> tuple[tuple[int, int, int], ...]:
    """List every Envy Bonus, paid or missed, that can be corrected, as (round, bettor, holder)."""
    now = state.round.number
    if not state.rules.offers("envy"):
        return ()
    paid = [(now, each.seat, each.holder) for each in state.round.envy]
    paid += [(now - 1, each.seat, each.holder) for each in state.previous_envy]
    seats = {now: state.round.in_play, now - 1: sorted({s.seat for s in state.previous})}
    missed = [
        (number, seat, holder)
        for number, dealt_in in seats.items()
        for seat, holder in permutations(dealt_in, 2)
        if has_claim(state, number, seat, holder)
    ]
    return tuple(sorted({*paid, *missed}))


def envy_amounts(state: TableState, number: int, seat: int) -> tuple[int, ...]:
    """Return the possible Envy Bonus amounts, in cents, for a seat's progressive stake."""
    schedule = state.rules.envy(staked_in(state, number, seat))
    return tuple(row.pays.cents for row in schedule.rows if type(row.pays) is Dollars)


def has_claim(state: TableState, number: int, seat: int, holder: int) -> bool:
    """Return whether a seat could earn an Envy Bonus from another seat's hand (X-10)."""
    progressive = state.rules.progressive
    assert progressive is not None
    other = person(state, number, holder)
    if other is None or other == person(state, number, seat) or not has_bet(state, number, seat):
        return False
    if progressive.envy_holder_must_bet and not has_bet(state, number, holder):
        return False
    return number < state.round.number or turn_over(state, holder)


def person(state: TableState, number: int, seat: int) -> str | None:
    """Return who played a seat in a round, even if someone else sits there now."""
    if number == state.round.number:
        return state.round.players.get(seat)
    return next((settled.player for settled in settled_in(state, number) if settled.seat == seat), None)


def has_bet(state: TableState, number: int, seat: int) -> bool:
    """Return whether a seat made a progressive wager that was neither forfeited nor returned."""
    if number == state.round.number and state.rules.metered in state.bets.wagers.get(seat, ()):
        return True
    return any(
        (settled.seat, settled.wager) == (seat, state.rules.metered) and settled.result not in UNPLAYED
        for settled in settled_in(state, number)
    )


def turn_over(state: TableState, seat: int) -> bool:
    """Return whether the dealer has settled or skipped a seat in this round."""
    if isinstance(state.phase, Settle):
        return state.round.order.index(seat) < state.round.cursor
    return isinstance(state.phase, Rack)


@applies(ev.SettlementReversed)
def apply_reversed(state: TableState, event: ev.SettlementReversed) -> TableState:
    state = shift_later_readings(count_transfer(state, event), event, event.cents - event.refill)
    return draw(state, event.player, event.cents)


@applies(ev.SettlementCorrected)
def apply_corrected(state: TableState, event: ev.SettlementCorrected) -> TableState:
    state = shift_later_readings(count_transfer(state, event), event, event.refill - event.returned)
    settled = state.round.settled if event.round == state.round.number else state.previous
    at = index_of(settled, event)
    right = replace(
        settled[at],
        returned=event.returned,
        result=event.result,
        from_meter=event.from_meter,
        refill=event.refill,
    )
    settled = (*settled[:at], right, *settled[at + 1 :])
    if event.round == state.round.number:
        state = replace(state, round=replace(state.round, settled=settled))
    else:
        state = replace(state, previous=settled)
    return draw(state, event.player, -event.returned)


Half = ev.SettlementReversed | ev.SettlementCorrected


def index_of(settled: tuple[ev.WagerSettled, ...], event: Half) -> int:
    return max(i for i, s in enumerate(settled) if (s.seat, s.wager) == (event.seat, event.wager))


def shift_later_readings(state: TableState, event: Half, gain: int) -> TableState:
    """Adjust the meter readings of the hands that were settled after a corrected payment."""
    name = event.from_meter
    if name is None:
        return state
    previous, now = state.previous, state.round.settled
    if event.round == state.round.number:
        after = index_of(now, event) + 1
        now = (*now[:after], *(shift_reading(s, name, gain) for s in now[after:]))
    else:
        after = index_of(previous, event) + 1
        previous = (*previous[:after], *(shift_reading(s, name, gain) for s in previous[after:]))
        now = tuple(shift_reading(s, name, gain) for s in now)
    return replace(state, previous=previous, round=replace(state.round, settled=now))


def shift_reading(settled: ev.WagerSettled, name: str, gain: int) -> ev.WagerSettled:
    reading = settled.meters.get(name)
    if reading is None:
        return settled
    moved = replace(reading, amount=Exact.of(reading.amount.value + gain))
    return replace(settled, meters={**settled.meters, name: moved})


@applies(ev.EnvyCorrected)
def apply_envy_corrected(state: TableState, event: ev.EnvyCorrected) -> TableState:
    paid = ev.EnvyPaid(
        seat=event.seat,
        player=event.player,
        holder=event.holder,
        cents=event.cents,
        clauses=event.clauses,
        readings=event.readings,
        audience=ev.EVERYONE,
    )

    if event.round == state.round.number:
        state = replace(state, round=replace(state.round, envy=(*state.round.envy, paid)))
    else:
        state = replace(state, previous_envy=(*state.previous_envy, paid))
    return draw(state, event.player, -event.cents)
