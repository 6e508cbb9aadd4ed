"""Decide hand pays: the winner is identified, the floor signs, and the dealer or a cashier pays.

The floor or the cage files the identity. The floor must sign before the payment. From the payout threshold
on, a witness must sign too. The dealer signs by paying on their own screen. If the table has already credited
the win, a cashier signs instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.casino.administration import hand_pay_commands as do
from croupier.casino.administration.alert_commands import AlertKind, AlertRaised, HouseAlert
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.exclusions import MANDATORY, VOLUNTARY, clause_of, the_exclusion
from croupier.casino.administration.hand_pay_commands import HandPay
from croupier.casino.administration.people import now
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.tables import own_table, the_table
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace, with_reason
from croupier.casino.tax import BACKUP, REPORTED, WITHHELD
from croupier.rulebook import figures, regulation
from croupier.submission.money import format_dollars
from croupier.table.roles import ACCOUNTING, CAGE, FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of, role_of

APART = regulation("separation_of_duties")
PAYOUTS = regulation("large_payouts")
IDENTITY = regulation("taxpayer_number")
SURRENDER = regulation("voluntary_surrender")
READERS = (FLOOR, PIT_MANAGER, CAGE, SURVEILLANCE, ACCOUNTING, REGULATOR)
KEPT = 200  # closed hand pays that the state keeps, so that a snapshot fits into one journal line
RETENTION = 5 * 366 * 86_400  # seconds for which identity data is retained


def needs_witness(hand_pay: HandPay) -> bool:
    return hand_pay.won >= figures().payout_check_cents


def tax_clauses(hand_pay: HandPay) -> tuple[str, ...]:
    if not hand_pay.withheld:
        return (REPORTED,)
    missing = bool(hand_pay.record) and not hand_pay.numbered
    return (REPORTED, BACKUP if missing else WITHHELD)


def the_hand_pay(state: AdministrationState, number: int) -> HandPay:
    found = state.hand_pays.get(str(number))
    if found is None:
        raise refuse(
            AdministrationCode.NO_SUCH_HAND_PAY,
            f"there is no hand pay {number}",
            "Choose a hand pay from the list.",
            REPORTED,
        )
    return found


def open_hand_pay(state: AdministrationState, number: int) -> HandPay:
    found = the_hand_pay(state, number)
    if not found.is_open:
        raise refuse(
            AdministrationCode.HAND_PAY_CLOSED,
            f"hand pay {number} is {found.status}",
            "No action needed.",
            REPORTED,
        )
    return found


def of_round(state: AdministrationState, table: str, round_: int, seat: int = 0) -> Iterable[HandPay]:
    """Yield the hand pays of a round, or of one of its seats, that are not void."""
    for one in state.hand_pays.values():
        if (one.table, one.round) == (table, round_) and seat in (0, one.seat) and one.status != "void":
            yield one


def held_back(state: AdministrationState, player: str, table: str = "") -> list[HandPay]:
    """Return the player's wins that are in their chips although their forms are not done."""
    return [
        one
        for one in state.hand_pays.values()
        if one.is_open and one.player == player and table in ("", one.table)
        if one.settled or one.status == "withheld"
    ]


def decide_raise(state: AdministrationState, command: do.RaiseHandPay) -> tuple[CasinoEvent, ...]:
    table = the_table(state, command.table)
    own_table(command.by, command.table)
    wagers = {line.wager for line in command.lines}
    for one in of_round(state, command.table, command.round, command.seat):
        if one.wagers & wagers:
            return ()  # raised before
    hand_pay = HandPay(
        number=state.hand_paid + 1,
        table=table.id,
        game=table.game,
        round=command.round,
        seat=command.seat,
        player=command.player,
        lines=command.lines,
        year=command.year,
        at=now(state, command),
        settled=command.settled,
        withholds=command.withholds,
    )
    raised = do.HandPayRaised(hand_pay=hand_pay, audience=READERS, clauses=tax_clauses(hand_pay))
    words = f"Hand pay {hand_pay.number}: seat {hand_pay.seat} wins {format_dollars(hand_pay.won)}"
    return raised, tax_alert(state, hand_pay, "hand_pay", words, command, raised.clauses)


