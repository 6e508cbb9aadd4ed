"""Payments put right, by a reversing entry and the right one: meters end as if the first had been right."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec

from croupier.games.game import Rack, Settle
from croupier.meters.amounts import Exact
from croupier.rulebook import Dollars, MeterShare, Row
from croupier.submission.money import written
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.metering import meters_of, read_meters, refill, sent, share_of
from croupier.table.acts.preparation import with_reason
from croupier.table.acts.reopening import draw, with_debts
from croupier.table.acts.settlement import staked_on_progressive
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

replace = msgspec.structs.replace

PUT_RIGHT = ("N-32",)  # a payment is corrected by a floorperson; a round that is over is not voided
UNPLAYED: tuple[ev.Result, ...] = ("returned", "forfeit")  # wagers given back or given up: no row pays them


def decide_correct(state: TableState, command: do.CorrectSettlement) -> tuple[ev.Event, ...]:
    """This round's settlement or the last one's."""
    with_reason(command.reason, (), PUT_RIGHT)
    was, later = settlement_of(state, command)
    right = put_right(state, command, was)
    touched = sorted({name for name in (was.from_meter, right.from_meter) if name is not None})
    draws = {name: check_meter(state, command, name, was, later) for name in touched}
    if (right.returned, right.from_meter) == (was.returned, was.from_meter):
        raise refuse(
            Code.NOTHING_WRONG,
            f"{written(was.returned)} is what was returned",
            was.clauses,
            "Name the amount that should have come back.",
        )
    both = reversed_and_right(command.round, was, right, command.by, command.reason, draws)
    return with_debts(state, draw(state, was.player, was.returned - right.returned), both)


def settlement_of(
    state: TableState, command: do.CorrectSettlement
) -> tuple[ev.WagerSettled, tuple[ev.WagerSettled, ...]]:
    """What came of the wager, and all that was settled after it."""
    order = settled_in(state, state.round.number - 1) + settled_in(state, state.round.number)
    first = 0 if command.round < state.round.number else len(state.previous)
    for index in range(first + len(settled_in(state, command.round)) - 1, first - 1, -1):
        if (order[index].seat, order[index].wager) == (command.seat, command.wager):
            return order[index], order[index + 1 :]
    raise refuse(
        Code.NO_SUCH_SETTLEMENT,
        f"round {command.round}, seat {command.seat}: no {command.wager} settled that can be corrected",
        (),
        "This round's and the last one's can.",
        PUT_RIGHT,
    )


def settled_in(state: TableState, number: int) -> tuple[ev.WagerSettled, ...]:
    return {state.round.number: state.round.settled, state.round.number - 1: state.previous}.get(number, ())


def put_right(state: TableState, command: do.CorrectSettlement, was: ev.WagerSettled) -> ev.WagerSettled:
    """What should have come of a wager: an amount out of the tray, or a row by which a meter pays."""
    if command.row:
        if command.returned is not None:
            raise refuse(
                Code.BAD_AMOUNT, "a row has its own amount", (), "Name the amount or the row.", PUT_RIGHT
            )
        return by_meter(state, command, was)
    if command.returned is None or command.returned < 0:
        raise refuse(
            Code.BAD_AMOUNT if command.returned is None else Code.NOTHING_WRONG,
            "a correction needs what should have come back: nothing, or more",
            was.clauses,
            "Name the amount or, where a meter pays, the row.",
        )
    if command.returned == was.returned:
        return was
    more = command.returned - was.staked
    result: ev.Result = "win" if more > 0 else "lose" if more < 0 else "push"
    if was.result in UNPLAYED:
        result = was.result
    # What made a wager win says nothing of one that lost: a floorperson's word alone does (N-32).
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
            Code.NO_SUCH_OUTCOME,
            f"{command.row} is no row by which a meter pays this {command.wager}",
            was.clauses,
            f"A meter pays a progressive wager by {' or '.join(rows) or 'no row of this table'}; "
            "otherwise name the amount.",
        )
    return meter_payment(state, was, rows[command.row])


def meter_payment(state: TableState, was: ev.WagerSettled, row: Row) -> ev.WagerSettled:
    """The row's share of the meter as it stood at the player's turn, and what the house puts back (X-12)."""
    share = row.pays
    assert type(share) is MeterShare
    if share.meter not in was.meters:
        raise refuse(
            Code.TOO_LATE,
            f"nobody read the {share.meter} meter at the player's turn",
            state.game.meter_clauses,
            "Accounting corrects it.",
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
    """That nobody was paid since by what the wrong payment left; gives how often the meter has paid."""
    clauses = state.game.meter_clauses
    if name not in meters_of(state) or command.round < state.rules_from:
        raise refuse(
            Code.TOO_LATE, f"the rules of the {name} meter changed since", clauses, "Accounting corrects it."
        )
    drawn = next((settled for settled in later if settled.from_meter == name), None)
    if drawn is not None:
        raise refuse(
            Code.TOO_LATE,
            f"seat {drawn.seat} was paid since from the {name} meter as this payment left it",
            clauses,
            "Correct that payment first, or leave both as they are: accounting corrects them.",
            ("X-12",),
        )
    now = read_meters(state, command.meters)[name]
    if now.elsewhere != was.meters[name].elsewhere:
        raise refuse(
            Code.TOO_LATE,
            f"the {name} meter has paid at another table since, or was adjusted",
            clauses,
            "Accounting corrects it.",
            ("X-12",),
        )
    return now.draws


def reversed_and_right(
    number: int, was: ev.WagerSettled, right: ev.WagerSettled, by: str, reason: str, draws: dict[str, int]
) -> tuple[ev.Event, ...]:
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


def decide_correct_envy(state: TableState, command: do.CorrectEnvy) -> tuple[ev.Event, ...]:
    """An Envy Bonus paid wrongly, or not at all; 0 where none was due."""
    with_reason(command.reason, (), PUT_RIGHT)
    was = envy_of(state, command)
    if command.cents < 0 or command.cents == was.cents:
        raise refuse(
            Code.NOTHING_WRONG,
            f"{written(max(command.cents, 0))} is what was paid, or less than nothing",
            was.clauses,
            "Name the Envy Bonus that was due.",
        )
    amounts = envy_amounts(state, command.round, was.seat)
    if command.cents and command.cents not in amounts:
        raise refuse(
            Code.BAD_AMOUNT,
            f"{written(command.cents)} is no Envy Bonus of this table",
            (state.rules.envy(staked_in(state, command.round, was.seat)).clause,),
            f"It is {' or '.join(map(written, amounts))}.",
        )
    both: dict[str, Any] = {
        "round": command.round,
        "seat": was.seat,
        "player": was.player,
        "holder": was.holder,
        "by": command.by,
        "reason": command.reason,
        "clauses": was.clauses,
        "readings": was.readings,
        "audience": ev.EVERYONE,
    }
    events = (
        ev.EnvyReversed(cents=was.cents, **both),
        ev.EnvyCorrected(cents=command.cents, **both),
    )
    return with_debts(state, draw(state, was.player, was.cents - command.cents), events)


def envy_of(state: TableState, command: do.CorrectEnvy) -> ev.EnvyPaid:
    """What a bettor received for a holder's hand; of nothing where they had a claim and got none."""
    number, seat, holder = command.round, command.seat, command.holder
    paid = {state.round.number: state.round.envy, state.round.number - 1: state.previous_envy}
    offered = state.rules.offers("envy") and number >= state.rules_from
    for envy in paid.get(number, ()):
        if offered and (envy.seat, envy.holder) == (seat, holder):
            return envy
    player = person(state, number, seat)
    if not offered or player is None or not has_claim(state, number, seat, holder):
        raise refuse(
            Code.NO_SUCH_SETTLEMENT,
            f"round {number}: seat {seat} has no Envy Bonus for seat {holder}'s hand to correct",
            (),
            "A progressive bettor of this round or the last one has, once another player's hand is settled.",
            ("X-10",),
        )
    clauses = (state.rules.envy(staked_in(state, number, seat)).clause,)
    return ev.EnvyPaid(
        seat=seat, player=player, holder=holder, cents=0, clauses=clauses, audience=ev.EVERYONE
    )


