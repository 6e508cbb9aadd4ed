"""Double entry: what each event moves between players, layout, tray, meters and house, in whole cents."""

from __future__ import annotations

from croupier.table import events as ev

Posting = tuple[str, int]  # account, cents; an event's postings sum to zero

LAYOUT = "layout"  # chips at risk on the betting areas
INVENTORY = "inventory"  # the table inventory container
HOUSE = "house"  # cash for chips, and what the house puts into meters


def player(name: str) -> str:
    return f"player:{name}"


def meter(name: str) -> str:
    return f"meter:{name}"


def postings(event: ev.Event) -> tuple[Posting, ...]:
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
        case ev.MeterGrew():
            return ((INVENTORY, -event.cents), (meter(event.meter), event.cents))
        case ev.MeterReset():
            return ((HOUSE, -event.cents), (meter(event.meter), event.cents))
        case ev.EnvyPaid():
            return ((INVENTORY, -event.cents), (player(event.player), event.cents))
        case ev.MeterReversed():
            return ((INVENTORY, event.cents), (meter(event.meter), -event.cents))
        case ev.EnvyReversed():
            return ((INVENTORY, event.cents), (player(event.player), -event.cents))
        case ev.EnvyCorrected():
            return ((INVENTORY, -event.cents), (player(event.player), event.cents))
        case ev.SettlementReversed():
            return corrected(event.player, -event.cents, event.from_meter, -event.refill)
        case ev.SettlementCorrected():
            return corrected(event.player, event.returned, event.from_meter, event.refill)
        case ev.RulesChanged():
            return tuple(
                line
                for name, cents in sorted(event.meters.items())
                for line in ((HOUSE, -cents), (meter(name), cents))
            )
        case ev.WagerSettled():
            return settled(event)
        case ev.WagerReopened():
            return reopened(event)
    return ()


def corrected(name: str, cents: int, from_meter: str | None, refill: int) -> tuple[Posting, ...]:
    """Half of a correction; where a meter paid, with what the house put into it afterwards."""
    if from_meter is None:
        return ((player(name), cents), (INVENTORY, -cents))
    paid = ((player(name), cents), (meter(from_meter), -cents))
    return (*paid, (HOUSE, -refill), (meter(from_meter), refill)) if refill else paid


def settled(event: ev.WagerSettled) -> tuple[Posting, ...]:
    lines = []
    if event.returned:
        lines.append((player(event.player), event.returned))
    stake = 0 if event.banked else event.staked  # a banked stake is in the tray already
    if stake:
        lines.append((LAYOUT, -stake))
    if event.from_meter is not None:
        lines.append((meter(event.from_meter), -event.returned))
        if stake:
            lines.append((INVENTORY, stake))
    elif stake != event.returned:
        lines.append((INVENTORY, stake - event.returned))
    return tuple(lines)


def reopened(event: ev.WagerReopened) -> tuple[Posting, ...]:
    """The exact reverse of the settlement, with what the house put into the meter after it."""
    lines = []
    if event.returned:
        lines.append((player(event.player), -event.returned))
    stake = 0 if event.banked else event.staked
    if stake:
        lines.append((LAYOUT, stake))
    if event.from_meter is not None:
        lines.append((meter(event.from_meter), event.returned - event.refill))
        lines.append((HOUSE, event.refill))
        if stake:
            lines.append((INVENTORY, -stake))
    elif stake != event.returned:
        lines.append((INVENTORY, event.returned - stake))
    return tuple(line for line in lines if line[1])
