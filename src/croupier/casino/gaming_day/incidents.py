"""List incidents such as corrections, voids and rulings, and payouts above the legal thresholds."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.casino.gaming_day.day_stream import DayEntry
from croupier.rulebook import figures
from croupier.submission.money import format_dollars
from croupier.table import events as ev

TOLD = figures().payout_notice_cents  # surveillance is notified of payouts from this amount on
BY_CHECK = figures().payout_check_cents  # payouts from this amount on need a check and a witness


class DayIncident(msgspec.Struct, frozen=True):
    """A correction, void, ruling or reversal, with its entry."""

    stream: str
    entry: int
    at: int
    what: str
    by: str
    reason: str
    round: int = 0
    player: str = ""
    cents: int | None = None  # cents that the player or the meter gained; None if no money moved


def incident_of(stream: str, event: Any, entry: DayEntry) -> DayIncident | None:
    """Return the incident for a person's unusual action, or None."""
    description = _describe(event)
    if description is None:
        return None
    what, player, cents = description
    by = getattr(event, "by", "") or getattr(entry.command, "by", "")
    return DayIncident(
        stream,
        entry.n,
        entry.at,
        what,
        by,
        getattr(event, "reason", ""),
        getattr(event, "round", 0),
        player,
        cents,
    )


def _describe(event: Any) -> tuple[str, str, int | None] | None:
    match event:
        case ev.RoundVoided():
            return "round voided, all wagers returned", "", None
        case ev.SettlementReversed():
            return f"{event.wager}: payment reversed", event.player, -event.cents
        case ev.SettlementCorrected():
            return f"{event.wager}: corrected payment", event.player, event.returned
        case ev.EnvyReversed():
            return "Envy Bonus reversed", event.player, -event.cents
        case ev.EnvyCorrected():
            return "Envy Bonus, corrected payment", event.player, event.cents
        case ev.WagerReopened():
            return f"{event.wager}: settlement undone within the round", event.player, -event.returned
        case ev.DecisionCorrected():
            return f"decision corrected from {event.was} to {event.choice}", event.player, None
        case ev.NamingCorrected():
            return f"card at {event.place} corrected from {event.was} to {event.card}", "", None
        case ev.WagerTakenBack() if event.by:
            return f"{event.wager}: bet of {format_dollars(event.cents)} entered wrongly", event.player, None
        case ev.Ruled():
            return f"ruling on {event.matter}: {event.outcome}", "", None
        case ev.SeatForfeited():
            return "wagers abandoned or forfeited", event.player, None
        case ev.PlayerOwes():
            return f"player owes {format_dollars(event.cents)}", event.player, None
    return None


class PayoutStep(msgspec.Struct, frozen=True):
    """One line in the history of a payout."""

    entry: int
    hash: str
    at: int
    what: str
    cents: int  # cents that the player won; negative if taken back


class LargePayout(msgspec.Struct, frozen=True):
    """All winnings of a player in a round whose sum reached a threshold at any time."""

    number: str  # document number, made up of table, round and player
    table: str
    round: int
    player: str
    seats: tuple[int, ...]
    cents: int  # winnings at the end of the gaming day
    most: int  # the highest amount at any time
    trail: tuple[PayoutStep, ...]

    @property
    def by_check(self) -> bool:
        return self.most >= BY_CHECK


class _Open:
    def __init__(self) -> None:
        self.seats: set[int] = set()
        self.trail: list[PayoutStep] = []
        self.today = False


class Payouts:
    """Tracks winnings by round. Payments of the current and the previous round may still be corrected."""

    def __init__(self, table: str, number: int) -> None:
        self._table, self._round = table, number
        self._open: dict[tuple[int, str], _Open] = {}
        self._reversed: dict[tuple[int, str], int] = {}
        self.large: list[LargePayout] = []

    def take(self, event: ev.TableEvent, entry: DayEntry, today: bool) -> None:
        if isinstance(event, ev.BetsClosed):
            self._round = event.round
            self._flush(event.round - 1)
            return
        if isinstance(event, ev.SettlementReversed):
            self._reversed[event.seat, event.wager] = event.cents
            return
        if (won := self._won(event)) is None:
            return
        what, cents = won
        payout = self._open.setdefault((getattr(event, "round", self._round), event.player), _Open())  # type: ignore[attr-defined]
        payout.seats.add(event.seat)  # type: ignore[attr-defined]
        payout.today |= today
        if cents:
            payout.trail.append(PayoutStep(entry.n, entry.hash, entry.at, what, cents))

    def _won(self, event: Any) -> tuple[str, int] | None:
        """Return the reason for a payment, and the change of the player's winnings."""
        match event:
            case ev.WagerSettled():
                source = f", from the {event.from_meter} meter" if event.from_meter else ""
                return f"{event.wager} pays {event.pays}{source}".strip(), max(
                    event.returned - event.staked, 0
                )
            case ev.WagerReopened():
                return f"{event.wager}: undone", -max(event.returned - event.staked, 0)
            case ev.SettlementCorrected():
                returned_before = self._reversed.pop((event.seat, event.wager), 0)
                gain = max(event.returned - event.staked, 0) - max(returned_before - event.staked, 0)
                return f"{event.wager}: corrected ({event.reason})", gain
            case ev.EnvyPaid():
                return "Envy Bonus", event.cents
            case ev.EnvyReversed():
                return f"Envy Bonus reversed ({event.reason})", -event.cents
            case ev.EnvyCorrected():
                return f"Envy Bonus corrected ({event.reason})", event.cents
        return None

    def _flush(self, before: int) -> None:
        for key in [key for key in self._open if key[0] < before]:
            self._write(key, self._open.pop(key))

    def _write(self, key: tuple[int, str], payout: _Open) -> None:
        number, player = key
        total = highest = 0
        for step in payout.trail:
            total += step.cents
            highest = max(highest, total)
        if payout.today and highest >= TOLD:
            name = f"{self._table}/{number}/{player}"
            seats = tuple(sorted(payout.seats))
            self.large.append(
                LargePayout(name, self._table, number, player, seats, total, highest, tuple(payout.trail))
            )

    def end(self) -> None:
        self._flush(1 << 60)
