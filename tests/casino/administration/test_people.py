"""Test people and roles: grants that need two people, separation of duties, sign-ins and lockouts."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Refused
from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.people import DUTIES
from croupier.casino.administration.state import Security
from croupier.casino.administration.stream import KIND, charter_of
from croupier.errors import BadInput
from tests.server.helpers.desks import BY, FOUND, STAFF, desk, refused

NEW = do.EnlistStaff(person="nia", name="Nia", by=BY["ada"])


def propose(role: Any, person: str = "nia", by: str = BY["ada"]) -> do.ProposeRole:
    return do.ProposeRole(person=person, role=role, reason="hired", by=by)


def test_casino_is_founded_once_with_an_administrator() -> None:
    state = desk()
    assert {person: state.roles_of(person) for person in STAFF} == {p: (r,) for p, r in STAFF.items()}
    assert refused(state, FOUND).code == "house_founded"
    nobody = do.FoundHouse(staff=(do.Founder("kim", "Kim", "cage"),), by="house")
    assert refused(KIND.begin(charter_of()), nobody).code == "last_administrator"


@pytest.mark.clause("COMAR 36.03.10.10E(2)", "COMAR 36.05.02.20B")
def test_granting_a_role_needs_two_people_other_than_its_holder() -> None:
    state = desk(NEW, propose("cage"))
    assert state.roles_of("nia") == ()
    own = refused(state, do.ApproveRole(grant=1, by=BY["ada"]))
    assert own.code == "own_grant" and own.clauses == ("COMAR 36.03.10.10E(2)", "COMAR 36.05.02.20B")
    after = desk(do.ApproveRole(grant=1, by=BY["abe"]), state=state)
    assert after.roles_of("nia") == ("cage",) and not after.grants
    assert refused(after, propose("cage")).code == "role_held"
    assert desk(do.ApproveRole(grant=1, by=BY["reg"]), state=state).roles_of("nia") == ("cage",)
    assert refused(after, do.ApproveRole(grant=1, by=BY["abe"])).code == "no_such_grant"


@pytest.mark.parametrize("role", ["cage", "dealer", "floor", "pit_manager", "accounting", "administrator"])
def test_administrator_cannot_grant_themself_a_role(role: Any) -> None:
    state = desk()
    assert refused(state, propose(role, person="ada")).code == "own_grant"
    assert refused(state, propose(role, person="ada")).clauses == ("COMAR 36.03.10.10E(2)",)


def test_recipient_of_a_role_cannot_approve_it() -> None:
    """One administrator proposes the role, and the recipient becomes administrator before the approval."""
    state = desk(NEW, propose("administrator"), propose("administrator"))
    state = desk(do.ApproveRole(grant=1, by=BY["abe"]), state=state)
    assert refused(state, do.ApproveRole(grant=2, by="administrator:nia")).code == "own_grant"


@pytest.mark.parametrize(("held", "role"), [*itertools.permutations(sorted({*STAFF.values()}), 2)])
@pytest.mark.clause("COMAR 36.03.10.10E(2)")
def test_refuses_incompatible_duties(held: Any, role: Any) -> None:
    state = desk(NEW, propose(held), do.ApproveRole(grant=1, by=BY["abe"]))
    if DUTIES[held] == DUTIES[role]:
        assert {held, role} == {"floor", "pit_manager"}
        state = desk(propose(role), do.ApproveRole(grant=2, by=BY["abe"]), state=state)
        assert state.roles_of("nia") == ("floor", "pit_manager")
    else:
        refusal = refused(state, propose(role))
        assert refusal.code == "roles_apart" and refusal.clauses == ("COMAR 36.03.10.10E(2)",)


def test_concurrent_proposals_cannot_combine_incompatible_roles() -> None:
    state = desk(NEW, propose("cage"), propose("accounting"), do.ApproveRole(grant=1, by=BY["abe"]))
    assert refused(state, do.ApproveRole(grant=2, by=BY["abe"])).code == "roles_apart"


def test_role_is_revoked_at_once_except_surveillance_and_last_administrator() -> None:
    def revoke(person: str, role: Any, by: str = BY["ada"]) -> do.RevokeRole:
        return do.RevokeRole(person=person, role=role, reason="left", by=by)

    state = desk(revoke("kim", "cage"))
    assert state.roles_of("kim") == () and state.with_role("cage") == ()
    assert refused(state, revoke("kim", "cage")).code == "role_not_held"
    for person, role in (("reg", "regulator"), ("sam", "surveillance")):
        assert refused(state, revoke(person, role)).code == "roles_apart"
    assert desk(revoke("sam", "surveillance", BY["reg"]), state=state).roles_of("sam") == ()
    assert refused(state, revoke("reg", "regulator", BY["reg"])).code == "last_regulator"
    state = desk(revoke("abe", "administrator"), state=state)
    assert refused(state, revoke("ada", "administrator", BY["reg"])).code == "last_administrator"
    dismiss = do.DismissStaff(person="flo", reason="left", by=BY["ada"])
    gone = desk(dismiss, state=state)
    assert gone.roles_of("flo") == () and refused(gone, dismiss).code == "no_such_person"
    assert refused(gone, do.LogIn(person="flo", way="password", by="house")).code == "no_such_person"
    watching = do.DismissStaff(person="sam", reason="left", by=BY["ada"])
    assert refused(state, watching).code == "roles_apart"


def test_staff_cannot_issue_links_for_people_with_roles() -> None:
    state = desk(NEW, do.RegisterPatron(person="pat", name="Pat", by=BY["kim"]))
    KIND.decide(state, do.IssueLink(person="nia", by=BY["ada"]))
    KIND.decide(state, do.IssueLink(person="pat", by=BY["kim"]))
    for person in (*STAFF, "pat"):
        KIND.decide(state, do.IssueLink(person=person, by="house"))
        assert refused(state, do.IssueLink(person=person, by=BY["ada"])).code == "has_roles"
    for person in (*STAFF, "nia"):
        assert refused(state, do.IssueLink(person=person, by=BY["kim"])).code == "has_roles"
    came = desk(do.LogIn(person="pat", way="link", by="house"), state=state)
    assert refused(came, do.IssueLink(person="pat", by=BY["kim"])).code == "has_roles"


@pytest.mark.clause("COMAR 36.04.01.22B")
def test_wrong_passwords_lock_an_account_for_a_while() -> None:
    def wrong(at: int) -> do.NoteFailure:
        return do.NoteFailure(person="kim", name="Kim", why="wrong password", by="house", at=at)

    def come(at: int, way: Any = "password") -> do.LogIn:
        return do.LogIn(person="kim", way=way, by="house", at=at)

    state = desk(*(wrong(at) for at in (10, 20, 30, 40)))
    KIND.decide(state, come(50))
    events, locked = KIND.step(state, wrong(50))
    assert isinstance(events[-1], ev.AccountLocked) and events[-1].until == 50 + 900
    refusal = refused(locked, come(949))
    assert refusal.code == "locked" and refusal.clauses == ("COMAR 36.04.01.22B",)
    KIND.decide(locked, come(950))
    KIND.decide(locked, come(60, "link"))  # a sign-in with a one-time link does not count as an attempt
    assert len(KIND.decide(locked, wrong(60))) == 1  # a locked account is not locked a second time
    unlock = do.Unlock(person="kim", reason="identified by telephone", by=BY["ada"])
    KIND.decide(desk(unlock, state=locked), come(60))
    forgiven = desk(come(45), wrong(50), state=state)
    assert forgiven.people["kim"].locked_until == 0  # a correct password resets the count of attempts
    spread = desk(*(wrong(at) for at in (10, 20, 30, 40)), wrong(911))
    # the attempt at time 10 was 901 seconds ago, so it no longer counts
    assert spread.people["kim"].locked_until == 0
    assert desk(*(wrong(at) for at in (10, 20, 30, 40)), wrong(909)).people["kim"].locked_until == 1809


def test_failed_sign_in_with_unknown_name_is_recorded() -> None:
    events, _ = KIND.step(desk(), do.NoteFailure(name="root", why="no such name", by="house", at=9))
    (event,) = events
    assert isinstance(event, ev.LogInRefused) and (event.person, event.name) == ("", "root")
    assert event.audience == ("administrator", "surveillance", "regulator")


def test_guests_are_added_and_removed() -> None:
    guest = do.WelcomeGuest(person="p1", name="Zoë", by="house", at=7)
    state = desk(guest)
    assert state.people["p1"].roles == ("player",) and state.people["p1"].since == 7
    assert refused(state, guest).code == "known_already"
    assert refused(state, propose("cage", person="p1")).code == "not_staff"
    assert "p1" not in desk(do.ForgetGuests(people=("p1",), by="house"), state=state).people
    assert refused(state, do.ForgetGuests(people=("kim",), by="house")).code == "not_staff"


@pytest.mark.parametrize("name", ["", " ", " a", "a ", "a\nb", "a\x00b", "x" * 41, "a\u2028b", "a\u202eb"])
def test_a_name_is_one_bounded_line(name: str) -> None:
    guest = do.WelcomeGuest(person="p1", name=name, by="house")
    assert refused(desk(), guest).code in ("not_understood", "name_unfit")


PEOPLE = st.sampled_from([*STAFF, "nia", "p1", "nobody"])
ROLES = st.sampled_from(sorted({*STAFF.values()}))
ACTORS = st.sampled_from(["house", *BY.values(), "administrator:nia", "player:p1"])
COMMANDS = st.one_of(
    st.builds(lambda by: do.EnlistStaff(person="nia", name="Nia", by=by), ACTORS),
    st.builds(lambda: do.WelcomeGuest(person="p1", name="Gus", by="house")),
    st.builds(lambda p, r, by: do.ProposeRole(person=p, role=r, reason="x", by=by), PEOPLE, ROLES, ACTORS),
    st.builds(lambda n, by: do.ApproveRole(grant=n, by=by), st.integers(1, 9), ACTORS),
    st.builds(lambda p, r, by: do.RevokeRole(person=p, role=r, reason="x", by=by), PEOPLE, ROLES, ACTORS),
    st.builds(lambda p, by: do.DismissStaff(person=p, reason="x", by=by), PEOPLE, ACTORS),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(COMMANDS, max_size=30))
def test_any_sequence_keeps_duties_separate_and_grants_by_two_persons(
    commands: list[Any],
) -> None:
    state = desk()
    for command in commands:
        try:
            events, after = KIND.step(state, command)
        except Refused:
            continue
        for event in events:
            if isinstance(event, ev.RoleGranted):
                hands = {event.proposed_by.partition(":")[2], event.approved_by.partition(":")[2]}
                assert len(hands) == 2 and event.person not in hands
        assert KIND.restore(b"", KIND.snapshot(after)[0], None) == after
        assert KIND.decode(*KIND.encode(command, events)) == (command, events)
        state = after
    for member in state.people.values():
        assert len({DUTIES[role] for role in member.roles}) <= 1
        assert member.kind == "staff" or member.roles == ("player",)
    assert state.with_role("administrator") and state.with_role("regulator")


@pytest.mark.parametrize("role", ["administrator", "regulator"])
def test_last_holder_of_a_required_role_keeps_it(role: str) -> None:
    state = desk()
    holders = state.with_role(role)
    for person in holders:
        by = f"regulator:{state.with_role('regulator')[0]}"
        command = do.RevokeRole(person=person, role=role, reason="leaving", by=by, at=1)
        if person == holders[-1]:
            with pytest.raises(Refused) as caught:
                KIND.step(state, command)
            assert caught.value.code == f"last_{role}"
        else:
            state = KIND.step(state, command)[1]


def test_rejects_invalid_sign_in_settings() -> None:
    with pytest.raises(BadInput, match="tries"):
        KIND.begin(charter_of(security=Security(tries=0)))
