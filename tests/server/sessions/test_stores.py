"""Test sign-in with the real committer on both databases, with two nodes and concurrent requests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select

from croupier import Refused
from croupier.casino.administration import commands as do
from croupier.casino.administration.stream import charter_of as desk_charter
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.journal import audit
from croupier.server.services.administration import AdministrationService
from croupier.server.services.cage import CageService
from croupier.server.sessions.passwords import Hasher, Throttle
from croupier.server.sessions.service import SignInService
from croupier.server.sessions.tokens import Origin
from croupier.store import schema as db
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from tests.server.helpers.desks import BY, FOUND, document

GOOD = "correct horse battery"


class Node:
    def __init__(self, store: SqlStore) -> None:
        self.store, self.committer = store, Committer(store)
        cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.people = SignInService(self.committer, time.time, Hasher(cheap))
        self.cage, self.desk = (
            CageService(self.committer, time.time),
            AdministrationService(self.committer, time.time),
        )


@asynccontextmanager
async def node(address: str) -> AsyncIterator[Node]:
    store = open_store(address)
    opened = Node(store)
    await opened.committer.start()
    try:
        await opened.committer.open("cage", "cage", cage_charter(), 1)
        await opened.committer.open("desk", "desk", desk_charter(), 1)
        await opened.people.found_house(FOUND.staff)
        yield opened
    finally:
        await opened.committer.stop()
        store.close()


def test_people_are_still_known_after_a_restart(address: str) -> None:
    async def first() -> tuple[str, str]:
        async with node(address) as here:
            guest = await here.people.welcome("Zoë")
            staff = await here.people.follow(await here.people.issue_link("kim", "house"))
            await here.people.set_password(staff.token, staff.person, "kim", GOOD, "")
            return guest.token, staff.token

    async def again(guest: str, staff: str) -> None:
        async with node(address) as here:
            zoe, kim = await here.people.person_of(guest), await here.people.person_of(staff)
            assert zoe is not None and zoe.name == "Zoë" and here.cage.state.balance_of(zoe.id) == 100_000
            assert kim is not None and kim.roles == frozenset({"cage"})
            assert [line.what for line in await here.cage.statement(zoe.id)] == ["play_issued"]
            assert (await here.people.log_in("kim", GOOD)).person == kim
            for name in ("kim\x00", "\x00", "a" * 500):
                with pytest.raises(Refused, match="password is wrong"):
                    await here.people.log_in(name, GOOD)
            log = await here.desk.log()
            assert [entry["command"] for entry in log][:4] == ["note_failure@1"] * 3 + ["log_in@1"]
            for stream in ("cage", "desk"):
                found = await asyncio.to_thread(audit, here.store, stream, everything=True)
                assert found.ok, found.fault

    asyncio.run(again(*asyncio.run(first())))


def test_a_taken_log_in_name_and_a_reused_link_change_nothing(address: str) -> None:
    async def main() -> None:
        async with node(address) as here:
            kim = await here.people.follow(await here.people.issue_link("kim", "house"))
            await here.people.set_password(kim.token, kim.person, "one-name", GOOD, "")
            lee = await here.people.follow(await here.people.issue_link("lee", "house"))
            with pytest.raises(Refused) as taken:
                await here.people.set_password(lee.token, lee.person, "one-name", GOOD, "")
            assert taken.value.code == "login_taken"
            assert await here.people.person_of(lee.token) == lee.person
            link = await here.people.issue_link("flo", "house")
            tries = (here.people.follow(link) for _ in range(5))
            came = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(one).__name__ for one in came) == ["Refused"] * 4 + ["SignedIn"]

    asyncio.run(main())


def test_many_guests_at_once_each_get_one_wallet(address: str) -> None:
    async def main() -> None:
        async with node(address) as here:
            came = await asyncio.gather(*(here.people.welcome(f"Guest {n}") for n in range(40)))
            assert len({one.person.id for one in came}) == len({one.token for one in came}) == 40
            cage = here.cage.state
            assert cage.play == -40 * 100_000 and len(cage.wallets) == 40
            sessions = await here.committer.read(
                lambda c: c.execute(select(func.count()).select_from(db.sessions)).scalar()
            )
            assert sessions == 40

    asyncio.run(main())


@pytest.mark.clause("COMAR 36.05.03.19E")
def test_superseded_documents_are_read_from_the_store(address: str) -> None:
    async def main() -> None:
        async with node(address) as here:
            first, second = document(), document(**{"minimum = 10": "minimum = 5"})
            await here.desk.bring("main", first, "a letter", "house")
            await here.desk.bring("main", second, "another", "house")
            assert here.desk.state.submissions["main"].versions[0].document == ""
            assert await here.desk.document("main", 1) == first
            assert await here.desk.document("main", 2) == second

    asyncio.run(main())


@pytest.mark.long
@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_two_nodes_know_the_same_people(address: str) -> None:
    """A sign-in on one node is valid on the other, and a role revoked on one ends on the other within
    seconds.
    """

    async def main() -> None:
        async with node(address) as here, node(address) as there:
            guest = await here.people.welcome("Zoë")
            assert await there.people.person_of(guest.token) == guest.person
            await there.cage.fresh(at_once=True)
            assert there.cage.state.balance_of(guest.person.id) == 100_000
            kim = await here.people.follow(await here.people.issue_link("kim", "house"))
            assert await there.people.person_of(kim.token) == kim.person
            link = await here.people.issue_link("flo", "house")
            both = (here.people.follow(link), there.people.follow(link))
            came = await asyncio.gather(*both, return_exceptions=True)
            assert sorted(type(one).__name__ for one in came) == ["Refused", "SignedIn"]
            await here.people.change(do.RevokeRole(person="kim", role="cage", reason="left", by=BY["ada"]))
            assert await here.people.person_of(kim.token) is None
            until = time.monotonic() + 10
            while await there.people.person_of(kim.token) is not None and time.monotonic() < until:
                await asyncio.sleep(0.2)
            assert await there.people.person_of(kim.token) is None
            await there.desk.fresh(at_once=True)
            assert there.desk.state.roles_of("kim") == ()

    asyncio.run(main())


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_wrong_passwords_on_any_node_lock_an_account_on_all_nodes(address: str) -> None:
    """All nodes share the count of wrong passwords, so switching to a different node gives no extra
    attempts.
    """

    async def noted(one: Node) -> int:
        await one.desk.fresh(at_once=True)
        return sum("log_in_refused" in str(entry) for entry in await one.desk.log(None))

    async def tries(*nodes: Node) -> int:
        """Return how many wrong passwords from one address are recorded. Once locked, it adds none."""
        for one in nodes:
            one.people.tries = Throttle(burst=100, rate=100, all_burst=100, all_rate=100)
        before = await noted(nodes[0])
        for n in range(12):
            with pytest.raises(Refused) as told:
                await nodes[n % len(nodes)].people.log_in("kim", f"a wrong one {n}")
            assert told.value.code == "wrong_password"
        return await noted(nodes[0]) - before

    async def main() -> None:
        async with node(address) as one, node(address) as two, node(address) as three:
            kim = await one.people.follow(await one.people.issue_link("kim", "house"))
            await one.people.set_password(kim.token, kim.person, "kim", GOOD, "")
            alone = await tries(one)
            assert alone == 5
            for other in (two, three):  # not even the correct password is compared
                with pytest.raises(Refused) as locked:
                    await other.people.log_in("kim", GOOD)
                assert locked.value.code == "wrong_password"
            await two.desk.do(
                do.Unlock(person="kim", reason="it was them", by=BY["ada"], at=int(time.time()))
            )
            assert await tries(one, two, three) == alone

    asyncio.run(main())


def test_a_lock_from_a_wrong_clock_ends_and_new_locks_last_fifteen_minutes(address: str) -> None:
    """The clock is a day ahead during the first lock and is then set back.

    Entries never go back in time, so new entries are dated a day ahead too. Locks must still end on time.
    """
    home, away = Origin("192.0.2.1"), Origin("192.0.2.2")

    async def main() -> None:
        async with node(address) as here:
            now = time.time()
            here.people.clock = lambda: now
            staff = await here.people.follow(await here.people.issue_link("kim", "house"))
            await here.people.set_password(staff.token, staff.person, "kim", GOOD, "")

            async def tries(password: str, origin: Origin) -> str:
                try:
                    return (await here.people.log_in("kim", password, origin=origin)).person.id
                except Refused as refused:
                    return str(refused.code)

            now += 86_400
            assert {await tries("wrong", home) for _ in range(6)} == {"wrong_password"}
            assert await tries(GOOD, home) == "wrong_password"
            now -= 86_400
            assert await tries(GOOD, home) == "kim"
            assert {await tries("wrong", away) for _ in range(5)} == {"wrong_password"}
            assert await tries(GOOD, away) == "wrong_password"
            now += 901
            assert await tries(GOOD, away) == "kim"

    asyncio.run(main())
