"""People as the server sees them: coming in, going out, and who a token belongs to."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from croupier.errors import Refused
from croupier.files import printable
from croupier.house.cage import commands as cage
from croupier.house.cage.machine import Wallet
from croupier.house.cage.stream import STREAM as CAGE_STREAM
from croupier.house.desk import commands as do
from croupier.house.desk.state import Desk, Member
from croupier.house.desk.stream import STREAM as DESK_STREAM
from croupier.house.law import ACCOUNTS
from croupier.house.machinery import HOUSE, Event
from croupier.house.offices import FRESH, Also, Clock, Commits, Office
from croupier.house.people import rows
from croupier.house.people.passwords import AGE, LOGIN, Hasher, Throttle, fit, login_name
from croupier.house.people.sessions import (
    GUEST_SESSION,
    LINK,
    LONGEST_TOKEN,
    STAFF_SESSION,
    Person,
    digest_of,
    new_person,
    new_token,
    person_in,
)
from croupier.house.store.batches import Batch, Post, StoreDown
from croupier.table.roles import ROLES

REMEMBERED = 20_000  # sessions
ALONE = 60.0  # seconds; where there is no other node, all ends of sessions are known here
SWEPT = 50  # guests forgotten in one transaction
GRACE = 60  # seconds for which a guest is kept whose session is over, where there are several nodes
IDLE = 600  # seconds after which a guest who has done nothing makes room where the house is full


class Known(NamedTuple):
    person: str
    expires: int
    read: float


class Entered(NamedTuple):
    """Somebody who has just come in, and the token of their session."""

    person: Person
    token: str
    seconds: int  # how long it lasts


class People(Office):
    stream = DESK_STREAM

    def __init__(
        self,
        committer: Commits,
        clock: Clock = time.time,
        hasher: Hasher | None = None,
        here: Callable[[], Collection[str] | None] = tuple,
    ) -> None:
        """`here`: who sits or has a window open at a table now; they are never forgotten, and nobody is while
        that is not known."""
        super().__init__(committer, clock)
        self.hasher, self._here = hasher or Hasher(), here
        self._known: OrderedDict[str, Known] = OrderedDict()
        self.departures = 0  # grows when a session ended here: open sockets are looked at
        self.tries = Throttle(burst=5, rate=1 / 12, all_burst=30, all_rate=10)
        self.guests = Throttle(burst=200, rate=20, all_burst=200, all_rate=20)
        self.denials = Throttle(burst=3, rate=1 / 60, all_burst=20, all_rate=2)
        self.strangers = Throttle(burst=60, rate=1, all_burst=60, all_rate=1)

    @property
    def desk(self) -> Desk:
        state: Desk = self.committer.state(DESK_STREAM)
        return state

    def among(self, nodes: int) -> None:
        """So many nodes of one house: together they take as many guests, and write as much down, as one."""
        for shared in (self.guests, self.denials, self.strangers):
            shared.among(nodes)

    # Who is there.

    async def person_of(self, token: str) -> Person | None:
        """Nobody, if the token is unknown, over or revoked; the roles are those the desk knows now."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        digest = digest_of(token)
        known = self._known.get(digest)
        if known is None or time.monotonic() - known.read > (ALONE if self.alone else FRESH):
            known = await self._looked_up(digest)
        if known is None or known.expires <= self.now:
            return None
        await self.fresh()
        if known.person not in self.desk.people:
            await self.fresh(at_once=True)  # they came in at another node a moment ago
        return person_in(self.desk, known.person)

    async def _looked_up(self, digest: str) -> Known | None:
        session = await self.committer.read(lambda connection: rows.session_of(connection, digest))
        if session is None:
            self._known.pop(digest, None)
            return None
        known = self._known[digest] = Known(session.person, session.expires, time.monotonic())
        self._known.move_to_end(digest)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return known

    def signed_out(self, person: str) -> None:
        """What this node remembers of somebody's sessions is asked anew."""
        self.departures += 1
        for digest in [digest for digest, known in self._known.items() if known.person == person]:
            del self._known[digest]

    # Coming in.

    async def welcome(self, name: str) -> Entered:
        """A guest: a name, a wallet with play money and a session, in one transaction."""
        self.guests.spend("guests")
        try:
            return await self._welcomed(name)
        except Refused as refused:
            full = refused.code in (do.Code.HOUSE_FULL, cage.Code.CAGE_FULL)
            if not full or not await self.sweep(idle=IDLE):
                raise
            return await self._welcomed(name)

    async def _welcomed(self, name: str) -> Entered:
        person, at = new_person(), self.now
        posts = (
            Post(DESK_STREAM, do.WelcomeGuest(person=person, name=name.strip(), by=HOUSE, at=at)),
            Post(CAGE_STREAM, cage.OpenWallet(person=person, money=cage.PLAY, by=HOUSE, at=at)),
        )
        token, also = self._session(person, GUEST_SESSION)
        await self.committer.commit(Batch(posts=posts, also=also))
        return self._entered(person, token, GUEST_SESSION)

    def _session(self, person: str, seconds: int, also: Also | None = None) -> tuple[str, Also]:
        """A new token, and the row of its session to be written with what lets them in."""
        token, began = new_token(), self.now

        def write(connection: Connection) -> None:
            if also is not None:
                also(connection)
            rows.put_session(connection, digest_of(token), person, began, began + seconds)

        return token, write

    def _entered(self, person: str, token: str, seconds: int) -> Entered:
        found = person_in(self.desk, person)
        assert found is not None, "who has just come in is known"
        return Entered(found, token, seconds)

    async def log_in(self, login: str, password: str, new_password: str = "") -> Entered:
        """By password. A name that nobody has is refused as a wrong password is, after as long a time."""
        name = login.strip().lower()
        self.tries.spend(name[:64])
        found = await self._credential(name) if LOGIN.fullmatch(name) else None
        if found is not None:
            await self.fresh(at_once=True)  # wrong passwords at other nodes count as those here
            self._check_lock(found.person)
        if not await self.hasher.matches(found.hash if found else None, password) or found is None:
            person = found.person if found else ""
            await self._failed(person, login, "wrong password" if found else "no such name")
            raise wrong_password()
        posts = [Post(DESK_STREAM, do.LogIn(person=found.person, way="password", by=HOUSE, at=self.now))]
        changed: Also | None = None
        if new_password:
            changed = await self._password(found.person, login_name(login), new_password, password)
            posts.append(Post(DESK_STREAM, do.NotePassword(person=found.person, by=HOUSE, at=self.now)))
        elif self.now >= found.since + AGE:
            raise Refused(
                "password_expired",
                f"this password is older than {AGE // 86_400} days",
                (ACCOUNTS,),
                "Log in with new_password beside it.",
            )
        token, also = self._session(found.person, STAFF_SESSION, changed)
        await self.committer.commit(Batch(posts=tuple(posts), also=also))
        return self._entered(found.person, token, STAFF_SESSION)

    async def _credential(self, login: str) -> rows.Credential | None:
        return await self.committer.read(lambda connection: rows.credential_of(connection, login))

    def _check_lock(self, person: str) -> None:
        """Before anything is compared: who is locked out learns nothing by trying on."""
        member = self.desk.people.get(person)
        if member is not None and self.now < member.locked_until:
            raise Refused(
                "locked_out",
                "too many wrong passwords: this account is locked",
                (ACCOUNTS,),
                f"Wait {member.locked_until - self.now} seconds, or ask an administrator.",
            )

    async def _failed(self, person: str, name: str, why: str) -> None:
        """Every wrong password is noted; guesses at names that nobody has, as far as a log can hold them."""
        if not person:
            try:
                self.strangers.spend("")
            except Refused:
                return
        noted = do.NoteFailure(person=person, name=printable(name, 60), why=why, by=HOUSE, at=self.now)
        await self.do(noted)

    async def _password(self, person: str, login: str, password: str, old: str = "") -> Also:
        """The row of a new password; all other sessions and links of that person end with it."""
        member = self.desk.people[person]
        fit(password, login, member.name)
        if password == old:
            raise Refused("password_unfit", "that is the old one", (ACCOUNTS,), "Choose another one.")
        hashed, since = await self.hasher.hash(password), self.now

        def write(connection: Connection) -> None:
            rows.end_sessions(connection, person)
            rows.put_credential(connection, person, login, hashed, since)

        return write

    async def follow(self, link: str) -> Entered:
        """A one-time link: it lets in once, whoever brings it first."""
        digest = digest_of(link[:LONGEST_TOKEN])
        found = await self.committer.read(lambda connection: rows.link_of(connection, digest))
        if found is None or found.expires <= self.now:
            self.tries.spend("links")  # guesses are limited, links are not
            await self._failed("", "a one-time link", "unknown, used or over")
            raise link_over()

        def use(connection: Connection) -> None:
            if not rows.use_link(connection, digest):
                raise link_over()

        token, also = self._session(found.person, STAFF_SESSION, use)
        await self.do(do.LogIn(person=found.person, way="link", by=HOUSE, at=self.now), also)
        return self._entered(found.person, token, STAFF_SESSION)

    # Going out.

    async def log_out(self, token: str, person: Person) -> None:
        digest = digest_of(token)
        await self.do(
            do.LogOut(person=person.id, by=HOUSE, at=self.now),
            lambda connection: rows.end_session(connection, digest),
        )
        self._known.pop(digest, None)
        self.departures += 1

    async def sweep(self, *, idle: int | None = None) -> int:
        """Guests whose sessions are over are forgotten, and their wallets closed; how many. With `idle`, also
        those who came so many seconds ago and have not touched their play money."""
        now = self.now
        over = now if self.alone else now - GRACE  # what other nodes tell of their tables is some seconds old
        await self.fresh(at_once=True)
        signed_in = await self.committer.read(lambda connection: rows.people_with_sessions(connection, over))
        if (here := self._here()) is None:
            return 0
        wallets = self.committer.state(CAGE_STREAM).wallets
        gone = [
            person
            for person, one in self.desk.people.items()
            if one.kind == "guest"
            and person not in here
            and (person not in signed_in or _idle(one, wallets.get(person), now, idle))
        ]
        for first in range(0, len(gone), SWEPT):
            await self._forget(tuple(gone[first : first + SWEPT]), now, over)
        return len(gone)

    async def _forget(self, people: tuple[str, ...], now: int, over: int) -> None:
        wallets = self.committer.state(CAGE_STREAM).wallets
        closed = [
            Post(CAGE_STREAM, cage.CloseWallet(person=person, reason="the session is over", by=HOUSE, at=now))
            for person in people
            if person in wallets
        ]
        forgotten = Post(DESK_STREAM, do.ForgetGuests(people=people, by=HOUSE, at=now))

        def also(connection: Connection) -> None:
            rows.end_expired(connection, over)
            for person in people:
                rows.end_sessions(connection, person)

        await self.committer.commit(Batch(posts=(forgotten, *closed), also=also))

    # Passwords and links.

    async def set_password(self, token: str, person: Person, login: str, password: str, old: str) -> None:
        """A first password, or another one for who knows the old. The session that asks goes on."""
        if person.kind == "guest":
            raise Refused("not_your_role", "a guest has no password", (), "The cage opens accounts.")
        known = await self.committer.read(lambda connection: rows.login_of(connection, person.id))
        if known is not None:
            login = known
            self.tries.spend(known)
            found = await self._credential(known)
            if found is None or not await self.hasher.matches(found.hash, old):
                await self._failed(person.id, login, "wrong password on changing it")
                raise wrong_password()
        write = await self._password(person.id, login_name(login), password, old)
        session = await self.committer.read(lambda connection: rows.session_of(connection, digest_of(token)))
        expires, began = session.expires if session else self.now, self.now

        def also(connection: Connection) -> None:
            write(connection)
            rows.put_session(connection, digest_of(token), person.id, began, expires)

        self.signed_out(person.id)
        try:
            await self.do(do.NotePassword(person=person.id, by=HOUSE, at=self.now), also)
        except IntegrityError:
            raise Refused(
                "login_taken", f"{login} is somebody's log-in name", (ACCOUNTS,), "Choose another one."
            ) from None

    async def issue_link(self, person: str, by: str, *, reset: bool = False) -> str:
        """A one-time link. With `reset` what let that person in before does so no more."""
        token, expires = new_token(), self.now + LINK

        def also(connection: Connection) -> None:
            if reset:
                rows.end_sessions(connection, person)
                rows.drop_credential(connection, person)
            rows.put_link(connection, digest_of(token), person, expires)

        await self.do(do.IssueLink(person=person, by=by, at=self.now), also)
        if reset:
            self.signed_out(person)
        return token

    # Roles.

    async def change(self, command: do.ApproveRole | do.RevokeRole | do.DismissStaff) -> tuple[Event, ...]:
        """Whoever's roles change comes in anew, with what they are now: sessions and links of before end."""
        if isinstance(command, do.ApproveRole):
            grant = self.desk.grants.get(str(command.grant))
            person = grant.person if grant else ""
        else:
            person = command.person
        events = await self.do(command, lambda connection: rows.end_sessions(connection, person))
        self.signed_out(person)
        return events

    async def found(self, staff: tuple[do.Founder, ...]) -> None:
        """The first staff of a new house; nothing where it has been founded."""
        if not self.desk.founded:
            await self.do(do.FoundHouse(staff=staff, by=HOUSE, at=self.now))

    async def console_links(self) -> list[tuple[str, str, str]]:
        """For whoever started the house: a role, who holds it, and a link for them; one for each role."""
        found = []
        for role in ROLES:
            holders = [one for one in self.desk.with_role(role) if self.desk.people[one].kind == "staff"]
            if holders:
                token = await self.issue_link(holders[0], HOUSE)
                found.append((role, self.desk.people[holders[0]].name, token))
        return found

    async def denied(self, person: Person, what: str, code: str) -> None:
        """Who asks for what is not theirs is noted; who goes on asking, not each time."""
        try:
            self.denials.spend(f"{person.id} {what}")
        except Refused:
            return
        noted = do.NoteDenied(
            person=person.id, what=printable(what, 200), code=code[:60], by=HOUSE, at=self.now
        )
        with contextlib.suppress(StoreDown):  # they are refused all the same
            await self.do(noted)


def _idle(guest: Member, wallet: Wallet | None, now: int, seconds: int | None) -> bool:
    """Whether a guest came so many seconds ago and still has all the play money they were given."""
    if seconds is None or guest.since >= now - seconds:
        return False
    return wallet is None or wallet.cents == wallet.issued


def wrong_password() -> Refused:
    return Refused("wrong_password", "that name and password do not fit", (ACCOUNTS,), "Try again.")


def link_over() -> Refused:
    return Refused(
        "link_over", "this link was used, or its time is over", (ACCOUNTS,), "Ask for another one."
    )
