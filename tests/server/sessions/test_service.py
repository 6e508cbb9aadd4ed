"""Test signing in and out as a guest, by password and by one-time link, and what is stored."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from croupier import Refused
from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.people import MOST_PEOPLE
from croupier.casino.administration.state import StaffMember
from croupier.casino.cage import commands as cage
from croupier.casino.machines import replace
from croupier.server.sessions.passwords import AGE, Hasher, Turnstile
from croupier.server.sessions.service import GRACE, SignInService
from croupier.server.sessions.tokens import GUEST_SESSION, LINK, STAFF_SESSION, Origin, digest_of
from croupier.store import schema as db
from croupier.store.batches import Batch, Post
from croupier.store.session_rows import put_session
from tests.server.helpers.committers import MemoryCommitter, Now
from tests.server.helpers.desks import BY, FOUND

GOOD, OTHER = "correct horse battery", "staple, not a horse"


class Door:
    """An in-memory sign-in service with its own clock."""

    def __init__(self) -> None:
        self.now, self.committer = Now(), MemoryCommitter()
        cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.people = SignInService(self.committer, self.now, Hasher(cheap))
        self.people.tries._clock = self.people.known_tries._clock = self.now

    async def founded(self) -> Door:
        await self.people.found_house(FOUND.staff)
        return self

    async def with_password(self, person: str = "kim", password: str = GOOD) -> str:
        entered = await self.people.follow(await self.people.issue_link(person, "house"))
        await self.people.set_password(entered.token, entered.person, person, password, "")
        return entered.token

    def stored(self) -> str:
        with self.committer.engine.connect() as connection:
            return str([connection.execute(sa.select(t)).all() for t in db.metadata.sorted_tables])


def at_the_door(test: Callable[[Door], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        async def main() -> None:
            await test(await Door().founded())

        asyncio.run(main())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def refusal(coming: Coroutine[Any, Any, Any]) -> Refused:
    with pytest.raises(Refused) as refused:
        await coming
    return refused.value


@at_the_door
async def test_a_guest_gets_a_name_a_wallet_and_a_session_at_once(door: Door) -> None:
    person, token, seconds, _ = await door.people.welcome("  Zoë ")
    assert (person.name, person.kind, person.roles) == ("Zoë", "guest", frozenset({"player"}))
    assert seconds == GUEST_SESSION and door.committer.state("cage").balance_of(person.id) == 100_000
    assert await door.people.person_of(token) == person
    assert [type(event) for event in door.committer.told(ev.PersonJoined, ev.LoggedIn)][-2:] == [
        ev.PersonJoined,
        ev.LoggedIn,
    ]


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "x" * 41, "\x1b[31mred", "a\u202eb"])
def test_rejects_unprintable_guest_names(name: str) -> None:
    async def main() -> None:
        door = await Door().founded()
        await refusal(door.people.welcome(name))
        assert not door.committer.state("cage").wallets and "guest" not in str(door.committer.state("desk"))

    asyncio.run(main())


@at_the_door
async def test_only_the_hash_of_a_token_is_stored_and_invalid_tokens_fail(door: Door) -> None:
    token = (await door.people.welcome("Zoë")).token
    link = await door.people.issue_link("kim", "house")
    await door.with_password("lee")
    stored = door.stored()
    assert token not in stored and link not in stored and GOOD not in stored
    assert token not in str(door.committer.entries) and GOOD not in str(door.committer.entries)
    for wrong in ("", "x", token[:-1], token + "x", token.swapcase(), "x" * 1000, "\x00", "é"):
        assert await door.people.person_of(wrong) is None


@at_the_door
async def test_session_expires(door: Door) -> None:
    guest = await door.people.welcome("Zoë")
    staff = await door.people.follow(await door.people.issue_link("kim", "house"))
    assert staff.seconds == STAFF_SESSION
    door.now.pass_by(STAFF_SESSION - 1)
    assert await door.people.person_of(staff.token) is not None
    door.now.pass_by(1)
    assert await door.people.person_of(staff.token) is None
    door.now.pass_by(GUEST_SESSION - STAFF_SESSION - 1)
    assert await door.people.person_of(guest.token) is not None
    door.now.pass_by(1)
    assert await door.people.person_of(guest.token) is None


@at_the_door
async def test_link_signs_in_once(door: Door) -> None:
    link = await door.people.issue_link("flo", "house")
    entered = await door.people.follow(link)
    assert entered.person.roles == frozenset({"floor"})
    again = await refusal(door.people.follow(link))
    assert again.code == "link_over" and again.clauses == ("COMAR 36.04.01.22B",)
    late = await door.people.issue_link("flo", "house")
    door.now.pass_by(LINK)
    assert (await refusal(door.people.follow(late))).code == "link_over"
    assert len(door.committer.told(ev.LogInRefused)) == 2
    assert [event.way for event in door.committer.told(ev.LoggedIn)] == ["link"]


@at_the_door
async def test_concurrent_use_of_one_link_admits_one(door: Door) -> None:
    link = await door.people.issue_link("flo", "house")
    came = await asyncio.gather(door.people.follow(link), door.people.follow(link), return_exceptions=True)
    assert sorted(type(one).__name__ for one in came) == ["Refused", "SignedIn"]


@at_the_door
async def test_the_console_has_a_link_for_each_staff_role(door: Door) -> None:
    links = await door.people.console_links()
    assert [role for role, _, _ in links] == [
        "dealer",
        "floor",
        "pit_manager",
        "cage",
        "surveillance",
        "accounting",
        "regulator",
        "administrator",
        "count_team",
        "security",
    ]
    for role, name, token in links:
        door.now.pass_by(60)
        person = (await door.people.follow(token)).person
        assert person.name == name and role in person.roles


@at_the_door
async def test_password_sign_in(door: Door) -> None:
    await door.with_password()
    entered = await door.people.log_in(" KIM ", GOOD)
    assert entered.person.roles == frozenset({"cage"})
    for login, password in (("kim", OTHER), ("nobody", GOOD), ("", ""), ("kim'--", GOOD)):
        wrong = await refusal(door.people.log_in(login, password))
        assert (wrong.code, wrong.message) == ("wrong_password", "the log-in name or password is wrong")
    assert [event.person for event in door.committer.told(ev.LogInRefused)] == ["kim", "", "", ""]


HOME, ATTACKER = Origin("192.0.2.1"), Origin("203.0.113.9")


async def guess(door: Door, login: str, origin: Origin, times: int) -> list[str]:
    """Try wrong passwords and return the refusal codes."""
    return [(await refusal(door.people.log_in(login, OTHER, origin=origin))).code for _ in range(times)]


@at_the_door
async def test_wrong_passwords_lock_only_their_source_for_a_limited_time(door: Door) -> None:
    await door.with_password()
    assert await guess(door, "kim", HOME, 5) == ["wrong_password"] * 5
    # the service refuses even the correct password
    locked = await refusal(door.people.log_in("kim", GOOD, origin=HOME))
    assert locked.code == "wrong_password" and locked.clauses == ("COMAR 36.04.01.22B",)
    (event,) = door.committer.told(ev.AccountLocked)
    assert event.source == HOME.sources()[1]
    assert (await door.people.log_in("kim", GOOD, origin=Origin("192.0.2.77"))).person.id == "kim"
    link = await door.people.issue_link("kim", "house")
    assert (await door.people.follow(link)).person.id == "kim"
    door.now.pass_by(900)
    assert (await door.people.log_in("kim", GOOD, origin=HOME)).person.id == "kim"


@at_the_door
async def test_strangers_cannot_lock_a_known_device_out(door: Door) -> None:
    """While an attacker at the same address keeps guessing, the owner's browser can still sign in."""
    await door.with_password()
    device = (await door.people.log_in("kim", GOOD, origin=HOME)).device
    for _ in range(3):
        await guess(door, "kim", HOME, 12)
        assert (await refusal(door.people.log_in("kim", GOOD, origin=HOME))).code != ""
        came = await door.people.log_in("kim", GOOD, origin=Origin(HOME.address, device))
        assert came.person.id == "kim" and came.device == device
        door.now.pass_by(901)