def tax_alert(
    state: AdministrationState,
    hand_pay: HandPay,
    kind: AlertKind,
    words: str,
    command: CasinoCommand,
    clauses: tuple[str, ...],
) -> AlertRaised:
    alert = HouseAlert(
        number=state.alerted + 1,
        table=hand_pay.table,
        kind=kind,
        words=words,
        round=hand_pay.round,
        seat=hand_pay.seat,
        cents=hand_pay.won,
        who="" if role_of(command.by) == "table" else command.by,
        at=now(state, command),
        clauses=clauses,
    )
    return AlertRaised(alert=alert, audience=(SURVEILLANCE, REGULATOR), clauses=clauses)


def decide_paid(state: AdministrationState, command: do.NoteHandPaid) -> tuple[CasinoEvent, ...]:
    own_table(command.by, command.table)
    hand_pay = the_hand_pay(state, command.hand_pay)
    if hand_pay.status == "withheld":
        return ()  # the table settles, and the casino keeps the win
    if hand_pay.status != "ready":
        raise not_ready(hand_pay)
    if command.who and id_of(command.who) in (id_of(hand_pay.floor), id_of(hand_pay.witness)):
        raise own_signature("The dealer who pays may not sign for the floor or as witness.")
    return (
        do.HandPayPaid(
            hand_pay=hand_pay.number,
            lines=command.lines,
            by=command.who,
            year=command.year,
            audience=READERS,
            clauses=tax_clauses(hand_pay),
        ),
    )


def not_ready(hand_pay: HandPay) -> Exception:
    """Return the refusal of a payment whose form is not done, with the next step as the remedy."""
    won, seat = format_dollars(hand_pay.won), f"seat {hand_pay.seat}"
    if hand_pay.status == "refused":
        return refuse(
            AdministrationCode.WINNER_EXCLUDED,
            f"{seat} wins {won}, and the winner is on the exclusion list",
            "Do not pay. Call security and a pit manager, who decides on the Hand pays page.",
            VOLUNTARY,
            MANDATORY,
        )
    return refuse(
        AdministrationCode.NEEDS_FORM,
        f"{seat} wins {won}, and hand pay {hand_pay.number} is not complete",
        f"On the Hand pays page, {missing_step(hand_pay)}. Then pay.",
        *tax_clauses(hand_pay),
    )


def missing_step(hand_pay: HandPay) -> str:
    """Say what an open hand pay is waiting for."""
    if not hand_pay.record:
        return "the floor or the cage enters the winner's identity"
    if hand_pay.status == "refused":
        return "a pit manager decides about the excluded winner"
    if not hand_pay.floor:
        return "a floorperson signs"
    if needs_witness(hand_pay) and not hand_pay.witness:
        return "a pit manager signs as witness"
    if hand_pay.settled and not hand_pay.payer:
        return "a cashier signs"
    return "the dealer pays"


def decide_void(state: AdministrationState, command: do.VoidHandPay) -> tuple[CasinoEvent, ...]:
    own_table(command.by, command.table)
    hand_pay = the_hand_pay(state, command.hand_pay)
    if hand_pay.status == "void":
        return ()
    return (
        do.HandPayVoided(
            hand_pay=hand_pay.number,
            reason=with_reason(command.reason),
            audience=READERS,
            clauses=(REPORTED,),
        ),
    )


