"""The sign-in service: sessions, guests, passwords, one-time links and role changes."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from msgspec import structs
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from croupier.casino.administration import commands as do
from croupier.casino.administration.alert_commands import RaiseAlert
from croupier.casino.administration.people import SKEW, is_locked
from croupier.casino.administration.state import SESSION, AdministrationState, StaffMember
from croupier.casino.administration.stream import STREAM as DESK_STREAM
from croupier.casino.cage import commands as cage
from croupier.casino.cage.machine import Wallet
from croupier.casino.cage.stream import STREAM as CAGE_STREAM
from croupier.casino.machines import HOUSE, CasinoEvent
from croupier.errors import Refused
from croupier.files import printable
from croupier.rulebook import regulation
from croupier.server.services.base import FRESH, Also, Clock, ServiceCommitter, StreamService
from croupier.server.sessions.passwords import (
    AGE,
    LOGIN,
    Hasher,
    Throttle,
    Turnstile,
    check_password,
    login_name,
)
from croupier.server.sessions.tokens import (
    GUEST_SESSION,
    LINK,
    LONGEST_TOKEN,
    NOWHERE,
    STAFF_SESSION,
    Origin,
    SignedInPerson,
    digest_of,
    new_person,
    new_token,
    person_in,
    source_of,
)
from croupier.store import session_rows
from croupier.store.batches import Batch, Guard, Post, StoreDown
from croupier.store.training_rows import forget_training
from croupier.table.roles import ADMINISTRATOR, ROLES, id_of, role_of, role_title

ACCOUNTS = regulation("user_accounts")
REMEMBERED = 20_000  # maximum sessions in the cache
ALONE = 60.0  # seconds for which a single node trusts its cached sessions; it knows every sign-out
SWEPT = 50  # guests removed per transaction
GRACE = 60  # seconds after the end of a session before a guest is removed, with several nodes
IDLE = 300  # seconds after which an inactive guest may be removed when the casino is full


class KnownPerson(NamedTuple):
    person: str
    expires: int
    read_at: float


class SignedIn(NamedTuple):
    """A person who has just signed in, and the token of their session."""

    person: SignedInPerson
    token: str
    seconds: int  # lifetime of the session
    device: str = ""  # token that identifies their device at the next sign-in; empty for guests


class SignInService(StreamService):
    stream = DESK_STREAM

    def __init__(
        self,
        committer: ServiceCommitter,
        clock: Clock = time.time,
        hasher: Hasher | None = None,
        present: Callable[[], Collection[str] | None] = tuple,
    ) -> None:
        """Create the service. `present` returns the people at tables, who are never removed as guests.

        If it returns None because a table is unreachable, no guest is removed.
        """
        super().__init__(committer, clock)
        self.hasher, self._present = hasher or Hasher(), present
        self._cache: OrderedDict[str, KnownPerson] = OrderedDict()
        self.departures = 0  # number of ended sessions; a change triggers a check of open sockets
        # person -> time until which an administrator may issue a link
        self.tries = Throttle(burst=20, rate=1 / 6, all_burst=60, all_rate=10)  # attempts by address
        # attempts by known device
        self.known_tries = Throttle(burst=10, rate=1 / 6, all_burst=1e6, all_rate=1e3)
        self.guests = Turnstile(burst=200, rate=20)
        self.denials = Throttle(burst=3, rate=1 / 60, all_burst=20, all_rate=2)
        self.strangers = Throttle(burst=60, rate=1, all_burst=60, all_rate=1)

    @property
    def desk(self) -> AdministrationState:
        state: AdministrationState = self.committer.state(DESK_STREAM)
        return state

    def among(self, nodes: int) -> None:
        """Divide the limits among the nodes, so that together they admit as many people as one would."""
        for shared in (self.guests, self.denials, self.strangers):
            shared.among(nodes)

    # Sessions.

    async def person_of(self, token: str) -> SignedInPerson | None:
        """Return the person of a token with their current roles, or None if the session is not valid."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        digest = digest_of(token)
        cached = self._cache.get(digest)
        if cached is None or time.monotonic() - cached.read_at > (ALONE if self.is_alone else FRESH):
            cached = await self._look_up(digest)
        if cached is None or cached.expires <= self.now:
            return None
        await self.fresh()
        if cached.person not in self.desk.people:
            await self.fresh(at_once=True)  # the person may have just signed in at another node
        return person_in(self.desk, cached.person)

    async def _look_up(self, digest: str) -> KnownPerson | None:
        session = await self.committer.read(lambda connection: session_rows.session_of(connection, digest))
        if session is None:
            self._cache.pop(digest, None)
            return None
        cached = self._cache[digest] = KnownPerson(session.person, session.expires, time.monotonic())
        self._cache.move_to_end(digest)
        if len(self._cache) > REMEMBERED:
            self._cache.popitem(last=False)
        return cached

    def forget_sessions(self, person: str) -> None:
        """Drop a person's sessions from the cache, so that they are read from the store again."""
        self.departures += 1
        for digest in [digest for digest, cached in self._cache.items() if cached.person == person]:
            del self._cache[digest]

    # Signing in.

    async def welcome(self, name: str, address: str = "") -> SignedIn:
        """Admit a guest, and create the person, a play-money wallet and a session in one transaction."""
        await self.guests.enter(address)
        try:
            return await self._admit(name)
        except Refused as refused:
            full = refused.code in (do.AdministrationCode.HOUSE_FULL, cage.CageCode.CAGE_FULL)
            if not full or not await self.sweep(idle=IDLE):
                raise
            return await self._admit(name)

    async def _admit(self, name: str) -> SignedIn:
        person, at = new_person(), self.now
        posts = (
            Post(DESK_STREAM, do.WelcomeGuest(person=person, name=name.strip(), by=HOUSE, at=at)),
            Post(CAGE_STREAM, cage.OpenWallet(person=person, money=cage.PLAY, by=HOUSE, at=at)),
        )
        token, also = self._session(person, GUEST_SESSION)
        await self.committer.commit(Batch(posts=posts, also=also))
        return self._signed_in(person, token, GUEST_SESSION)

    def _session(self, person: str, seconds: int, also: Also | None = None) -> tuple[str, Also]:
        """Return a new token and the function that writes its session row."""
        token, start = new_token(), self.now

        def write(connection: Connection) -> None:
            if also is not None:
                also(connection)
            session_rows.put_session(connection, digest_of(token), person, start, start + seconds)

        return token, write

    def _signed_in(self, person: str, token: str, seconds: int, device: str = "") -> SignedIn:
        signed_in_person = person_in(self.desk, person)
        assert signed_in_person is not None, "the person was just created or found"
        return SignedIn(signed_in_person, token, seconds, device)

    async def log_in(
        self, login: str, password: str, new_password: str = "", origin: Origin = NOWHERE
    ) -> SignedIn:
        """Sign in with a password.

        Unknown names and locked accounts get the same answer after the same time as a wrong password,
        so that an attacker cannot find out which names exist.
        """
        name = login.strip().lower()
        credential = await self._credential(name) if LOGIN.fullmatch(name) else None
        await self.fresh(at_once=True)  # include wrong passwords at other nodes
        member = self.desk.people.get(credential.person) if credential else None
        device, address = origin.sources()
        is_known_device = member is not None and device in member.known
        source, tries = (device, self.known_tries) if is_known_device else (address, self.tries)
        tries.spend(source)
        if member is not None and is_locked(self.desk, member, self.now, source):
            await self.hasher.matches(None, password, is_known_device)
            raise wrong_password()
        if (
            not await self.hasher.matches(credential.hash if credential else None, password, is_known_device)
            or credential is None
        ):
            person = credential.person if credential else ""
            await self._note_failure(
                person, login, "wrong password" if credential else "no such name", source
            )
            raise wrong_password()
        tries.refund(source)
        origin, sources = self._with_device(origin, credential.person, source)
        came = do.LogIn(
            person=credential.person, way="password", sources=sources, now=self._behind, by=HOUSE, at=self.now
        )
        posts = [Post(DESK_STREAM, came)]
        changed: Also | None = None
        if new_password:
            note, changed = await self._password(credential.person, login_name(login), new_password, password)
            posts.append(Post(DESK_STREAM, note))
        elif self.now >= credential.since + AGE:
            raise Refused(
                "password_expired",
                f"this password is older than {AGE // 86_400} days",
                (ACCOUNTS,),
                "Enter your old password and choose a new one.",
            )
        token, also = self._session(credential.person, STAFF_SESSION, changed)
        await self.committer.commit(Batch(posts=tuple(posts), also=also))
        return self._signed_in(credential.person, token, STAFF_SESSION, origin.device)

    def _with_device(self, origin: Origin, person: str, source: str = "") -> tuple[Origin, tuple[str, str]]:
        """Return the origin with a device token for this person, and its sources.

        The attempt counts against the first source.
        """
        if origin.sources()[0] not in self.desk.people[person].known:
            origin = origin._replace(device=new_token())
        device, address = origin.sources()
        return origin, (address, device) if source == address else (device, address)

    @property
    def _behind(self) -> int:
        """The server's time if the administration stream's clock is ahead of it, otherwise 0."""
        now = self.now
        return now if self.desk.clock - now > SKEW else 0

    async def _credential(self, login: str) -> session_rows.Credential | None:
        return await self.committer.read(lambda connection: session_rows.credential_of(connection, login))

    async def _note_failure(self, person: str, name: str, reason: str, source: str = "") -> None:
        """Record a failed sign-in. Failures with unknown names are recorded up to a rate limit."""
        if not person:
            try:
                self.strangers.spend("")
            except Refused:
                return
        at = self.now
        note = do.NoteFailure(
            person=person,
            name=printable(name, 60),
            why=reason,
            source=source,
            clock_ahead=self._behind > 0,
            now=self._behind,
            by=HOUSE,
            at=at,
        )
        await self.do(note)

    async def _password(
        self, person: str, login: str, password: str, old: str = ""
    ) -> tuple[do.NotePassword, Also]:
        """Return the command and the row writer for a new password. The writer also ends sessions."""
        member = self.desk.people[person]
        check_password(password, login, member.name)
        if password == old:
            message = "the new password is the same as the old one"
            raise Refused("password_unfit", message, (ACCOUNTS,), "Choose another password.")
        hashed, since = await self.hasher.hash(password), self.now

        def write(connection: Connection) -> None:
            session_rows.end_sessions(connection, person)
            session_rows.put_credential(connection, person, login, hashed, since)

        credential = session_rows.credential_hash(person, login, hashed, since)
        return do.NotePassword(person=person, credential=credential, by=HOUSE, at=since), write

    async def follow(self, link: str, origin: Origin = NOWHERE) -> SignedIn:
        """Sign in with a one-time link. The link works only once."""
        digest = digest_of(link[:LONGEST_TOKEN])
        sign_in_link = await self.committer.read(lambda connection: session_rows.link_of(connection, digest))
        if sign_in_link is None or sign_in_link.expires <= self.now:
            self.tries.spend(origin.sources()[1])  # only invalid links count as attempts
            await self._note_failure("", "a one-time link", "unknown, used or expired", origin.sources()[1])
            raise link_over()

        def use(connection: Connection) -> None:
            if not session_rows.use_link(connection, digest):
                raise link_over()

        token, also = self._session(sign_in_link.person, STAFF_SESSION, use)
        await self.fresh(at_once=True)
        origin, sources = self._with_device(origin, sign_in_link.person)
        log_in = do.LogIn(person=sign_in_link.person, way="link", sources=sources, by=HOUSE, at=self.now)
        await self.do(log_in, also)
        return self._signed_in(sign_in_link.person, token, STAFF_SESSION, origin.device)

    # Signing out.

    async def log_out(self, token: str, person: SignedInPerson) -> None:
        digest = digest_of(token)
        await self.do(
            do.LogOut(person=person.id, by=HOUSE, at=self.now),
            lambda connection: session_rows.end_session(connection, digest),
        )
        self._cache.pop(digest, None)
        self.departures += 1

    async def sweep(self, *, idle: int | None = None) -> int:
        """Remove guests whose sessions ended, close their wallets, and return the number removed.

        With `idle`, also remove guests who came more than `idle` seconds ago and never used their play money.
        """
        now = self.now
        over = now if self.is_alone else now - GRACE  # the reports of other nodes are a few seconds old
        await self.fresh(at_once=True)
        signed_in = await self.committer.read(
            lambda connection: session_rows.people_with_sessions(connection, over)
        )
        if (present := self._present()) is None:
            return 0
        wallets = self.committer.state(CAGE_STREAM).wallets
        expired = [
            person
            for person, member in self.desk.people.items()
            if member.kind == "guest"
            and person not in present
            and (person not in signed_in or _idle(member, wallets.get(person), now, idle))
        ]
        for first in range(0, len(expired), SWEPT):
            await self._forget(tuple(expired[first : first + SWEPT]), now, over)
        return len(expired)

    async def _forget(self, people: tuple[str, ...], now: int, over: int) -> None:
        wallets = self.committer.state(CAGE_STREAM).wallets
        closed = [
            Post(CAGE_STREAM, cage.CloseWallet(person=person, reason="the session is over", by=HOUSE, at=now))
            for person in people
            if person in wallets
        ]
        forgotten = Post(DESK_STREAM, do.ForgetGuests(people=people, by=HOUSE, at=now))

        def also(connection: Connection) -> None:
            session_rows.end_expired(connection, over)
            for person in people:
                session_rows.end_sessions(connection, person)
            forget_training(connection, people)

        await self.committer.commit(Batch(posts=(forgotten, *closed), also=also))

    # Passwords and links.

    async def set_password(
        self, token: str, person: SignedInPerson, login: str, password: str, old: str
    ) -> None:
        """Set a first password, or change it given the old one. The current session continues."""
        login_in_store = await self.committer.read(
            lambda connection: session_rows.login_of(connection, person.id)
        )
        if login_in_store is not None:
            login = login_in_store
            source = source_of(SESSION, token)
            self.known_tries.spend(source)
            if is_locked(self.desk, self.desk.people[person.id], self.now, source):
                raise wrong_password()
            credential = await self._credential(login_in_store)
            if credential is None or not await self.hasher.matches(credential.hash, old, is_known=True):
                await self._note_failure(person.id, login, "wrong old password in a password change", source)
                raise wrong_password()
        note, write = await self._password(person.id, login_name(login), password, old)
        session = await self.committer.read(
            lambda connection: session_rows.session_of(connection, digest_of(token))
        )
        expires, start = session.expires if session else self.now, self.now

        def also(connection: Connection) -> None:
            write(connection)
            session_rows.put_session(connection, digest_of(token), person.id, start, expires)

        self.forget_sessions(person.id)
        try:
            await self.do(note, also)
        except IntegrityError:
            raise Refused(
                "login_taken",
                f"the log-in name {login} is already taken",
                (ACCOUNTS,),
                "Choose another log-in name.",
            ) from None

    async def request_link(self, person: SignedInPerson) -> None:
        """Record that a person requests a new link, for example at a locked screen without a password.

        For a short time, an administrator at any node may then issue a link even though the person has a
        role. A repeated request changes nothing while the first request is valid.
        """
        if self.desk.people[person.id].link_until <= self.now:
            await self.do(do.RequestLink(person=person.id, by=HOUSE, at=self.now))

    async def issue_link(self, person: str, by: str, *, reset: bool = False) -> str:
        """Issue a one-time link. With `reset`, revoke the person's password, sessions and other links."""
        token, now = new_token(), self.now
        keyless = await self._is_keyless(person, by)

        def also(connection: Connection) -> None:
            if keyless:
                if session_rows.has_way_in(connection, person, now):
                    raise has_way_in(by, person)
                session_rows.end_sessions(connection, person)
            if reset:
                session_rows.end_sessions(connection, person)
                session_rows.drop_credential(connection, person)
            session_rows.put_link(connection, digest_of(token), person, now + LINK)

        command = do.IssueLink(person=person, reset=reset, keyless=keyless, by=by, at=now)
        posts = [Post(DESK_STREAM, command)]
        if keyless:
            posts.append(Post(DESK_STREAM, self._keyless_alert(person, by, now)))
        await self.committer.commit(Batch(posts=tuple(posts), also=also))
        if reset:
            self.forget_sessions(person)
        return token

    async def _is_keyless(self, person: str, by: str) -> bool:
        """Return whether an administrator gives a link to staff who have a role but no way to sign in."""
        await self.fresh(at_once=True)
        member = self.desk.people.get(person)
        if role_of(by) != ADMINISTRATOR or member is None or member.kind != "staff" or not member.roles:
            return False
        if self.now < member.link_until or id_of(by) == person:
            return False
        now = self.now
        return not await self.committer.read(
            lambda connection: session_rows.has_way_in(connection, person, now)
        )

    def _keyless_alert(self, person: str, by: str, now: int) -> RaiseAlert:
        member = self.desk.people[person]
        roles = " and ".join(role_title(role) for role in member.roles)
        words = f"A sign-in link was issued for {member.name}, {roles}, who has no password and no session"
        return RaiseAlert(table="", kind="override", words=words, who=by, by=HOUSE, at=now)

    # Roles.

    async def change(
        self, command: do.ApproveRole | do.RevokeRole | do.DismissStaff | do.EndSessions
    ) -> tuple[CasinoEvent, ...]:
        """End a person's sessions and links, so that they sign in again with their current roles.

        A first role also ends their password. Someone else may have set it, because links for people without
        a role need no request.
        """
        if isinstance(command, do.ApproveRole):
            await self.fresh(at_once=True)
            grant = self.desk.grants.get(str(command.grant))
            person = grant.person if grant else ""
            command = structs.replace(command, renew=True)
        else:
            person = command.person

        def check(connection: Connection, batch: Batch, states: Mapping[str, AdministrationState]) -> None:
            member = states[DESK_STREAM].people.get(person)
            if isinstance(command, do.ApproveRole) and member is not None and len(member.roles) == 1:
                session_rows.drop_credential(connection, person)

        batch = Batch(
            posts=(Post(DESK_STREAM, command),),
            guards=(Guard((DESK_STREAM,), check),),
            also=lambda connection: session_rows.end_sessions(connection, person),
        )
        events: tuple[CasinoEvent, ...] = (await self.committer.commit(batch)).steps[0][2]
        self.forget_sessions(person)
        return events

    async def open_sessions(self) -> list[session_rows.PersonSessions]:
        """Return the people with open sessions."""
        now = self.now
        return await self.committer.read(lambda connection: session_rows.open_sessions(connection, now))

    async def found_house(self, staff: tuple[do.Founder, ...]) -> None:
        """Create the first staff of a new casino, unless staff already exists."""
        if not self.desk.founded:
            await self.do(do.FoundHouse(staff=staff, by=HOUSE, at=self.now))

    async def console_links(self) -> list[tuple[str, str, str]]:
        """Return the role, the holder's name and a one-time link for each role, for the operator's
        console.
        """
        links = []
        for role in ROLES:
            holders = [
                holder for holder in self.desk.with_role(role) if self.desk.people[holder].kind == "staff"
            ]
            if holders:
                token = await self.issue_link(holders[0], HOUSE)
                links.append((role, self.desk.people[holders[0]].name, token))
        return links

    async def note_denial(self, person: SignedInPerson, subject: str, code: str) -> None:
        """Record a denied request, up to a rate limit."""
        try:
            self.denials.spend(f"{person.id} {subject}")
        except Refused:
            return
        note = do.NoteDenied(
            person=person.id, what=printable(subject, 200), code=code[:60], by=HOUSE, at=self.now
        )
        with contextlib.suppress(StoreDown):  # the request is refused even if this record fails
            await self.do(note)


def _idle(guest: StaffMember, wallet: Wallet | None, now: int, seconds: int | None) -> bool:
    """Return whether a guest came more than `seconds` ago and has not used their play money."""
    if seconds is None or guest.since >= now - seconds:
        return False
    return wallet is None or wallet.cents == wallet.issued


def wrong_password() -> Refused:
    return Refused(
        "wrong_password",
        "the log-in name or password is wrong",
        (ACCOUNTS,),
        "Try again. After five wrong passwords, sign-in from this device is blocked for 15 minutes.",
    )


def has_way_in(by: str, person: str) -> Refused:
    return Refused(
        do.AdministrationCode.HAS_ROLES.value,
        f"a link would let {by} sign in as {person}",
        (ACCOUNTS,),
        "Staff with a role must ask for a new link on their own screen first.",
    )


def link_over() -> Refused:
    return Refused(
        "link_over", "this link was already used or has expired", (ACCOUNTS,), "Ask for a new link."
    )
