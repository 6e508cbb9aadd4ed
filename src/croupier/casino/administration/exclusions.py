"""Decide changes to the exclusion list. It takes two people to add a person or to remove one."""

from __future__ import annotations

from croupier.casino.administration import exclusion_commands as do
from croupier.casino.administration.alert_commands import AlertRaised, HouseAlert
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.exclusion_commands import Exclusion
from croupier.casino.administration.people import member_of, now
from croupier.casino.administration.state import AdministrationState
from croupier.casino.machines import CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.table.roles import CAGE, REGULATOR, SECURITY, SURVEILLANCE, id_of

APART = regulation("separation_of_duties")
VOLUNTARY = regulation("voluntary_exclusion")
MANDATORY = regulation("mandatory_exclusion")
READERS = (SECURITY, SURVEILLANCE, REGULATOR)
MOST = 2_000  # limit so that a snapshot fits into one journal line


def clause_of(exclusion: Exclusion) -> str:
    return VOLUNTARY if exclusion.kind == "voluntary" else MANDATORY


def the_exclusion(state: AdministrationState, number: int) -> Exclusion:
    found = state.exclusions.get(str(number))
    if found is None:
        raise refuse(
            AdministrationCode.NO_SUCH_EXCLUSION,
            f"entry {number} is not on the exclusion list",
            "No action needed. It was removed or declined.",
        )
    return found


def check_second(first: str, by: str) -> None:
    if id_of(first) == id_of(by):
        raise refuse(
            AdministrationCode.OWN_EXCLUSION,
            "you proposed this yourself",
            "Another security officer or the regulator must confirm it.",
            APART,
        )


def decide_propose(state: AdministrationState, command: do.ProposeExclusion) -> tuple[CasinoEvent, ...]:
    if len(state.exclusions) >= MOST:
        raise refuse(
            AdministrationCode.DESK_FULL,
            f"the maximum of {MOST} entries is reached",
            "Remove entries that have ended.",
        )
    exclusion = Exclusion(
        number=state.excluded + 1,
        kind=command.kind,
        record=command.record,
        digest=command.digest,
        by=command.by,
        at=now(state, command),
        until=command.until,
    )
    return (do.ExclusionProposed(exclusion=exclusion, audience=READERS, clauses=(clause_of(exclusion),)),)


def decide_confirm(state: AdministrationState, command: do.ConfirmExclusion) -> tuple[CasinoEvent, ...]:
    exclusion = the_exclusion(state, command.exclusion)
    if exclusion.confirmed_by:
        raise refuse(
            AdministrationCode.EXCLUSION_DECIDED,
            f"entry {exclusion.number} is already confirmed",
            "No action needed.",
        )
    check_second(exclusion.by, command.by)
    return (
        do.ExclusionConfirmed(
            exclusion=exclusion.number,
            by=command.by,
            audience=READERS,
            clauses=(clause_of(exclusion), APART),
        ),
    )


def decide_decline(state: AdministrationState, command: do.DeclineExclusion) -> tuple[CasinoEvent, ...]:
    """Decline a proposal. The proposer may also withdraw their own proposal."""
    exclusion, reason = the_exclusion(state, command.exclusion), with_reason(command.reason)
    if exclusion.confirmed_by and not exclusion.removal_by:
        raise refuse(
            AdministrationCode.EXCLUSION_DECIDED,
            f"entry {exclusion.number} is confirmed",
            "Propose the removal of the entry instead.",
        )
    return (
        do.ExclusionDeclined(
            exclusion=exclusion.number,
            by=command.by,
            reason=reason,
            record="" if exclusion.confirmed_by else exclusion.record,
            audience=READERS,
            clauses=(clause_of(exclusion),),
        ),
    )


