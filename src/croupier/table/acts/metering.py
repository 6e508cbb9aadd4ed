"""Effects of a round on the meters: contributions, reversals, payments and resets.

A table's state contains no meter, but its events contain exact changes of meters
(`readers.ledger.meter_deltas`). A command that pays from a meter contains the meter's amount, as other
commands contain cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeGuard

import msgspec

from croupier.meters.amounts import MOST, Exact, MeterReading
from croupier.rulebook import MeterShare
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies
from croupier.table.state import TableState

replace = msgspec.structs.replace


def meters_of(state: TableState) -> tuple[str, ...]:
    """Return the meters of this table, in paytable order."""
    rules = state.rules
    return tuple(rules.paytable(rules.metered).minimums) if rules.progressive is not None else ()


def meter_shares(state: TableState, seats: tuple[int, ...]) -> dict[str, Fraction]:
    """Return, in exact cents, the amount that these seats' progressive wagers add to each meter."""
    staked = sum(state.bets.wagers[seat][state.rules.metered] for seat in seats)
    shares = {name: state.rules.rate(name) * staked for name in meters_of(state)}
    return {name: share for name, share in shares.items() if share}


def contribution_events(state: TableState, seats: tuple[int, ...]) -> tuple[ev.MeterContributed, ...]:
    """Contribute to the meters when the wagers are accepted, before the deal (X-12)."""
    return tuple(
        ev.MeterContributed(
            meter=name,
            amount=Exact.of(share),
            clauses=state.game.rate_clauses,
            readings=("X-12",),
            audience=ev.EVERYONE,
        )
        for name, share in meter_shares(state, seats).items()
    )


def taken_back(
    amounts: Mapping[str, Fraction], clauses: tuple[str, ...], reading: str
) -> tuple[ev.MeterTakenBack, ...]:
    """Reverse the exact contribution of a wager or round, even if the meter has changed since."""
    return tuple(
        ev.MeterTakenBack(
            meter=name, amount=Exact.of(share), clauses=clauses, readings=(reading,), audience=ev.EVERYONE
        )
        for name, share in sorted(amounts.items())
        if share
    )


def given_by_round(state: TableState) -> dict[str, Fraction]:
    return {name: amount.value for name, amount in state.round.contributed.items()}


def read_meters(state: TableState, readings: Mapping[str, MeterReading]) -> dict[str, MeterReading]:
    """Return a command's meter readings. Refuse if any meter is missing or a reading is invalid."""
    names = meters_of(state)
    needed = {name: readings.get(name) for name in names} if isinstance(readings, Mapping) else {}
    found = {name: reading for name, reading in needed.items() if is_reading(reading)}
    if not names or len(found) < len(names):
        raise refuse(
            TableCode.METERS_NOT_READ,
            f"meter readings are missing ({', '.join(meters_of(state))})",
            state.game.meter_clauses,
            "Read the meters and send the command again.",
            ("X-12",),
        )
    return found


def is_reading(reading: object) -> TypeGuard[MeterReading]:
    if not isinstance(reading, MeterReading) or not isinstance(reading.amount, Exact):
        return False
    num, den, draws = reading.amount.num, reading.amount.den, reading.draws
    return all(type(part) is int for part in (num, den, draws)) and 0 <= num <= MOST and 1 <= den <= MOST


def wants_reading(state: TableState, command: do.TableCommand) -> bool:
    """Return whether the driver must read the meters for a command."""
    if state.rules.progressive is None:
        return False
    if isinstance(command, do.SettleSeat | do.PayProgressive):
        return state.rules.metered in state.bets.wagers.get(command.seat, ())
    return isinstance(command, do.CorrectSettlement) and command.wager == state.rules.metered


def as_if_read(state: TableState, command: do.TableCommand) -> do.TableCommand:
    """Add sample meter readings to a command, so that the rules can check it."""
    if not wants_reading(state, command):
        return command
    return replace(command, meters=dict.fromkeys(meters_of(state), MeterReading(Exact(0))))


def share_of(readings: Mapping[str, MeterReading], share: MeterShare) -> int:
    """Return a meter share in cents, rounded down. The fraction of a cent stays on the meter."""
    return readings[share.meter].amount.value * share.percent // 100


def refill(state: TableState, paid: int, share: MeterShare) -> tuple[ev.MeterReset, ...]:
    """Reset a meter after it is paid in full. A partial share is only deducted (X-12)."""
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
    if state.rules.reading("X-12") == "R2":  # the share is not deducted, because the house replaces it
        return (ev.MeterReset(meter=share.meter, cents=paid, readings=("X-12",), audience=ev.EVERYONE),)
    return ()


# Each entry has at most one transfer. The meters' stream stores the transfer under the same number.

ALWAYS = (ev.MeterContributed, ev.MeterTakenBack, ev.MeterReset)
WHERE_PAID = (ev.WagerSettled, ev.WagerReopened, ev.SettlementReversed, ev.SettlementCorrected)


def moves_meter(event: ev.TableEvent) -> bool:
    if isinstance(event, ALWAYS):
        return True
    if isinstance(event, ev.RulesChanged):
        return bool(event.joins or event.leaves)
    return isinstance(event, WHERE_PAID) and event.from_meter is not None


def number_transfers(state: TableState, events: tuple[ev.TableEvent, ...]) -> tuple[ev.TableEvent, ...]:
    """Assign the next transfer number to those events of an entry that move a meter."""
    number = state.transfers + 1
    return tuple(replace(event, transfer=number) if moves_meter(event) else event for event in events)


def count_transfer(state: TableState, event: Any) -> TableState:
    return replace(state, transfers=event.transfer) if event.transfer else state


@applies(ev.MeterContributed)
def apply_contributed(state: TableState, event: ev.MeterContributed) -> TableState:
    return add_to_meter(count_transfer(state, event), event.meter, event.amount.value)


@applies(ev.MeterTakenBack)
def apply_taken_back(state: TableState, event: ev.MeterTakenBack) -> TableState:
    return add_to_meter(count_transfer(state, event), event.meter, -event.amount.value)


def add_to_meter(state: TableState, meter: str, share: Fraction) -> TableState:
    before = state.round.contributed
    total = (before[meter].value if meter in before else 0) + share
    left = {name: amount for name, amount in before.items() if name != meter}
    if total:
        left[meter] = Exact.of(total)
    return replace(state, round=replace(state.round, contributed=left))


@applies(ev.MeterReset)
def apply_reset(state: TableState, event: ev.MeterReset) -> TableState:
    return count_transfer(state, event)