def staked_in(state: TableState, number: int, seat: int) -> int:
    """What a seat staked on the progressive in a round: Envy goes by it (X-11)."""
    if number == state.round.number:
        return staked_on_progressive(state, seat)
    return next(
        s.staked for s in settled_in(state, number) if (s.seat, s.wager) == (seat, state.rules.metered)
    )


def envy_claims(state: TableState) -> tuple[tuple[int, int, int], ...]:
    """Round, bettor and holder of every Envy Bonus that can be corrected: paid, or perhaps missed."""
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
    """What an Envy Bonus can be beside a seat's progressive wager."""
    schedule = state.rules.envy(staked_in(state, number, seat))
    return tuple(row.pays.cents for row in schedule.rows if type(row.pays) is Dollars)


def has_claim(state: TableState, number: int, seat: int, holder: int) -> bool:
    """Whether one seat could earn an Envy Bonus by another's hand (X-10)."""
    progressive = state.rules.progressive
    assert progressive is not None
    other = person(state, number, holder)
    if other is None or other == person(state, number, seat) or not has_bet(state, number, seat):
        return False
    if progressive.envy_holder_must_bet and not has_bet(state, number, holder):
        return False
    return number < state.round.number or turn_over(state, holder)


def person(state: TableState, number: int, seat: int) -> str | None:
    """Who played a seat in a round; whoever sits there now may be another."""
    if number == state.round.number:
        return state.round.players.get(seat)
    return next((settled.player for settled in settled_in(state, number) if settled.seat == seat), None)