def decide_propose_removal(state: AdministrationState, command: do.ProposeRemoval) -> tuple[CasinoEvent, ...]:
    exclusion, reason = the_exclusion(state, command.exclusion), with_reason(command.reason)
    if not exclusion.confirmed_by or exclusion.removal_by:
        raise refuse(
            AdministrationCode.EXCLUSION_DECIDED,
            f"entry {exclusion.number} is not confirmed, or its removal is already proposed",
            "Decline or confirm the open proposal first.",
        )
    return (
        do.RemovalProposed(
            exclusion=exclusion.number,
            by=command.by,
            reason=reason,
            audience=READERS,
            clauses=(clause_of(exclusion),),
        ),
    )


def decide_confirm_removal(state: AdministrationState, command: do.ConfirmRemoval) -> tuple[CasinoEvent, ...]:
    exclusion = the_exclusion(state, command.exclusion)
    if not exclusion.removal_by:
        raise refuse(
            AdministrationCode.EXCLUSION_DECIDED,
            f"the removal of entry {exclusion.number} has not been proposed",
            "Propose the removal first. Another person must then confirm it.",
            APART,
        )
    check_second(exclusion.removal_by, command.by)
    return (
        do.ExclusionEnded(
            exclusion=exclusion.number,
            by=command.by,
            record=exclusion.record,
            audience=READERS,
            clauses=(clause_of(exclusion), APART),
        ),
    )


def decide_clear(state: AdministrationState, command: do.ClearNamesake) -> tuple[CasinoEvent, ...]:
    member_of(state, command.person)
    for number in command.exclusions:
        the_exclusion(state, number)
    return (
        do.NamesakeCleared(
            person=command.person,
            exclusions=command.exclusions,
            by=command.by,
            audience=(*READERS, CAGE),
            clauses=(VOLUNTARY,),
        ),
    )


def decide_note(state: AdministrationState, command: do.NoteExcluded) -> tuple[CasinoEvent, ...]:
    exclusion = the_exclusion(state, command.exclusion)
    return (excluded_alert(state, exclusion, command),)


def excluded_alert(state: AdministrationState, exclusion: Exclusion, command: do.NoteExcluded) -> AlertRaised:
    alert = HouseAlert(
        number=state.alerted + 1,
        table=command.table,
        kind="excluded",
        words=command.words,
        who=command.who,
        at=now(state, command),
        clauses=(clause_of(exclusion),),
    )
    return AlertRaised(alert=alert, audience=READERS, clauses=alert.clauses)


def put_exclusion(state: AdministrationState, exclusion: Exclusion) -> AdministrationState:
    return replace(state, exclusions={**state.exclusions, str(exclusion.number): exclusion})


def drop_exclusion(state: AdministrationState, number: int) -> AdministrationState:
    return replace(state, exclusions={n: one for n, one in state.exclusions.items() if n != str(number)})


def apply_proposed(state: AdministrationState, event: do.ExclusionProposed) -> AdministrationState:
    return replace(put_exclusion(state, event.exclusion), excluded=event.exclusion.number)


def apply_confirmed(state: AdministrationState, event: do.ExclusionConfirmed) -> AdministrationState:
    known = state.exclusions[str(event.exclusion)]
    return put_exclusion(state, replace(known, confirmed_by=event.by, confirmed_at=event.at))


def apply_declined(state: AdministrationState, event: do.ExclusionDeclined) -> AdministrationState:
    if event.record:
        return drop_exclusion(state, event.exclusion)
    known = state.exclusions[str(event.exclusion)]
    return put_exclusion(state, replace(known, removal_by="", removal_reason=""))


def apply_removal(state: AdministrationState, event: do.RemovalProposed) -> AdministrationState:
    known = state.exclusions[str(event.exclusion)]
    return put_exclusion(state, replace(known, removal_by=event.by, removal_reason=event.reason))


def apply_ended(state: AdministrationState, event: do.ExclusionEnded) -> AdministrationState:
    return drop_exclusion(state, event.exclusion)


def apply_cleared(state: AdministrationState, event: do.NamesakeCleared) -> AdministrationState:
    member = state.people[event.person]
    cleared = tuple(sorted({*member.cleared, *event.exclusions}))
    return replace(state, people={**state.people, event.person: replace(member, cleared=cleared)})
