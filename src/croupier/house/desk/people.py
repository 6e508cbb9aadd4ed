"""People, roles and log-ins: who may be what, decided by two persons and kept as entries."""

from __future__ import annotations

from croupier.house.desk import commands as do
from croupier.house.desk import events as ev
from croupier.house.desk.commands import Code
from croupier.house.desk.state import Desk, Grant, Member, PersonKind
from croupier.house.law import ACCOUNTS, APART, TWO_PERSONS
from croupier.house.machinery import HOUSE, Command, Event, refuse, replace, with_reason
from croupier.table.roles import (
    ACCOUNTING,
    ADMINISTRATOR,
    CAGE,
    DEALER,
    FLOOR,
    PIT_MANAGER,
    PLAYER,
    REGULATOR,
    SURVEILLANCE,
    id_of,
    role_of,
    titles,
)

MOST_PEOPLE = 10_000  # a snapshot stays within a line of the journal, and so do the names
LONGEST_NAME = 80  # bytes
WATCHERS = (REGULATOR, SURVEILLANCE)  # whom the operator cannot send away
READERS = (ADMINISTRATOR, SURVEILLANCE, REGULATOR)  # who reads the access log

# What a role is there to do. Nobody has two of these: whoever deals does not validate, whoever keeps the
# money does not keep the books, whoever keeps the people touches neither money nor cards.
DUTIES = {
    PLAYER: "to play",
    DEALER: "to deal",
    FLOOR: "to supervise",
    PIT_MANAGER: "to supervise",
    CAGE: "to keep the money",
    ACCOUNTING: "to keep the books",
    SURVEILLANCE: "to watch",
    REGULATOR: "to approve",
    ADMINISTRATOR: "to keep people and settings",
}


def now(state: Desk, command: Command) -> int:
    """The time that decides: it does not run back."""
    return max(state.clock, command.at)


def member_of(state: Desk, person: str) -> Member:
    member = state.people.get(person)
    if member is None or member.dismissed:
        raise refuse(Code.NO_SUCH_PERSON, f"the house knows no {person}", "Name somebody it knows.")
    return member


def staff_of(state: Desk, person: str) -> Member:
    member = member_of(state, person)
    if member.kind != "staff":
        raise refuse(Code.NOT_STAFF, f"{person} is no member of the staff", "Roles are for staff.")
    return member


def room_for(state: Desk, person: str, name: str) -> None:
    if person in state.people:
        raise refuse(Code.KNOWN_ALREADY, f"{person} is known already", "Use another id.")
    if not name.isprintable() or len(name.encode()) > LONGEST_NAME:
        raise refuse(Code.NAME_UNFIT, "a name is one short line that can be shown", "Use letters and spaces.")
    if len(state.people) >= MOST_PEOPLE:
        raise refuse(
            Code.HOUSE_FULL,
            f"there are {MOST_PEOPLE} people",
            "Guests whose sessions are over are forgotten.",
        )


def check_apart(roles: tuple[str, ...], role: str) -> None:
    """Roles that one person may not hold together."""
    for held in roles:
        if DUTIES[held] != DUTIES[role]:
            raise refuse(
                Code.ROLES_APART,
                f"who is {titles((held,))} is there {DUTIES[held]}, not {DUTIES[role]} as well",
                "Give the role to somebody else, or take the other one away first.",
                APART,
            )


def joined(person: str, name: str, kind: PersonKind, by: str) -> ev.PersonJoined:
    return ev.PersonJoined(person=person, name=name, kind=kind, by=by, audience=READERS)


def decide_found(state: Desk, command: do.FoundHouse) -> tuple[Event, ...]:
    if state.founded:
        raise refuse(
            Code.FOUNDED,
            "the house has its staff",
            "An administrator proposes, another approves.",
            TWO_PERSONS,
        )
    events: list[Event] = []
    seen: dict[str, tuple[str, ...]] = {}
    for one in command.staff:
        if one.person not in seen:
            room_for(state, one.person, one.name)
            events.append(joined(one.person, one.name, "staff", command.by))
        check_apart(seen.get(one.person, ()), one.role)
        seen[one.person] = (*seen.get(one.person, ()), one.role)
        events.append(granted(Grant(0, one.person, one.role, HOUSE, ""), HOUSE))
    if not any(ADMINISTRATOR in roles for roles in seen.values()):
        raise refuse(Code.LAST_ADMINISTRATOR, "nobody would keep the people", "Name an administrator.")
    return (*events, ev.HouseFounded(audience=READERS))


def decide_welcome(state: Desk, command: do.WelcomeGuest) -> tuple[Event, ...]:
    room_for(state, command.person, command.name)
    came = ev.LoggedIn(person=command.person, way="guest", audience=READERS)
    return joined(command.person, command.name, "guest", command.by), came