@at_the_door
async def test_a_distributed_attempt_is_bounded_and_spares_known_addresses(door: Door) -> None:
    await door.with_password()
    await door.people.log_in("kim", GOOD, origin=HOME)
    for n in range(200):
        door.now.pass_by(1)
        await guess(door, "kim", Origin(f"203.0.113.{n}"), 1)
    compared = [event for event in door.committer.told(ev.LogInRefused) if event.person == "kim"]
    # the limit for all unknown addresses together within 15 minutes
    assert len(compared) == 20
    assert [event.source for event in door.committer.told(ev.AccountLocked)] == ["*"]
    assert (await refusal(door.people.log_in("kim", GOOD, origin=ATTACKER))).code == "wrong_password"
    assert (await door.people.log_in("kim", GOOD, origin=HOME)).person.id == "kim"
    door.now.pass_by(900)
    assert (await door.people.log_in("kim", GOOD, origin=ATTACKER)).person.id == "kim"


@at_the_door
async def test_known_device_belongs_to_one_person(door: Door) -> None:
    await door.with_password("kim")
    await door.with_password("lee")
    device = (await door.people.log_in("kim", GOOD, origin=HOME)).device
    assert await guess(door, "lee", Origin("", device), 6) == ["wrong_password"] * 6
    locked = door.committer.told(ev.AccountLocked)[-1]
    # the account is locked for this address
    assert (locked.person, locked.source) == ("lee", Origin("").sources()[1])
    # This attempt comes from a stolen device.
    assert await guess(door, "kim", Origin("", device), 6) == ["wrong_password"] * 6
    assert door.committer.told(ev.AccountLocked)[-1].source == Origin("", device).sources()[0]
    assert device not in str(door.committer.entries) and device not in door.stored()


