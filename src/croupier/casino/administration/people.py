"""People, roles and sign-ins. One person proposes a role, and another person approves it."""

from __future__ import annotations

import sys

from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.state import (
    STRANGERS,
    AdministrationState,
    Grant,
    PersonKind,
    Security,
    StaffMember,
)
from croupier.casino.machines import HOUSE, CasinoCommand, CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.table.roles import (
    ADMINISTRATOR,
    CAGE,
    DEALER,
    DECLARED,
    PLAYER,
    REGULATOR,
    SURVEILLANCE,
    id_of,
    role_of,
    titles,
)

ACCOUNTS = regulation("user_accounts")
APART = regulation("separation_of_duties")
TWO_PERSONS = regulation("dual_control")
MOST_PEOPLE = 10_000  # limit so that a snapshot with all names fits into one journal line
LONGEST_NAME = 80  # maximum bytes of a name
MOST_KNOWN = 16  # sources remembered per person
MOST_TRIED = 40  # wrong passwords remembered per person
CROWD = 4  # all unknown sources are locked after this multiple of the attempts per source
WATCHERS = (REGULATOR, SURVEILLANCE)  # roles that the operator cannot revoke
READERS = (ADMINISTRATOR, SURVEILLANCE, REGULATOR)  # roles that may read the access log

# Each person has only one duty. Dealers do not validate payouts, cashiers do not keep the books, and
# administrators handle neither money nor cards.
DUTIES = {role.name: role.duty for role in DECLARED}

LINK_REQUEST = 15 * 60  # seconds for which a request for a new link is valid
SKEW = 120  # largest difference between node clocks in seconds


def now(state: AdministrationState, command: CasinoCommand) -> int:
    """Return the time that decisions use, which never runs backward."""
    return max(state.clock, command.at)


def member_of(state: AdministrationState, person: str) -> StaffMember:
    member = state.people.get(person)
    if member is None or member.dismissed:
        raise refuse(
            AdministrationCode.NO_SUCH_PERSON, f"there is no person {person}", "Choose a known person."
        )
    return member


def staff_of(state: AdministrationState, person: str) -> StaffMember:
    member = member_of(state, person)
    if member.kind != "staff":
        raise refuse(
            AdministrationCode.NOT_STAFF, f"{person} is not a staff member", "Only staff can have roles."
        )
    return member


def room_for(state: AdministrationState, person: str, name: str) -> None:
    if person in state.people:
        raise refuse(AdministrationCode.KNOWN_ALREADY, f"the id {person} is already taken", "Use another id.")
    if not name.isprintable() or len(name.encode()) > LONGEST_NAME:
        raise refuse(
            AdministrationCode.NAME_UNFIT,
            f"a name is one printable line of at most {LONGEST_NAME} bytes",
            "Use letters and spaces.",
        )
    if len(state.people) >= MOST_PEOPLE:
        raise refuse(
            AdministrationCode.HOUSE_FULL,
            f"the maximum of {MOST_PEOPLE} people is reached",
            "Wait until guests' sessions expire.",
        )


def check_apart(roles: tuple[str, ...], role: str) -> None:
    """Check that one person may hold a role together with their current roles."""
    for current in roles:
        if DUTIES[current] != DUTIES[role]:
            raise refuse(
                AdministrationCode.ROLES_APART,
                f"a person whose duty is {DUTIES[current]} may not also have the duty {DUTIES[role]}",
                "Give the role to another person, or revoke the other role first.",
                APART,
            )


def join_event(person: str, name: str, kind: PersonKind, by: str) -> ev.PersonJoined:
    return ev.PersonJoined(person=person, name=name, kind=kind, by=by, audience=READERS)