def decide_forget(state: Desk, command: do.ForgetGuests) -> tuple[Event, ...]:
    for person in command.people:
        if member_of(state, person).kind != "guest":
            raise refuse(Code.NOT_STAFF, f"{person} is no guest", "Staff are dismissed, not forgotten.")
    return (ev.GuestsForgotten(people=command.people, audience=READERS),)


def decide_enlist(state: Desk, command: do.EnlistStaff) -> tuple[Event, ...]:
    room_for(state, command.person, command.name)
    return (joined(command.person, command.name, "staff", command.by),)


def decide_patron(state: Desk, command: do.RegisterPatron) -> tuple[Event, ...]:
    room_for(state, command.person, command.name)
    return (joined(command.person, command.name, "patron", command.by),)


def decide_dismiss(state: Desk, command: do.DismissStaff) -> tuple[Event, ...]:
    member, reason = staff_of(state, command.person), with_reason(command.reason)
    gone = tuple(revoked(state, command.person, role, command.by, reason) for role in member.roles)
    dismissed = ev.StaffDismissed(person=command.person, by=command.by, reason=reason, audience=READERS)
    return (*gone, dismissed)


def decide_propose(state: Desk, command: do.ProposeRole) -> tuple[Event, ...]:
    """Nobody proposes a role for themself, whatever it is."""
    member, reason = staff_of(state, command.person), with_reason(command.reason)
    if id_of(command.by) == command.person:
        raise refuse(
            Code.OWN_GRANT, f"{command.by} may not propose a role for themself", "Another one does.", APART
        )
    if command.role in member.roles:
        raise refuse(
            Code.ROLE_HELD, f"{command.person} is {titles((command.role,))} already", "Nothing to do."
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


def the_grant(state: Desk, number: int) -> Grant:
    grant = state.grants.get(str(number))
    if grant is None:
        waiting = ", ".join(state.grants) or "none"
        raise refuse(Code.NO_SUCH_GRANT, f"no grant {number} waits", f"There is {waiting}.")
    return grant


def granted(grant: Grant, by: str) -> ev.RoleGranted:
    return ev.RoleGranted(
        grant=grant.number,
        person=grant.person,
        role=grant.role,
        proposed_by=grant.by,
        approved_by=by,
        audience=READERS,
        clauses=(APART, TWO_PERSONS),
    )


def decide_approve_role(state: Desk, command: do.ApproveRole) -> tuple[Event, ...]:
    grant = the_grant(state, command.grant)
    if id_of(command.by) in (id_of(grant.by), grant.person):
        raise refuse(
            Code.OWN_GRANT,
            f"{command.by} proposed grant {grant.number} or would get it",
            "Another administrator or the regulator approves it.",
            APART,
            TWO_PERSONS,
        )
    member = staff_of(state, grant.person)
    check_apart(member.roles, grant.role)
    return (granted(grant, command.by),)


def decide_decline_role(state: Desk, command: do.DeclineRole) -> tuple[Event, ...]:
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


# Without these nobody could be granted anything, or nothing approved.
LAST = {ADMINISTRATOR: Code.LAST_ADMINISTRATOR, REGULATOR: Code.LAST_REGULATOR}


def revoked(state: Desk, person: str, role: str, by: str, reason: str) -> ev.RoleRevoked:
    if role in WATCHERS and role_of(by) != REGULATOR:
        raise refuse(
            Code.ROLES_APART,
            f"{by} may not send away who watches the house",
            "The regulator takes this role away.",
            APART,
        )
    last = LAST.get(role)
    if last is not None and state.with_role(role) == (person,):
        raise refuse(last, f"{person} is the last {role}", "Let another be granted it first.")
    return ev.RoleRevoked(person=person, role=role, by=by, reason=reason, audience=READERS)


def decide_revoke(state: Desk, command: do.RevokeRole) -> tuple[Event, ...]:
    member, reason = staff_of(state, command.person), with_reason(command.reason)
    if command.role not in member.roles:
        raise refuse(
            Code.ROLE_NOT_HELD, f"{command.person} is not {titles((command.role,))}", "Nothing to take away."
        )
    return (revoked(state, command.person, command.role, command.by, reason),)


def decide_link(state: Desk, command: do.IssueLink) -> tuple[Event, ...]:
    member, role = member_of(state, command.person), role_of(command.by)
    if role == ADMINISTRATOR and (member.kind != "staff" or member.roles):
        raise refuse(
            Code.HAS_ROLES,
            f"a link would let {command.by} in as {command.person}",
            "Links are for staff without a role: take the roles away, and have them granted again.",
            APART,
        )
    if role == CAGE and (member.kind != "patron" or member.came):
        raise refuse(
            Code.HAS_ROLES,
            f"a link would let {command.by} in as {command.person}",
            "The cage gives links to patrons who have not been in yet.",
            APART,
        )
    return (ev.LinkIssued(person=command.person, by=command.by, audience=READERS),)


def decide_log_in(state: Desk, command: do.LogIn) -> tuple[Event, ...]:
    """A one-time link opens a locked account too: who holds it has guessed nothing."""
    member = member_of(state, command.person)
    if command.way == "password" and now(state, command) < member.locked_until:
        raise refuse(
            Code.LOCKED,
            f"{command.person} is locked after {state.security.tries} wrong passwords",
            "Wait, or ask an administrator.",
            ACCOUNTS,
        )
    return (ev.LoggedIn(person=command.person, way=command.way, audience=READERS),)


def decide_log_out(state: Desk, command: do.LogOut) -> tuple[Event, ...]:
    member_of(state, command.person)
    return (ev.LoggedOut(person=command.person, audience=READERS),)


def decide_failure(state: Desk, command: do.NoteFailure) -> tuple[Event, ...]:
    refusal = ev.LogInRefused(
        person=command.person, name=command.name, why=command.why, audience=READERS, clauses=(ACCOUNTS,)
    )
    member = state.people.get(command.person)
    time, terms = now(state, command), state.security
    if member is None or time < member.locked_until:
        return (refusal,)
    recent = [at for at in member.failures if at > time - terms.within]
    if len(recent) + 1 < terms.tries:
        return (refusal,)
    locked = ev.AccountLocked(
        person=command.person, until=time + terms.lock, audience=READERS, clauses=(ACCOUNTS,)
    )
    return refusal, locked


def decide_unlock(state: Desk, command: do.Unlock) -> tuple[Event, ...]:
    member_of(state, command.person)
    reason = with_reason(command.reason)
    return (ev.AccountUnlocked(person=command.person, by=command.by, reason=reason, audience=READERS),)


def decide_password(state: Desk, command: do.NotePassword) -> tuple[Event, ...]:
    member_of(state, command.person)
    return (ev.PasswordSet(person=command.person, audience=READERS, clauses=(ACCOUNTS,)),)


def decide_denied(state: Desk, command: do.NoteDenied) -> tuple[Event, ...]:
    return (ev.AccessDenied(person=command.person, what=command.what, code=command.code, audience=READERS),)


def put(state: Desk, person: str, member: Member) -> Desk:
    return replace(state, people={**state.people, person: member})


def apply_joined(state: Desk, event: ev.PersonJoined) -> Desk:
    roles = () if event.kind == "staff" else (PLAYER,)
    return put(state, event.person, Member(event.name, event.kind, roles, since=event.at))


def apply_forgotten(state: Desk, event: ev.GuestsForgotten) -> Desk:
    gone = {*event.people}
    return replace(state, people={id_: one for id_, one in state.people.items() if id_ not in gone})


def apply_dismissed(state: Desk, event: ev.StaffDismissed) -> Desk:
    return put(state, event.person, replace(state.people[event.person], dismissed=True, roles=()))


def apply_proposed(state: Desk, event: ev.RoleProposed) -> Desk:
    grant = Grant(event.grant, event.person, event.role, event.by, event.reason, event.at)
    return replace(state, grants={**state.grants, str(event.grant): grant}, proposed=event.grant)


def without_grant(state: Desk, number: int) -> Desk:
    return replace(state, grants={key: one for key, one in state.grants.items() if key != str(number)})


def apply_granted(state: Desk, event: ev.RoleGranted) -> Desk:
    member = state.people[event.person]
    roles = tuple(sorted({*member.roles, event.role}))
    return put(without_grant(state, event.grant), event.person, replace(member, roles=roles))


def apply_declined(state: Desk, event: ev.RoleDeclined) -> Desk:
    return without_grant(state, event.grant)


def apply_revoked(state: Desk, event: ev.RoleRevoked) -> Desk:
    """Who may not deal any more is no table's dealer any more."""
    member = state.people[event.person]
    roles = tuple(role for role in member.roles if role != event.role)
    after = put(state, event.person, replace(member, roles=roles))
    table = state.dealt_by(event.person)
    if event.role != DEALER or not table:
        return after
    left = replace(state.tables[table], dealer="")
    return replace(after, tables={**state.tables, table: left})


def apply_founded(state: Desk, event: ev.HouseFounded) -> Desk:
    return replace(state, founded=True)


def apply_logged_in(state: Desk, event: ev.LoggedIn) -> Desk:
    return put(state, event.person, replace(state.people[event.person], failures=(), came=True))


def apply_refused(state: Desk, event: ev.LogInRefused) -> Desk:
    member = state.people.get(event.person)
    if member is None:
        return state
    failures = (*member.failures, event.at)[-state.security.tries :]
    return put(state, event.person, replace(member, failures=failures))


def apply_locked(state: Desk, event: ev.AccountLocked) -> Desk:
    member = replace(state.people[event.person], locked_until=event.until, failures=())
    return put(state, event.person, member)


def apply_unlocked(state: Desk, event: ev.AccountUnlocked) -> Desk:
    return put(state, event.person, replace(state.people[event.person], locked_until=0, failures=()))