def has_bet(state: TableState, number: int, seat: int) -> bool:
    """Whether a seat made a progressive wager that was neither given up nor given back."""
    if number == state.round.number and state.rules.metered in state.bets.wagers.get(seat, ()):
        return True
    return any(
        (settled.seat, settled.wager) == (seat, state.rules.metered) and settled.result not in UNPLAYED
        for settled in settled_in(state, number)
    )


def turn_over(state: TableState, seat: int) -> bool:
    """Whether the dealer has settled a seat of this round, or passed it over."""
    if isinstance(state.phase, Settle):
        return state.round.order.index(seat) < state.round.cursor
    return isinstance(state.phase, Rack)


def apply_reversed(state: TableState, event: ev.SettlementReversed) -> TableState:
    state = read_anew(sent(state, event), event, event.cents - event.refill)
    return draw(state, event.player, event.cents)


def apply_corrected(state: TableState, event: ev.SettlementCorrected) -> TableState:
    state = read_anew(sent(state, event), event, event.refill - event.returned)
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


def read_anew(state: TableState, event: Half, gain: int) -> TableState:
    """Hands settled after a payment that was wrong would have found the meter otherwise."""
    name = event.from_meter
    if name is None:
        return state
    previous, now = state.previous, state.round.settled
    if event.round == state.round.number:
        after = index_of(now, event) + 1
        now = (*now[:after], *(shifted(s, name, gain) for s in now[after:]))
    else:
        after = index_of(previous, event) + 1
        previous = (*previous[:after], *(shifted(s, name, gain) for s in previous[after:]))
        now = tuple(shifted(s, name, gain) for s in now)
    return replace(state, previous=previous, round=replace(state.round, settled=now))


def shifted(settled: ev.WagerSettled, name: str, gain: int) -> ev.WagerSettled:
    reading = settled.meters.get(name)
    if reading is None:
        return settled
    moved = replace(reading, amount=Exact.of(reading.amount.value + gain))
    return replace(settled, meters={**settled.meters, name: moved})


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