@at_the_door
async def test_the_same_answer_for_unknown_names_wrong_passwords_and_locks(door: Door) -> None:
    await door.with_password()
    compared: list[bool] = []
    matches = door.people.hasher.matches

    async def counting(hash_: str | None, password: str, is_known: bool = False) -> bool:
        compared.append(True)
        return await matches(hash_, password, is_known)

    door.people.hasher.matches = counting  # type: ignore[method-assign]
    answers = set()
    for login in ("kim", "nobody", "not a name!"):
        for n in range(9):
            refused = await refusal(door.people.log_in(login, OTHER, origin=Origin(f"198.51.100.{n % 2}")))
            answers.add((refused.code, refused.message, refused.clauses, refused.remedy))
    assert len(answers) == 1 and len(compared) == 27  # every attempt costs a hash computation


@at_the_door
async def test_limits_attempts_per_address(door: Door) -> None:
    await door.with_password()
    codes = [(await guess(door, f"name{n}", ATTACKER, 1))[0] for n in range(40)]
    assert codes == ["wrong_password"] * 20 + ["too_often"] * 20
    assert (await door.people.log_in("kim", GOOD, origin=HOME)).person.id == "kim"
    for _ in range(40):  # a correct password does not count as an attempt
        await door.people.log_in("kim", GOOD, origin=HOME)


@at_the_door
async def test_strangers_cannot_prevent_a_password_change(door: Door) -> None:
    token = await door.with_password()
    kim = await door.people.person_of(token)
    assert kim is not None
    for n in range(30):
        await guess(door, "kim", Origin(f"203.0.113.{n}"), 1)
    await door.people.set_password(token, kim, "kim", OTHER, GOOD)
    for _ in range(5):
        assert (
            await refusal(door.people.set_password(token, kim, "kim", GOOD, GOOD))
        ).code == "wrong_password"
    last = await refusal(door.people.set_password(token, kim, "kim", GOOD, OTHER))
    assert last.code == "wrong_password"  # only the session that guesses is locked
    assert (await door.people.log_in("kim", OTHER)).person.id == "kim"


@at_the_door
async def test_flood_of_guests_does_not_block_others(door: Door) -> None:
    """Six clients enter repeatedly while twenty others enter once, from the same and from different
    addresses.
    """
    door.people.guests = Turnstile(burst=5, rate=200)
    stop = False

    async def flood(address: str) -> None:
        while not stop:
            with contextlib.suppress(Refused):
                await door.people.welcome("Flood", address)

    floods = [asyncio.create_task(flood(f"203.0.113.{n % 2}")) for n in range(6)]
    honest = [door.people.welcome("Ada", "203.0.113.0" if n % 2 else f"192.0.2.{n}") for n in range(20)]
    came = await asyncio.wait_for(asyncio.gather(*honest), 30)
    stop = True
    await asyncio.gather(*floods)
    assert len({one.person.id for one in came}) == 20


@at_the_door
async def test_an_expired_password_must_be_changed(door: Door) -> None:
    await door.with_password()
    door.now.pass_by(AGE - 1)
    await door.people.log_in("kim", GOOD)
    door.now.pass_by(1)
    assert (await refusal(door.people.log_in("kim", GOOD))).code == "password_expired"
    assert (await refusal(door.people.log_in("kim", GOOD, "short"))).code == "password_unfit"
    assert (await refusal(door.people.log_in("kim", GOOD, GOOD))).code == "password_unfit"
    door.now.pass_by(60)
    assert (await door.people.log_in("kim", GOOD, OTHER)).person.id == "kim"
    door.now.pass_by(60)
    assert (await refusal(door.people.log_in("kim", GOOD))).code == "wrong_password"
    assert (await door.people.log_in("kim", OTHER)).person.id == "kim"


