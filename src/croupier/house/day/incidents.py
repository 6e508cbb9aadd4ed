"""What is listed one by one: corrections, voids and rulings, and payments above the thresholds of the law."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.house.day.reading import Entry
from croupier.submission.money import written
from croupier.table import events as ev

TOLD = 25_000_00  # cents: surveillance is told of a payment (COMAR 36.05.03.23)
BY_CHECK = 50_000_00  # … and this one is made by check, before a witness


class Incident(msgspec.Struct, frozen=True):
    """A correction, a void, a ruling or a reversal, with the entry that has it."""

    stream: str
    entry: int
    at: int
    what: str
    by: str
    reason: str
    round: int = 0
    player: str = ""
    cents: int | None = None  # what the player or the meter gained by it; None where no money moved


def incident_of(stream: str, event: Any, entry: Entry) -> Incident | None:
    """What a person did out of the ordinary run, as far as it is not undone and done again by the machine."""
    told = _told(event)
    if told is None:
        return None
    what, player, cents = told
    by = getattr(event, "by", "") or getattr(entry.command, "by", "")
    return Incident(
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


def _told(event: Any) -> tuple[str, str, int | None] | None:
    match event:
        case ev.RoundVoided():
            return "round void, all wagers returned", "", None
        case ev.SettlementReversed():
            return f"{event.wager}: payment reversed", event.player, -event.cents
        case ev.SettlementCorrected():
            return f"{event.wager}: right payment", event.player, event.returned
        case ev.EnvyReversed():
            return "Envy Bonus reversed", event.player, -event.cents
        case ev.EnvyCorrected():
            return "Envy Bonus, right payment", event.player, event.cents
        case ev.WagerReopened():
            return f"{event.wager}: settlement undone in the round", event.player, -event.returned
        case ev.DecisionCorrected():
            return f"decision {event.was} put right: {event.choice}", event.player, None
        case ev.NamingCorrected():
            return f"card {event.was} at {event.place} put right: {event.card}", "", None
        case ev.Ruled():
            return f"ruling on {event.matter}: {event.outcome}", "", None
        case ev.SeatForfeited():
            return "wagers abandoned or forfeited", event.player, None
        case ev.PlayerOwes():
            return f"player owes {written(event.cents)}", event.player, None
    return None


class Paid(msgspec.Struct, frozen=True):
    """One line of a payout document's trail."""

    entry: int
    hash: str
    at: int
    what: str
    cents: int  # what the player won by it; below zero, what was taken back


class Payout(msgspec.Struct, frozen=True):
    """All that one player won in one round, where it reaches a threshold at some moment."""

    number: str  # of the document: table, round and player name it for ever
    table: str
    round: int
    player: str
    seats: tuple[int, ...]
    cents: int  # as it stands at the end of the day
    most: int  # the most that it ever was
    trail: tuple[Paid, ...]

    @property
    def by_check(self) -> bool:
        return self.most >= BY_CHECK


class _Open:
    def __init__(self) -> None:
        self.seats: set[int] = set()
        self.trail: list[Paid] = []
        self.today = False


class Payouts:
    """Watches what players win, round by round. This round's payments and the last one's can be corrected."""

    def __init__(self, table: str, number: int) -> None:
        self._table, self._round = table, number
        self._open: dict[tuple[int, str], _Open] = {}
        self._reversed: dict[tuple[int, str], int] = {}
        self.found: list[Payout] = []

    def take(self, event: ev.Event, entry: Entry, today: bool) -> None:
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
        found = self._open.setdefault((getattr(event, "round", self._round), event.player), _Open())  # type: ignore[attr-defined]
        found.seats.add(event.seat)  # type: ignore[attr-defined]
        found.today |= today
        if cents:
            found.trail.append(Paid(entry.n, entry.hash, entry.at, what, cents))

    def _won(self, event: Any) -> tuple[str, int] | None:
        """What a payment was for, and how the player's winnings changed by it."""
        match event:
            case ev.WagerSettled():
                source = f", from the {event.from_meter} meter" if event.from_meter else ""
                return f"{event.wager} pays {event.pays}{source}".strip(), max(
                    event.returned - event.staked, 0
                )
            case ev.WagerReopened():
                return f"{event.wager}: undone", -max(event.returned - event.staked, 0)
            case ev.SettlementCorrected():
                was = self._reversed.pop((event.seat, event.wager), 0)
                gained = max(event.returned - event.staked, 0) - max(was - event.staked, 0)
                return f"{event.wager}: corrected ({event.reason})", gained
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

    def _write(self, key: tuple[int, str], found: _Open) -> None:
        number, player = key
        total = most = 0
        for paid in found.trail:
            total += paid.cents
            most = max(most, total)
        if found.today and most >= TOLD:
            name = f"{self._table}/{number}/{player}"
            seats = tuple(sorted(found.seats))
            self.found.append(
                Payout(name, self._table, number, player, seats, total, most, tuple(found.trail))
            )

    def end(self) -> None:
        self._flush(1 << 60)