def decide_found(state: AdministrationState, command: do.FoundHouse) -> tuple[CasinoEvent, ...]:
    if state.founded:
        raise refuse(
            AdministrationCode.FOUNDED,
            "the first staff members are already named",
            "An administrator proposes a role, and another person approves it.",
            TWO_PERSONS,
        )
    events: list[CasinoEvent] = []
    roles_of: dict[str, tuple[str, ...]] = {}
    for hire in command.staff:
        if hire.person not in roles_of:
            room_for(state, hire.person, hire.name)
            events.append(join_event(hire.person, hire.name, "staff", command.by))
        check_apart(roles_of.get(hire.person, ()), hire.role)
        roles_of[hire.person] = (*roles_of.get(hire.person, ()), hire.role)
        events.append(grant_event(Grant(0, hire.person, hire.role, HOUSE, ""), HOUSE))
    if not any(ADMINISTRATOR in roles for roles in roles_of.values()):
        raise refuse(
            AdministrationCode.LAST_ADMINISTRATOR, "there is no administrator", "Name an administrator."
        )
    return (*events, ev.HouseFounded(audience=READERS))


def decide_welcome(state: AdministrationState, command: do.WelcomeGuest) -> tuple[CasinoEvent, ...]:
    room_for(state, command.person, command.name)
    came = ev.LoggedIn(person=command.person, way="guest", audience=READERS)
    return join_event(command.person, command.name, "guest", command.by), came


def decide_forget(state: AdministrationState, command: do.ForgetGuests) -> tuple[CasinoEvent, ...]:
    for person in command.people:
        if member_of(state, person).kind != "guest":
            raise refuse(
                AdministrationCode.NOT_STAFF,
                f"{person} is not a guest",
                "Staff are dismissed, not deleted.",
            )
    return (ev.GuestsForgotten(people=command.people, audience=READERS),)


def decide_enlist(state: AdministrationState, command: do.EnlistStaff) -> tuple[CasinoEvent, ...]:
    room_for(state, command.person, command.name)
    return (join_event(command.person, command.name, "staff", command.by),)


def decide_patron(state: AdministrationState, command: do.RegisterPatron) -> tuple[CasinoEvent, ...]:
    room_for(state, command.person, command.name)
    return (join_event(command.person, command.name, "patron", command.by),)


def decide_dismiss(state: AdministrationState, command: do.DismissStaff) -> tuple[CasinoEvent, ...]:
    member, reason = staff_of(state, command.person), with_reason(command.reason)
    revocations = tuple(
        revoke_event(state, command.person, role, command.by, reason) for role in member.roles
    )
    dismissed = ev.StaffDismissed(person=command.person, by=command.by, reason=reason, audience=READERS)
    return (*revocations, dismissed)


def decide_propose(state: AdministrationState, command: do.ProposeRole) -> tuple[CasinoEvent, ...]:
    """Propose a role. No one may propose a role for themselves."""
    member, reason = staff_of(state, command.person), with_reason(command.reason)
    if id_of(command.by) == command.person:
        raise refuse(
            AdministrationCode.OWN_GRANT,
            f"{command.by} may not propose their own role",
            "Ask another administrator.",
            APART,
        )
    if command.role in member.roles:
        raise refuse(
            AdministrationCode.ROLE_HELD,
            f"{command.person} is already {titles((command.role,))}",
            "No action needed.",
        )
    check_apart(member.roles, command.role)
    return (
        ev.RoleProposed(
            grant=state.proposed + 1,
            person=command.person,
            role=command.role,
            by=command.by,
            reason=reason,
            audience=READERS,
        ),
    )


def the_grant(state: AdministrationState, number: int) -> Grant:
    grant = state.grants.get(str(number))
    if grant is None:
        pending = ", ".join(state.grants) or "none"
        raise refuse(
            AdministrationCode.NO_SUCH_GRANT, f"grant {number} is not pending", f"Pending: {pending}."
        )
    return grant


def grant_event(grant: Grant, by: str) -> ev.RoleGranted:
    return ev.RoleGranted(
        grant=grant.number,
        person=grant.person,
        role=grant.role,
        proposed_by=grant.by,
        approved_by=by,
        audience=READERS,
        clauses=(APART, TWO_PERSONS),
    )


def decide_approve_role(state: AdministrationState, command: do.ApproveRole) -> tuple[CasinoEvent, ...]:
    grant = the_grant(state, command.grant)
    if id_of(command.by) in (id_of(grant.by), grant.person):
        raise refuse(
            AdministrationCode.OWN_GRANT,
            f"{command.by} proposed grant {grant.number} or would receive it",
            "Another administrator or the regulator must approve the role.",
            APART,
            TWO_PERSONS,
        )
    member = staff_of(state, grant.person)
    check_apart(member.roles, grant.role)
    granted = grant_event(grant, command.by)
    return (replace(granted, renews=True) if command.renew and not member.roles else granted,)


