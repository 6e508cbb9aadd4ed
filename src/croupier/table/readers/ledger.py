"""Double-entry postings of each event between players, layout, tray and house, in whole cents.

A meter pays by a transfer to the table. The table's books post it under the meter's name, and the meters'
books post it under the table's name, with the same id. Contributions and resets are posted only in the
meters' books (`croupier.meters.ledger`).
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.meters.amounts import Cause, Delta, Exact, Transfer
from croupier.table import events as ev

Posting = tuple[str, int]  # account and cents; an event's postings sum to zero

LAYOUT = "layout"  # chips at risk on the betting areas
INVENTORY = "inventory"  # the table inventory container
HOUSE = "house"  # account for cash that pays for chips


def player(name: str) -> str:
    return f"player:{name}"


def meter(name: str) -> str:
    """Return the account of this table's receipts from a meter."""
    return f"meter:{name}"


def postings(event: ev.TableEvent, table: str = "") -> tuple[Posting, ...]:
    """Return an event's postings. A table id, if given, prefixes the accounts to keep tables apart."""
    lines = postings_of_move(event)
    return tuple((f"{table}/{account}", cents) for account, cents in lines) if table else lines


def postings_of_move(event: ev.TableEvent) -> tuple[Posting, ...]:
    match event:
        case ev.BoughtIn():
            return ((player(event.player), event.cents), (HOUSE, -event.cents))
        case ev.CashedOut():
            return ((player(event.player), -event.cents), (HOUSE, event.cents))
        case ev.WagerPlaced():
            return ((player(event.player), -event.cents), (LAYOUT, event.cents))
        case ev.WagerTakenBack() | ev.ChipReturned():
            return ((player(event.player), event.cents), (LAYOUT, -event.cents))
        case ev.ChipsBanked():
            return ((LAYOUT, -event.cents), (INVENTORY, event.cents))
        case ev.EnvyPaid():
            return ((INVENTORY, -event.cents), (player(event.player), event.cents))
        case ev.EnvyReversed():
            return ((INVENTORY, event.cents), (player(event.player), -event.cents))
        case ev.EnvyCorrected():
            return ((INVENTORY, -event.cents), (player(event.player), event.cents))
        case ev.SettlementReversed():
            return postings_of_correction(event.player, -event.cents, event.from_meter)
        case ev.SettlementCorrected():
            return postings_of_correction(event.player, event.returned, event.from_meter)
        case ev.WagerSettled():
            return postings_of_settlement(event)
        case ev.WagerReopened():
            return postings_of_reopening(event)
    return ()


def postings_of_correction(name: str, cents: int, from_meter: str | None) -> tuple[Posting, ...]:
    """Return the postings of one half of a correction."""
    return ((player(name), cents), (INVENTORY if from_meter is None else meter(from_meter), -cents))


def postings_of_settlement(event: ev.WagerSettled) -> tuple[Posting, ...]:
    lines = []
    if event.returned:
        lines.append((player(event.player), event.returned))
    stake = 0 if event.banked else event.staked  # a banked stake is already in the tray
    if stake:
        lines.append((LAYOUT, -stake))
    if event.from_meter is not None:
        lines.append((meter(event.from_meter), -event.returned))
        if stake:
            lines.append((INVENTORY, stake))
    elif stake != event.returned:
        lines.append((INVENTORY, stake - event.returned))
    return tuple(lines)


def postings_of_reopening(event: ev.WagerReopened) -> tuple[Posting, ...]:
    """Return the exact reverse of the settlement's postings."""
    lines = []
    if event.returned:
        lines.append((player(event.player), -event.returned))
    stake = 0 if event.banked else event.staked
    if stake:
        lines.append((LAYOUT, stake))
    if event.from_meter is not None:
        lines.append((meter(event.from_meter), event.returned))
        if stake:
            lines.append((INVENTORY, -stake))
    elif stake != event.returned:
        lines.append((INVENTORY, event.returned - stake))
    return tuple(line for line in lines if line[1])


def meter_deltas(event: ev.TableEvent) -> tuple[Delta, ...]:
    """Return an event's exact meter deltas. They can be applied in any order."""
    match event:
        case ev.MeterContributed():
            return (Delta(event.meter, "contributed", event.amount),)
        case ev.MeterTakenBack():
            return (Delta(event.meter, "taken_back", Exact.of(-event.amount.value)),)
        case ev.MeterReset():
            return (Delta(event.meter, "reset", Exact(event.cents)),)
        case ev.WagerSettled() if event.from_meter is not None:
            read = event.meters[event.from_meter].draws
            return (Delta(event.from_meter, "paid", Exact(-event.returned), read),)
        case ev.WagerReopened() if event.from_meter is not None:
            return meter_deltas_of_payment(event.from_meter, "reversed", event.returned, -event.refill, None)
        case ev.SettlementReversed() if event.from_meter is not None:
            return meter_deltas_of_payment(
                event.from_meter, "reversed", event.cents, -event.refill, event.read
            )
        case ev.SettlementCorrected() if event.from_meter is not None:
            return meter_deltas_of_payment(
                event.from_meter, "corrected", -event.returned, event.refill, event.read
            )
        case ev.RulesChanged():
            joined = tuple(Delta(name, "joined", Exact(cents)) for name, cents in sorted(event.joins.items()))
            return (*joined, *(Delta(name, "left", Exact(0)) for name in event.leaves))
    return ()


def meter_deltas_of_payment(
    name: str, cause: Cause, cents: int, refill: int, read: int | None
) -> tuple[Delta, ...]:
    moved = Delta(name, cause, Exact(cents), read)
    return (moved, Delta(name, "reset", Exact(refill))) if refill else (moved,)


def transfer(table: str, events: Iterable[ev.TableEvent]) -> Transfer | None:
    """Collect the deltas of one entry under its transfer number. Return None if no meter moves."""
    number = 0
    deltas: list[Delta] = []
    clauses: dict[str, None] = {}
    readings: dict[str, None] = {}
    for event in events:
        if found := meter_deltas(event):
            deltas += found
            number = event.transfer  # type: ignore[attr-defined]
            clauses.update(dict.fromkeys(event.clauses))
            readings.update(dict.fromkeys(event.readings))
    return Transfer(table, number, tuple(deltas), tuple(clauses), tuple(readings)) if deltas else None