@at_the_door
async def test_password_change_ends_other_sessions(door: Door) -> None:
    token = await door.with_password()
    other = (await door.people.log_in("kim", GOOD)).token
    kim = await door.people.person_of(token)
    assert kim is not None
    wrong = await refusal(door.people.set_password(token, kim, "kim", OTHER, OTHER))
    assert wrong.code == "wrong_password"
    await door.people.set_password(token, kim, "another-name", OTHER, GOOD)
    assert await door.people.person_of(other) is None and await door.people.person_of(token) == kim
    door.now.pass_by(60)
    assert (await door.people.log_in("kim", OTHER)).person == kim  # the log-in name does not change


@at_the_door
async def test_log_in_name_is_unique(door: Door) -> None:
    await door.with_password("kim")
    entered = await door.people.follow(await door.people.issue_link("lee", "house"))
    taken = await refusal(door.people.set_password(entered.token, entered.person, "kim", OTHER, ""))
    assert taken.code == "login_taken"
    assert await door.people.person_of(entered.token) is not None  # the session is still valid
    assert (await door.people.log_in("kim", GOOD)).person.id == "kim"


@at_the_door
async def test_log_out_ends_only_that_session(door: Door) -> None:
    first = await door.with_password()
    second = await door.people.log_in("kim", GOOD)
    await door.people.log_out(second.token, second.person)
    assert await door.people.person_of(second.token) is None and await door.people.person_of(first)
    assert [event.person for event in door.committer.told(ev.LoggedOut)] == ["kim"]


@at_the_door
async def test_a_change_of_roles_ends_sessions_and_links(door: Door) -> None:
    token, link = await door.with_password(), await door.people.issue_link("kim", "house")
    await door.people.change(do.RevokeRole(person="kim", role="cage", reason="moves", by=BY["ada"]))
    assert await door.people.person_of(token) is None
    assert (await refusal(door.people.follow(link))).code == "link_over"
    kim = (await door.people.log_in("kim", GOOD)).person
    assert kim.roles == frozenset()
    await door.people.do(do.ProposeRole(person="kim", role="floor", reason="moves", by=BY["ada"]))
    before = (await door.people.log_in("kim", GOOD)).token
    await door.people.change(do.ApproveRole(grant=1, by=BY["abe"]))
    assert await door.people.person_of(before) is None


@pytest.mark.clause("COMAR 36.04.01.22B", "COMAR 36.03.10.10E(2)")
@at_the_door
async def test_a_first_role_ends_a_password_that_another_person_may_have_set(door: Door) -> None:
    """An administrator can sign in as new staff by a link, and set a password before the role is approved."""
    await door.people.do(do.EnlistStaff(person="nia", name="Nia", by=BY["ada"]))
    await door.with_password("nia")
    await door.people.do(do.ProposeRole(person="nia", role="floor", reason="hired", by=BY["ada"]))
    await door.people.change(do.ApproveRole(grant=1, by=BY["abe"]))
    assert (await refusal(door.people.log_in("nia", GOOD))).code == "wrong_password"
    link = await door.people.issue_link("nia", BY["ada"])
    came = await door.people.follow(link)
    assert came.person.roles == frozenset({"floor"})
    await door.people.set_password(came.token, came.person, "nia", OTHER, "")
    await door.people.do(do.ProposeRole(person="nia", role="pit_manager", reason="up", by=BY["ada"]))
    await door.people.change(do.ApproveRole(grant=2, by=BY["abe"]))
    signed_in = await door.people.log_in("nia", OTHER)  # a further role keeps the password
    assert signed_in.person.roles == frozenset({"floor", "pit_manager"})


@at_the_door
async def test_staff_without_password_and_session_get_a_link_and_surveillance_an_alert(door: Door) -> None:
    first = await door.people.issue_link("kim", BY["ada"])
    second = await door.people.issue_link("kim", BY["ada"])
    assert (await refusal(door.people.follow(first))).code == "link_over"
    alert = [*door.people.desk.alerts.values()][-1]
    assert (alert.kind, alert.who) == ("override", BY["ada"])
    assert alert.words == "A sign-in link was issued for Kim, cage, who has no password and no session"
    came = await door.people.follow(second)
    assert (await refusal(door.people.issue_link("kim", BY["ada"]))).code == "has_roles"  # a session
    await door.people.set_password(came.token, came.person, "kim", GOOD, "")
    await door.people.change(do.EndSessions(person="kim", reason="lost", by=BY["ada"]))
    assert (await refusal(door.people.issue_link("kim", BY["ada"]))).code == "has_roles"  # a password