def decide_identify(state: AdministrationState, command: do.IdentifyWinner) -> tuple[CasinoEvent, ...]:
    """File an identity. It replaces any earlier one, whose signatures are then void."""
    hand_pay = open_hand_pay(state, command.hand_pay)
    if hand_pay.status in ("refused", "withheld"):
        raise refuse(
            AdministrationCode.WINNER_EXCLUDED,
            f"the winner of hand pay {hand_pay.number} is on the exclusion list",
            "A pit manager decides about this hand pay.",
            VOLUNTARY,
            MANDATORY,
        )
    identified = do.WinnerIdentified(
        hand_pay=hand_pay.number,
        record=command.record,
        digest=command.digest,
        numbered=command.numbered,
        by=command.by,
        exclusion=command.exclusion,
        replaces=hand_pay.record,
        audience=READERS,
        clauses=(IDENTITY,),
    )
    if not command.exclusion:
        return (identified,)
    clause = clause_of(the_exclusion(state, command.exclusion))
    words = f"Hand pay {hand_pay.number}: the winner is on the exclusion list. Nothing is paid"
    return identified, tax_alert(state, hand_pay, "excluded", words, command, (clause, SURRENDER))


def check_signable(hand_pay: HandPay) -> None:
    if hand_pay.status in ("refused", "withheld"):
        raise not_ready(replace(hand_pay, status="refused"))
    if not hand_pay.record:
        raise refuse(
            AdministrationCode.NO_IDENTITY,
            f"the winner of hand pay {hand_pay.number} is not identified",
            "Enter the winner's identity first.",
            IDENTITY,
        )


def own_signature(remedy: str) -> Exception:
    return refuse(
        AdministrationCode.OWN_HAND_PAY,
        "this person has already acted on the hand pay",
        remedy,
        APART,
    )


def decide_sign(state: AdministrationState, command: do.SignHandPay) -> tuple[CasinoEvent, ...]:
    hand_pay = open_hand_pay(state, command.hand_pay)
    check_signable(hand_pay)
    cashier = role_of(command.by) == CAGE
    if cashier and not hand_pay.settled:
        raise refuse(
            AdministrationCode.HAND_PAY_AT_TABLE,
            f"hand pay {hand_pay.number} is paid by the dealer at {hand_pay.table}",
            "The dealer pays on their own screen when the form is done.",
            REPORTED,
        )
    if cashier and not (hand_pay.floor and (hand_pay.witness or not needs_witness(hand_pay))):
        raise not_ready(hand_pay)
    if hand_pay.payer if cashier else hand_pay.floor:
        raise refuse(
            AdministrationCode.HAND_PAY_SIGNED,
            f"hand pay {hand_pay.number} already has this signature",
            "No action needed.",
            REPORTED,
        )
    if id_of(command.by) == id_of(hand_pay.witness):
        raise own_signature("The witness may not sign for the floor.")
    return (
        do.HandPaySigned(
            hand_pay=hand_pay.number,
            sign="payer" if cashier else "floor",
            by=command.by,
            audience=READERS,
            clauses=(REPORTED, APART),
        ),
    )


def decide_witness(state: AdministrationState, command: do.WitnessHandPay) -> tuple[CasinoEvent, ...]:
    hand_pay = open_hand_pay(state, command.hand_pay)
    check_signable(hand_pay)
    if not needs_witness(hand_pay) or hand_pay.witness:
        raise refuse(
            AdministrationCode.HAND_PAY_SIGNED,
            f"hand pay {hand_pay.number} needs no further witness",
            "No action needed.",
            PAYOUTS,
        )
    if id_of(command.by) in (id_of(hand_pay.filed_by), id_of(hand_pay.floor)):
        raise own_signature("The witness may not be the person who prepared or signed the slip.")
    return (
        do.HandPaySigned(
            hand_pay=hand_pay.number,
            sign="witness",
            by=command.by,
            audience=READERS,
            clauses=(PAYOUTS, APART),
        ),
    )


def decide_decision(state: AdministrationState, command: do.DecideHandPay) -> tuple[CasinoEvent, ...]:
    hand_pay, reason = open_hand_pay(state, command.hand_pay), with_reason(command.reason)
    if hand_pay.status not in ("refused", "withheld"):
        raise refuse(
            AdministrationCode.HAND_PAY_CLOSED,
            f"hand pay {hand_pay.number} needs no decision",
            "No action needed.",
            REPORTED,
        )
    if id_of(command.by) == id_of(hand_pay.filed_by):
        raise own_signature("A pit manager who did not enter the identity decides.")
    decided = do.HandPayDecided(
        hand_pay=hand_pay.number,
        decision=command.decision,
        by=command.by,
        reason=reason,
        audience=READERS,
        clauses=(VOLUNTARY, MANDATORY, SURRENDER),
    )
    words = f"Hand pay {hand_pay.number}: {command.decision} decided for a winner on the exclusion list"
    return decided, tax_alert(state, hand_pay, "excluded", words, command, decided.clauses)


