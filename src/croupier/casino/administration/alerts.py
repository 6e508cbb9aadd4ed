"""Decide alerts. A table raises an alert, and surveillance acknowledges it."""

from __future__ import annotations

from croupier.casino.administration import alert_commands as do
from croupier.casino.administration.alert_commands import SMALL_WIN, AlertKind, HouseAlert
from croupier.casino.administration.calls import READERS
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.people import now
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.tables import own_table, put, the_table
from croupier.casino.machines import CasinoEvent, refuse, replace
from croupier.rulebook import regulation
from croupier.table.roles import SURVEILLANCE, id_of, role_of

APART = regulation("separation_of_duties")
PAYOUTS = regulation("large_payouts")
SLIPS = regulation("chip_slips")
CLAUSES: dict[AlertKind, str] = {"payout": PAYOUTS, "float": SLIPS}
MISREADS = 3  # number of corrected card names within `WITHIN` rounds that raises a separate alert
WITHIN = 10
MOST_OPEN = 200  # the oldest of more alerts is dropped, so that a snapshot fits into one journal line


def decide_raise(state: AdministrationState, command: do.RaiseAlert) -> tuple[CasinoEvent, ...]:
    if command.table:
        the_table(state, command.table)
    own_table(command.by, command.table)
    return (raised(state, command, command.kind, command.words, command.cents),)


def decide_misread(state: AdministrationState, command: do.NoteMisread) -> tuple[CasinoEvent, ...]:
    """Count a corrected card name or a dealer's own correction. The third one within ten rounds raises a
    separate kind of alert.
    """
    rounds = (*the_table(state, command.table).misreads, command.round)[-MISREADS:]
    own_table(command.by, command.table)
    dealer = id_of(command.who) if command.own else ""
    noted = do.MisreadNoted(
        table=command.table,
        round=command.round,
        dealer=dealer,
        day=command.day if dealer else 0,
        audience=READERS,
        clauses=(APART,),
    )
    words = command.words
    if dealer:
        count = own_corrections(state, dealer, command.day) + 1
        words = f"{words} The dealer's own corrections today: {count}"
    if len(rounds) < MISREADS or rounds[-1] - rounds[0] >= WITHIN:
        return noted, raised(state, command, "correction", words)
    return noted, raised(
        state, command, "misread", f"{MISREADS} wrong entries within {WITHIN} rounds. {words}"
    )


def own_corrections(state: AdministrationState, dealer: str, day: int) -> int:
    """Return how many of their own entries a dealer corrected in a gaming day."""
    found = state.own_corrections.get(dealer)
    return found.count if found is not None and found.day == day else 0


def raised(
    state: AdministrationState,
    command: do.RaiseAlert | do.NoteMisread,
    kind: AlertKind,
    words: str,
    cents: int = 0,
) -> do.AlertRaised:
    alert = HouseAlert(
        number=state.alerted + 1,
        table=command.table,
        kind=kind,
        words=words[:500],
        round=command.round,
        seat=command.seat,
        cents=cents,
        who=command.who,
        at=now(state, command),
        clauses=(CLAUSES.get(kind, APART),),
    )
    return do.AlertRaised(alert=alert, audience=READERS, clauses=alert.clauses)


def decide_acknowledge(state: AdministrationState, command: do.AcknowledgeAlert) -> tuple[CasinoEvent, ...]:
    """Acknowledge an alert. A small win is validated by a floorperson, all other alerts by surveillance."""
    alert = state.alerts.get(str(command.alert))
    if alert is None:
        raise refuse(
            AdministrationCode.NO_SUCH_ALERT,
            f"alert {command.alert} is not open",
            "No action needed.",
        )
    watching = role_of(command.by) == SURVEILLANCE
    if watching is (alert.kind == SMALL_WIN):
        remedy = (
            "A floorperson or above validates the win."
            if watching
            else "Surveillance acknowledges the alert."
        )
        raise refuse(
            AdministrationCode.ALERT_OF_OTHERS,
            f"alert {alert.number} is for someone else to acknowledge",
            remedy,
            APART,
        )
    if id_of(command.by) == id_of(alert.who):
        raise refuse(
            AdministrationCode.ALERT_OF_OTHERS,
            "you cannot acknowledge your own act",
            "Another person must acknowledge the alert.",
            APART,
        )
    return (
        do.AlertAcknowledged(
            alert=alert.number,
            by=command.by,
            words=command.words.strip(),
            audience=READERS,
            clauses=alert.clauses,
        ),
    )


def apply_raised(state: AdministrationState, event: do.AlertRaised) -> AdministrationState:
    alert = event.alert
    newest = sorted((*state.alerts.values(), alert), key=lambda item: item.number)[-MOST_OPEN:]
    return replace(state, alerts={str(item.number): item for item in newest}, alerted=alert.number)


def apply_misread(state: AdministrationState, event: do.MisreadNoted) -> AdministrationState:
    table = state.tables[event.table]
    state = put(state, replace(table, misreads=(*table.misreads, event.round)[1 - MISREADS :]))
    if not event.dealer:
        return state
    count = own_corrections(state, event.dealer, event.day) + 1
    today = {dealer: found for dealer, found in state.own_corrections.items() if found.day >= event.day}
    today[event.dealer] = do.OwnCorrections(event.day, count)
    return replace(state, own_corrections=today)


def apply_acknowledged(state: AdministrationState, event: do.AlertAcknowledged) -> AdministrationState:
    remaining = {number: alert for number, alert in state.alerts.items() if number != str(event.alert)}
    return replace(state, alerts=remaining)
