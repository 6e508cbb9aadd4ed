"""What a round does to the meters: shares of wagers given and taken back, payments out of them, resets.

A table holds no meter. Its events carry exact deltas (`readers.ledger.meter_deltas`); what a meter held when
a hand came to be paid comes in with the command, as cards do.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeGuard

import msgspec

from croupier.meters.amounts import MOST, Exact, Reading
from croupier.rulebook import MeterShare
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

replace = msgspec.structs.replace


def meters_of(state: TableState) -> tuple[str, ...]:
    """The meters this table plays for, in the order of its paytable."""
    rules = state.rules
    return tuple(rules.paytable(rules.metered).minimums) if rules.progressive is not None else ()


def gained(state: TableState, seats: tuple[int, ...]) -> dict[str, Fraction]:
    """The share of these seats' progressive wagers that each meter gains."""
    staked = sum(state.bets.wagers[seat][state.rules.metered] for seat in seats)
    shares = {name: state.rules.rate(name) * staked for name in meters_of(state)}
    return {name: share for name, share in shares.items() if share}


def contributed(state: TableState, seats: tuple[int, ...]) -> tuple[ev.MeterContributed, ...]:
    """When the wagers are accepted, before the deal (X-12)."""
    return tuple(
        ev.MeterContributed(
            meter=name,
            amount=Exact.of(share),
            clauses=state.game.rate_clauses,
            readings=("X-12",),
            audience=ev.EVERYONE,
        )
        for name, share in gained(state, seats).items()
    )


def taken_back(
    amounts: Mapping[str, Fraction], clauses: tuple[str, ...], reading: str
) -> tuple[ev.MeterTakenBack, ...]:
    """Exactly what a wager or a round had given, whatever others did to the meter since."""
    return tuple(
        ev.MeterTakenBack(
            meter=name, amount=Exact.of(share), clauses=clauses, readings=(reading,), audience=ev.EVERYONE
        )
        for name, share in sorted(amounts.items())
        if share
    )


def given_by_round(state: TableState) -> dict[str, Fraction]:
    return {name: amount.value for name, amount in state.round.contributed.items()}


def read_meters(state: TableState, given: Mapping[str, Reading]) -> dict[str, Reading]:
    """The readings that came with a command: every meter of the table, and nothing that is no amount."""
    names = meters_of(state)
    wanted = {name: given.get(name) for name in names} if isinstance(given, Mapping) else {}
    found = {name: reading for name, reading in wanted.items() if is_reading(reading)}
    if not names or len(found) < len(names):
        raise refuse(
            Code.METERS_NOT_READ,
            f"what the meters show ({', '.join(meters_of(state))}) must come with the command",
            state.game.meter_clauses,
            "Read the meters and send it again.",
            ("X-12",),
        )
    return found


def is_reading(reading: object) -> TypeGuard[Reading]:
    if not isinstance(reading, Reading) or not isinstance(reading.amount, Exact):
        return False
    num, den, draws = reading.amount.num, reading.amount.den, reading.draws
    return all(type(part) is int for part in (num, den, draws)) and 0 <= num <= MOST and 1 <= den <= MOST


def wants_reading(state: TableState, command: do.Command) -> bool:
    """Whether a driver has to read the meters for a command."""
    if state.rules.progressive is None:
        return False
    if isinstance(command, do.SettleSeat | do.PayProgressive):
        return state.rules.metered in state.bets.wagers.get(command.seat, ())
    return isinstance(command, do.CorrectSettlement) and command.wager == state.rules.metered


def as_if_read(state: TableState, command: do.Command) -> do.Command:
    """A command with some reading, to ask whether the rules would take it; its driver reads the meters."""
    if not wants_reading(state, command):
        return command
    return replace(command, meters=dict.fromkeys(meters_of(state), Reading(Exact(0))))


def share_of(readings: Mapping[str, Reading], share: MeterShare) -> int:
    """Down to the cent; the rest of a cent stays on the meter."""
    return readings[share.meter].amount.value * share.percent // 100


def refill(state: TableState, paid: int, share: MeterShare) -> tuple[ev.MeterReset, ...]:
    """After the whole meter was paid it starts again at its reset amount; a share is deducted (X-12)."""
    progressive = state.rules.progressive
    assert progressive is not None
    if share.percent == 100:
        return (
            ev.MeterReset(
                meter=share.meter,
                cents=progressive.resets[share.meter],
                clauses=(state.rules.paytable(state.rules.metered).minimums[share.meter].clause,),
                readings=("X-12",),
                audience=ev.EVERYONE,
            ),
        )
    if state.rules.reading("X-12") == "R2":  # the share is not deducted: the house makes it good
        return (ev.MeterReset(meter=share.meter, cents=paid, readings=("X-12",), audience=ev.EVERYONE),)
    return ()


# One transfer an entry: the meters' stream bears its number too.

ALWAYS = (ev.MeterContributed, ev.MeterTakenBack, ev.MeterReset)
WHERE_PAID = (ev.WagerSettled, ev.WagerReopened, ev.SettlementReversed, ev.SettlementCorrected)


def moves_meter(event: ev.Event) -> bool:
    if isinstance(event, ALWAYS):
        return True
    if isinstance(event, ev.RulesChanged):
        return bool(event.joins or event.leaves)
    return isinstance(event, WHERE_PAID) and event.from_meter is not None


def numbered(state: TableState, events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """Every event of an entry that moves a meter bears the number of the table's next transfer."""
    number = state.transfers + 1
    return tuple(replace(event, transfer=number) if moves_meter(event) else event for event in events)


def sent(state: TableState, event: Any) -> TableState:
    return replace(state, transfers=event.transfer) if event.transfer else state


def apply_contributed(state: TableState, event: ev.MeterContributed) -> TableState:
    return given(sent(state, event), event.meter, event.amount.value)


def apply_taken_back(state: TableState, event: ev.MeterTakenBack) -> TableState:
    return given(sent(state, event), event.meter, -event.amount.value)


def given(state: TableState, meter: str, share: Fraction) -> TableState:
    before = state.round.contributed
    total = (before[meter].value if meter in before else 0) + share
    left = {name: amount for name, amount in before.items() if name != meter}
    if total:
        left[meter] = Exact.of(total)
    return replace(state, round=replace(state.round, contributed=left))


def apply_reset(state: TableState, event: ev.MeterReset) -> TableState:
    return sent(state, event)