def decide_delete(state: AdministrationState, command: do.DeleteIdentity) -> tuple[CasinoEvent, ...]:
    reason = with_reason(command.reason)
    if now(state, command) < command.filed_at + RETENTION:
        raise refuse(
            AdministrationCode.RETAINED,
            "the casino must still keep this identity data",
            "Delete it after the retention period of five years.",
            IDENTITY,
        )
    return (
        do.IdentityDeleted(
            record=command.record,
            by=command.by,
            reason=reason,
            audience=(ACCOUNTING, REGULATOR),
            clauses=(IDENTITY,),
        ),
    )


def put_hand_pay(state: AdministrationState, hand_pay: HandPay) -> AdministrationState:
    """Store a hand pay. The state keeps all open ones and the last closed ones."""
    every = {**state.hand_pays, str(hand_pay.number): hand_pay}
    closed = sorted((one.number for one in every.values() if not one.is_open), reverse=True)
    gone = {*closed[KEPT:]}
    return replace(state, hand_pays={n: one for n, one in every.items() if one.number not in gone})


def refreshed(hand_pay: HandPay) -> HandPay:
    """Return a hand pay with its status set from its signatures."""
    if hand_pay.status not in ("open", "ready"):
        return hand_pay
    signed = hand_pay.record and hand_pay.floor and (hand_pay.witness or not needs_witness(hand_pay))
    if signed and hand_pay.payer:
        return replace(hand_pay, status="paid")
    return replace(hand_pay, status="ready" if signed else "open")


def apply_raised(state: AdministrationState, event: do.HandPayRaised) -> AdministrationState:
    return replace(put_hand_pay(state, event.hand_pay), hand_paid=event.hand_pay.number)


def apply_paid(state: AdministrationState, event: do.HandPayPaid) -> AdministrationState:
    known = state.hand_pays[str(event.hand_pay)]
    paid = replace(known, lines=event.lines, payer=event.by, payer_at=event.at, status="paid")
    if event.year:
        paid = replace(paid, year=event.year)
    return put_hand_pay(state, paid)


def apply_voided(state: AdministrationState, event: do.HandPayVoided) -> AdministrationState:
    known = state.hand_pays[str(event.hand_pay)]
    return put_hand_pay(state, replace(known, status="void", reason=event.reason))


def apply_identified(state: AdministrationState, event: do.WinnerIdentified) -> AdministrationState:
    identified = replace(
        state.hand_pays[str(event.hand_pay)],
        record=event.record,
        digest=event.digest,
        numbered=event.numbered,
        filed_by=event.by,
        filed_at=event.at,
        exclusion=event.exclusion,
        status="refused" if event.exclusion else "open",
        floor="",
        floor_at=0,
        witness="",
        witness_at=0,
    )
    return put_hand_pay(state, identified)


def apply_signed(state: AdministrationState, event: do.HandPaySigned) -> AdministrationState:
    signs = {event.sign: event.by, f"{event.sign}_at": event.at}
    return put_hand_pay(state, refreshed(replace(state.hand_pays[str(event.hand_pay)], **signs)))


def apply_decided(state: AdministrationState, event: do.HandPayDecided) -> AdministrationState:
    status: do.HandPayStatus = "open" if event.decision == "pay" else "withheld"
    known = state.hand_pays[str(event.hand_pay)]
    after = replace(known, status=status, decided_by=event.by, reason=event.reason)
    return put_hand_pay(state, after)


def apply_deleted(state: AdministrationState, event: do.IdentityDeleted) -> AdministrationState:
    for one in state.hand_pays.values():
        if one.record == event.record:
            return put_hand_pay(state, replace(one, record="", digest=""))
    return state