def decide_decline_role(state: AdministrationState, command: do.DeclineRole) -> tuple[CasinoEvent, ...]:
    grant, reason = the_grant(state, command.grant), with_reason(command.reason)
    return (
        ev.RoleDeclined(
            grant=grant.number,
            person=grant.person,
            role=grant.role,
            by=command.by,
            reason=reason,
            audience=READERS,
        ),
    )


# Without an administrator, no role could be granted. Without a regulator, no rules could be approved.
LAST = {ADMINISTRATOR: AdministrationCode.LAST_ADMINISTRATOR, REGULATOR: AdministrationCode.LAST_REGULATOR}


def revoke_event(state: AdministrationState, person: str, role: str, by: str, reason: str) -> ev.RoleRevoked:
    if role in WATCHERS and role_of(by) != REGULATOR:
        raise refuse(
            AdministrationCode.ROLES_APART,
            f"{by} may not revoke a role that oversees the casino",
            "Only the regulator can revoke this role.",
            APART,
        )
    last = LAST.get(role)
    if last is not None and state.with_role(role) == (person,):
        raise refuse(last, f"{person} is the last {role}", "Grant the role to someone else first.")
    return ev.RoleRevoked(person=person, role=role, by=by, reason=reason, audience=READERS)


def decide_revoke(state: AdministrationState, command: do.RevokeRole) -> tuple[CasinoEvent, ...]:
    member, reason = staff_of(state, command.person), with_reason(command.reason)
    if command.role not in member.roles:
        raise refuse(
            AdministrationCode.ROLE_NOT_HELD,
            f"{command.person} is not {titles((command.role,))}",
            "No action needed.",
        )
    return (revoke_event(state, command.person, command.role, command.by, reason),)


def decide_link_request(state: AdministrationState, command: do.RequestLink) -> tuple[CasinoEvent, ...]:
    member_of(state, command.person)
    until = now(state, command) + LINK_REQUEST
    return (ev.LinkRequested(person=command.person, until=until, audience=READERS, clauses=(ACCOUNTS,)),)


def decide_link(state: AdministrationState, command: do.IssueLink) -> tuple[CasinoEvent, ...]:
    member, role = member_of(state, command.person), role_of(command.by)
    requested = command.requested or command.keyless or now(state, command) < member.link_until
    if role == ADMINISTRATOR and (member.kind != "staff" or (member.roles and not requested)):
        raise refuse(
            AdministrationCode.HAS_ROLES,
            f"a link would let {command.by} sign in as {command.person}",
            "Staff with a role must ask for a new link on their own screen first.",
            APART,
        )
    if role == CAGE and (member.kind != "patron" or member.came):
        raise refuse(
            AdministrationCode.HAS_ROLES,
            f"a link would let {command.by} sign in as {command.person}",
            "The cage issues links only to patrons who have never signed in.",
            APART,
        )
    return (ev.LinkIssued(person=command.person, by=command.by, reset=command.reset, audience=READERS),)


def decide_log_in(state: AdministrationState, command: do.LogIn) -> tuple[CasinoEvent, ...]:
    """Sign a person in. A one-time link works even on a locked account, because it cannot be guessed."""
    member = member_of(state, command.person)
    source = command.sources[0] if command.sources else ""
    locked, at = now(state, command) < member.locked_from(source), command.now or command.at
    if command.way == "password" and locked and (not at or is_locked(state, member, at, source)):
        raise refuse(
            AdministrationCode.LOCKED,
            f"{command.person} is locked after {state.security.tries} wrong passwords",
            "Wait, or ask an administrator to unlock the account.",
            ACCOUNTS,
        )
    came = ev.LoggedIn(person=command.person, way=command.way, sources=command.sources, audience=READERS)
    return (came,)