@at_the_door
async def test_permissions_use_the_current_roles(door: Door) -> None:
    """A different node revokes the role. This node caches the session but not its roles."""
    token = await door.with_password()
    assert await door.people.person_of(token) is not None
    await door.people.do(do.RevokeRole(person="kim", role="cage", reason="moves", by=BY["ada"]))
    kim = await door.people.person_of(token)
    assert kim is not None and kim.roles == frozenset()
    await door.people.do(do.DismissStaff(person="kim", reason="left", by=BY["ada"]))
    assert await door.people.person_of(token) is None


@at_the_door
async def test_after_a_reset_only_the_link_signs_in(door: Door) -> None:
    await door.people.do(do.EnlistStaff(person="nia", name="Nia", by=BY["ada"]))
    token = await door.with_password("nia")
    link = await door.people.issue_link("nia", BY["ada"], reset=True)
    assert await door.people.person_of(token) is None
    assert (await refusal(door.people.log_in("nia", GOOD))).code == "wrong_password"
    assert (await door.people.follow(link)).person.id == "nia"


@at_the_door
async def test_removes_guests_with_ended_sessions_and_their_wallets(door: Door) -> None:
    old, kept = await door.people.welcome("Old"), await door.people.welcome("Kept")
    door.now.pass_by(GUEST_SESSION + GRACE - 1)
    new = await door.people.welcome("New")
    door.people._present = lambda: {kept.person.id}
    assert await door.people.sweep() == 0  # the other nodes' reports are a few seconds old
    door.now.pass_by(1)
    door.people._present = lambda: None
    assert await door.people.sweep() == 0  # this node does not know one table's players
    door.people._present = lambda: {kept.person.id}
    assert await door.people.sweep() == 1
    desk, wallets = door.committer.state("desk"), door.committer.state("cage").wallets
    assert old.person.id not in desk.people and old.person.id not in wallets
    assert kept.person.id in wallets and new.person.id in wallets
    assert [event.cents for event in door.committer.told(cage.WalletClosed)] == [100_000]
    assert await door.people.sweep() == 0


@at_the_door
async def test_full_casino_removes_inactive_guests(door: Door) -> None:
    """Guests who enter again and again cannot keep others out."""
    first = await door.people.welcome("Never played")
    player, looker = await door.people.welcome("Played"), await door.people.welcome("Looks on")
    await door.people.committer.commit(
        Batch(
            posts=(
                Post("cage", cage.EnrolTable(table="t1", money="play", by="house")),
                Post(
                    "cage",
                    cage.ToTable(transfer="x", person=player.person.id, table="t1", cents=5, by="table:t1"),
                ),
            )
        )
    )
    door.people._present = lambda: {looker.person.id}
    desk = door.committer.states["desk"]
    crowd = {
        f"q{n}": StaffMember(f"Q{n}", "guest", ("player",), since=int(door.now()) + 301)
        for n in range(MOST_PEOPLE)
    }
    room = MOST_PEOPLE - len(desk.people)
    door.committer.states["desk"] = replace(desk, people={**desk.people, **dict([*crowd.items()][:room])})
    rows_of = [(digest_of(id_), id_) for id_ in [*crowd][:room]]
    with door.committer.engine.begin() as connection:
        for digest, id_ in rows_of:
            put_session(connection, digest, id_, 0, 2**40)
    assert (
        await refusal(door.people.welcome("New"))
    ).code == "house_full"  # no guest has been idle for long enough yet
    door.now.pass_by(302)
    new = await door.people.welcome("New")
    people = door.committer.state("desk").people
    assert new.person.id in people and player.person.id in people and looker.person.id in people
    assert first.person.id not in people and await door.people.person_of(first.token) is None
    assert len(people) == MOST_PEOPLE  # the new guest replaced an idle one


@at_the_door
async def test_records_denials_up_to_a_limit(door: Door) -> None:
    guest = (await door.people.welcome("Zoë")).person
    for _ in range(50):
        await door.people.note_denial(guest, "POST /api/cage/deposits", "not_your_role")
    noted = door.committer.told(ev.AccessDenied)
    assert len(noted) == 3 and noted[0].what == "POST /api/cage/deposits" and noted[0].person == guest.id
