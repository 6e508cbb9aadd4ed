"""The floor's overview of a table: the due act, when it became due, and alerts that need attention."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.casino.administration.licenses import lack_of
from croupier.casino.administration.review_commands import CorrectionReview
from croupier.casino.administration.rule_changes import notice_end
from croupier.casino.administration.shifts import payout_of, supervisor_of
from croupier.casino.administration.state import TRAINING, AdministrationState, Change, HouseTable
from croupier.rulebook import regulation
from croupier.server.steady_clock import AHEAD
from croupier.server.tables.actor import TableActor
from croupier.server.tables.console import DueActView
from croupier.server.tables.pending_payouts import PayoutDue, needs, payout_due, settlement_due
from croupier.store import schema as db
from croupier.store.round_index import CORRECTION, VOID
from croupier.submission.money import format_dollars
from croupier.table.acts.decks import life_of_deck
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, id_of, role_of

APART = regulation("separation_of_duties")
DEVICES = regulation("device_inspection")
LIMITS_NOTICE = regulation("limits_with_players")
PAYOUTS = regulation("large_payouts")
PERSONNEL = regulation("supervision")
SOON = 30 * 60  # a warning appears this many seconds before the end of a deck's time limit
INCIDENT_SHOWN = 30 * 60  # seconds for which the overview shows a correction or a void round
VOID_IN_QUEUE = 10 * 60  # seconds for which a round that the dealer voided stays in the floor's queue
CORRECTIONS = ("settlement_corrected", "envy_corrected", "naming_corrected", "decision_corrected")
SUPERVISE = (FLOOR, PIT_MANAGER)


class Alert(msgspec.Struct, frozen=True):
    """A condition at a table that needs attention. With `yours`, the floor must act."""

    kind: str
    words: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    since: int = 0  # start of the condition, if known
    until: int = 0  # end of the condition, if known
    yours: bool = False
    number: int = 0  # number of a call or a change


class PayoutView(msgspec.Struct, frozen=True):
    """A large payout, and the steps required before it is validated or paid."""

    due: PayoutDue
    round: int
    needs: tuple[str, ...]
    clauses: tuple[str, ...]
    told: str
    told_at: int
    witness: str
    witness_at: int


class Strip(msgspec.Struct, frozen=True):
    round: int
    act: str
    words: str
    role: str  # the role that must act
    stopped: bool  # whether the table waits for a supervisor
    clauses: tuple[str, ...]
    since: int  # time of the last entry
    seated: int
    bettors: int
    meters: dict[str, int]
    cards: tuple[int, int]  # number of cards in the shoe, and in the discard rack
    payout: PayoutView | None
    paused: bool


def strip_of(owner: TableActor, table: HouseTable) -> Strip:
    """Summarize a table that this node runs, using only cards that its staff has seen."""
    state, act = owner.state, owner.due_now
    due = payout_due(state, owner.with_reading) if waits_for_payout(owner) else None
    return Strip(
        round=state.round.number,
        act=act.act,
        words=act.words,
        role=act.role,
        stopped=act.role in SUPERVISE and act.state != "act",
        clauses=act.clauses,
        since=state.clock,
        seated=len(state.seating.seats),
        bettors=len(state.bets.wagers),
        meters=owner.meters_shown(),
        cards=(state.layout.stub, sum(len(cards) for _, cards in state.layout.rack)),
        payout=payout_view(due, table, state.round.number) if due is not None else None,
        paused=owner.timer.paused,
    )


def waits_for_payout(owner: TableActor) -> bool:
    """Return whether a payout may be pending: a progressive win, or a tray payout at a live table."""
    return bool(owner.state.round.awaiting) or owner.rules.live


def payout_view(due: PayoutDue, table: HouseTable, number: int) -> PayoutView:
    review = payout_of(table, number, due.seat)
    steps = needs(due.cents)
    return PayoutView(
        due, number, steps, (PAYOUTS,), review.told, review.told_at, review.witness, review.witness_at
    )


def alerts_of(
    desk: AdministrationState, table: HouseTable, owner: TableActor | None, at: int, day: int
) -> tuple[Alert, ...]:
    """List alerts by urgency: first floor calls, then acts of the floor, then deadlines."""
    alerts = [
        Alert(
            "call",
            call.words or "The dealer calls the floor",
            (PERSONNEL,),
            (),
            call.at,
            0,
            True,
            call.number,
        )
        for call in desk.calls_at(table.id)
    ]
    if owner is not None:
        alerts += payout_alerts(owner, table)
        alerts += play_alerts(owner, owner.due_now, at)
    alerts += administration_alerts(desk, table, at, day)
    return tuple(alerts)


def recent_incidents(
    connection: Connection, at: int, names: Mapping[str, str]
) -> dict[str, tuple[Alert, ...]]:
    """List recent corrections and void rounds by table, for surveillance and the floor.

    A round that the dealer voided without the floor stays in the floor's queue for some time. `names`
    maps person ids to names.
    """
    m = db.marks.c
    condition = (m.kind == VOID) | ((m.kind == CORRECTION) & m.event.in_(CORRECTIONS))
    query = (
        sa.select(db.marks)
        .where(condition & (m.at >= at - INCIDENT_SHOWN))
        .order_by(m.at.desc(), m.n.desc())
        .limit(50)
    )
    incidents: dict[str, tuple[Alert, ...]] = {}
    for row in connection.execute(query):
        actor = names.get(id_of(row.who)) or role_of(row.who).replace("_", " ") or "the machine"
        words_of_mark = row.what.replace(row.who, actor) if row.who else row.what
        if row.kind == VOID:
            is_own = role_of(row.who) == DEALER and row.at >= at - VOID_IN_QUEUE
            alert = Alert("void", f"{words_of_mark} (reported by {actor})", since=row.at, yours=is_own)
        else:
            detail = words_of_mark.removeprefix(f"Round {row.round}, ")
            words = f"Round {row.round} corrected by {actor}: {detail[:1].upper()}{detail[1:]}"
            alert = Alert("correction", words, readings=("N-32",), since=row.at)
        incidents[row.stream] = (*incidents.get(row.stream, ()), alert)
    return incidents


def to_the_floor(words: str) -> str:
    """Turn an instruction to the dealer into one to the floor."""
    instruction = words.removeprefix("Call the floor: ")
    return instruction[:1].upper() + instruction[1:]


def payout_alerts(owner: TableActor, table: HouseTable) -> Iterator[Alert]:
    """Yield an alert for each missing step of a large payout from the tray."""
    state = owner.state
    due = settlement_due(state, owner.with_reading) if owner.rules.live and not state.round.awaiting else None
    if due is None:
        return
    payout = payout_view(due, table, state.round.number)
    for need, completed_by, words in (
        ("surveillance", payout.told, "notify surveillance"),
        ("witness", payout.witness, "a pit manager must witness"),
    ):
        if need in payout.needs and not completed_by:
            message = f"Seat {due.seat} is paid {format_dollars(due.cents)}: {words}"
            yield Alert("payout", message, (PAYOUTS,), since=state.clock, yours=True)


def play_alerts(owner: TableActor, act: DueActView, at: int) -> Iterator[Alert]:
    """Yield alerts about an act of the floor, a pause, a clock that is ahead, or an old deck."""
    state = owner.state
    if act.role in SUPERVISE and act.state != "act":
        yield Alert("act", to_the_floor(act.words), act.clauses, act.readings, state.clock, yours=True)
    if owner.timer.paused:
        yield Alert("paused", "Paused: the server cannot save", since=state.clock)
    if (ahead := owner.clock.seconds_ahead) > AHEAD:
        words = f"The table's clock is {ahead // 60:,} minutes ahead: its entries are dated too late"
        yield Alert("clock", words)
    life, _, clauses = life_of_deck(state)
    for _, pack in sorted(state.care.packs.items()):
        if pack.back == state.care.loaded and pack.since is not None:
            until = pack.since + life - ahead
            if until - at < SOON:
                yield Alert("deck", f"Change the {pack.back} deck", clauses, until=until)


def administration_alerts(desk: AdministrationState, table: HouseTable, at: int, day: int) -> Iterable[Alert]:
    """Yield alerts about staffing, licenses, inspections and rule changes of a table."""
    if table.standing == "closed" or table.dealing == TRAINING:
        return
    if table.standing == "disabled":
        yield Alert("disabled", f"Disabled: {table.reason}")
    if table.staffed and table.standing == "open":
        if table.inspected < day:
            yield Alert("inspection", "Inspect the shoe and the shuffler", (DEVICES,), yours=True)
        if not table.dealer:
            yield Alert("dealer", "No dealer", (PERSONNEL,), yours=True)
        elif lack := lack_of(desk, table.dealer, table.game, at):
            yield Alert("licence", lack.words[:1].upper() + lack.words[1:], (lack.law,))
    if table.change is not None:
        yield from change_alerts(table.change)
    if table.review is not None and table.review.is_pending:
        yield review_alert(desk, table.review)
    if table.dispute is not None and not table.dispute.keep:
        words = "The card reader and the dealer name a card differently"
        yield Alert("reading", words, (DEVICES,), ("X-15",), since=table.dispute.at, yours=True)
    if not supervisor_of(desk, table):
        yield Alert("floor", "No floor supervisor", (PERSONNEL,))


def review_alert(desk: AdministrationState, review: CorrectionReview) -> Alert:
    """Return the alert of a correction that waits for a second person."""
    member = desk.people.get(id_of(review.by))
    requester = member.name if member is not None else role_of(review.by).replace("_", " ")
    moves = f"{review.title}, round {review.round}: {format_dollars(review.cents)}"
    words = f"{requester} asks for a second person. {moves}."
    if review.departs:
        words += f" {review.departs}"
    return Alert("review", words, (APART,), since=review.at, yours=True, number=review.number)


def change_alerts(change: Change) -> Iterator[Alert]:
    subject = "limits" if change.limits_alone else "rules"
    for attested_at, words in (
        (change.sign_at, f"Put up the sign for the new {subject}"),
        (change.announced_at, f"Announce the new {subject} to the players"),
    ):
        if attested_at is None:
            yield Alert(
                "change", words, (LIMITS_NOTICE,), since=change.posted_at, yours=True, number=change.number
            )
    ends = notice_end(change)
    if ends is not None:
        yield Alert("change", f"New {subject}", (LIMITS_NOTICE,), until=ends, number=change.number)
