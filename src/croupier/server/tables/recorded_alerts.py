"""Alerts that a table raises for surveillance in the transaction of its own entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.casino.administration.alert_commands import AlertKind, NoteMisread, RaiseAlert
from croupier.records.transcript import say
from croupier.rulebook import figures
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts import keying
from croupier.table.events import TableEvent
from croupier.table.machine import TableStep
from croupier.table.roles import FLOOR, HOUSE, id_of

CORRECTED = (ev.SettlementCorrected, ev.EnvyCorrected, ev.DecisionCorrected)
OVERRIDES = (do.ActFor, do.DeclareForfeit, do.DeclareAbandoned, do.RuleOnIncident)
SMALL_WINS = f"{FLOOR}:{HOUSE}"  # validates small progressive wins under the approved internal controls


class AlertFinder:
    """Finds the alerts in a table's steps."""

    def __init__(self, table: str) -> None:
        self.table = table

    def alerts(self, steps: Iterable[TableStep], at: int, day: int = 0) -> Iterator[RaiseAlert | NoteMisread]:
        """Yield the commands that raise the alerts. `day` is the gaming day."""
        for step in steps:
            command, number = step.command, step.state.round.number
            own = isinstance(command, do.CorrectKeying)
            if own:
                yield self.own_correction(step.events, number, command.by, at, day)
            for event in step.events:
                if own and isinstance(event, keying.CORRECTIONS):
                    continue  # counted once for the entry
                if isinstance(event, ev.NamingCorrected):
                    yield self.misread(event, number, command.by, at)
                elif (alert := self.find(event)) is not None:
                    kind, words, cents = alert
                    yield self.alert(kind, words, event, number, cents, command.by, at)
            voided = any(isinstance(event, ev.RoundVoided) for event in step.events)
            if isinstance(command, OVERRIDES) and id_of(command.by) != HOUSE and not voided:
                words = f"{command.title}: {command.reason}"
                yield self.alert("override", words, step.events[-1], number, 0, command.by, at)

    def find(self, event: TableEvent) -> tuple[AlertKind, str, int] | None:
        """Return the kind, the words and the amount of an event's alert, or None."""
        if isinstance(event, ev.RoundVoided):
            return "void", say(event), 0
        if isinstance(event, ev.WagerTakenBack) and event.by:
            return "correction", say(event), 0
        if isinstance(event, CORRECTED):
            return "correction", say(event), int(getattr(event, "returned", getattr(event, "cents", 0)))
        if isinstance(event, ev.ProgressiveValidated) and event.by == SMALL_WINS:
            return (
                "small_win",
                f"Seat {event.seat} has a small progressive win. Check its hand and validate",
                0,
            )
        if isinstance(event, ev.WagerSettled):
            won = event.returned - event.staked
            if won >= figures().payout_notice_cents:
                return "payout", f"Seat {event.seat} wins {format_dollars(won)} on {event.wager}", won
        return None

    def alert(
        self, kind: AlertKind, words: str, event: TableEvent, number: int, cents: int, by: str, at: int
    ) -> RaiseAlert:
        return RaiseAlert(
            table=self.table,
            kind=kind,
            words=words[:500],
            round=getattr(event, "round", number),
            seat=getattr(event, "seat", 0),
            cents=cents,
            who=by,
            by=f"table:{self.table}",
            at=at,
        )

    def misread(self, event: ev.NamingCorrected, number: int, by: str, at: int) -> NoteMisread:
        """Return the command that counts a misread card, so that the count survives a restart."""
        return NoteMisread(
            table=self.table,
            words=say(event)[:500],
            round=number,
            who=by,
            by=f"table:{self.table}",
            at=at,
        )

    def own_correction(
        self, events: Iterable[TableEvent], number: int, by: str, at: int, day: int
    ) -> NoteMisread:
        """Return the command that counts a dealer's correction of their own last entry."""
        corrected = [event for event in events if isinstance(event, keying.CORRECTIONS)]
        return NoteMisread(
            table=self.table,
            words=" ".join(f"{say(event).rstrip('.')}." for event in corrected)[:400] or "Corrected bets.",
            round=number,
            seat=getattr(corrected[0], "seat", 0) if corrected else 0,
            who=by,
            own=True,
            day=day,
            by=f"table:{self.table}",
            at=at,
        )