def is_locked(state: AdministrationState, member: StaffMember, at: int, source: str = "") -> bool:
    """Return whether passwords from this source are refused at this time.

    If a lock ends later than a correct lock could, it was set while the clock was ahead. Such a lock ends
    when the clock is right again.
    """
    remaining = member.locked_from(source) - at
    return remaining > 0 and (state.clock - at <= SKEW or remaining <= state.security.lock + SKEW)


def decide_log_out(state: AdministrationState, command: do.LogOut) -> tuple[CasinoEvent, ...]:
    member_of(state, command.person)
    return (ev.LoggedOut(person=command.person, audience=READERS),)


def decide_failure(state: AdministrationState, command: do.NoteFailure) -> tuple[CasinoEvent, ...]:
    """Record a wrong password, and lock its source after too many wrong passwords.

    Unknown sources are locked together, and only after many failed attempts. An attacker therefore cannot
    lock out a person who signs in from a known source.
    """
    refusal = ev.LogInRefused(
        person=command.person,
        name=command.name,
        why=command.why,
        source=command.source,
        tried=command.now,
        audience=READERS,
        clauses=(ACCOUNTS,),
    )
    member = state.people.get(command.person)
    time, terms = now(state, command), state.security
    if command.clock_ahead:  # the stream's clock was ahead of the real time
        time = command.now or command.at
    if member is None:
        return (refusal,)
    source = command.source
    if is_locked(state, member, time, source) if command.clock_ahead else time < member.locked_from(source):
        return (refusal,)
    return (
        refusal,
        *(_lock(command, source, time + terms.lock) for source in _exhausted(member, command, time, terms)),
    )


def _exhausted(member: StaffMember, command: do.NoteFailure, time: int, terms: Security) -> list[str]:
    """Return the sources that have no attempts left after this failure."""
    since, until = time - terms.within, time if command.clock_ahead else sys.maxsize
    if not command.source:
        recent = [at for at in member.failures if since < at <= until]
        return [""] if len(recent) + 1 >= terms.tries else []
    attempts = [source for source, at in member.tried if since < at <= until] + [command.source]
    strangers = [source for source in attempts if not member.knows(source)]
    exhausted = [command.source] if attempts.count(command.source) >= terms.tries else []
    if not member.knows(command.source) and len(strangers) >= terms.tries * CROWD:
        exhausted.append(STRANGERS)
    return exhausted


def _lock(command: do.NoteFailure, source: str, until: int) -> ev.AccountLocked:
    return ev.AccountLocked(
        person=command.person, until=until, source=source, audience=READERS, clauses=(ACCOUNTS,)
    )


def decide_end_sessions(state: AdministrationState, command: do.EndSessions) -> tuple[CasinoEvent, ...]:
    member_of(state, command.person)
    reason = with_reason(command.reason)
    return (ev.SessionsEnded(person=command.person, by=command.by, reason=reason, audience=READERS),)


def decide_unlock(state: AdministrationState, command: do.Unlock) -> tuple[CasinoEvent, ...]:
    member_of(state, command.person)
    reason = with_reason(command.reason)
    return (ev.AccountUnlocked(person=command.person, by=command.by, reason=reason, audience=READERS),)


def decide_password(state: AdministrationState, command: do.NotePassword) -> tuple[CasinoEvent, ...]:
    member_of(state, command.person)
    return (
        ev.PasswordSet(
            person=command.person, credential=command.credential, audience=READERS, clauses=(ACCOUNTS,)
        ),
    )


def decide_denied(state: AdministrationState, command: do.NoteDenied) -> tuple[CasinoEvent, ...]:
    return (ev.AccessDenied(person=command.person, what=command.what, code=command.code, audience=READERS),)


def put(state: AdministrationState, person: str, member: StaffMember) -> AdministrationState:
    return replace(state, people={**state.people, person: member})


def apply_joined(state: AdministrationState, event: ev.PersonJoined) -> AdministrationState:
    roles = () if event.kind == "staff" else (PLAYER,)
    return put(state, event.person, StaffMember(event.name, event.kind, roles, since=event.at))


def apply_forgotten(state: AdministrationState, event: ev.GuestsForgotten) -> AdministrationState:
    removed = {*event.people}
    return replace(state, people={id_: member for id_, member in state.people.items() if id_ not in removed})


def apply_dismissed(state: AdministrationState, event: ev.StaffDismissed) -> AdministrationState:
    return put(state, event.person, replace(state.people[event.person], dismissed=True, roles=()))


def apply_proposed(state: AdministrationState, event: ev.RoleProposed) -> AdministrationState:
    grant = Grant(event.grant, event.person, event.role, event.by, event.reason, event.at)
    return replace(state, grants={**state.grants, str(event.grant): grant}, proposed=event.grant)


def without_grant(state: AdministrationState, number: int) -> AdministrationState:
    return replace(state, grants={key: grant for key, grant in state.grants.items() if key != str(number)})


def apply_granted(state: AdministrationState, event: ev.RoleGranted) -> AdministrationState:
    member = state.people[event.person]
    roles = tuple(sorted({*member.roles, event.role}))
    return put(without_grant(state, event.grant), event.person, replace(member, roles=roles))


def apply_declined(state: AdministrationState, event: ev.RoleDeclined) -> AdministrationState:
    return without_grant(state, event.grant)


def apply_revoked(state: AdministrationState, event: ev.RoleRevoked) -> AdministrationState:
    """Revoke a role. If the person is no longer a dealer, log them off their table."""
    member = state.people[event.person]
    roles = tuple(role for role in member.roles if role != event.role)
    after = put(state, event.person, replace(member, roles=roles))
    table = state.dealt_by(event.person)
    if event.role != DEALER or not table:
        return after
    table_without_dealer = replace(state.tables[table], dealer="")
    return replace(after, tables={**state.tables, table: table_without_dealer})


def apply_founded(state: AdministrationState, event: ev.HouseFounded) -> AdministrationState:
    return replace(state, founded=True)


def apply_link_requested(state: AdministrationState, event: ev.LinkRequested) -> AdministrationState:
    return put(state, event.person, replace(state.people[event.person], link_until=event.until))


def apply_link_issued(state: AdministrationState, event: ev.LinkIssued) -> AdministrationState:
    """Clear the request, because each request allows only one link."""
    member = state.people[event.person]
    return put(state, event.person, replace(member, link_until=0)) if member.link_until else state


def apply_logged_in(state: AdministrationState, event: ev.LoggedIn) -> AdministrationState:
    member = state.people[event.person]
    sources = (*(source for source in member.known if source not in event.sources), *event.sources)
    attempts = tuple(attempt for attempt in member.tried if attempt[0] not in event.sources)
    updated = replace(member, failures=(), came=True, known=sources[-MOST_KNOWN:], tried=attempts)
    return put(state, event.person, updated)


def apply_refused(state: AdministrationState, event: ev.LogInRefused) -> AdministrationState:
    member = state.people.get(event.person)
    if member is None:
        return state
    if event.source:
        attempts = (*member.tried, (event.source, event.tried or event.at))[-MOST_TRIED:]
        return put(state, event.person, replace(member, tried=attempts))
    failures = (*member.failures, event.tried or event.at)[-state.security.tries :]
    return put(state, event.person, replace(member, failures=failures))


def apply_locked(state: AdministrationState, event: ev.AccountLocked) -> AdministrationState:
    member = state.people[event.person]
    if not event.source:
        return put(state, event.person, replace(member, locked_until=event.until, failures=()))
    locked = event.until - state.security.lock  # not `event.at`, because the stream's clock may be ahead
    locks = {source: until for source, until in member.locks.items() if until > locked}
    attempts = tuple(attempt for attempt in member.tried if attempt[0] != event.source)
    if event.source == STRANGERS:
        attempts = tuple(attempt for attempt in member.tried if member.knows(attempt[0]))
    return put(
        state, event.person, replace(member, locks={**locks, event.source: event.until}, tried=attempts)
    )


def apply_sessions_ended(state: AdministrationState, event: ev.SessionsEnded) -> AdministrationState:
    """Return the state unchanged. Sessions are rows of the store and not part of the state."""
    return state


def apply_unlocked(state: AdministrationState, event: ev.AccountUnlocked) -> AdministrationState:
    member = state.people[event.person]
    return put(state, event.person, replace(member, locked_until=0, failures=(), tried=(), locks={}))
